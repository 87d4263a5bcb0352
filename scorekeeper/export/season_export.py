"""A season's standings for other programs and for paper, as strangers may see them."""

from collections.abc import Iterator
from datetime import date, datetime

from scorekeeper.explain import tournament_words
from scorekeeper.explain.club_words import club_name, points_text
from scorekeeper.explain.season_names import season_name, season_names, unit_name
from scorekeeper.explain.season_words import rules_lines
from scorekeeper.export.spreadsheet import Cell, CsvRow, Separator, spreadsheet
from scorekeeper.i18n import gettext
from scorekeeper.printing.season_paper import PaperEvening, PaperRow, SeasonPaper
from scorekeeper.seasons.exact import decimal_text
from scorekeeper.seasons.season import SeasonRow
from scorekeeper.seasons.season_codec import write_season_row
from scorekeeper.services.clubs.club_seasons import CountedSeason
from scorekeeper.services.clubs.club_state import Club
from scorekeeper.services.tournaments.service import LoadedTournament


def season_csv(club: Club, counted: CountedSeason, separator: Separator | None = None) -> bytes:
    """A line for each unit, with a column for each evening."""
    return spreadsheet(_csv_rows(club, counted), separator)


def _csv_rows(club: Club, counted: CountedSeason) -> Iterator[CsvRow]:
    by_pair = counted.played.by == "pair"
    who = [gettext("Player 1"), gettext("Player 2")] if by_pair else [gettext("Player")]
    yield [
        gettext("Rank"),
        *who,
        *(_evening_title(one) for one in counted.tournaments.values()),
        gettext("Points"),
        gettext("All evenings"),
        gettext("Dropped"),
    ]
    names = season_names(club, counted, is_inside=False)
    for row in counted.rows:
        points = {result.event: decimal_text(result.points) for result in row.results}
        yield [
            row.place or "",
            *(names[one] for one in row.unit),
            *(_number(points.get(address, "")) for address in counted.tournaments),
            _number(decimal_text(row.points)),
            _number(decimal_text(row.total)),
            len(row.results) - len(row.counted),
        ]


def _number(decimal: str) -> Cell:
    """A number that a spreadsheet can add up."""
    return float(decimal) if decimal else ""


def _evening_title(loaded_tournament: LoadedTournament) -> str:
    set_up = loaded_tournament.tournament.set_up
    day = set_up.day.isoformat() if set_up.day else ""
    return " ".join(filter(None, (day, tournament_words.title_of(set_up))))


def season_json(club: Club, counted: CountedSeason) -> dict[str, object]:
    """The standings as the `season` command gives them, with names and evenings."""
    names = season_names(club, counted, is_inside=False)
    events = {one.id: one for one in counted.played.events}
    return {
        "club": club_name(club),
        "season": season_name(counted.season),
        "rules": counted.season.rules,
        "events": [
            {
                "id": address,
                "name": tournament_words.title_of(one.tournament.set_up),
                "date": _iso(one.tournament.set_up.day),
                "weight": decimal_text(events[address].weight),
            }
            for address, one in counted.tournaments.items()
        ],
        "rows": [
            {
                **write_season_row(row),
                "names": [names[one] for one in row.unit],
                "results": [
                    {
                        "event": result.event,
                        "place": result.ranked.place,
                        "points": decimal_text(result.points),
                    }
                    for result in row.results
                ],
            }
            for row in counted.rows
        ],
    }


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def paper_of_season(club: Club, counted: CountedSeason, printed_at: datetime) -> SeasonPaper:
    """The standings as they are printed."""
    names = season_names(club, counted, is_inside=False)
    return SeasonPaper(
        club=club_name(club),
        season=season_name(counted.season),
        rules=rules_lines(counted.season.rules),
        by_pair=counted.played.by == "pair",
        evenings=tuple(_paper_evenings(counted)),
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


def _paper_evenings(counted: CountedSeason) -> Iterator[PaperEvening]:
    events = {one.id: one for one in counted.played.events}
    for number, (address, one) in enumerate(counted.tournaments.items(), 1):
        set_up, weight = one.tournament.set_up, events[address].weight
        yield PaperEvening(
            day=f"{set_up.day.day}/{set_up.day.month}" if set_up.day else f"({number})",
            name=tournament_words.title_of(set_up),
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
