"""Names that an organiser's phone knows: of its clubs' rosters, of other tournaments."""

from collections.abc import Iterable
from typing import Final

from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.tournament.known_names import NameBook
from scorekeeper.tournament.list_words import ListRow
from scorekeeper.tournament.pair_names import plain, sort_key
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.web.phone_identity import phone_id

_MOST: Final = 500
"""The most names that a page offers: it stays small on a phone."""


def own_clubs() -> list[LoadedClub]:
    """The clubs in which the phone has a role."""
    phone = phone_id()
    return CLUBS.whole_of(phone) if phone is not None else []


def own_tournaments(but: LoadedTournament) -> list[LoadedTournament]:
    """The other tournaments with names that the phone organises."""
    phone = phone_id()
    found = TOURNAMENTS.whole_of(phone) if phone is not None else []
    return [
        one
        for one in found
        if one.id != but.id
        and TOURNAMENTS.role_of(one, phone) == "organiser"
        and any(any(pair.players) for pair in one.tournament.pairs.values())
    ]


def known_names(loaded_tournament: LoadedTournament) -> list[str]:
    """The names in the alphabet's order, without persons whom strangers know by number alone."""
    persons = [
        (person.name, one.club.is_numbered(person.key))
        for one in own_clubs()
        for person in one.club.persons.values()
        if person.name
    ]
    hidden = {plain(name) for name, is_numbered in persons if is_numbered}
    names = [name for name, _is_numbered in persons]
    names += [
        name
        for one in own_tournaments(but=loaded_tournament)
        for pair in one.tournament.pairs.values()
        for name in pair.players
        if name
    ]
    # Of one name in two spellings, the roster's stays.
    by_key = {plain(name): name for name in reversed(names)}
    keys = [key for key in dict.fromkeys(map(plain, names)) if key not in hidden]
    return sorted((by_key[key] for key in keys[:_MOST]), key=sort_key)


def meant_names(
    loaded_tournament: LoadedTournament, rows: Iterable[ListRow], known: list[str]
) -> dict[str, str]:
    """The known names that names of a list may mean; names that already play are not offered."""
    typed = {name for row in rows for name in row.players if name}
    pairs = loaded_tournament.tournament.pairs.values()
    plays = {plain(name) for name in [*typed, *(name for pair in pairs for name in pair.players)]}
    book = NameBook(name for name in known if plain(name) not in plays)
    keys = {*map(plain, known)}
    meant = {name: book.meant(name) for name in typed if plain(name) not in keys}
    return {name: offered for name, offered in meant.items() if offered}
