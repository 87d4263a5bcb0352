"""Pages of rows under the same headings, to be stamped: lists of any length."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scorekeeper.printing.html import render
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import STYLES_URL
from scorekeeper.printing.printed_names import TournamentHead

GridRow = dict[str, str]
"""Cells by their columns' keys; of a column with two lines `KEY.1` and `KEY.2`, and `KEY.club`."""


class Column(NamedTuple):
    """A column of a list."""

    key: str
    heading: str
    width: int | None
    """In millimetres, one of those in `css/lists.css`; None shares what is left."""
    kind: Literal["text", "bold", "right", "block"] = "text"
    lines: Literal[1, 2] = 1
    has_club: bool = False
    """Does a club stand in small letters below the names?"""

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The name of each of its lines, and what it looks like."""
        names = (self.key,) if self.lines == 1 else (f"{self.key}.1", f"{self.key}.2")
        club = ((f"{self.key}.club", "whole below"),) if self.has_club else ()
        return *((name, "whole") for name in names), *club


class Grid(NamedTuple):
    """A page's columns, and how many rows it has."""

    columns: tuple[Column, ...]
    rows: int

    @property
    def lines(self) -> int:
        """How many lines each row has."""
        return max(column.lines for column in self.columns)

    @property
    def has_clubs(self) -> bool:
        """Is there room for clubs below the names?"""
        return any(column.has_club for column in self.columns)


class GridPart(NamedTuple):
    """Rows under a title, on as many pages as they need."""

    title: str
    grid: Grid
    rows: Sequence[GridRow]


def print_parts(head: TournamentHead, parts: Sequence[GridPart]) -> Layouts:
    """The parts one after the other, each beginning on a new page."""
    grids = list(dict.fromkeys(part.grid for part in parts))
    html = render("lists/list.html", head=head, grids=grids, styles=STYLES_URL)
    sheets = [
        (grids.index(part.grid), part.title, part.rows[at : at + part.grid.rows])
        for part in parts
        for at in range(0, max(len(part.rows), 1), part.grid.rows)
    ]
    return Layouts(
        html,
        tuple(
            (grid, {"title": title, "page": f"{number}/{len(sheets)}", **_cells(rows)})
            for number, (grid, title, rows) in enumerate(sheets, 1)
        ),
    )


def _cells(rows: Sequence[GridRow]) -> GridRow:
    found = {}
    for number, row in enumerate(rows):
        found[f"{number}"] = "rule"
        found |= {f"{number}.{name}": text for name, text in row.items() if text}
    return found
