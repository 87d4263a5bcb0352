"""The sheets of a round for its tables: one page a table, filled in as far as the draw goes. Pure.

All pages have one layout; a table's own texts are stamped on it.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from scorekeeper.explain.table_procedure import short_rules
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.printing.line_fit import HEIGHTS, lines
from scorekeeper.printing.pdf import STYLES_URL
from scorekeeper.printing.picture import render
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.sheet import blank_sheet
from scorekeeper.printing.sheet_parts import Page, SheetRow
from scorekeeper.printing.stamps import Layouts
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, RuleSet, Seat

MINUTES_A_HAND: Final = 3
_TARGETS: Final = (0, 21, 151, 201, 251, 301, 351, 401, 501, 701, 1001)
_HANDS: Final[dict[str, tuple[int, ...]]] = {
    "tenths": (1, 3, 13, 16, 20, 24, 28, 31, 39, 54, 76),
    "points": (1, 1, 2, 3, 4, 4, 5, 5, 6, 9, 12),
}
"""How many hands a match to each of these targets needs, by the unit of the rules."""


def hands_needed(
    rules: RuleSet, hands: int = 0, minutes: int = 0, *, needs_winner: bool = False
) -> int:
    """The hands that a match can need; `hands` or `minutes` end it where no target does.

    Where a winner is needed a level match is played on.
    """
    if hands:
        return hands + needs_winner
    if minutes:
        return ceil(minutes / MINUTES_A_HAND)
    return _to_target(_HANDS[rules.unit], rules.target)


def _to_target(needed: tuple[int, ...], target: int) -> int:
    """Read the table; between its targets, and beyond the last one, along a line."""
    lines = [*pairwise(zip(_TARGETS, needed, strict=True))]
    (low, few), (high, many) = next((line for line in lines if target <= line[1][0]), lines[-1])
    return ceil(few + (target - low) * (many - few) / (high - low))


_ROOM: Final = 152.0
"""Millimetres for the rows of a page, with a head of short texts and only signatures below."""
_LINE: Final = 6.0
"""Millimetres of that room for one more line of the head, or for the places below the hands."""
_LOWEST_ROW: Final = HEIGHTS[4]
"""On one page, if that is enough."""
_USUAL_ROW: Final = HEIGHTS[2]
"""On several pages."""
_MOST_PAGES: Final = 8
"""More of them would lie on no table."""
LONG_HEADING: Final = 30
"""Characters from which the tournament's name is set smaller."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The texts of one table's sheet."""

    table: str
    sides: BySide[PairNames]
    """The players in their chairs: A1 and A2, B1 and B2."""
    dealer: Seat
    """The dealer of the first hand."""
    link: str
    """The scorer's, for the QR code; may be empty."""
    name: str = ""
    """The name of the final or of the match for third place; all tables have one, or none."""


@dataclass(frozen=True, slots=True)
class RoundPaper:
    """The texts that all sheets of a round have in common."""

    head: TournamentHead
    rules: RuleSet
    round: str = ""
    stage: str = ""
    """The name of a knockout's round, instead of its number."""
    hands: int = 0
    """How many a match has, where no target ends it."""
    minutes: int = 0
    """How long a match takes, where the clock ends it."""
    needs_winner: bool = False
    """Is a level match played on?"""
    places: tuple[str, ...] = ()
    """The places for writing below the hands (`SHEET_PLACES`)."""
    is_individual: bool = False
    """Do two players sit on each side, in place of a pair?"""


def table_sheets(paper: RoundPaper, tables: tuple[TableSheet, ...]) -> Layouts:
    """The sheets of a round's tables, in their order, in the language in use."""
    pages = _pages(paper)
    layout = _layout(
        paper,
        pages,
        with_code=any(table.link for table in tables),
        with_name=any(table.name for table in tables),
    )
    numbers = range(len(pages))
    return Layouts(layout, tuple((at, _texts(table)) for table in tables for at in numbers))


