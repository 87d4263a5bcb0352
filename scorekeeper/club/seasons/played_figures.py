"""Figures of the play: sums over hands and matches, exact decimals, and intervals at 95 %."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt, sqrt
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.club.seasons.season import Persons
from scorekeeper.rules.match import Match, Row, Standing
from scorekeeper.rules.model import KAPO, OTHER, SIDES, Bid, BySide, Side

SeatedPersons = BySide[Persons]
"""The persons on each side, as far as they are known: sorted ids, two of them a pair."""


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match, the persons at the table at each of its entries, and those of the hand to come."""

    match: Match
    seated: Sequence[SeatedPersons]
    next_seated: SeatedPersons
    """At a claim, the persons at the table in the hand of the claim."""


def seated_at_end(
    standing: Standing, seated: Sequence[SeatedPersons], next_seated: SeatedPersons
) -> SeatedPersons | None:
    """Return the persons who sat in the last hand, or in the hand of a claim."""
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
    """The end of a match, as far as it came, and its highest figures."""

    totals: BySide[int]
    winner: Side | None
    hands: int
    """That were played, passed-out ones not."""
    sat: SeatedPersons
    """The persons at the table when the match ended."""
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


BidLevel = Literal["80", "90", "100", "110", "kapo"]
BID_LEVELS: Final[tuple[BidLevel, ...]] = get_args(BidLevel)
"""The last number stands for all above it, too."""


def level_of(bid: Bid) -> BidLevel:
    """The level of a bid.

    >>> level_of(86), level_of(250), level_of("kapo")
    ('80', '110', 'kapo')
    """
    if bid == KAPO:
        return "kapo"
    assert isinstance(bid, int)
    return BID_LEVELS[min(bid // 10 - 8, 3)]


class Share(NamedTuple):
    """Some of all."""

    part: int
    all: int


class Differences(NamedTuple):
    """The differences of the hands' scores, added up, and their squares."""

    hands: int
    sum: int
    squares: int

    @property
    def mean(self) -> Fraction | None:
        """The difference per hand; None without a hand."""
        return Fraction(self.sum, self.hands) if self.hands else None

    @property
    def squared_error(self) -> Fraction | None:
        """The square of the mean's standard error; None below two hands."""
        if self.hands < 2:
            return None
        spread = self.squares - Fraction(self.sum**2, self.hands)
        return spread / ((self.hands - 1) * self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFigures:
    """The record of a person or a pair."""

    matches: int
    won: int
    lost: int
    passed_out: int
    points_for: int
    points_against: int
    differences: Differences
    bids: Mapping[BidLevel, Share]
    """Made of all."""
    against_bids: Mapping[BidLevel, Share]
    """The other side's."""
    doubled: Share
    """Won of all."""
    kapos: tuple[int, int]
    """For and against."""
    pilottas: int
    declared: int
    typed: int = 0
    """Matches beside these, of which the result alone is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """The record of two pairs against each other, seen from the first."""

    matches: int
    won: tuple[int, int]
    differences: Differences
    typed: int = 0
    """Matches beside these, of which the result alone is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """All that was played in one unit of scores."""

    unit: Literal["tenths", "points"]
    figures: Mapping[Persons, PlayFigures]
    """Of each person and of each pair, in the order of their ids."""
    meetings: Mapping[tuple[Persons, Persons], Meetings]
    """Of two pairs, the first in the order of ids first."""


_HUNDREDTHS: Final = 100


def decimal_text(number: Fraction) -> str:
    """The number to two decimals.

    >>> decimal_text(Fraction(125, 2)), decimal_text(Fraction(-1, 200)), decimal_text(Fraction(0))
    ('62.50', '-0.01', '0.00')
    """
    return _hundredths_text(_half_up(abs(number) * _HUNDREDTHS), is_below_zero=number < 0)


def root_text(square: Fraction) -> str:
    """The root of a number that is not below zero, to two decimals.

    >>> root_text(Fraction(2)), root_text(Fraction(25, 40000)), root_text(Fraction(9))
    ('1.41', '0.03', '3.00')
    """
    # A root is rounded half up by the whole part of its double, which can be had exactly.
    doubled = isqrt(int(square * (2 * _HUNDREDTHS) ** 2))
    return _hundredths_text((doubled + 1) // 2, is_below_zero=False)


def _half_up(number: Fraction) -> int:
    return int(number + Fraction(1, 2))


def _hundredths_text(hundredths: int, *, is_below_zero: bool) -> str:
    sign = "-" if is_below_zero and hundredths else ""
    return f"{sign}{hundredths // _HUNDREDTHS}.{hundredths % _HUNDREDTHS:02}"


_Z: Final = 1.96


class Interval(NamedTuple):
    """From and to."""

    low: float
    high: float


def wilson(share: Share) -> Interval | None:
    """Wilson's interval of a share; None of nothing.

    >>> [round(100 * end) for end in wilson(Share(7, 12))]
    [32, 81]
    """
    part, every = share
    if not every:
        return None
    share_found, square = part / every, _Z**2
    middle = share_found + square / (2 * every)
    half = _Z * sqrt(share_found * (1 - share_found) / every + square / (4 * every**2))
    whole = 1 + square / every
    return Interval(max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))


def mean_interval(differences: Differences) -> Interval | None:
    """The mean with 1.96 of its errors on both sides; None below two hands.

    >>> [round(end, 2) for end in mean_interval(Differences(4, 8, 40))]
    [-0.77, 4.77]
    """
    mean, squared_error = differences.mean, differences.squared_error
    if mean is None or squared_error is None:
        return None
    half = _Z * sqrt(squared_error)
    return Interval(float(mean) - half, float(mean) + half)
