"""Computes the picture of made bids by level, for an SVG. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scorekeeper.club.seasons.intervals import wilson
from scorekeeper.club.seasons.played_figures import Share
from scorekeeper.explain.record_words import LEAST_FOR_PERCENT, BidLine

WIDTH: Final = 320
_LEFT, _RIGHT = 62, 46
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
        left=_LEFT,
        right=WIDTH - _RIGHT,
        bottom=bottom,
        rows=rows,
    )


def _rows(lines: Iterable[BidLine]) -> Iterator[BidRow]:
    for number, line in enumerate(lines):
        top = number * _ROW + 5
        bars = (_bar("us", top, line.own), _bar("them", top + _BAR + 2, line.others))
        yield BidRow(line.name, top + _BAR + 5, bars)


def _bar(kind: str, y: float, share: Share) -> Bar:
    length = WIDTH - _LEFT - _RIGHT
    interval = wilson(share) if share.all >= LEAST_FOR_PERCENT else None
    return Bar(
        kind=kind,
        y=y,
        width=round(length * share.part / share.all, 1) if share.all else 0,
        low=round(_LEFT + length * interval.low, 1) if interval else None,
        high=round(_LEFT + length * interval.high, 1) if interval else None,
        label=f"{share.part}/{share.all}",
    )
