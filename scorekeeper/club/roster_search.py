"""Persons of a club's roster: who may be meant by what is typed, and who was a pair. Pure."""

import re
from typing import Final

from scorekeeper.club.club_state import Club, ClubPerson
from scorekeeper.tournament.pair_names import find_by_name, plain, romanized

MOST_OFFERED: Final = 5
_FEWEST_IN_NOTE: Final = 3
"""Letters that a nickname in a note is found by; who types less would read notes."""


def offered_persons(club: Club, text: str, *, is_inside: bool) -> tuple[ClubPerson, ...]:
    """The persons with this number, or called so as far as it is typed, or nicknamed in the note.

    With accents or without, in Greek letters or Latin ones. For strangers (not `is_inside`) who is
    shown by number is found by that alone.
    """
    query = plain(text)
    if query in club.persons:
        return (club.persons[club.who_is(query)],)
    shown = [one for one in club.roster if is_inside or not club.is_numbered(one.key)]
    named = ((one, [entry.name for entry in club.entries_of(one.key)]) for one in shown)
    nicknamed = [one for one in shown if _is_nicknamed(one, text, club)]
    found = dict.fromkeys(one.key for one in (*find_by_name(text, named), *nicknamed))
    return tuple(club.persons[key] for key in found)[:MOST_OFFERED]


def _is_nicknamed(person: ClubPerson, text: str, club: Club) -> bool:
    query = romanized(text)
    if len(query) < _FEWEST_IN_NOTE or not query.isalpha():
        return False
    notes = (entry.note for entry in club.entries_of(person.key))
    words = (word for note in notes for word in re.findall(r"\w+", note))
    return any(romanized(word).startswith(query) for word in words)


def person_meant(club: Club, text: str, *, is_inside: bool) -> str:
    """The key of the person that is chosen or typed: a number, with a name behind it or without.

    Somebody's whole name will do, for strangers (not `is_inside`) of who is shown by it; what means
    nobody stays as it is.
    """
    number = re.match(r"\s*0*([0-9]+)(?!\w)", text)
    if number and number[1] in club.persons:
        return number[1]
    named = {
        club.who_is(one.key)
        for one in club.persons.values()
        if plain(one.name) == plain(text) and (is_inside or not club.is_numbered(one.key))
    }
    return named.pop() if plain(text) and len(named) == 1 else text.strip()


def pairs_at_club(club: Club, but: str = "") -> tuple[tuple[ClubPerson, ClubPerson], ...]:
    """Every two persons who were a pair in the club's tournaments (`but` one), the newest first.

    Whose names were erased are left out.
    """
    found: dict[frozenset[str], tuple[ClubPerson, ClubPerson]] = {}
    for address, belonging in reversed([*club.tournaments.items()]):
        for one, other in belonging.players.values():
            if one and other and address != but:
                pair = club.persons[club.who_is(one)], club.persons[club.who_is(other)]
                if all(person.name for person in pair):
                    found.setdefault(frozenset(person.key for person in pair), pair)
    return tuple(found.values())
