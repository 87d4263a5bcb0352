"""Rounds that take turns, their medians, and the table that is printed."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Final, NamedTuple

HEAD: Final = "| what | ours | limit | ratio (min–max) | wanted | met? |\n|---|---|---|---|---|---|"


class Wanted(NamedTuple):
    """How a ratio is judged."""

    sign: str
    """`≥` or `≤`."""
    value: float

    def is_met(self, ratio: float) -> bool:
        """Does the ratio keep it?"""
        return ratio >= self.value if self.sign == "≥" else ratio <= self.value


class Row(NamedTuple):
    """One line of the table."""

    what: str
    ours: str
    limit: str
    ratio: float
    """The median of the rounds' ratios."""
    least: float
    most: float
    wanted: Wanted | None = None

    def __str__(self) -> str:
        ratio = f"{self.ratio:.2f}"
        if (self.least, self.most) != (self.ratio, self.ratio):
            ratio += f" ({self.least:.2f}–{self.most:.2f})"
        wanted = f"{self.wanted.sign} {self.wanted.value:g}" if self.wanted else ""
        met = ("yes" if self.wanted.is_met(self.ratio) else "**no**") if self.wanted else ""
        return f"| {self.what} | {self.ours} | {self.limit} | {ratio} | {wanted} | {met} |"


def at_least(value: float) -> Wanted:
    """Wanted: the ratio is this or more."""
    return Wanted("≥", value)


def at_most(value: float) -> Wanted:
    """Wanted: the ratio is this or less."""
    return Wanted("≤", value)


def row(
    what: str,
    ours: Sequence[float],
    limit: Sequence[float],
    form: Callable[[float], str],
    wanted: Wanted | None = None,
) -> Row:
    """The row of rounds measured in turn: ours ÷ limit, round by round."""
    ratios = [one / other for one, other in zip(ours, limit, strict=True)]
    told = form(median(ours)), form(median(limit))
    return Row(what, *told, median(ratios), min(ratios), max(ratios), wanted)


def take_turns(rounds: int, *measures: Callable[[], float]) -> list[list[float]]:
    """Return each measure's results, round by round; they take turns, so that a slow moment hits
    all.
    """
    for measure in measures:
        measure()  # once to warm up
    results = [[measure() for measure in measures] for _ in range(rounds)]
    return [list(column) for column in zip(*results, strict=True)]


def percentile(times: list[float], percent: int) -> float:
    """The time that so many of a hundred do not exceed."""
    return quantiles(times, n=100)[percent - 1] if len(times) > 1 else times[0]


def microseconds(value: float) -> str:
    """A time of so many seconds, in µs."""
    return f"{value * 1e6:.2f} µs"


def milliseconds(value: float) -> str:
    """A time of so many seconds, in ms."""
    return f"{value * 1e3:.1f} ms"


def a_second(value: float) -> str:
    """A rate."""
    return f"{value:,.0f}/s"


def kilobytes(value: float) -> str:
    """A size of so many bytes, in KB of 1024."""
    return f"{value / 1024:.1f} KB"


def megabytes(value: float) -> str:
    """A size of so many bytes, in MB of 1024 KB."""
    return f"{value / 1024 / 1024:.0f} MB"
