"""The standings after any number of rounds, always computed, and the criteria that order them.

Places follow from the first criterion, then from the tie-breaks in the organiser's order. Pairs
that stay level share a place. In a knockout a pair's progress counts before all.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import ABSENT, BYE, DRAWN, WIN, Bye, PlayedPairing, Round, draw_lot

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
"""The score of a bye: the same each time, or the mean of its round's scores."""


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
    """In the order in which they decide."""
    match_points: tuple[int, int, int] = (2, 1, 0)
    """For a match won, drawn and lost."""
    bye: ByeScore = "mean"
    """The score of a bye, which is a match won."""
    forfeit: tuple[int, int] = (100, 0)
    """The score of a forfeited match: first that of the present pair, which is more."""
    keeps_forfeits: bool = False
    """Does a match to which neither pair came keep the score that stands there?"""
    lots: tuple[str, ...] = ()
    """The pairs in the order of their lots, as they were drawn and stored."""

    @property
    def adjustable(self) -> tuple[Earned, ...]:
        """The numbers by which a penalty can move a pair."""
        asked = (*ORDERS[self.by], *self.tie_breaks)
        return tuple(name for name in EARNED if name in asked)


class Part(NamedTuple):
    """The share of one match, or of one adjustment, in a number."""

    points: int | None
    """The points; None where they are not known."""
    round: int | None
    """Counted from 1; None for an adjustment or a lot."""
    against: str
    """The opponent, `BYE` or `ABSENT`; empty for an adjustment or a lot, too."""
    reason: str = ""
    """Why it was adjusted; empty for a match."""
    dropped: int | None = None
    """The points that the total leaves out, as one of the worst rounds; None for all others."""


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
    """The hands that the pair won; None where they were not counted."""
    nobody_won: bool = False
    """Did both pairs lose, whatever the score?"""
    is_dropped: bool = False
    """Does the score count nothing in the total?"""

    @property
    def wins(self) -> int:
        """In halves."""
        ours, theirs = self.score
        if self.nobody_won:
            return 0
        if self.against == BYE or ours > theirs:
            return WIN
        return DRAWN if ours == theirs else 0


