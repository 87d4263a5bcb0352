"""The parts of a printed sheet: rows, flagged hands, words and digits, ready to be set."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from scorekeeper.explain import labels
from scorekeeper.explain.labels import number_text
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.rules.declarations import compare
from scorekeeper.rules.match import Adjust, Row
from scorekeeper.rules.model import SIDES, BySide, Hand, HandScore, RuleSet, Side
from scorekeeper.tournament.sheets.sheet_check import bonus_counts, written_points

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
    """A side as the head names it; an empty field is a line to write on."""

    number: str
    name: str
    players: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Number and name: `7 · Αετοί`."""
        return " · ".join(text for text in (self.number, self.name) if text)


class Check(NamedTuple):
    """The check of the written card points: their sum against that of the hands."""

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
    """The check of the sums; None where no hand is written yet, which prints lines for writing."""
    figures: Check
    """The rule set's own figures, for those lines."""
    remarks: tuple[str, ...]
    printed: str
    is_blank: bool
    """For writing by hand from its first line to its last."""


class FlaggedEntry(NamedTuple):
    """A hand that a side flagged."""

    number: int
    side: Side
    reason: str
    is_open: bool
    is_here: bool = False
    """Was it raised on the scorer's phone?"""


def flag_remarks(
    flagged: Sequence[FlaggedEntry], names: BySide[str], longest: int
) -> tuple[str, ...]:
    """A line for each flag, those first that are open; `names` are the sides'.

    Of flags for which there is no room in `longest` characters one line says the hands.
    """
    lines: list[str] = []
    waiting = sorted(flagged, key=lambda flag: not flag.is_open)
    while waiting and len("".join(lines)) + len(line := _line(waiting[0], names)) <= longest:
        lines.append(line)
        waiting.pop(0)
    if waiting:
        hands = labels.number_ranges(sorted({flag.number for flag in waiting}))
        lines.append(gettext("Flagged besides: hands %(hands)s.", hands=hands))
    return tuple(lines)


def _line(flag: FlaggedEntry, names: BySide[str]) -> str:
    side = names.of(flag.side)
    if flag.is_here:
        side = gettext("%(side)s (on the scorer's phone)", side=side)
    values = {"number": flag.number, "side": side, "reason": flag.reason}
    if flag.is_open:
        return gettext("Flag, open: hand %(number)s, %(side)s: “%(reason)s”.", **values)
    return gettext("Flag, settled: hand %(number)s, %(side)s: “%(reason)s”.", **values)


_NO_TOTALS = BySide("", "")


def row_of(row: Row) -> SheetRow:
    """An entry of the ledger as it is printed."""
    totals = BySide(number_text(row.totals.A), number_text(row.totals.B))
    if isinstance(row.entry, Adjust):
        cells = [
            Cells(hand=_signed(getattr(row.entry, side)), total=totals.of(side)) for side in SIDES
        ]
        return SheetRow("adjust", "", BySide(*cells), reason=row.entry.reason)
    assert row.score is not None
    assert row.scored is not None
    hand, score, rules = row.scored, row.score, row.rules
    if hand.passed_out:
        cells = [Cells(hand=DASH, total=totals.of(side)) for side in SIDES]
        return SheetRow("passed", str(row.number), BySide(*cells))
    cells = [
        Cells(
            _declared(hand, side, score, rules),
            str(written_points(hand, side, rules)),
            number_text(score.of(side)) if score.of(side) else DASH,
            totals.of(side),
        )
        for side in SIDES
    ]
    contract = contract_of(hand, rules, failed=score.made is False)
    return SheetRow("hand", str(row.number), BySide(*cells), contract)


def open_row(hand: Hand, number: int, rules: RuleSet) -> SheetRow:
    """A contract whose points are still to come."""
    return SheetRow("open", str(number), contract=contract_of(hand, rules, failed=False))


def contract_of(hand: Hand, rules: RuleSet, *, failed: bool) -> ContractView:
    """The bid as it is printed, struck out where it failed."""
    assert hand.bidder is not None
    return ContractView(
        hand.bidder,
        labels.bid_text(hand.bid, rules),
        labels.trump_glyph(hand.trump),
        hand.trump in ("hearts", "diamonds"),
        labels.doubled_text(hand.doubled),
        labels.kapo_text(hand),
        failed,
    )


def check_of(rows: Iterable[Row], rules: RuleSet) -> Check | None:
    """Add up the written card points, and their required sum; None without a written hand."""
    hands = [
        (row.entry, row.rules)
        for row in rows
        if row.counts and isinstance(row.entry, Hand) and not row.entry.passed_out
    ]
    if not hands:
        return None
    totals = [by.total(hand.trump) for hand, by in hands]
    written_sums = [sum(written_points(hand, side, by) for hand, by in hands) for side in SIDES]
    return Check(
        tuple((totals.count(total), total) for total in sorted(set(totals), key=_suits_first)),
        sum(bonus_counts(hand, by) for hand, by in hands),
        rules.kapo_bonus,
        BySide(*written_sums),
    )


def pages_of(rows: Sequence[SheetRow]) -> tuple[Page, ...]:
    """Break the rows into pages and fill the last one with lines to write on."""
    pages: list[list[SheetRow]] = [[]]
    hands = 0
    for row in rows:
        is_hand = row.kind != "adjust"
        if hands + is_hand > HANDS_A_PAGE or len(pages[-1]) == ROWS_A_PAGE:
            pages.append([])
            hands = 0
        pages[-1].append(row)
        hands += is_hand
    last = pages[-1]
    number = sum(row.kind != "adjust" for row in rows)
    while len(last) < HANDS_A_PAGE:
        number += 1
        last.append(SheetRow("empty", str(number)))
    return tuple(_number_pages(pages))


def _number_pages(pages: list[list[SheetRow]]) -> Iterable[Page]:
    totals = _NO_TOTALS
    for number, rows in enumerate(pages, 1):
        for row in rows:
            if row.cells.A.total:
                totals = BySide(row.cells.A.total, row.cells.B.total)
        yield Page(number, tuple(rows), totals, number == len(pages))


def _suits_first(total: int) -> tuple[bool, int]:
    return total != 162, total


def _signed(number: int) -> str:
    return ("+" if number > 0 else "") + number_text(number) if number else DASH


def _declared(hand: Hand, side: Side, score: HandScore, rules: RuleSet) -> str:
    """Own declarations and pilotta; announced ones that score for neither side are in brackets."""
    scored = {line.rule for line in score.lines}
    parts = []
    points = sum(declaration.value for declaration in hand.declarations.of(side))
    if points:
        counts = compare(hand, rules).side == side and "declarations" in scored
        parts.append(_bracket_uncounted(str(points), counts))
    if hand.pilotta == side:
        parts.append(_bracket_uncounted(labels.pilotta_mark(), "pilotta" in scored))
    if hand.pilotta_failed == side:
        parts.append(_bracket_uncounted(labels.pilotta_mark(), counts=False))
    return " ".join(parts)


def _bracket_uncounted(text: str, counts: bool) -> str:
    return text if counts else f"({text})"
