"""The clubs of a tournament, and whether a chat that is given its address shows names."""

from threading import Lock
from typing import Final

from cachetools import LRUCache

from scorekeeper.journal.owner import NotFound
from scorekeeper.services.clubs.club_service import LoadedClub, find_club
from scorekeeper.services.clubs.hidden_names import does_tournament_tell
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.store import club_queries
from scorekeeper.store.checking import DamagedEvent

_told: Final[LRUCache[tuple[str, str], list[str]]] = LRUCache(1000)
"""The clubs by a tournament and the last act of any club."""
_lock: Final = Lock()


def has_names_in_cards(loaded_tournament: LoadedTournament) -> bool:
    """Has it the names? By its set-up, and where no club that it belongs to hides one of them."""
    if loaded_tournament.tournament.set_up.previews != "names":
        return False
    return not is_hidden_by_club(loaded_tournament)


def is_hidden_by_club(loaded_tournament: LoadedTournament) -> bool:
    """Does it name somebody who is a number to strangers in a club that it belongs to?

    The final of a tournament belongs where that does.
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
    """Another one after each act of a club that decides what a tournament's page may tell."""
    addresses = filter(None, (loaded_tournament.public_id, loaded_tournament.tournament.final_of))
    clubs = (one for address in addresses for one in clubs_with(address))
    return tuple((one.public_id, one.revision.after) for one in clubs)


def clubs_to_show(loaded_tournament: LoadedTournament, *, is_inside: bool) -> list[LoadedClub]:
    """The clubs that its page leads to.

    Strangers (not `is_inside`) are led to none where it names somebody who is a number: the place
    in a season would tell which.
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
