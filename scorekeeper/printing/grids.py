"""Pages of rows under the same headings, to be stamped: lists of any length."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, Literal, NamedTuple

from scorekeeper.printing.pdf import STYLES_URL
from scorekeeper.printing.picture import render
from scorekeeper.printing.printed_names import TournamentHead
from scorekeeper.printing.stamps import Layouts

GridRow = dict[str, str]
"""Cells by their columns' keys; of a column with two lines `KEY.1` and `KEY.2`, and `KEY.club`."""


class Column(NamedTuple):
    """A column of a list."""

    key: str
    heading: str
    width: int | None
    """In millimetres; None shares what is left."""
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
    is_tight: bool = False
    """Are the rows as low as two names allow?"""

    def lowered(self, count: int) -> "Grid":
        """The grid with lower rows, where `count` of them need a page less then."""
        is_block = any(column.kind == "block" for column in self.columns)
        if self.is_tight or self.has_clubs or (is_block and self.lines == 1):
            return self
        tight = self._replace(is_tight=True)
        tight = tight._replace(rows=int((_PAGE - _TITLES) / tight.row_height))
        return tight if ceil(count / tight.rows) < ceil(count / self.rows) else self

    @property
    def lines(self) -> int:
        """How many lines each row has."""
        return max(column.lines for column in self.columns)

    @property
    def row_height(self) -> float:
        """In millimetres, as `css/lists.css` has it."""
        plain, with_clubs, tight = {1: (5.9, 9.2, 5.2), 2: (10.9, 14.0, 9.9)}[self.lines]
        if self.has_clubs:
            return with_clubs
        return tight if self.is_tight else plain

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
_FULL: Final = _PAGE * 3 / 4
"""A page with so much on it may end there; on another one the next part begins."""
_FEWEST: Final = 4
"""Rows of a part that stand together on a page."""


def print_parts(head: TournamentHead, parts: Sequence[GridPart], foot: str = "") -> Layouts:
    """The parts one after the other, each whole unless it would leave much of a page empty.

    `foot` is a line at the foot of each page.
    """
    pages = [*_pages(parts)]
    layouts = [tuple(part.grid for part in page) for page in pages]
    kinds = list(dict.fromkeys(layouts))
    html = render("lists/list.html", head=head, layouts=kinds, foot=foot, styles=STYLES_URL)
    return Layouts(
        html,
        tuple(
            (kinds.index(layout), {"page": f"{number}/{len(pages)}", **_texts(page)})
            for number, (layout, page) in enumerate(zip(layouts, pages, strict=True), 1)
        ),
    )


def _pages(parts: Sequence[GridPart]) -> Iterator[list[GridPart]]:
    together: list[GridPart] = []
    for part in parts:
        rest: GridPart | None = part
        while rest is not None:
            head, rest = _split(rest, sum(map(_height, together)))
            together += [head] if head else []
            if rest is not None:
                yield _fitted(together)
                together = []
    if together:
        yield _fitted(together)


def _split(part: GridPart, used: float) -> tuple[GridPart | None, GridPart | None]:
    """Divide the part: rows for a page that is `used` so far, and rows for the next page."""
    if _height(part) <= _PAGE - used:
        return part, None
    if not used:
        part = part._replace(grid=part.grid.lowered(_count(part)))
        rows = part.grid.rows
        return _rows_of(part, 0, rows), _rows_of(part, rows, None) if rows < _count(part) else None
    rows = int((_PAGE - used - _TITLES) / part.grid.row_height)
    if used >= _FULL or min(rows, _count(part) - rows) < _FEWEST:
        return None, part
    return _rows_of(part, 0, rows), _rows_of(part, rows, None)


def _rows_of(part: GridPart, begin: int, end: int | None) -> GridPart:
    return part._replace(rows=part.rows[begin:end])


def _fitted(parts: Sequence[GridPart]) -> list[GridPart]:
    """Parts of one page, whose grids have the rows that there are."""
    if len(parts) == 1:
        return [*parts]  # its grid is that of other pages, too
    return [part._replace(grid=part.grid._replace(rows=_count(part))) for part in parts]


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
