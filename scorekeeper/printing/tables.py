"""The sheets of a round for its tables: one page a table, filled in as far as the draw goes. Pure.

All pages have one layout; what is a table's own are texts to stamp on it.
"""

from dataclasses import dataclass
from datetime import date
from math import ceil
from typing import Final, NamedTuple

from scorekeeper.i18n import gettext, long_date, ngettext
from scorekeeper.i18n.short_rules import short_rules
from scorekeeper.printing.fit import lines
from scorekeeper.printing.html import render
from scorekeeper.printing.pdf import STYLESHEET_URL
from scorekeeper.printing.sheet import blank_sheet
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, RuleSet, Seat

ROWS: Final = 22
"""Hands on a sheet; its head leaves room for two fewer than a match's."""
LONG_HEADING: Final = 30
"""Characters from which the tournament's name is set smaller."""


@dataclass(frozen=True, slots=True)
class SeatedPair:
    """A pair at its table."""

    number: str
    players: tuple[str, str]
    """In their chairs: A1 and A2, or B1 and B2."""
    name: str = ""
    """Its club, or what it calls itself."""

    @property
    def label(self) -> str:
        """Number and name: `7 · Αετοί`."""
        return " · ".join(text for text in (self.number, self.name) if text)


@dataclass(frozen=True, slots=True)
class TableSheet:
    """What one table's sheet says by itself."""

    table: str
    sides: BySide[SeatedPair]
    dealer: Seat
    """Of the first hand."""
    link: str
    """The scorer's, for the QR code; may be empty."""


@dataclass(frozen=True, slots=True)
class RoundPaper:
    """What all the sheets of a round have in common."""

    tournament: str
    rules: RuleSet
    round: str = ""
    day: date | None = None
    place: str = ""
    hands: int = 0
    """How many a match has, where it is not played to the target."""
    minutes: int = 0
    """How long a match may take, where somebody looks at the clock."""


class Layout(NamedTuple):
    """Pages to be made: what all of them have in common, and what each has of its own."""

    html: str
    pages: tuple[dict[str, str], ...]


def table_sheets(paper: RoundPaper, tables: tuple[TableSheet, ...]) -> Layout:
    """The sheets of a round's tables, in their order, in the language in use."""
    with_code = any(table.link for table in tables)
    return Layout(_layout(paper, with_code), tuple(map(_texts, tables)))


def blank_tables(paper: RoundPaper, count: int = 1) -> Layout:
    """So many of the same sheets without a table: tables, names and dealer are written by hand."""
    return Layout(_layout(paper, with_code=False), ({},) * count)


def _layout(paper: RoundPaper, with_code: bool) -> str:
    sheet = blank_sheet(paper.rules)
    (page,) = sheet.pages
    facts = tuple(filter(None, (long_date(paper.day) if paper.day else "", paper.place)))
    return render(
        "sheets/table.html",
        sheet=sheet._replace(
            title=" · ".join(filter(None, (paper.tournament, _round(paper)))),
            heading=paper.tournament,
        ),
        page=page._replace(rows=page.rows[:ROWS]),
        row_size=_row_size(paper.tournament, " · ".join(facts)),
        longest_heading=LONG_HEADING,
        facts=facts,
        round=paper.round,
        terms=(sheet.terms[0], *_end(paper)),
        plays=paper.rules.plays,
        short=short_rules(paper.rules),
        with_code=with_code,
        stylesheet=STYLESHEET_URL,
    )


def _row_size(heading: str, facts: str) -> int:
    """Of `fit.HEIGHTS`: lower rows where the head has more than a line for each."""
    more = lines(heading, 44) + lines(facts, 66) - 2
    return 1 + ceil(max(more, 0) / 2)


def _round(paper: RoundPaper) -> str:
    return gettext("Round %(round)s", round=paper.round) if paper.round else ""


def _end(paper: RoundPaper) -> tuple[str, ...]:
    """How long a match is played."""
    hands, minutes = paper.hands, paper.minutes
    target = gettext("up to %(target)s", target=paper.rules.target)
    told = ngettext("%(num)s hand", "%(num)s hands", hands) if hands else target
    return (told, gettext("%(minutes)s min", minutes=minutes)) if minutes else (told,)


def _texts(sheet: TableSheet) -> dict[str, str]:
    """What is stamped, by the names in the layout."""
    texts = {"table": sheet.table, "link": sheet.link, "dealer": _dealer(sheet)}
    for side in SIDES:
        pair = sheet.sides.of(side)
        texts[side] = pair.label
        texts[f"{side}1"], texts[f"{side}2"] = pair.players
    return texts


def _dealer(sheet: TableSheet) -> str:
    pair = sheet.sides.of(side_of(sheet.dealer))
    number = str(SEATS.index(sheet.dealer) + 1)
    return " · ".join(filter(None, (number, pair.players[int(sheet.dealer[1]) - 1])))
