"""A match and who sat in it, and what it is remembered by: its end and its highest hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from scorekeeper.club.seasons.season import Persons
from scorekeeper.rules.match import Match, Row, Standing
from scorekeeper.rules.model import OTHER, SIDES, BySide, Side

SeatedPersons = BySide[Persons]
"""The persons on each side, as far as they are known: sorted ids, two of them a pair."""


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match, the persons at the table at each of its entries, and those of the hand to come."""

    match: Match
    seated: Sequence[SeatedPersons]
    next_seated: SeatedPersons
    """At a claim, who sat in the hand that was claimed in."""


def seated_at_end(
    standing: Standing, seated: Sequence[SeatedPersons], next_seated: SeatedPersons
) -> SeatedPersons | None:
    """Who sat there when the match ended: in its last hand, or in the one that was claimed in."""
    if standing.end == "claim":
        return next_seated
    rows = zip(standing.rows, seated, strict=True)
    hands = [persons for row, persons in rows if row.counts and row.scored is not None]
    return hands[-1] if hands else None


class HighestHand(NamedTuple):
    """The most that a side scored in one hand."""

    score: int
    side: Side
    entry: int
    """Its place among the match's entries, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchHighlights:
    """The end of a match, as far as it came, and what was high in it."""

    totals: BySide[int]
    winner: Side | None
    hands: int
    """That were played, passed-out ones not."""
    sat: SeatedPersons
    """Who sat there when it ended."""
    comeback: int
    """By how much the winner was behind at most; 0 without a winner."""
    highest: HighestHand | None

    @property
    def margin(self) -> int:
        """The difference at the end."""
        return abs(self.totals.A - self.totals.B)

    def with_result(self, sat: SeatedPersons, score: tuple[int, int] | None) -> Self:
        """The same with the result that was typed; None leaves the match without a winner."""
        totals = BySide(*score) if score else self.totals
        is_level = score is None or totals.A == totals.B
        winner: Side | None = None if is_level else "A" if totals.A > totals.B else "B"
        comeback = self.comeback if winner == self.winner else 0
        return replace(self, totals=totals, winner=winner, sat=sat, comeback=comeback)


def match_highlights(
    standing: Standing, seated: Sequence[SeatedPersons], next_seated: SeatedPersons
) -> MatchHighlights:
    """The highlights of a match that stands so, with who sat there at each entry, and sits now."""
    played = [
        (place, row)
        for place, row in enumerate(standing.rows)
        if row.counts and row.score is not None and row.scored and not row.scored.passed_out
    ]
    return MatchHighlights(
        totals=standing.totals,
        winner=standing.winner,
        hands=len(played),
        sat=seated_at_end(standing, seated, next_seated) or BySide((), ()),
        comeback=_comeback(standing, standing.winner) if standing.winner else 0,
        highest=max(
            (_highest(place, row) for place, row in played),
            key=lambda hand: (hand.score, -hand.entry),
            default=None,
        ),
    )


def _comeback(standing: Standing, winner: Side) -> int:
    behind = (
        row.totals.of(OTHER[winner]) - row.totals.of(winner) for row in standing.rows if row.counts
    )
    return max(0, *behind, 0)


def _highest(place: int, row: Row) -> HighestHand:
    assert row.score is not None
    score = row.score
    side = max(SIDES, key=lambda one: score.of(one))
    return HighestHand(score.of(side), side, place)
