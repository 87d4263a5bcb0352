"""The parts of a printed sheet: words and digits, ready to be set. `sheet` makes them."""

from typing import Final, Literal, NamedTuple

from scorekeeper.i18n import pgettext
from scorekeeper.rules.model import BySide, Side

HANDS_A_PAGE: Final = 24
ROWS_A_PAGE: Final = 28
"""A page of 24 hands has room for a few adjustments between them."""
DASH: Final = "–"
"""A side scored nothing in the hand."""


class Cells(NamedTuple):
    """One side's part of a row."""

    declared: str = ""
    """Own declarations and the letter of a pilotta; in brackets where they did not count."""
    points: str = ""
    hand: str = ""
    total: str = ""


class SideColumn(NamedTuple):
    """A column of the ledger that both sides have."""

    field: Literal["declared", "points", "hand", "total"]
    """Its field of `Cells`; its width is `.col-FIELD` in `css/print.css`."""
    heading: str
    style: str = ""
    """The class of its cells."""
    in_adjustment: bool = False
    """Has an adjustment a number here? Its reason stands in side A's columns before these."""


def side_columns() -> tuple[SideColumn, ...]:
    """Side A's columns from left to right; side B's are the other way round."""
    return (
        SideColumn("declared", pgettext("sheet", "declarations")),
        SideColumn("points", pgettext("sheet", "points")),
        SideColumn("hand", pgettext("sheet", "hand"), in_adjustment=True),
        SideColumn("total", pgettext("sheet", "total"), "running", in_adjustment=True),
    )


class ContractView(NamedTuple):
    """The bid between the two sides, with an arrow towards the bidder."""

    bidder: Side
    bid: str
    trump: str
    is_red: bool
    doubled: str
    kapo: str
    failed: bool


class SheetRow(NamedTuple):
    """A line of the ledger."""

    kind: Literal["hand", "passed", "open", "adjust", "empty", "carried"]
    number: str = ""
    cells: BySide[Cells] = BySide(Cells(), Cells())
    contract: ContractView | None = None
    reason: str = ""
    """The reason of an adjustment; else empty."""


class Page(NamedTuple):
    """One piece of paper."""

    number: int
    rows: tuple[SheetRow, ...]
    totals: BySide[str]
    """After its last row."""
    is_last: bool


class PrintedPair(NamedTuple):
    """A side as the head names it; what is empty is a line to write on."""

    number: str
    name: str
    players: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Number and name: `7 · Αετοί`."""
        return " · ".join(text for text in (self.number, self.name) if text)


class Check(NamedTuple):
    """Do the card points that are written add up to what the hands must give?"""

    hands: tuple[tuple[int, int], ...]
    """How many hands, and the points of each: ((13, 162), (1, 130))."""
    kapos: int
    bonus: int
    written: BySide[int]

    @property
    def expected(self) -> int:
        """The sum that the hands and kapos must give."""
        return sum(count * points for count, points in self.hands) + self.kapos * self.bonus

    @property
    def agrees(self) -> bool:
        """Is the sum of the written points right?"""
        return self.expected == sum(self.written)


class Sheet(NamedTuple):
    """A whole sheet, of one or more pages."""

    title: str
    """The document's title: in the window and in the PDF's metadata."""
    heading: str
    facts: tuple[str, ...]
    """Date, place, round."""
    table: str
    terms: tuple[str, ...]
    """Rules, target, first dealer."""
    target: str
    sides: BySide[PrintedPair]
    pages: tuple[Page, ...]
    result: str
    check: Check | None
    """None where no hand is written yet: lines for writing."""
    figures: Check
    """The rule set's own figures, for those lines."""
    remarks: tuple[str, ...]
    printed: str
    is_blank: bool
    """For writing by hand from its first line to its last."""
