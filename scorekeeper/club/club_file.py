"""A club as one file, to be opened on another machine: its acts, its tournaments and its matches.

No secret is in it: links and phones stay behind. A tournament comes along only if the saving phone
organises it, for its file has notes and payments. The whole file is checked before anything is
written. The phone that opens it organises the club.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from scorekeeper.club.acts.club_fields import ClubCode
from scorekeeper.club.acts.club_set_ups import AddressesClosed, ClubCreated, SeasonSetUp
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.acts.roster import NewPlayersKnown, OfTournament, PersonAdded
from scorekeeper.club.club_matches import known_seats, matches_at, seatings_of
from scorekeeper.club.club_service import (
    CLUBS,
    MOST_CLUB_ACTS,
    RESERVED_CLUB_ACTS,
    LoadedClub,
    club_after,
    replay_club,
)
from scorekeeper.club.club_state import Club, ClubAct, ClubBody
from scorekeeper.journal.identifiers import new_public_id
from scorekeeper.journal.json_values import Json, object_in, objects_in, text_in
from scorekeeper.journal.owner import NotFound, part_op_id
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.meta import (
    ClubJoined,
    MetaBody,
    PersonsSeated,
    PreviewsChosen,
    has_names_in_previews,
)
from scorekeeper.match.import_export import Undecided, acts_of_match, match_file_of
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import replay
from scorekeeper.match.saved_files import (
    Filed,
    FiledAct,
    NoSavedFile,
    excused,
    keep_once,
    read_acts,
    read_filed_match,
    refused_misfits,
    told_acts,
)
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import decode_match_file
from scorekeeper.rules.model import SEATS
from scorekeeper.store import club_queries as queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.tournament.acts.rounds import RoundDrawn
from scorekeeper.tournament.service import TOURNAMENTS, find_tournament
from scorekeeper.tournament.tournament_file import (
    FiledTournament,
    TournamentFile,
    file_of,
    read_told,
)

LARGEST_CLUB: Final = 32 * 1024 * 1024
"""Bytes: two seasons of twenty tournaments with their hands, and a thousand matches."""
MOST_FILED_ACTS: Final = 60_000
"""Acts of the club and of all its tournaments together, in one file."""
MOST_FILED_MATCHES: Final = 10_000
"""Matches of the club and tables of its tournaments together, in one file."""
_FORMAT: Final = "tefteri-club-1"
_LEFT_OUT: Final[frozenset[ClubCode]] = frozenset({"nothing_new"})
"""The faults of a change that only lost its tournament, or its names."""
_OF_NAMES: Final[frozenset[ClubCode]] = frozenset({"no_name", "no_reason", "person_there"})
"""The faults of an act that only lost names by an erasure."""


class ClubTooLarge(NoSavedFile):
    """It is the file of a club that has more than one server opens at once."""


class FiledMatch(NamedTuple):
    """A match of the club."""

    match: Match
    persons: SeatedBy
    """The persons of the roster who sat there all along."""
    is_closed: bool
    """Has it a name that was hidden, and erased in the club?"""
    has_previews: bool
    """Has a chat that is given its address the names?"""


@dataclass(frozen=True, slots=True)
class ClubFile:
    """The contents of a club's file."""

    acts: tuple[FiledAct[ClubBody], ...]
    tournaments: Mapping[str, TournamentFile]
    """By the addresses that they had."""
    matches: tuple[FiledMatch, ...]


def write_club_file(loaded_club: LoadedClub, phone_id: int | None) -> bytes:
    """The file of a club, with the tournaments that this phone organises."""
    file: Json = {
        "format": _FORMAT,
        "club": told_acts(loaded_club.club.acts),
        "tournaments": dict(_tournaments(loaded_club.club.tournaments, phone_id)),
        "matches": [*_matches(loaded_club)],
    }
    return json.dumps(file, ensure_ascii=False).encode()


def left_out(loaded_club: LoadedClub, phone_id: int | None) -> int:
    """How many of the club's tournaments a file of this phone's does not have."""
    return sum(1 for one in loaded_club.club.tournaments if not _organises(one, phone_id))


def _organises(address: str, phone_id: int | None) -> bool:
    with suppress(NotFound, DamagedEvent):
        return TOURNAMENTS.role_of(find_tournament(address), phone_id) == "organiser"
    return False


def _tournaments(addresses: Iterable[str], phone_id: int | None) -> Iterator[tuple[str, Json]]:
    organised = {address: address for address in addresses if _organises(address, phone_id)}
    for address in organised:
        yield address, file_of(find_tournament(address), organised)


def _matches(loaded_club: LoadedClub) -> Iterator[Json]:
    """Yield the matches, the oldest first; a match that its own rules cannot score is left out."""
    for one in reversed(matches_at(loaded_club)):
        with suppress(Undecided):
            persons: Json = dict(_seated_all_along(one.ledger).items())
            yield {
                "match": match_file_of(one.ledger),
                "persons": persons,
                "closed": one.public_id in loaded_club.club.closed,
                "previews": has_names_in_previews(one.ledger),
            }


def _seated_all_along(ledger: Ledger) -> SeatedBy:
    """The persons who kept their chairs: a match's file does not say when others sat down."""
    first, *others = seatings_of(ledger)
    return {
        seat: one
        for seat, one in first.persons.items()
        if all(other.persons.get(seat) == one for other in others)
    }


