"""Pages of rows under the same headings, to be stamped: lists of any length."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

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
    def row_height(self) -> float:
        """In millimetres, as `css/lists.css` has it."""
        plain, with_clubs = {1: (5.9, 9.2), 2: (10.9, 14.0)}[self.lines]
        return with_clubs if self.has_clubs else plain

    @property
    def has_clubs(self) -> bool:
        """Is there room for clubs below the names?"""
        return any(column.has_club for column in self.columns)


class GridPart(NamedTuple):
    """Rows under a title, on as many pages as they need."""

    title: str
    grid: Grid
    rows: Sequence[GridRow]


_PAGE: Final = 246.0
"""Millimetres of a page below its head, as `css/lists.css` has it."""
_TITLES: Final = 16.0
"""A part's title and the headings of its columns."""


def print_parts(head: TournamentHead, parts: Sequence[GridPart]) -> Layouts:
    """The parts one after the other, each beginning on a new page, or all on one that has room."""
    if sum(map(_height, parts)) <= _PAGE:
        pages = [[part._replace(grid=part.grid._replace(rows=_count(part))) for part in parts]]
    else:
        pages = [
            [part._replace(rows=part.rows[at : at + part.grid.rows])]
            for part in parts
            for at in range(0, _count(part), part.grid.rows)
        ]
    layouts = [tuple(part.grid for part in page) for page in pages]
    kinds = list(dict.fromkeys(layouts))
    html = render("lists/list.html", head=head, layouts=kinds, styles=STYLES_URL)
    return Layouts(
        html,
        tuple(
            (kinds.index(layout), {"page": f"{number}/{len(pages)}", **_texts(page)})
            for number, (layout, page) in enumerate(zip(layouts, pages, strict=True), 1)
        ),
    )


def _count(part: GridPart) -> int:
    return max(len(part.rows), 1)


def _height(part: GridPart) -> float:
    """Millimetres."""
    return _TITLES + _count(part) * part.grid.row_height


def _texts(page: Sequence[GridPart]) -> GridRow:
    """The texts of a page, by their names in its layout."""
    found = {}
    for at, part in enumerate(page):
        found[f"{at}.title"] = part.title
        for number, row in enumerate(part.rows):
            found[f"{at}.{number}"] = "rule"
            found |= {f"{at}.{number}.{name}": text for name, text in row.items() if text}
    return found
