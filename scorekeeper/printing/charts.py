"""Computes the charts of a sheet: the race to the target, and bids by level. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scorekeeper.club.seasons.played_figures import Share, wilson
from scorekeeper.explain.club_words import LEAST_FOR_PERCENT, BidLine
from scorekeeper.explain.labels import number_text
from scorekeeper.rules.match import Standing
from scorekeeper.rules.model import SIDES, BySide

WIDTH: Final = 320
HEIGHT: Final = 160
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 8, 8, 18
"""Around the plot, with room for the numbers of the axes."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000)


class Tick(NamedTuple):
    """A number on an axis."""

    at: float
    label: str


class Race(NamedTuple):
    """The totals of both sides after each entry of the ledger."""

    view_box: str
    a: str
    b: str
    """The `points` of the two sides' polylines."""
    a_end: tuple[float, float]
    b_end: tuple[float, float]
    """The ends of the two lines."""
    target_y: float
    left: float
    right: float
    top: float
    bottom: float
    """The plot, inside the axes."""
    hands: tuple[Tick, ...]
    """Along the bottom."""
    scores: tuple[Tick, ...]
    """Up the left side."""


def race_chart(
    standing: Standing, target: int, until: int | None = None, height: int = HEIGHT
) -> Race:
    """The race so far; a match without a hand has both sides at the start.

    With `until` the lines end after so many entries, in the frame of the whole race.
    """
    rows = [row for row in standing.rows if row.counts]
    totals = [BySide(0, 0), *(row.totals for row in rows)]
    every = [total for pair in totals for total in pair]
    lowest, highest = min(0, *every), max(target, *every)
    right, bottom = WIDTH - _RIGHT, height - _BOTTOM

    def x(place: float) -> float:
        return round(_LEFT + (right - _LEFT) * place / max(len(rows), 1), 1)

    def y(total: float) -> float:
        return round(bottom - (bottom - _TOP) * (total - lowest) / (highest - lowest), 1)

    ours, theirs = ([(x(n), y(pair.of(s))) for n, pair in enumerate(totals)] for s in SIDES)
    if until is not None:
        ours, theirs = ours[: until + 1], theirs[: until + 1]
    numbers = [row.number for row in rows]
    step = _step(len(rows), 12)
    return Race(
        view_box=f"0 0 {WIDTH} {height}",
        a=_points(ours),
        b=_points(theirs),
        a_end=ours[-1],
        b_end=theirs[-1],
        target_y=y(target),
        left=_LEFT,
        right=right,
        top=_TOP,
        bottom=bottom,
        hands=tuple(
            Tick(x(place), str(number))
            for place, number in enumerate(numbers, 1)
            if number is not None and number % step == 0
        ),
        scores=tuple(Tick(y(total), number_text(total)) for total in _scores(lowest, highest)),
    )


def _points(line: list[tuple[float, float]]) -> str:
    return " ".join(f"{across},{down}" for across, down in line)


def _scores(lowest: int, highest: int) -> Iterable[int]:
    step = _step(highest - lowest, 5)
    return range(-(-lowest // step) * step, highest + 1, step)


def _step(span: int, most: int) -> int:
    """The smallest round step that divides the span into `most` parts or fewer."""
    return next((step for step in _STEPS if span <= step * most), _STEPS[-1])


_BIDS_LEFT, _BIDS_RIGHT = 62, 46
_ROW: Final = 40
_BAR: Final = 13


class Bar(NamedTuple):
    """A bar with its interval."""

    kind: str
    """`us` or `them`."""
    y: float
    width: float
    low: float | None
    """The ends of the interval; None of fewer than ten bids."""
    high: float | None
    label: str


class BidRow(NamedTuple):
    """A level with its two bars."""

    name: str
    y: float
    bars: tuple[Bar, Bar]


class BidChart(NamedTuple):
    """The picture."""

    view_box: str
    left: float
    right: float
    bottom: float
    rows: tuple[BidRow, ...]


def bid_chart(lines: Iterable[BidLine]) -> BidChart:
    """The picture of these levels; of nothing the bar is empty."""
    rows = tuple(_rows(lines))
    bottom = len(rows) * _ROW
    return BidChart(
        view_box=f"0 0 {WIDTH} {bottom + 4}",
        left=_BIDS_LEFT,
        right=WIDTH - _BIDS_RIGHT,
        bottom=bottom,
        rows=rows,
    )


def _rows(lines: Iterable[BidLine]) -> Iterator[BidRow]:
    for number, line in enumerate(lines):
        top = number * _ROW + 5
        bars = (_bar("us", top, line.own), _bar("them", top + _BAR + 2, line.others))
        yield BidRow(line.name, top + _BAR + 5, bars)


def _bar(kind: str, y: float, share: Share) -> Bar:
    length = WIDTH - _BIDS_LEFT - _BIDS_RIGHT
    interval = wilson(share) if share.all >= LEAST_FOR_PERCENT else None
    return Bar(
        kind=kind,
        y=y,
        width=round(length * share.part / share.all, 1) if share.all else 0,
        low=round(_BIDS_LEFT + length * interval.low, 1) if interval else None,
        high=round(_BIDS_LEFT + length * interval.high, 1) if interval else None,
        label=f"{share.part}/{share.all}",
    )
