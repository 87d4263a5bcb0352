"""Criteria of a standing: numbers, each the sum of its parts and nothing else."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.draws.meetings import DRAWN, WIN
from scorekeeper.draws.model import ABSENT, BYE, Bye, PlayedPairing, Round

Ranking = Literal["wins", "match_points", "total"]
TieBreak = Literal["head_to_head", "buchholz", "hands_won", "lots"]
Earned = Literal["wins", "difference", "match_points", "total", "hands_won"]
"""The numbers that tables give and that can be adjusted."""
EARNED: Final[tuple[Earned, ...]] = get_args(Earned)
Criterion = Earned | Literal["head_to_head", "buchholz", "lots"]

ORDERS: Final[dict[Ranking, tuple[Earned, ...]]] = {
    "wins": ("wins", "difference"),
    "match_points": ("match_points",),
    "total": ("total",),
}
"""The numbers by which each ranking sorts, the first first; tie-breaks come after them."""
COLUMNS: Final[dict[Ranking, tuple[Earned, ...]]] = {
    "wins": ("wins", "difference", "total"),
    "match_points": ("match_points", "wins", "difference"),
    "total": ("total", "wins", "difference"),
}
"""The numbers that a list of the standings shows."""


ByeScore = tuple[int, int] | Literal["mean"]
"""The score of a bye: the same each time, or the mean of what was played in its round."""


class Adjustment(NamedTuple):
    """A penalty or a ruling: added to one of a pair's numbers."""

    pair: str
    to: Earned
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRules:
    """How an organiser makes the standings."""

    by: Ranking = "wins"
    tie_breaks: tuple[TieBreak, ...] = ("head_to_head", "buchholz", "lots")
    """In the order in which they are asked."""
    match_points: tuple[int, int, int] = (2, 1, 0)
    """For a match won, drawn and lost."""
    bye: ByeScore = "mean"
    """The score of a bye, which is a match won."""
    forfeit: tuple[int, int] = (100, 0)
    """The score of a forfeited match: of who was there, which is more, and of who was not."""
    lots: tuple[str, ...] = ()
    """The pairs in the order of their lots, as they were drawn and stored."""

    @property
    def adjustable(self) -> tuple[Earned, ...]:
        """The numbers by which a penalty can move a pair."""
        asked = (*ORDERS[self.by], *self.tie_breaks)
        return tuple(name for name in EARNED if name in asked)


class Part(NamedTuple):
    """What one match, or one adjustment, gives to a number."""

    points: int | None
    """None where nobody knows it."""
    round: int | None
    """Counted from 1; None for an adjustment or a lot."""
    against: str
    """The opponent, `BYE` or `ABSENT`; empty for an adjustment or a lot, too."""
    reason: str = ""
    """Why it was adjusted; empty for a match."""


class Figure(NamedTuple):
    """A number of a standing."""

    parts: tuple[Part, ...]

    @property
    def points(self) -> int:
        """The sum of the parts that are known; of wins in halves, so that a drawn match is one."""
        return sum(part.points or 0 for part in self.parts)

    @property
    def known_points(self) -> int | None:
        """The sum of the parts; None where one of them is not known."""
        return None if any(part.points is None for part in self.parts) else self.points

    @property
    def played(self) -> int:
        """The sum without adjustments."""
        return sum(part.points or 0 for part in self.parts if part.round is not None)


class CountedMatch(NamedTuple):
    """A match, or a bye, as one of its pairs sees it."""

    round: int
    pair: str
    against: str
    score: tuple[int, int]
    """The pair's own and the other's."""
    hands_won: int | None
    """None where nobody counted them."""

    @property
    def wins(self) -> int:
        """In halves."""
        ours, theirs = self.score
        if self.against == BYE or ours > theirs:
            return WIN
        return DRAWN if ours == theirs else 0


def matches_of(
    results: Iterable[Round], rules: StandingRules, missed: Mapping[str, Iterable[int]]
) -> Iterator[CountedMatch]:
    """Every match twice, once for each pair, and every bye once.

    `missed` are the rounds, by pair, that count as matches forfeited by it.
    """
    for number, played in enumerate(results, 1):
        bye = mean_score(played) if rules.bye == "mean" else rules.bye
        for one in played:
            if isinstance(one, Bye):
                yield CountedMatch(number, one.pair, BYE, bye, 0)
            else:
                yield from _both_sides(number, one, rules)
    won, lost = rules.forfeit
    for pair, rounds in missed.items():
        for number in rounds:
            yield CountedMatch(number, pair, ABSENT, (lost, won), 0)


def mean_score(played: Round) -> tuple[int, int]:
    """The mean of the round's higher scores, and that of its lower ones; forfeits do not count.

    >>> mean_score((PlayedPairing("1", "2", (351, 240)), PlayedPairing("3", "4", (199, 360))))
    (356, 220)
    """
    scores = [sorted(one.score) for one in played if not isinstance(one, Bye) and not one.forfeit]
    lower, higher = zip(*scores, strict=True) if scores else ((0,), (0,))
    return _mean(higher), _mean(lower)


def _mean(numbers: Sequence[int]) -> int:
    """The mean as a whole number, away from zero at exactly half."""
    total, count = sum(numbers), len(numbers)
    rounded = (2 * abs(total) + count) // (2 * count)
    return rounded if total > 0 else -rounded


def _both_sides(number: int, one: PlayedPairing, rules: StandingRules) -> Iterator[CountedMatch]:
    """A match as its pairs see it; one that neither came to was lost by both."""
    (ours, theirs), (won, lost) = one.score, one.hands or (None, None)
    seen = (ours, theirs), (theirs, ours)
    if one.forfeit == "both":
        seen = (rules.forfeit[1], rules.forfeit[0]), (rules.forfeit[1], rules.forfeit[0])
    yield CountedMatch(number, one.a, one.b, seen[0], won)
    yield CountedMatch(number, one.b, one.a, seen[1], lost)


def earned(
    matches: Sequence[CountedMatch], adjustments: Sequence[Adjustment], rules: StandingRules
) -> dict[Criterion, Figure]:
    """A pair's numbers, of its own matches and adjustments."""
    return {
        name: Figure(
            (
                *(Part(_earned(name, one, rules), one.round, one.against) for one in matches),
                *(Part(a.points, None, "", a.reason) for a in adjustments if a.to == name),
            )
        )
        for name in EARNED
    }


def _earned(name: Earned, match: CountedMatch, rules: StandingRules) -> int | None:
    ours, theirs = match.score
    won, drawn, lost = rules.match_points
    values: dict[Earned, int | None] = {
        "wins": match.wins,
        "difference": ours - theirs,
        "match_points": {WIN: won, DRAWN: drawn, 0: lost}[match.wins],
        "total": ours,
        "hands_won": match.hands_won,
    }
    return values[name]
