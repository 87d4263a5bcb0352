"""`python -m scorekeeper score`: hands in, their scores out."""

from typing import BinaryIO

from scorekeeper.cli import json_lines
from scorekeeper.rules.codec import answer


def score_lines(lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each line at once, a bad one too; the exit status is always 0."""
    return json_lines.answer_lines(answer, lines, out)


def answer_line(line: bytes) -> bytes:
    """The answer to one line, without its newline. Never raises."""
    return json_lines.answer_line(answer, line)