@refused_misfits()
def read_club_file(content: bytes) -> ClubFile:
    """Return the contents of a club's file.

    :raises ClubTooLarge: the file holds more than one server opens at once.
    :raises NoSavedFile: the file holds no club.
    """
    file = decode_match_file(content)
    if not isinstance(file, dict) or file.get("format") != _FORMAT:
        raise NoSavedFile
    tournaments = object_in(file, "tournaments")
    beside = {address: address for address in tournaments}
    acts = read_acts(file["club"], MOST_CLUB_ACTS + RESERVED_CLUB_ACTS, read_body)
    matches = objects_in(file["matches"])
    _check_count(len(acts), tournaments, len(matches))
    return ClubFile(
        acts,
        {address: read_told(one, beside) for address, one in tournaments.items()},
        tuple(map(_read_match, matches)),
    )


def _check_count(acts: int, tournaments: Json, matches: int) -> None:
    """See that there are not too many, with those of tournaments, before these are read."""
    for address in tournaments:
        of_tournament = objects_in(object_in(tournaments, address)["tournament"])
        acts += len(of_tournament)
        matches += sum(_tables_drawn(one) for one in of_tournament)
    if acts > MOST_FILED_ACTS or matches > MOST_FILED_MATCHES:
        raise ClubTooLarge


def _tables_drawn(act: Json) -> int:
    """The tables of an act that draws a round; each is a match, played or not."""
    tables = object_in(act, "data").get("tables")
    is_draw = act.get("kind") == RoundDrawn.kind
    return len(tables) if is_draw and isinstance(tables, list) else 0


def _read_match(told: Json) -> FiledMatch:
    persons = object_in(told, "persons")
    seated = {seat: text_in(persons, seat) for seat in SEATS if seat in persons}
    # A file of an earlier version has neither.
    is_closed, has_previews = told.get("closed") is True, told.get("previews") is not False
    return FiledMatch(read_filed_match(told), seated, is_closed, has_previews)


def open_club(file: ClubFile, phone_id: int, op_id: str) -> LoadedClub:
    """The club of the file; the same operation again gives the same one.

    Its tournaments are this phone's, too. Its matches have no scorer: everybody reads them.

    :raises NoSavedFile: its acts do not fit together.
    """
    return keep_once(CLUBS, lambda: _FiledClub(file, op_id), phone_id, op_id)


def _address_by(op_id: str) -> str:
    """The address, as unguessable as the operation's id.

    The same at every try: matches that an earlier one kept name it.
    """
    digest = hashlib.sha256(f"{op_id} club".encode()).digest()
    return b64encode(digest[:16], altchars=b"__").decode().rstrip("=")


class _FiledClub(Filed[LoadedClub, Club, ClubBody, ClubAct]):
    """A club of a file on its way into the store, with its tournaments."""

    has_digests = True

    def __init__(self, file: ClubFile, op_id: str) -> None:
        """Check the contents of the file before anything is written. Acts that do not fit raise."""
        super().__init__(CLUBS, file.acts, _address_by(op_id), op_id)
        named = {act.body.tournament for act in file.acts if isinstance(act.body, OfTournament)}
        addresses = {address: new_public_id() for address in file.tournaments if address in named}
        self._addresses: Final = addresses
        self._tournaments: Final = [
            FiledTournament(file.tournaments[one], part_op_id(op_id, one), here, addresses)
            for one, here in addresses.items()
        ]
        self._matches: Final = file.matches
        self._club: Final = _check(self.acts_by({act.by: act.by for act in file.acts}))
        for acts in self.matches():
            replay(acts)

    def moved(self, body: ClubBody) -> list[ClubBody]:
        """Return the body with the addresses that tournaments have here.

        A body about a tournament that is not in the file keeps its new persons. They have numbers
        in the roster, and the numbers of later persons follow theirs.
        """
        addresses = self._addresses
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

    def matches(self) -> Iterator[list[MatchAct]]:
        for number, filed_match in enumerate(self._matches, 1):
            part = part_op_id(self.op_id, f"m{number}")
            yield _acts_at_club(filed_match, self._club, self.public_id, part)

    def keep_matches(self) -> None:
        for tournament in self._tournaments:
            tournament.keep_matches()
        super().keep_matches()

    def keep(self, phone_id: int) -> None:
        for tournament in self._tournaments:
            tournament.keep(phone_id)
        kept = self.keep_acts(phone_id)
        queries.add_matches_at(kept.id, (match.row_id for match in self.kept))
        both = zip(self._matches, self.kept, strict=True)
        if closed := tuple(match.public_id for filed, match in both if filed.is_closed):
            closing = AddressesClosed(addresses=closed)
            CLUBS.append(kept, phone_id, part_op_id(self.op_id, "closed"), closing)


def _check(acts: list[ClubAct]) -> Club:
    """The club that the acts make; each could have been written behind those before it.

    What does not fit together raises.
    """
    first, *others = acts
    club = replay_club([first])
    _check_act(first.body, club)
    for act in others:
        if isinstance(act.body, ClubCreated):
            raise NoSavedFile
        _check_act(act.body, club)
        club = club_after(club, act)
    return club


def _check_act(body: ClubBody, club: Club) -> None:
    with excused(_LEFT_OUT | _OF_NAMES if body.erased else _LEFT_OUT):
        body.check_first()
        body.check(club)


def _acts_at_club(
    filed_match: FiledMatch, club: Club, public_id: str, op_id: str
) -> list[MatchAct]:
    """The acts of a club's match, with those of its club, its persons and its link previews.

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
