"""Prints the standings of a season, in the language in use: one page for forty lines."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.club_state import Club
from scorekeeper.club.seasons.intervals import decimal_text
from scorekeeper.club.seasons.season import SeasonRow
from scorekeeper.explain.club_words import club_name, points_text
from scorekeeper.explain.season_words import (
    event_title,
    season_name,
    season_names,
    standing_lines,
    unit_name,
)
from scorekeeper.printing.html import render
from scorekeeper.printing.pdf import STYLES_URL

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
    """How many letters names may have beside so many columns; longer ones take two small lines."""
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
    )


def _paper_evenings(club: Club, counted: CountedSeason) -> Iterator[PaperEvening]:
    events = {one.id: one for one in counted.played.events}
    for number, (address, one) in enumerate(counted.tournaments.items(), 1):
        set_up, weight = one.tournament.set_up, events[address].weight
        yield PaperEvening(
            day=f"{set_up.day.day}/{set_up.day.month}" if set_up.day else f"({number})",
            name=event_title(club, one, is_inside=False),
            weight="" if weight == 1 else points_text(decimal_text(weight)),
        )


def _cells(row: SeasonRow, counted: CountedSeason) -> Iterator[tuple[str, bool]]:
    results = {result.event: result for result in row.results}
    for address in counted.tournaments:
        result = results.get(address)
        if result is None:
            yield "", True
        else:
            yield points_text(decimal_text(result.points)), result.is_counted