def blank_tables(paper: RoundPaper, count: int = 1) -> Layouts:
    """Make `count` equal sheets without a table: table, names and dealer are written by hand."""
    pages = _pages(paper)
    return Layouts(_layout(paper, pages), tuple((at, {}) for at in range(len(pages))) * count)


def _pages(paper: RoundPaper) -> tuple[Page, ...]:
    """The pages that a match can need, each with its numbered rows.

    All are alike, so that a match is signed on the page on which it ends.
    """
    hands = hands_needed(paper.rules, paper.hands, paper.minutes, needs_winner=paper.needs_winner)
    room = _room(paper)
    if hands <= int(room / _LOWEST_ROW):
        return (_page(1, range(1, hands + 1), is_last=True),)
    each = int(room / _USUAL_ROW) - 1  # the others begin with the totals carried forward
    count = min(ceil(hands / each), _MOST_PAGES)
    return tuple(
        _page(number, range((number - 1) * each + 1, number * each + 1), is_last=number == count)
        for number in range(1, count + 1)
    )


def _page(number: int, hands: range, *, is_last: bool) -> Page:
    rows = [SheetRow("empty", str(hand)) for hand in hands]
    carried = [SheetRow("carried")] if number > 1 else []
    return Page(number, (*carried, *rows), BySide("", ""), is_last)


def _room(paper: RoundPaper) -> float:
    """Millimetres that a page has for its rows."""
    more = lines(paper.head.name, 44) + lines(" · ".join(paper.head.facts), 66) - 2
    places = [place for place in paper.places if place != "arbiter"]
    return _ROOM - _LINE * (max(more, 0) + bool(places))


def _layout(
    paper: RoundPaper, pages: tuple[Page, ...], *, with_code: bool = False, with_name: bool = False
) -> str:
    sheet = blank_sheet(paper.rules)
    heading, facts = paper.head.name, paper.head.facts
    return render(
        "sheets/table.html",
        sheet=sheet._replace(
            title=" · ".join(filter(None, (heading, _round(paper)))),
            heading=heading,
            target=_goal(paper)[1],
        ),
        goal_word=_goal(paper)[0],
        pages=pages,
        places=paper.places,
        row_size=_row_size(_room(paper) / max(len(page.rows) for page in pages)),
        longest_heading=LONG_HEADING,
        facts=facts,
        round=paper.round,
        stage=paper.stage,
        terms=(sheet.terms[0], " ".join(_goal(paper))),
        plays=paper.rules.plays,
        is_individual=paper.is_individual,
        short=short_rules(paper.rules),
        with_code=with_code,
        with_name=with_name,
        styles=STYLES_URL,
    )


def _row_size(room: float) -> int:
    """Which of `fit.HEIGHTS` a row gets that has so much room."""
    return next(at for at, height in enumerate(HEIGHTS) if height <= room)


def _round(paper: RoundPaper) -> str:
    number = gettext("Round %(round)s", round=paper.round) if paper.round else ""
    return paper.stage or number


def _goal(paper: RoundPaper) -> tuple[str, str]:
    """The end of a match, in a word and a number."""
    if paper.hands:
        return pgettext("sheet, above their number", "hands"), str(paper.hands)
    if paper.minutes:
        return pgettext("sheet, above their number", "minutes"), str(paper.minutes)
    return pgettext("sheet, above the target", "to"), str(paper.rules.target)


def _texts(sheet: TableSheet) -> dict[str, str]:
    """The texts to stamp, by their names in the layout."""
    texts = {
        "table": sheet.table,
        "name": sheet.name,
        "link": sheet.link,
        "dealer": _dealer(sheet),
    }
    for side in SIDES:
        pair = sheet.sides.of(side)
        texts[side] = pair.label
        texts[f"{side}1"], texts[f"{side}2"] = pair.players
        texts[f"{side}names"] = pair.names
    return texts


def _dealer(sheet: TableSheet) -> str:
    pair = sheet.sides.of(side_of(sheet.dealer))
    number = str(SEATS.index(sheet.dealer) + 1)
    return " · ".join(filter(None, (number, pair.players[int(sheet.dealer[1]) - 1])))
