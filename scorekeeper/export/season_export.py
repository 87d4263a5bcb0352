"""A season's standings for other programs, as strangers may see them."""

from collections.abc import Iterator, Mapping
from datetime import date

from scorekeeper.explain.club_words import club_name
from scorekeeper.explain.season_names import event_title, season_name, season_names
from scorekeeper.export.spreadsheet import Cell, CsvRow, Separator, spreadsheet
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.seasons.exact import decimal_text
from scorekeeper.seasons.season import SeasonRow
from scorekeeper.seasons.season_codec import write_season_row
from scorekeeper.services.clubs.club_seasons import CountedSeason
from scorekeeper.services.clubs.club_state import Club
from scorekeeper.services.clubs.hidden_names import closed_tournaments
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
        *(_evening_title(club, one) for one in counted.tournaments.values()),
        pgettext("of a season", "Points"),
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


def _evening_title(club: Club, loaded_tournament: LoadedTournament) -> str:
    day = _iso(loaded_tournament.tournament.set_up.day) or ""
    return " ".join(filter(None, (day, event_title(club, loaded_tournament, is_inside=False))))


def season_json(club: Club, counted: CountedSeason) -> dict[str, object]:
    """The standings as the `season` command gives them, with names and evenings.

    A tournament to which strangers are not led has no address in it.
    """
    names = season_names(club, counted, is_inside=False)
    closed = closed_tournaments(club, counted)
    ids = {
        address: f"e{number}" if address in closed else address
        for number, address in enumerate(counted.tournaments, 1)
    }
    events = {one.id: one for one in counted.played.events}
    return {
        "club": club_name(club),
        "season": season_name(counted.season),
        "rules": counted.season.rules,
        "ranking": counted.season.ranking,
        "events": [
            {
                "id": ids[address],
                "name": event_title(club, one, is_inside=False),
                "date": _iso(one.tournament.set_up.day),
                "weight": decimal_text(events[address].weight),
            }
            for address, one in counted.tournaments.items()
        ],
        "rows": [_json_row(row, ids, names) for row in counted.rows],
    }


def _json_row(
    row: SeasonRow, ids: Mapping[str, str], names: Mapping[str, str]
) -> dict[str, object]:
    told = write_season_row(row)
    unit = [_id_of(one, ids) for one in row.unit]
    return {
        **told,
        "unit": unit if len(unit) > 1 else unit[0],
        "counted": [ids[one.event] for one in row.counted],
        "dropped": [ids[one.event] for one in row.results if not one.is_counted],
        "names": [names[one] for one in row.unit],
        "results": [
            {
                "event": ids[result.event],
                "place": result.ranked.place,
                "points": decimal_text(result.points),
            }
            for result in row.results
        ],
    }


def _id_of(person: str, ids: Mapping[str, str]) -> str:
    """A stranger is named after the tournament."""
    address, colon, rest = person.partition(":")
    return f"{ids[address]}{colon}{rest}" if colon else person


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
