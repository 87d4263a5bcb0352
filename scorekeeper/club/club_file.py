"""A club as one file, to be opened on another machine: its acts, its tournaments and its matches.

No secret is in it: links and phones stay behind. A tournament comes along that whoever saves the
file organises, for a tournament's file has its notes and payments.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.club_matches import matches_at, seatings_of
from scorekeeper.club.club_service import MOST_CLUB_ACTS, RESERVED_CLUB_ACTS, LoadedClub
from scorekeeper.club.club_state import ClubBody
from scorekeeper.journal.json_values import (
    Json,
    JsonValue,
    number_in,
    object_in,
    objects_in,
    text_in,
)
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.meta import has_names_in_previews
from scorekeeper.match.import_export import Undecided, match_file_of, readable_again
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import decode_match_file
from scorekeeper.rules.model import SEATS
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.tournament.acts.rounds import RoundDrawn
from scorekeeper.tournament.file_checks import check_time
from scorekeeper.tournament.service import TOURNAMENTS, find_tournament
from scorekeeper.tournament.tournament_file import (
    UNREADABLE,
    NoTournamentFile,
    TournamentFile,
    check_values,
    file_of,
    read_filed_match,
    read_told,
)

LARGEST_CLUB: Final = 32 * 1024 * 1024
"""Bytes: two seasons of twenty tournaments with their hands, and a thousand matches."""
MOST_FILED_ACTS: Final = 60_000
"""Acts of the club and of all its tournaments together, in one file."""
MOST_FILED_MATCHES: Final = 10_000
"""Matches of the club and tables of its tournaments together, in one file."""
_FORMAT: Final = "tefteri-club-1"


class NoClubFile(Exception):
    """It is no file of a club, or not as it was saved."""


class ClubTooLarge(NoClubFile):
    """It is the file of a club that has more than one server opens at once."""


@dataclass(frozen=True, slots=True)
class FiledClubAct:
    """An act as a file tells it."""

    body: ClubBody
    at: datetime
    by: int
    """Who did it: a number for each phone, 0 for the first organiser's."""


class FiledMatch(NamedTuple):
    """A match of the club."""

    match: Match
    persons: SeatedBy
    """Who of the roster sat there all along."""
    is_closed: bool
    """Has it a name that was hidden, and erased in the club?"""
    has_previews: bool
    """Has a chat that is given its address the names?"""


@dataclass(frozen=True, slots=True)
class ClubFile:
    """What a file holds."""

    acts: tuple[FiledClubAct, ...]
    tournaments: Mapping[str, TournamentFile]
    """By the addresses that they had."""
    matches: tuple[FiledMatch, ...]


def write_club_file(loaded_club: LoadedClub, phone_id: int | None) -> bytes:
    """The file of a club, with the tournaments that this phone organises."""
    acts = loaded_club.club.acts
    numbers = {phone: at for at, phone in enumerate(dict.fromkeys(act.phone for act in acts))}
    told: list[JsonValue] = [
        {
            "kind": act.kind,
            "at": act.at.isoformat() if act.at else "",
            "by": numbers[act.phone],
            "data": readable_again(act.body.data),
        }
        for act in acts
    ]
    file: Json = {
        "format": _FORMAT,
        "club": told,
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
    """The matches, the oldest first; what its own rules cannot score is left out."""
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


def read_club_file(content: bytes) -> ClubFile:
    """What the bytes of a file hold.

    :raises ClubTooLarge: they hold more than is opened at once.
    :raises NoClubFile: they hold no club.
    """
    try:
        file = decode_match_file(content)
        if not isinstance(file, dict) or file.get("format") != _FORMAT:
            raise NoClubFile
        tournaments = object_in(file, "tournaments")
        beside = {address: address for address in tournaments}
        told = objects_in(file["club"])
        if not 0 < len(told) <= MOST_CLUB_ACTS + RESERVED_CLUB_ACTS:
            raise NoClubFile
        _check_count(told, tournaments, file)
        check_values(told)
        acts = tuple(map(_read_act, told))
        if not all(0 <= act.by < len(acts) for act in acts):
            raise NoClubFile
        return ClubFile(
            acts,
            {address: read_told(one, beside) for address, one in tournaments.items()},
            tuple(map(_read_match, objects_in(file["matches"]))),
        )
    except (*UNREADABLE, NoTournamentFile) as error:
        raise NoClubFile from error


def _check_count(told: list[Json], tournaments: Json, file: Json) -> None:
    """See that there are not too many acts and matches, before each of them is read."""
    acts, matches = len(told), len(objects_in(file["matches"]))
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


def _read_act(told: Json) -> FiledClubAct:
    at = datetime.fromisoformat(text_in(told, "at")).replace(tzinfo=None)
    check_time(at)
    body = read_body(text_in(told, "kind"), object_in(told, "data"))
    return FiledClubAct(body, at, number_in(told, "by"))


def _read_match(told: Json) -> FiledMatch:
    persons = object_in(told, "persons")
    seated = {seat: text_in(persons, seat) for seat in SEATS if seat in persons}
    # An earlier version tells neither.
    is_closed, has_previews = told.get("closed") is True, told.get("previews") is not False
    return FiledMatch(read_filed_match(told), seated, is_closed, has_previews)