def matches_of(
    results: Iterable[Round], rules: StandingRules, missed: Mapping[str, Iterable[int]]
) -> Iterator[CountedMatch]:
    """Every match twice, once for each pair, and every bye once.

    `missed` are the rounds, by pair, that count as its forfeited matches.
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
    nobody_won = one.forfeit == "both"
    if nobody_won and not rules.keeps_forfeits:
        seen = (rules.forfeit[1], rules.forfeit[0]), (rules.forfeit[1], rules.forfeit[0])
    yield CountedMatch(number, one.a, one.b, seen[0], won, nobody_won)
    yield CountedMatch(number, one.b, one.a, seen[1], lost, nobody_won)


def earned(
    matches: Sequence[CountedMatch], adjustments: Sequence[Adjustment], rules: StandingRules
) -> dict[Criterion, Figure]:
    """Return a pair's numbers from its matches and adjustments."""
    return {
        name: Figure(
            (
                *(
                    Part(
                        _earned(name, one, rules),
                        one.round,
                        one.against,
                        dropped=one.score[0] if one.is_dropped and name == "total" else None,
                    )
                    for one in matches
                ),
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
        "total": 0 if match.is_dropped else ours,
        "hands_won": match.hands_won,
    }
    return values[name]


class StandingsRow(NamedTuple):
    """A pair in the standings."""

    place: int
    """From 1; the same for pairs that stay level."""
    pair: str
    figures: Mapping[Criterion, Figure]
    """The pair's points, and each tie-break that was needed."""
    decided_by: Criterion | None
    """The figure that puts the pair behind the one above it.

    None for the first pair, at a shared place, and where progress in the knockout decides.
    """


def standings(
    pairs: Sequence[str],
    results: Iterable[Round],
    rules: StandingRules,
    adjustments: Sequence[Adjustment] = (),
    far: Mapping[str, int] | None = None,
    missed: Mapping[str, Iterable[int]] | None = None,
    dropped: Mapping[str, Collection[int]] | None = None,
) -> tuple[StandingsRow, ...]:
    """The rows, the first place first; pairs that share a place stand in the order of `pairs`.

    `far` is each pair's progress in a knockout, a larger number for more; other pairs are not in
    it. `missed` are each pair's rounds that count as forfeited because it was absent. `dropped` are
    the rounds that a pair's total leaves out.
    """
    matches = sorted(matches_of(results, rules, missed or {}), key=lambda match: match.round)
    if dropped:
        matches = [
            match._replace(is_dropped=match.round in dropped.get(match.pair, ()))
            for match in matches
        ]
    return _Standings(pairs, matches, rules, adjustments).rows(far or {})


def draw_lots(seed: int, pairs: Iterable[str]) -> tuple[str, ...]:
    """The pairs in the order of their lots, to be stored (`StandingRules.lots`)."""
    return tuple(sorted(pairs, key=lambda pair: draw_lot(seed, "standings", pair)))


class _Standings:
    def __init__(
        self,
        pairs: Sequence[str],
        matches: Iterable[CountedMatch],
        rules: StandingRules,
        adjustments: Sequence[Adjustment],
    ) -> None:
        self.rules = rules
        self.matches: dict[str, list[CountedMatch]] = {pair: [] for pair in pairs}
        for match in matches:
            self.matches[match.pair].append(match)
        self.figures: dict[str, dict[Criterion, Figure]] = {
            pair: earned(matches, [a for a in adjustments if a.pair == pair], rules)
            for pair, matches in self.matches.items()
        }
        self.criteria: tuple[Criterion, ...] = (*ORDERS[rules.by], *rules.tie_breaks)
        self.decided: dict[str, Criterion] = {}

    def rows(self, far: Mapping[str, int]) -> tuple[StandingsRow, ...]:
        rows: list[StandingsRow] = []
        for level in sorted({far.get(pair, 0) for pair in self.matches}, reverse=True):
            equal = [pair for pair in self.matches if far.get(pair, 0) == level]
            for tie in self._told_apart(equal, self.criteria):
                place = len(rows) + 1
                for pair in tie:
                    criterion = self.decided.get(pair) if pair == tie[0] else None
                    rows.append(StandingsRow(place, pair, self.figures[pair], criterion))
        return tuple(rows)

    def _told_apart(self, tie: list[str], criteria: Sequence[Criterion]) -> list[list[str]]:
        """The tied pairs in groups, the best first."""
        if len(tie) < 2 or not criteria:
            return [tie]
        criterion, *others = criteria
        counts = criterion == "head_to_head" and self._met_alike(tie)
        between = frozenset(tie if counts else ())
        for pair in tie:
            self.figures[pair][criterion] = self._figure(criterion, pair, between)
        if any(self.figures[pair][criterion].known_points is None for pair in tie):
            return self._told_apart(tie, others)

        def points(pair: str) -> int:
            return self.figures[pair][criterion].points

        groups = [
            list(group) for _, group in groupby(sorted(tie, key=points, reverse=True), points)
        ]
        found: list[list[str]] = []
        for group in groups:
            apart = self._told_apart(group, others)
            if found:
                self.decided[apart[0][0]] = criterion
            found += apart
        return found

    def _figure(self, criterion: Criterion, pair: str, between: frozenset[str]) -> Figure:
        match criterion:
            case "head_to_head":
                return self._head_to_head(pair, between)
            case "buchholz":
                return self._buchholz(pair)
            case "lots":
                return self._lot(pair)
            case name:
                return self.figures[pair][name]

    def _met_alike(self, tie: list[str]) -> bool:
        """Did all of the tie meet equally often?"""
        others = frozenset(tie)
        meetings: set[int] = set()
        for pair in tie:
            opponents = Counter(one.against for one in self.matches[pair] if one.against in others)
            meetings.update(opponents.values())
            if len(opponents) < len(tie) - 1:
                meetings.add(0)
        return len(meetings) == 1

    def _head_to_head(self, pair: str, between: frozenset[str]) -> Figure:
        """The wins against the others of the tie, where all of them met equally often."""
        return Figure(
            tuple(
                Part(match.wins, match.round, match.against)
                for match in self.matches[pair]
                if match.against in between
            )
        )

    def _buchholz(self, pair: str) -> Figure:
        """Add up the opponents' first criterion; a bye counts as an opponent like oneself.

        A missed round has no opponent. Adjustments are left out: a punished opponent lowers no
        pair.
        """
        first = ORDERS[self.rules.by][0]
        return Figure(
            tuple(
                Part(
                    self.figures[pair if match.against == BYE else match.against][first].played,
                    match.round,
                    match.against,
                )
                for match in self.matches[pair]
                if match.against != ABSENT
            )
        )

    def _lot(self, pair: str) -> Figure:
        """The more, the sooner the pair was drawn."""
        if pair not in self.rules.lots:
            return Figure(())
        return Figure((Part(len(self.rules.lots) - self.rules.lots.index(pair), None, ""),))
