"""The tournaments of a club: adding one, and the names that its previews may show."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import date, timedelta
from threading import Lock
from typing import Final

from cachetools import LRUCache

from scorekeeper.club.acts.club_fields import ClubRefused, KnownPlayers
from scorekeeper.club.acts.club_set_ups import SeasonSetUp
from scorekeeper.club.acts.roster import PlayersKnown, TournamentBelongs
from scorekeeper.club.club_service import CLUBS, LoadedClub, find_club
from scorekeeper.club.club_state import Club, ClubSeason, SeasonTournament
from scorekeeper.club.erased_names import does_tournament_tell
from scorekeeper.journal.owner import NotFound, part_op_id
from scorekeeper.store import club_queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.tournament_set_up import Pair

_OVER_AFTER: Final = timedelta(days=366)
"""A season whose last evening is longer past than this is over."""


def open_seasons(club: Club, days: Mapping[str, date | None], today: date) -> list[ClubSeason]:
    """The newest season, and others that may still count an evening; `days` are the tournaments'.

    A season has no end date: it is over after a year without an evening.
    """
    return [
        season
        for season in club.seasons
        if season == club.seasons[-1] or _is_open(season, days, today)
    ]


def _is_open(season: ClubSeason, days: Mapping[str, date | None], today: date) -> bool:
    played = [day for one in season.tournaments if (day := days.get(one.tournament))]
    return not played or max(played) >= today - _OVER_AFTER


def give_tournament(
    club_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    address: str,
    seasons: Collection[int] = (),
) -> None:
    """Give the club a tournament that the phone organises; these seasons count it from now on.

    :raises NotAllowed: the phone may not do one of both.
    """
    body = TournamentBelongs(tournament=address)
    with suppress(ClubRefused):  # it is there already: another tap
        CLUBS.write(club_id, phone_id, op_id, revision, body)
    loaded_club = find_club(club_id)
    if address not in loaded_club.club.tournaments:
        return
    for number in seasons:
        part = part_op_id(op_id, f"season {number}")
        loaded_club = _count_in_season(loaded_club, number, address, phone_id, part)


def know_more_players(
    club_id: str, phone_id: int | None, op_id: str, address: str, players: KnownPlayers
) -> None:
    """Store these players of a tournament of the club, except for pairs that are stored already.

    Nothing is stored if a person would sit on two chairs.
    """
    loaded_club = find_club(club_id)
    said = loaded_club.club.tournaments[address].players
    body = PlayersKnown(tournament=address, players={**players, **said})
    part = part_op_id(op_id, "players")
    with suppress(ClubRefused):
        CLUBS.write(club_id, phone_id, part, loaded_club.revision, body)


def pairs_with_names_of(club: Club, person: str) -> list[tuple[LoadedTournament, Pair]]:
    """The pairs of the club's tournaments in which the person played and that still have names."""
    entry = club.who_is(person)
    keys = {
        address: key
        for address, belonging in club.tournaments.items()
        for key, persons in belonging.players.items()
        if entry in map(club.who_is, filter(None, persons))
    }
    found = []
    for loaded_tournament in TOURNAMENTS.find_all(keys):
        tournament = loaded_tournament.tournament
        pair = tournament.pairs.get(keys[loaded_tournament.public_id])
        if pair is not None and any(
            (*pair.players, *(name for w in pair.were for name in w.players))
        ):
            found.append((loaded_tournament, pair))
    return found


def _count_in_season(
    loaded_club: LoadedClub, number: int, address: str, phone_id: int | None, op_id: str
) -> LoadedClub:
    """Let the season count the tournament, too; without those that have left the club."""
    club = loaded_club.club
    season = next((one for one in club.seasons if one.number == number), None)
    if season is None:
        return loaded_club
    counted = tuple(one for one in season.tournaments if one.tournament in club.tournaments)
    if address in (one.tournament for one in counted):
        return loaded_club  # another tap
    body = SeasonSetUp(
        season=number,
        name=season.name,
        rules=season.rules,
        ranking=season.ranking,
        tournaments=(*counted, SeasonTournament(address, "1")),
    )
    return CLUBS.write(loaded_club.public_id, phone_id, op_id, loaded_club.revision, body)


_told: Final[LRUCache[tuple[str, str], list[str]]] = LRUCache(1000)
"""The clubs by a tournament and the last act of any club."""
_lock: Final = Lock()


def has_names_in_cards(loaded_tournament: LoadedTournament) -> bool:
    """Whether link cards show names: its set-up allows it, and none of its clubs hides one."""
    if loaded_tournament.tournament.set_up.previews != "names":
        return False
    return not is_hidden_by_club(loaded_tournament)


def is_hidden_by_club(loaded_tournament: LoadedTournament) -> bool:
    """Does it name a person shown by number in a club to which it belongs?

    The final of a tournament belongs to the same clubs.
    """
    tournament = loaded_tournament.tournament
    addresses = filter(None, (loaded_tournament.public_id, tournament.final_of))
    return any(
        does_tournament_tell(one.club, address, tournament)
        for address in addresses
        for one in clubs_with(address)
    )


def clubs_with(address: str) -> list[LoadedClub]:
    """The clubs that the tournament with this address belongs to."""
    return [one for one in _clubs_told_of(address) if address in one.club.tournaments]


def clubs_mark(loaded_tournament: LoadedTournament) -> tuple[tuple[str, str | None], ...]:
    """The state of the clubs that decide the names on a tournament's page; each act changes it."""
    addresses = filter(None, (loaded_tournament.public_id, loaded_tournament.tournament.final_of))
    clubs = (one for address in addresses for one in clubs_with(address))
    return tuple((one.public_id, one.revision.after) for one in clubs)


def clubs_to_show(loaded_tournament: LoadedTournament, *, is_inside: bool) -> list[LoadedClub]:
    """Return the clubs to which its page has links.

    The tournament may name a person whom a club shows by number. Then strangers (not `is_inside`)
    get no link to that club: places in a season would show which person it is.
    """
    address, tournament = loaded_tournament.public_id, loaded_tournament.tournament
    return [
        one
        for one in clubs_with(address)
        if is_inside or not does_tournament_tell(one.club, address, tournament)
    ]


def _clubs_told_of(address: str) -> list[LoadedClub]:
    found = []
    for club in _addresses_told_of(address):
        try:
            found.append(find_club(club))
        except (NotFound, DamagedEvent):  # it shows nothing itself
            continue
    return found


def _addresses_told_of(address: str) -> list[str]:
    """The clubs that were ever given the tournament: looked for once after each act of a club.

    Every watcher of a table asks, and to find them all acts of all clubs are gone through.
    """
    key = address, club_queries.last_operation()
    with _lock:
        found = _told.get(key)
    if found is None:
        found = club_queries.clubs_told_of(address)
        with _lock:
            _told[key] = found
    return found
