"""Clubs as owners of acts: their journal, their roles, and search in the roster."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from cachetools import LRUCache

from scorekeeper.club.acts.club_fields import ClubFault, ClubRefused
from scorekeeper.club.acts.club_set_ups import (
    ClubCreated,
    ClubHelperNamed,
    ClubHelperRemoved,
    ClubRoleTaken,
    rules_of,
)
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.acts.roster import TournamentBelongs, TournamentLeft
from scorekeeper.club.club_state import Club, ClubAct, ClubBody, ClubPerson
from scorekeeper.journal.journal import Journal
from scorekeeper.journal.json_values import text_in
from scorekeeper.journal.organised import Organised, Role
from scorekeeper.journal.owner import Loaded, NotAllowed
from scorekeeper.match.acts.body import Full
from scorekeeper.store.roles import CLUB_LINKS, CLUB_ROLES
from scorekeeper.store.streams import CLUB_EVENTS, CLUB_HEADS, StoredEvent
from scorekeeper.tournament.pair_names import find_by_name, plain, romanized
from scorekeeper.tournament.role_links import HelperActs, RoleLinks
from scorekeeper.tournament.service import TOURNAMENTS

_MOST_CACHED: Final = 64


def replay_club(acts: Sequence[ClubAct]) -> Club:
    """The club that the acts make.

    :raises TypeError: the first did not begin it.
    """
    first, *others = acts
    head = first.body
    if not isinstance(head, ClubCreated):
        raise TypeError("the first act begins no club")
    club = Club(name=head.name, place=head.place, rules=rules_of(head), acts=(first,))
    return replay_onto_club(club, others)


def replay_onto_club(club: Club, acts: Sequence[ClubAct]) -> Club:
    """The club after these acts."""
    return reduce(club_after, acts, club)


def club_after(club: Club, act: ClubAct) -> Club:
    """The club after one more act, which was checked when it was written."""
    return replace(act.body.apply(club, act), acts=(*club.acts, act))


def _read(event: StoredEvent) -> ClubAct:
    body = read_body(event.kind, event.data)
    return ClubAct(event.seq, body, event.op_id, event.at, event.phone_id, event.request_digest)


def _outcome_of(club: Club) -> object:
    identities = [(key, club.who_is(key)) for key in club.persons]
    players = [(key, dict(one.players)) for key, one in club.tournaments.items()]
    seasons = [(one.rules, one.tournaments, one.ranking) for one in club.seasons]
    return identities, players, seasons


CLUB_JOURNAL: Final = Journal[ClubAct, Club](
    CLUB_EVENTS,
    "/c/",
    read=_read,
    replay=replay_club,
    replay_onto=replay_onto_club,
    outcome_of=_outcome_of,
    memory=LRUCache(_MOST_CACHED),
)


MOST_CLUB_ACTS: Final = 20_000
"""Two thousand persons, each changed some times, and twenty years of tournaments are fewer."""
RESERVED_CLUB_ACTS: Final = 1_000
"""More acts for the organiser alone, once helpers have filled the club."""


class ClubFull(Full):
    """The club has as many acts as one may have; nothing changed."""

    page = "CLUB_FULL"


class LoadedClub(Loaded[Club]):
    """A club as it was loaded."""

    __slots__ = ()

    @property
    def club(self) -> Club:
        """The state to which the club's acts fold."""
        return self.state


class _Clubs(Organised[LoadedClub, Club, ClubBody, ClubAct]):
    """Finds clubs, and writes in them."""

    def state_after(self, loaded: LoadedClub, act: ClubAct) -> Club:
        most = MOST_CLUB_ACTS + (0 if act.body.is_for_helpers else RESERVED_CLUB_ACTS)
        if loaded.club.revision >= most and not act.body.is_erasing:
            raise ClubFull
        act.body.check(loaded.club)
        return club_after(loaded.club, act)

    def check_right(
        self, loaded: LoadedClub, body: ClubBody, role: Role, phone_id: int | None
    ) -> None:
        """Check that a tournament's organiser adds it, and that this one or the club's removes it.

        :raises NotFound: there is no such tournament.
        :raises NotAllowed: another phone organises it, or a helper may not do the act now.
        """
        if role != "organiser" and not body.may_be_by_helper(loaded.club):
            raise NotAllowed
        is_leaving = isinstance(body, TournamentLeft) and role != "organiser"
        if isinstance(body, TournamentBelongs) or is_leaving:
            address = text_in(body.fields(), "tournament")
            TOURNAMENTS.find_own(address, phone_id)


CLUBS: Final = _Clubs(CLUB_JOURNAL, CLUB_HEADS, CLUB_ROLES, LoadedClub, ClubAct)
find_club = CLUBS.find

CLUB_ROLE_LINKS: Final = RoleLinks(
    CLUBS,
    CLUB_LINKS,
    HelperActs(
        lambda helper, name: ClubHelperNamed(helper=helper, name=name),
        lambda helper: ClubHelperRemoved(helper=helper),
        lambda role, helper: ClubRoleTaken(role=role, helper=helper),
        lambda code, field: ClubRefused(ClubFault(code, field)),
    ),
    lambda loaded_club: loaded_club.club.helpers,
)


MOST_OFFERED: Final = 5
_FEWEST_IN_NOTE: Final = 3
"""The fewest typed letters that search in notes: fewer would show the notes of all."""


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
    """Return the key of the chosen or typed person: a number, with a name behind it or without.

    A whole name is enough. Strangers (not `is_inside`) find only persons who are shown by name. A
    text without a person stays as it is.
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
