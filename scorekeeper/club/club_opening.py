"""Open a saved club: it is kept here from now on, and whoever opens it organises it.

All that a file says is checked before anything is written. Matches are written in steps, and the
club, which leads to them, when all are there.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from scorekeeper.club.acts.club_fields import ClubCode, ClubRefused
from scorekeeper.club.acts.club_set_ups import (
    AddressesClosed,
    ClubChanged,
    ClubCreated,
    SeasonSetUp,
)
from scorekeeper.club.acts.roster import NewPlayersKnown, OfTournament, PersonAdded
from scorekeeper.club.club_file import ClubFile, FiledMatch, NoClubFile
from scorekeeper.club.club_matches import known_seats
from scorekeeper.club.club_service import CLUBS, LoadedClub, club_after, find_club, replay_club
from scorekeeper.club.club_state import Club, ClubAct, ClubBody
from scorekeeper.journal.organised import new_silent_phone
from scorekeeper.journal.owner import part_op_id, request_digest
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.meta import ClubJoined, MetaBody, PersonsSeated, PreviewsChosen
from scorekeeper.match.filed_matches import Filed, keep_filed_matches, keep_once
from scorekeeper.match.import_export import acts_of_match
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import NewMatch
from scorekeeper.store import club_queries as queries
from scorekeeper.store.db import writing
from scorekeeper.store.streams import CLUB_EVENTS
from scorekeeper.tournament.opening import FiledTournament
from scorekeeper.tournament.tournament_file import NoTournamentFile

_OF_NAMES: Final[frozenset[ClubCode]] = frozenset({"no_name", "no_reason", "person_there"})
"""What is wrong only because names were erased."""
_MISFITS: Final = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What acts raise that do not fit together."""


def open_club(file: ClubFile, phone_id: int, op_id: str) -> LoadedClub:
    """The club of the file; the same operation again gives the same one.

    Its tournaments are this phone's, too. Its matches have no scorer: everybody reads them.

    :raises NoClubFile: its acts do not fit together.
    """

    def check() -> Filed:
        try:
            return _FiledClub(file, op_id)
        except (*_MISFITS, ClubRefused, NoTournamentFile) as misfit:
            raise NoClubFile from misfit

    return find_club(keep_once(CLUB_EVENTS, check, phone_id, op_id))


def _address_by(op_id: str) -> str:
    """The address, as unguessable as the operation's id.

    The same at every try: matches that an earlier one kept name it.
    """
    digest = hashlib.sha256(f"{op_id} club".encode()).digest()
    return b64encode(digest[:16], altchars=b"__").decode().rstrip("=")


