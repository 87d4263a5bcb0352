"""A season: its rules, its events, the counted results of each unit, and the order of units."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final, Literal, NamedTuple, Protocol, get_args


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPair:
    """A pair in the final ranking of an event."""

    pair: tuple[str, ...]
    """Sorted."""
    place: int
    wins: int
    draws: int
    losses: int
    byes: int
    score: int
    difference: int


class Scheme(Protocol):
    """A rule for the points of a pair in an event."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The pair's points before the weight; `sharing` pairs have its place, itself included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByPlace:
    """Points by place; pairs that share places get the mean of these places' points."""

    table: tuple[int, ...]
    rest: int = 0
    """The points of each place behind the end of the table."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The mean of the entries of the places that are shared."""
        places = range(ranked.place, ranked.place + sharing)
        return Fraction(sum(self._entry(place) for place in places), sharing)

    def _entry(self, place: int) -> int:
        return self.table[place - 1] if place <= len(self.table) else self.rest


@dataclass(frozen=True, slots=True, kw_only=True)
class ByResults:
    """Points for each match of an event, and for its score where that counts."""

    win: int
    draw: int
    loss: int
    bye: int
    score_per: int = 0
    """0: the score does not count."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The sum over the matches, and the share of the score."""
        results = (
            self.win * ranked.wins
            + self.draw * ranked.draws
            + self.loss * ranked.losses
            + self.bye * ranked.byes
        )
        return results + (Fraction(ranked.score, self.score_per) if self.score_per else Fraction(0))


@dataclass(frozen=True, slots=True)
class ByScore:
    """The score of an event."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The pair's score."""
        return Fraction(ranked.score)


@dataclass(frozen=True, slots=True)
class ByDifference:
    """The difference of the scores of an event."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The pair's difference."""
        return Fraction(ranked.difference)


SeasonBy = Literal["pair", "player"]
SeasonTie = Literal["wins", "countback", "total", "difference", "events"]
SEASON_TIES: Final[tuple[SeasonTie, ...]] = get_args(SeasonTie)

Persons = tuple[str, ...]
"""The persons who are counted as one: a pair's two ids, sorted, or one person's id."""


def persons_order(persons: Persons) -> tuple[str, Persons]:
    """Return the sort key of persons in a list: their ids joined by a space, by code point."""
    return " ".join(persons), persons


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEvent:
    """A tournament of the season."""

    id: str
    date: str
    """A day: `2026-02-06`."""
    weight: Fraction = Fraction(1)
    ranking: tuple[RankedPair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """All that a season's standings follow from."""

    by: SeasonBy
    points: Scheme
    best: int | None = None
    """The number of a unit's best events that count; None: all."""
    minimum: int = 0
    """The fewest events that a unit must have played to be classed."""
    ties: tuple[SeasonTie, ...] = ()
    events: tuple[SeasonEvent, ...]


class SeasonResult(NamedTuple):
    """The result of persons in an event."""

    event: str
    """Its id."""
    ranked: RankedPair
    points: Fraction
    """With the weight."""
    is_counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A pair or a person in the standings of a season."""

    unit: Persons
    place: int | None
    """The place; None for a unit that is not classed."""
    results: tuple[SeasonResult, ...]
    """In the order of dates."""

    @property
    def counted(self) -> tuple[SeasonResult, ...]:
        """The results that are counted, in the order of dates."""
        return tuple(result for result in self.results if result.is_counted)

    @property
    def points(self) -> Fraction:
        """The season points."""
        return sum((result.points for result in self.counted), Fraction(0))

    @property
    def total(self) -> Fraction:
        """The points of all events, dropped ones too."""
        return sum((result.points for result in self.results), Fraction(0))


_Figure = int | Fraction | tuple[Fraction, ...]

_TIE_FIGURES: Final[dict[SeasonTie, Callable[[SeasonRow], _Figure]]] = {
    "wins": lambda row: sum(result.ranked.place == 1 for result in row.counted),
    "countback": lambda row: tuple(sorted((r.points for r in row.counted), reverse=True)),
    "total": lambda row: row.total,
    "difference": lambda row: sum(result.ranked.difference for result in row.counted),
    "events": lambda row: len(row.results),
}
"""The figure of a unit for each tie-break; more is better."""


def season_standings(season: Season) -> tuple[SeasonRow, ...]:
    """All who have played, first those who are classed."""
    rows = [
        SeasonRow(unit=unit, place=None, results=_with_best_counted(results, season.best))
        for unit, results in _results(season).items()
    ]
    # By ids first: a sort leaves those who are equal as they stand.
    rows.sort(key=lambda row: persons_order(row.unit))
    figures = {row.unit: _figures(row, season) for row in rows}
    rows.sort(key=lambda row: figures[row.unit], reverse=True)
    classed = [row for row in rows if len(row.results) >= season.minimum]
    placed: list[SeasonRow] = []
    for number, row in enumerate(classed, 1):
        is_level = placed and figures[placed[-1].unit] == figures[row.unit]
        placed.append(replace(row, place=placed[-1].place if is_level else number))
    return (*placed, *(row for row in rows if len(row.results) < season.minimum))


class DecidingTie(NamedTuple):
    """A tie-break in which two units with equal points differ."""

    tie: SeasonTie
    at: int
    """Of a countback: the event, from 1, the best first, in which they differ; else 1."""
    own: Fraction | None
    """The figure of the one; None where the tie-break compares all its counted events."""
    other: Fraction | None


def deciding_tie(row: SeasonRow, other: SeasonRow, season: Season) -> DecidingTie | None:
    """The tie-break that puts two units with equal points in order (docs/seasons.md).

    None where the points decide, or nothing does.
    """
    if row.points != other.points:
        return None
    for tie in season.ties:
        own, others = (_as_tuple(_TIE_FIGURES[tie](one)) for one in (row, other))
        for at, (figure, other_figure) in enumerate(zip_longest(own, others), 1):
            if figure != other_figure:
                return DecidingTie(tie, at, figure, other_figure)
    return None


def _as_tuple(figure: _Figure) -> tuple[Fraction, ...]:
    return figure if isinstance(figure, tuple) else (Fraction(figure),)


def _results(season: Season) -> dict[Persons, list[SeasonResult]]:
    """Return the results of each unit in its events, in the order of dates."""
    found: dict[Persons, list[SeasonResult]] = {}
    for event in sorted(season.events, key=lambda event: event.date):
        sharing = Counter(ranked.place for ranked in event.ranking)
        for ranked in event.ranking:
            points = season.points.points(ranked, sharing[ranked.place]) * event.weight
            result = SeasonResult(event.id, ranked, points, is_counted=False)
            for unit in _units_of(ranked, season):
                found.setdefault(unit, []).append(result)
    return found


def _units_of(ranked: RankedPair, season: Season) -> Sequence[Persons]:
    return [ranked.pair] if season.by == "pair" else [(person,) for person in ranked.pair]


def _with_best_counted(
    results: Sequence[SeasonResult], best: int | None
) -> tuple[SeasonResult, ...]:
    """The results with the best ones counted: more points, a higher score, the earlier event."""
    # A sort leaves those who are equal as they stand, by date.
    in_order = sorted(results, key=lambda one: (one.points, one.ranked.score), reverse=True)
    counted = {result.event for result in in_order[:best]}
    return tuple(result._replace(is_counted=result.event in counted) for result in results)


def _figures(row: SeasonRow, season: Season) -> tuple[_Figure, ...]:
    """Return the figures that decide the order, the most important first."""
    return (row.points, *(_TIE_FIGURES[tie](row) for tie in season.ties))
