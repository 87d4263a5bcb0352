"""JSON Lines in, JSON Lines out: each line is answered at once, a bad one too."""

import json
import os
from collections.abc import Callable
from typing import BinaryIO, Final

from scorekeeper.json_parts import refuse_constant
from scorekeeper.rules.codec import write_problems
from scorekeeper.rules.model import Problem

AnswerOne = Callable[[object], dict[str, object]]
"""Answers one request as `json.loads` gives it; None stands for a line that is no JSON."""

_MANY_DIGITS: Final = 1000


def _whole(digits: str) -> int | float:
    # Python refuses to read thousands of digits; as a float they get the problem of a number out
    # of range, like 1e999.
    return int(digits) if len(digits) < _MANY_DIGITS else float(digits)


# Made once: `json.loads` and `dumps` with settings make a new one at every call.
_READER: Final = json.JSONDecoder(parse_constant=refuse_constant)
_READER_OF_MANY_DIGITS: Final = json.JSONDecoder(parse_constant=refuse_constant, parse_int=_whole)
_WRITER: Final = json.JSONEncoder(allow_nan=False)


def answer_lines(answer: AnswerOne, lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each line at once, a bad one too; the exit status is always 0."""
    try:
        for line in lines:
            out.write(answer_line(answer, line) + b"\n")
            out.flush()
    except BrokenPipeError:
        # The reader left; Python would complain again while closing standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    return 0


def answer_line(answer: AnswerOne, line: bytes) -> bytes:
    """The answer to one line, without its newline. Never raises."""
    try:
        reader = _READER if len(line) < _MANY_DIGITS else _READER_OF_MANY_DIGITS
        reply = answer(reader.decode(line.decode()))
    except (ValueError, RecursionError):
        reply = answer(None)
    try:
        return _WRITER.encode(reply).encode()
    except (ValueError, RecursionError):  # an id such as 1e999, which JSON can say and not write
        return json.dumps(write_problems((Problem("unknown", "id"),))).encode()
