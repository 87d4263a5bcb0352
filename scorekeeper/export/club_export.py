"""A club as JSON, its seasons' standings, and its evenings to come as a calendar."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from scorekeeper.club.club_matches import matches_at, seatings_of
from scorekeeper.club.club_service import LoadedClub
from scorekeeper.club.club_state import Club
from scorekeeper.explain.club_words import club_name
from scorekeeper.explain.season_words import event_place, event_title, season_name, season_names
from scorekeeper.journal.json_values import Json
from scorekeeper.rules.codec import write_rules
from scorekeeper.tournament.service import LoadedTournament

if TYPE_CHECKING:
    from icalendar import Event
from collections.abc import Iterator, Mapping

from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.erased_names import closed_tournaments
from scorekeeper.club.seasons.played_figures import decimal_text
from scorekeeper.club.seasons.season import SeasonRow
from scorekeeper.club.seasons.season_reader import write_season_row
from scorekeeper.export.spreadsheet import Cell, CsvRow, Separator, spreadsheet
from scorekeeper.i18n import gettext, pgettext


def club_json(loaded_club: LoadedClub) -> Json:
    """Return all data of the club, without the phones and times of its acts."""
    club = loaded_club.club
    return {
        "id": loaded_club.public_id,
        "name": club.name,
        "place": club.place,
        "rules": write_rules(club.rules),
        "persons": [
            {
                "number": one.number,
                "name": one.name,
                "note": one.note,
                "by_number": one.by_number,
                "same_as": int(one.same_as) if one.same_as else None,
            }
            for one in club.persons.values()
        ],
        "tournaments": [
            {"id": address, "players": {pair: [*two] for pair, two in one.players.items()}}
            for address, one in club.tournaments.items()
        ],
        "matches": [
            {
                "id": one.public_id,
                "seats": [
                    {"since": seating.since, "persons": dict(seating.persons.items())}
                    for seating in seatings_of(one.ledger)
                ],
            }
            for one in matches_at(loaded_club)
        ],
        "seasons": [
            {
                "number": season.number,
                "name": season.name,
                "rules": season.rules,
                "tournaments": [one._asdict() for one in season.tournaments],
                "reason": season.reason,
            }
            for season in club.seasons
        ],
    }


def tournaments_to_come(tournaments: list[LoadedTournament], today: date) -> list[LoadedTournament]:
    """Those of today and of later days, the next one first."""
    dated = [(one.tournament.set_up.day, one) for one in tournaments]
    coming = [(day, one) for day, one in dated if day is not None and day >= today]
    return [one for _, one in sorted(coming, key=lambda two: (two[0], two[1].public_id))]


def club_calendar(
    club: Club, tournaments: list[LoadedTournament], address_of: Callable[[str], str]
) -> bytes:
    """The calendar of these tournaments, each a whole day.

    An entry is known by its tournament, whatever its day, and has a higher number after each
    change. Without an address it leads nowhere.
    """
    from icalendar import Calendar, vText  # here: no start waits for it

    calendar = Calendar()
    calendar.add("prodid", "-//Tefteri//Tefteri//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", vText(club_name(club)))  # a name may have a comma
    for one in tournaments:
        calendar.add_component(_entry(club, one, address_of(one.public_id)))
    content: bytes = calendar.to_ical()
    return content


def _entry(club: Club, loaded_tournament: LoadedTournament, address: str) -> "Event":
    from icalendar import Event

    tournament = loaded_tournament.tournament
    set_up, last = tournament.set_up, tournament.acts[-1]
    assert set_up.day is not None
    entry = Event()
    # Not the address itself: to some tournaments strangers are not led.
    name = sha256(loaded_tournament.public_id.encode()).hexdigest()[:32]
    entry.add("uid", f"{name}@tefteri")
    entry.add("dtstamp", _utc(last.at))
    entry.add("sequence", tournament.revision)
    entry.add("summary", event_title(club, loaded_tournament, is_inside=False))
    entry.add("dtstart", set_up.day)
    if set_up.day < date.max:  # without an end it is one day, too
        entry.add("dtend", set_up.day + timedelta(days=1))
    if place := event_place(club, loaded_tournament, is_inside=False):
        entry.add("location", place)
    if address:
        entry.add("url", address)
    return entry


def _utc(moment: datetime | None) -> datetime:
    """The moment as a calendar wants it; the database keeps UTC without saying so."""
    moment = moment or datetime(1970, 1, 1, tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


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
