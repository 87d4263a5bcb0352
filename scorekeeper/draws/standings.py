"""The standings after any number of rounds, always computed: nothing of them is kept.

Places follow from what counts first, then from the tie-breaks in the organiser's order. Pairs that
none of them tells apart share a place. In a knockout how far a pair came counts before all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.draws.criteria import (
    ORDERS,
    Adjustment,
    CountedMatch,
    Criterion,
    Figure,
    Part,
    StandingRules,
    earned,
    matches_of,
)
from scorekeeper.draws.lots import draw_lot
from scorekeeper.draws.model import ABSENT, BYE, Round


class StandingsRow(NamedTuple):
    """A pair in the standings."""

    place: int
    """From 1; the same for pairs that nothing tells apart."""
    pair: str
    figures: Mapping[Criterion, Figure]
    """What the pair earned, and each tie-break that was asked about it."""
    decided_by: Criterion | None
    """What tells the pair from the one above it; None for the first, at a shared place, or where it
    is how far they came."""


def standings(
    pairs: Sequence[str],
    results: Iterable[Round],
    rules: StandingRules,
    adjustments: Sequence[Adjustment] = (),
    far: Mapping[str, int] | None = None,
    missed: Mapping[str, Iterable[int]] | None = None,
) -> tuple[StandingsRow, ...]:
    """The rows, the first place first; pairs that share a place stand in the order of `pairs`.

    `far` says how far each came in a knockout, the farther the more; who is not in it, nowhere.
    `missed` are the rounds, by pair, that count as forfeited because it was not there.
    """
    matches = sorted(matches_of(results, rules, missed or {}), key=lambda match: match.round)
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

        A round that was missed had none.

        Adjustments are left out: nobody stands lower because an opponent was punished.
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
