"""Prints the standings of a season, in the language in use: one page for forty lines. Pure."""

from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.printing.html import render
from scorekeeper.printing.pdf import STYLES_URL

MOST_UPRIGHT: Final = 9
"""Evenings beside each other on an upright page; more of them turn it."""
MOST_COLUMNS: Final = 20
"""More have no columns: each line has its sum alone."""
_LONG_NAMES: Final = 34
"""Letters that take two lines, in smaller letters."""


class PaperEvening(NamedTuple):
    """An evening of the season, as the paper's head names it."""

    day: str
    """Above its column: `6/2`, or its number where it has no day."""
    name: str
    weight: str
    """Nothing where it counts once."""


class PaperRow(NamedTuple):
    """A line of the standings."""

    place: str
    names: str
    cells: tuple[tuple[str, bool], ...]
    """For each evening its points, and whether they count; empty for who was not there."""
    evenings: int
    points: str

    @property
    def is_long(self) -> bool:
        """Do the names take two lines?"""
        return len(self.names) > _LONG_NAMES


class SeasonPaper(NamedTuple):
    """All that stands on the paper."""

    club: str
    season: str
    rules: list[str]
    by_pair: bool
    evenings: tuple[PaperEvening, ...]
    rows: tuple[PaperRow, ...]
    printed_at: datetime


def season_paper(paper: SeasonPaper) -> str:
    """The paper's HTML, for `printer.pdf`."""
    has_columns = 0 < len(paper.evenings) <= MOST_COLUMNS
    return render(
        "sheets/season.html",
        paper=paper,
        has_columns=has_columns,
        is_turned=has_columns and len(paper.evenings) > MOST_UPRIGHT,
        printed_at=paper.printed_at.strftime("%d.%m.%Y %H:%M"),
        styles=STYLES_URL,
    )
