"""`python -m scorekeeper read`: lines in, the hands that they mean out."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Final

from scorekeeper.explain.line_fault_words import line_fault_text
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.shown_names import hand_words, match_as_read
from scorekeeper.i18n import use_locale
from scorekeeper.lines.line_reader import read_line
from scorekeeper.rules.checks import contract_problems, problems
from scorekeeper.rules.codec import write_hand, write_problems
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, Problem, RuleSet
from scorekeeper.rules.scoring import score_hand

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
    return False, json.dumps({"ok": False, "fault": found._asdict()}, ensure_ascii=False)


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
