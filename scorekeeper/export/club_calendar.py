"""A club's tournaments to come, as a calendar that other programs subscribe to (iCalendar)."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from scorekeeper.explain.club_words import club_name
from scorekeeper.explain.season_names import event_place, event_title
from scorekeeper.services.clubs.club_state import Club
from scorekeeper.services.tournaments.service import LoadedTournament

if TYPE_CHECKING:
    from icalendar import Event


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
