"""Commands that read a file or lines and write JSON: `draw`, `read`, and what they share."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, Final

from scorekeeper.draws.codec import redraw
from scorekeeper.explain.line_fault_words import line_fault_text
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.shown_names import hand_words, match_as_read
from scorekeeper.i18n import use_locale
from scorekeeper.json_parts import refuse_constant
from scorekeeper.lines.line_reader import read_line
from scorekeeper.rules.checks import contract_problems, problems
from scorekeeper.rules.codec import write_hand, write_problems
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, Problem, RuleSet
from scorekeeper.rules.scoring import score_hand

AnswerOne = Callable[[object], dict[str, object]]
"""Answers one request as `json.loads` gives it; None stands for a line that is no JSON."""

_MANY_DIGITS: Final = 1000


def _whole(digits: str) -> int | float:
    # Python refuses to read thousands of digits; as a number too large to mean anything it is
    # told what is wrong with it, like 1e999.
    return int(digits) if len(digits) < _MANY_DIGITS else float(digits)


# Made once: `json.loads` and `dumps` with settings of their own make theirs at every call.
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


def redraw_file(file: Path) -> int:
    """Print each round of an exported tournament as it is drawn again.

    The exit status is 1 where one is not as it was played, or the file is none of ours.
    """
    try:
        rounds = list(redraw(json.loads(file.read_text(encoding="utf-8"))))
    except (OSError, KeyError, TypeError, ValueError) as fault:
        print(f"{file}: no exported tournament ({fault})", file=sys.stderr)
        return 1
    for one in rounds:
        print(json.dumps(one))
    return 0 if all(one["alike"] for one in rounds) else 1


_NO_NAMES: Final = BySide(Party(""), Party(""))


def read_lines(lines: Iterable[str], rules: RuleSet, language: str, *, as_json: bool) -> int:
    """Answer each line at once; the exit status is 1 if one of them is no hand."""
    faults = 0
    try:
        with use_locale(language):
            for line in lines:
                is_hand, text = _json(line, rules) if as_json else _words(line, rules)
                faults += not is_hand
                print("".join(map(_seen, text)), flush=True)
    except BrokenPipeError:
        # The reader left; Python would complain again while closing standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if faults else 0


def _seen(char: str) -> str:
    """The character; a sign for one that would steer the terminal."""
    return char if char.isprintable() else "\N{REPLACEMENT CHARACTER}"


def _json(line: str, rules: RuleSet) -> tuple[bool, str]:
    """Tell the hand, or why these rules refuse it, or why the line is not a hand."""
    found = read_line(line)
    if isinstance(found, Hand):
        wrong = _problems(found, rules)
        answer = write_problems(wrong) if wrong else {"ok": True, "hand": write_hand(found)}
        return not wrong, json.dumps(answer)
    fault = {**found._asdict(), "expected": list(found.expected)}
    return False, json.dumps({"ok": False, "fault": fault}, ensure_ascii=False)


def _problems(hand: Hand, rules: RuleSet) -> tuple[Problem, ...]:
    check = problems if hand.has_result else contract_problems
    return check(hand, rules)


def _words(line: str, rules: RuleSet) -> tuple[bool, str]:
    """The line as the ledger has it, with its score."""
    found = read_line(line)
    if not isinstance(found, Hand):
        return False, line_fault_text(found)
    wrong = _problems(found, rules)
    if wrong:
        return False, " ".join(problem_text(problem, found, rules) for problem in wrong)
    match = match_as_read(Match(sides=_NO_NAMES, rules=rules), "A")
    text = hand_words(found, match).replace("\u00a0", " ")
    if not found.has_result or found.passed_out:
        return True, text
    score = score_hand(found, rules)
    return True, f"{text}: {score.A} – {score.B}"
