"""The standings of a season: what is counted of each unit, and who is before whom."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final, NamedTuple

from scorekeeper.club.seasons.season import (
    Persons,
    RankedPair,
    Season,
    SeasonResult,
    SeasonRow,
    SeasonTie,
    persons_order,
)

_Figure = int | Fraction | tuple[Fraction, ...]

_TIE_FIGURES: Final[dict[SeasonTie, Callable[[SeasonRow], _Figure]]] = {
    "wins": lambda row: sum(result.ranked.place == 1 for result in row.counted),
    "countback": lambda row: tuple(sorted((r.points for r in row.counted), reverse=True)),
    "total": lambda row: row.total,
    "difference": lambda row: sum(result.ranked.difference for result in row.counted),
    "events": lambda row: len(row.results),
}
"""What a unit has for each tie-break, the more the better."""


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
    """What the one has in it; None where its counted events are all compared."""
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
    """What each unit did in each of its events, in the order of dates."""
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
    """What decides the order, the weightiest first."""
    return (row.points, *(_TIE_FIGURES[tie](row) for tie in season.ties))
