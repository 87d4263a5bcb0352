"""The sheets of a round for its tables: one page a table, filled in as far as the draw goes. Pure.

All pages have one layout; what is a table's own are texts to stamp on it.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

from scorekeeper.explain.short_rules import short_rules
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.printing.fit import lines
from scorekeeper.printing.html import render
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import STYLES_URL
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.sheet import blank_sheet
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, RuleSet, Seat

ROWS: Final = 22
"""Hands on a sheet; its head leaves room for two fewer than a match's."""
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


def table_sheets(paper: RoundPaper, tables: tuple[TableSheet, ...]) -> Layouts:
    """The sheets of a round's tables, in their order, in the language in use."""
    layout = _layout(
        paper,
        with_code=any(table.link for table in tables),
        with_name=any(table.name for table in tables),
    )
    return Layouts(layout, tuple((0, _texts(table)) for table in tables))


def blank_tables(paper: RoundPaper, count: int = 1) -> Layouts:
    """Make so many equal sheets without a table: table, names and dealer are written by hand."""
    return Layouts(_layout(paper), ((0, {}),) * count)


def _layout(paper: RoundPaper, *, with_code: bool = False, with_name: bool = False) -> str:
    sheet = blank_sheet(paper.rules)
    (page,) = sheet.pages
    heading, facts = paper.head.name, paper.head.facts
    return render(
        "sheets/table.html",
        sheet=sheet._replace(
            title=" · ".join(filter(None, (heading, _round(paper)))),
            heading=heading,
            target=_goal(paper)[1],
        ),
        goal_word=_goal(paper)[0],
        page=page._replace(rows=page.rows[:ROWS]),
        row_size=_row_size(heading, " · ".join(facts)),
        longest_heading=LONG_HEADING,
        facts=facts,
        round=paper.round,
        stage=paper.stage,
        terms=(sheet.terms[0], " ".join(_goal(paper))),
        plays=paper.rules.plays,
        short=short_rules(paper.rules),
        with_code=with_code,
        with_name=with_name,
        styles=STYLES_URL,
    )


def _row_size(heading: str, facts: str) -> int:
    """Which of `fit.HEIGHTS` the rows get: lower ones where a line of the head needs more room."""
    more = lines(heading, 44) + lines(facts, 66) - 2
    return 1 + ceil(max(more, 0) / 2)


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
    return texts


def _dealer(sheet: TableSheet) -> str:
    pair = sheet.sides.of(side_of(sheet.dealer))
    number = str(SEATS.index(sheet.dealer) + 1)
    return " · ".join(filter(None, (number, pair.players[int(sheet.dealer[1]) - 1])))
