"""A hand's outcome by a rule set: its score, or every problem that keeps it from having one."""

from typing import NamedTuple

from scorekeeper.rules.checks import problems
from scorekeeper.rules.model import Hand, HandScore, Problem, RuleSet
from scorekeeper.rules.scoring import score_hand


class Outcome(NamedTuple):
    """A score or problems, never both."""

    score: HandScore | None
    problems: tuple[Problem, ...] = ()


def outcome(hand: Hand, rules: RuleSet) -> Outcome:
    """The hand's score, or every problem of it; a hand that is kept has one, too.

    >>> outcome(Hand(bidder="A", bid=90), RuleSet()).problems
    (Problem(code='missing', field='points'),)
    """
    found = problems(hand, rules, is_kept=True)
    return Outcome(None, found) if found else Outcome(score_hand(hand, rules))