class _FiledClub(Filed):
    """A club of a file on its way into the store: all its matches first, then all else."""

    def __init__(self, file: ClubFile, op_id: str) -> None:
        """Check what the file says; nothing is written yet. What does not fit together raises."""
        self.public_id: Final = _address_by(op_id)
        self._file: Final = file
        self._op_id: Final = op_id
        named = {act.body.tournament for act in file.acts if isinstance(act.body, OfTournament)}
        self._tournaments: Final = {
            address: FiledTournament(one, part_op_id(op_id, address))
            for address, one in file.tournaments.items()
            if address in named
        }
        addresses = {address: one.public_id for address, one in self._tournaments.items()}
        self._addresses: Final = addresses
        self._bodies: Final = [
            (filed, body) for filed in file.acts for body in _moved(filed.body, addresses)
        ]
        self._club: Final = _check(self._acts({act.by: act.by for act in file.acts}))
        for acts in self._matches():
            replay(acts)
        self._kept: list[NewMatch] = []

    def keep_matches(self) -> None:
        for tournament in self._tournaments.values():
            tournament.keep_matches()
        with writing(self._op_id):
            phone = new_silent_phone()
        self._kept = keep_filed_matches(self._matches(), phone, self._op_id)

    def keep(self, phone_id: int) -> None:
        for tournament in self._tournaments.values():
            tournament.keep(phone_id, self._addresses)
        phones = {by: new_silent_phone() for by in {act.by for act in self._file.acts} - {0}}
        kept = CLUBS.add_with(self._acts({0: phone_id, **phones}), self.public_id)
        CLUBS.set_role(kept, phone_id, "organiser")
        queries.add_matches_at(kept.id, (match.row_id for match in self._kept))
        both = zip(self._file.matches, self._kept, strict=True)
        if closed := tuple(match.public_id for filed, match in both if filed.is_closed):
            closing = AddressesClosed(addresses=closed)
            part = part_op_id(self._op_id, "closed")
            CLUBS.append(kept, phone_id, part, closing)

    def _acts(self, phones: Mapping[int, int]) -> list[ClubAct]:
        return [
            ClubAct(
                seq,
                body,
                part_op_id(self._op_id, seq),
                filed.at,
                phones[filed.by],
                request_digest(body.data),
            )
            for seq, (filed, body) in enumerate(self._bodies, 1)
        ]

    def _matches(self) -> Iterator[list[MatchAct]]:
        for number, filed in enumerate(self._file.matches, 1):
            part = part_op_id(self._op_id, f"m{number}")
            yield _acts_at_club(filed, self._club, self.public_id, part)


def _moved(body: ClubBody, addresses: Mapping[str, str]) -> list[ClubBody]:
    """The body with the addresses that tournaments have here.

    Nothing is left of one about a tournament that did not come along, but the persons whom it
    brought into the roster: the numbers of all behind them count on theirs.
    """
    if isinstance(body, OfTournament):
        if here := addresses.get(body.tournament):
            return [replace(body, tournament=here)]
        names = body.names if isinstance(body, NewPlayersKnown) else ()
        return [PersonAdded(name=name, erased=body.erased) for name in names]
    if isinstance(body, AddressesClosed):
        kept = tuple(addresses[one] for one in body.addresses if one in addresses)
        return [replace(body, addresses=kept)]
    if isinstance(body, SeasonSetUp):
        moved = tuple(
            one._replace(tournament=addresses[one.tournament])
            for one in body.tournaments
            if one.tournament in addresses
        )
        return [replace(body, tournaments=moved)]
    return [body]


def _check(acts: list[ClubAct]) -> Club:
    """The club that the acts make; each could have been written behind those before it.

    :raises ClubRefused: one could not.
    """
    first, *others = acts
    if isinstance(first.body, ClubCreated):
        _check_act(first.body, None)
    club = replay_club([first])
    for act in others:
        if isinstance(act.body, ClubCreated):
            raise NoClubFile
        _check_act(act.body, club)
        club = club_after(club, act)
    return club


def _check_act(body: ClubBody, club: Club | None) -> None:
    try:
        if isinstance(body, ClubCreated | ClubChanged):
            body.check_first()
        if club is not None:
            body.check(club)
    except ClubRefused as refused:
        # Nothing new is what is left of a change without its tournament, or its names.
        left = {fault.code for fault in refused.faults} - {"nothing_new"}
        if left - (_OF_NAMES if body.erased else frozenset()):
            raise


def _acts_at_club(
    filed_match: FiledMatch, club: Club, public_id: str, op_id: str
) -> list[MatchAct]:
    """The acts of the match, which is played at the club, who sits there, and what a chat is told.

    No scorer could keep the names from a chat later.
    """
    acts = acts_of_match(filed_match.match, op_id)
    bodies: list[MetaBody] = [ClubJoined(club=public_id)]
    if known := known_seats(filed_match.persons, club):
        bodies.append(PersonsSeated(club=public_id, seats={0: known}))
    if not filed_match.has_previews:
        bodies.append(PreviewsChosen(names=False))
    for body in bodies:
        acts.append(MatchAct(len(acts) + 1, body, part_op_id(op_id, body.kind)))
    return acts
