"""Papers of one page: a ruling to sign, and the standings of a season."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.club_state import Club
from scorekeeper.club.seasons.played_figures import decimal_text
from scorekeeper.club.seasons.season import SeasonRow
from scorekeeper.explain.club_words import club_name, points_text
from scorekeeper.explain.ruling import Reason, Ruling
from scorekeeper.explain.season_words import (
    event_title,
    nothing_counted,
    season_name,
    season_names,
    standing_lines,
    unfinished_evenings,
    unit_name,
)
from scorekeeper.i18n import gettext
from scorekeeper.i18n.number_words import short_moment
from scorekeeper.printing.link_card import LinkCard
from scorekeeper.printing.pdf import PICTURE_STYLESHEET_URL, STYLES_URL
from scorekeeper.printing.picture import WIDTH, render
from scorekeeper.rules.model import BySide
from scorekeeper.rules.names import shorten

_HEAD_AND_FOOT: Final = 400
_REASON: Final = 60
_LINE: Final = 24
_LETTERS: Final = 30
"""More than any paper needs, with fewer letters a line; the empty part is cut off."""
_MOST_REASONS: Final = 12
_LONGEST_TEXT: Final = 600
"""Reasons that a chat or half a page can show; an address can ask for a hundred times as many."""


class PrintedRuling(NamedTuple):
    """A ruling, ready to be drawn and printed."""

    title: str
    ruling: Ruling
    rules: str
    """Their name."""
    names: BySide[str]
    moment: datetime
    """When it is drawn."""
    number: int | None = None
    """The number of the hand, where the ruling is on a match's."""

    @property
    def when(self) -> str:
        """Day and time, in digits."""
        return short_moment(self.moment)

    @property
    def left_out(self) -> int:
        """Reasons behind those that are drawn; the address has them all."""
        return max(0, len(self.ruling.reasons) - _MOST_REASONS)

    @property
    def drawn(self) -> Ruling:
        """The part of the ruling that is drawn."""
        question, verdict = (shorten(text, _LONGEST_TEXT) for text in self.ruling[:2])
        return Ruling(question, verdict, self.ruling.reasons[:_MOST_REASONS])

    @property
    def height(self) -> int:
        """The page's height in CSS pixels, at least as high as the picture."""
        question, verdict, reasons = self.drawn
        return (
            _HEAD_AND_FOOT + 2 * _lines(question) + 3 * _lines(verdict) + sum(map(_height, reasons))
        )


def ruling_card(title: str, ruling: Ruling) -> LinkCard:
    """Return the preview of a ruling's link: the question's title, and the verdict."""
    return LinkCard(gettext("A ruling of Pilotta"), title, ruling.verdict, heading=title)


def ruling_picture(ruling: PrintedRuling) -> str:
    """The picture's HTML, for `printer.png`."""
    context = {"printed": ruling, "width": WIDTH, "stylesheet": PICTURE_STYLESHEET_URL}
    return render("pictures/ruling.html", **context)


def ruling_paper(ruling: PrintedRuling) -> str:
    """The half page's HTML, for `printer.pdf`."""
    return render("sheets/ruling.html", printed=ruling, stylesheet=PICTURE_STYLESHEET_URL)


def _height(reason: Reason) -> int:
    texts = [reason.text, reason.heading, *(" ".join(one) for one in reason.decided)]
    return _REASON + sum(map(_lines, texts))


def _lines(text: str) -> int:
    return _LINE * (len(text) // _LETTERS + 1)


MOST_UPRIGHT: Final = 9
"""Evenings beside each other on an upright page; more of them turn it."""
MOST_COLUMNS: Final = 20
"""More have no columns: each line has its sum alone."""
_LETTERS_UPRIGHT: Final = 83
_LETTERS_TURNED: Final = 170
"""Letters that a line of names has room for without an evening's column."""
_LETTERS_OF_COLUMN: Final = 5.4
_LETTERS_OF_TURNED_COLUMN: Final = 6.6
"""Of which each evening's column takes so many."""


class PaperEvening(NamedTuple):
    """An evening of the season, as the paper's head names it."""

    day: str
    """Above its column: `6/2`, or its number where it has no day."""
    name: str
    weight: str
    """Nothing where it counts once."""
    is_going: bool = False
    """Is it still being played?"""


class PaperRow(NamedTuple):
    """A line of the standings."""

    place: str
    names: str
    cells: tuple[tuple[str, bool], ...]
    """For each evening its points, and whether they count; empty for who was not there."""
    evenings: int
    points: str


class SeasonPaper(NamedTuple):
    """All that stands on the paper."""

    club: str
    season: str
    rules: list[str]
    by_pair: bool
    evenings: tuple[PaperEvening, ...]
    rows: tuple[PaperRow, ...]
    printed_at: datetime
    nothing: str = ""
    """Why there are no rows."""


def season_paper(paper: SeasonPaper) -> str:
    """The paper's HTML, for `printer.pdf`."""
    has_columns = 0 < len(paper.evenings) <= MOST_COLUMNS
    is_turned = has_columns and len(paper.evenings) > MOST_UPRIGHT
    return render(
        "sheets/season.html",
        paper=paper,
        has_columns=has_columns,
        is_turned=is_turned,
        longest=_letters_in_a_line(len(paper.evenings) * has_columns, is_turned=is_turned),
        printed_at=paper.printed_at.strftime("%d.%m.%Y %H:%M"),
        styles=STYLES_URL,
    )


def _letters_in_a_line(columns: int, *, is_turned: bool) -> float:
    """Return the letters of a name beside this many columns; longer names take two small lines."""
    if is_turned:
        return _LETTERS_TURNED - columns * _LETTERS_OF_TURNED_COLUMN
    return _LETTERS_UPRIGHT - columns * _LETTERS_OF_COLUMN


def paper_of_season(club: Club, counted: CountedSeason, printed_at: datetime) -> SeasonPaper:
    """The standings as they are printed."""
    names = season_names(club, counted, is_inside=False)
    return SeasonPaper(
        club=club_name(club),
        season=season_name(counted.season),
        rules=standing_lines(club, counted, is_inside=False),
        by_pair=counted.played.by == "pair",
        evenings=tuple(_paper_evenings(club, counted)),
        rows=tuple(
            PaperRow(
                place=f"{row.place}." if row.place else "–",
                names=unit_name(row.unit, names),
                cells=tuple(_cells(row, counted)),
                evenings=len(row.results),
                points=points_text(decimal_text(row.points)),
            )
            for row in counted.rows
        ),
        printed_at=printed_at,
        nothing="" if counted.rows else nothing_counted(club, counted),
    )


def _paper_evenings(club: Club, counted: CountedSeason) -> Iterator[PaperEvening]:
    events = {one.id: one for one in counted.played.events}
    unfinished = {one.public_id for one in unfinished_evenings(counted)}
    for number, (address, one) in enumerate(counted.tournaments.items(), 1):
        set_up, weight = one.tournament.set_up, events[address].weight
        yield PaperEvening(
            day=f"{set_up.day.day}/{set_up.day.month}" if set_up.day else f"({number})",
            name=event_title(club, one, is_inside=False),
            weight="" if weight == 1 else points_text(decimal_text(weight)),
            is_going=address in unfinished,
        )


def _cells(row: SeasonRow, counted: CountedSeason) -> Iterator[tuple[str, bool]]:
    results = {result.event: result for result in row.results}
    for address in counted.tournaments:
        result = results.get(address)
        if result is None:
            yield "", True
        else:
            yield points_text(decimal_text(result.points)), result.is_counted
