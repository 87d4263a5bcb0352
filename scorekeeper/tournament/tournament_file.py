"""A tournament as one file, to be opened on another machine: its acts and its tables' matches.

No secret is in it: links, codes and phones stay behind. Who did what is told by numbers, 0 for the
organiser. Addresses of tournaments that are not in the same file mean nothing elsewhere, and are
left out.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from scorekeeper.journal.json_values import (
    Json,
    JsonValue,
    number_in,
    object_in,
    objects_in,
    text_in,
)
from scorekeeper.json_parts import NameTwice
from scorekeeper.match.import_export import Undecided, match_file_of, readable_again
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import LONGEST_MATCH, decode_match_file, read_match
from scorekeeper.rules.names import is_fit_name
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.database_checks import UNFOLDABLE
from scorekeeper.tournament.acts.desk import FinalSetUp
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.acts.rounds import RoundDrawn
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.file_checks import CheckedTournament, check_acts, check_time
from scorekeeper.tournament.service import MOST_ACTS, RESERVED_ACTS, LoadedTournament
from scorekeeper.tournament.state import TournamentAct, TournamentBody

LARGEST_TOURNAMENT: Final = 8 * 1024 * 1024
"""Bytes: two hundred tables of fifteen rounds, each with its hands."""
_LONGEST_TEXT: Final = 200
_MOST_VALUES: Final = 4_000_000
"""Of all acts: as many as fit into the largest file of a tournament."""
_HIGHEST: Final = 2**63
"""No number in an act is higher, seeds included."""
_ALONE: Final[Mapping[str, str]] = MappingProxyType({})
UNREADABLE: Final = (*UNFOLDABLE, NameTwice, OverflowError, RecursionError)


class NoTournamentFile(Exception):
    """It is no file of a tournament, or not as it was saved."""


@dataclass(frozen=True, slots=True)
class FiledAct:
    """An act as a file tells it."""

    body: TournamentBody
    at: datetime
    by: int
    """Who did it: a number for each phone, 0 for the first organiser's."""


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """What a file holds."""

    acts: tuple[FiledAct, ...]
    matches: dict[tuple[int, int], Match]
    """By the seq of the act that drew the round, and the table's number."""
    checked: CheckedTournament


def write_file(loaded_tournament: LoadedTournament) -> bytes:
    """The file of a tournament."""
    return json.dumps(file_of(loaded_tournament), ensure_ascii=False).encode()


def file_of(loaded_tournament: LoadedTournament, beside: Mapping[str, str] = _ALONE) -> Json:
    """The file of a tournament, as a value of JSON, with the addresses of those `beside` it."""
    acts = loaded_tournament.tournament.acts
    numbers = {phone: at for at, phone in enumerate(dict.fromkeys(act.phone for act in acts))}
    told: list[JsonValue] = [
        {
            "kind": act.kind,
            "at": act.at.isoformat() if act.at else "",
            "by": numbers[act.phone],
            "data": readable_again(moved(act.body, beside).data),
        }
        for act in acts
    ]
    return {"format": 1, "tournament": told, "matches": [*_matches(loaded_tournament)]}


def moved(body: TournamentBody, addresses: Mapping[str, str]) -> TournamentBody:
    """The body with the new addresses of other tournaments; one that has none is left out."""
    if isinstance(body, TournamentSetUp):
        stored = {name: value for name, value in body.new.items() if name != "final_of"}
        final_of = addresses.get(body.final_of)
        return replace(body, new={**stored, **({"final_of": final_of} if final_of else {})})
    if isinstance(body, FinalSetUp):
        return replace(body, tournament=addresses.get(body.tournament, ""))
    return body


def _matches(loaded_tournament: LoadedTournament) -> Iterator[Json]:
    """The matches in which something was written; what its own rules cannot score is left out."""
    for act in loaded_tournament.tournament.acts:
        if not isinstance(act.body, RoundDrawn):
            continue
        rows = queries.tables_of(loaded_tournament.id, act.seq)
        ledgers = dict(MATCH_JOURNAL.find_all([(match_id, its) for _, match_id, its in rows]))
        for number, _match_id, address in rows:
            ledger = ledgers.get(address)
            if ledger is None or not ledger.standing.rows:
                continue
            try:
                yield {"drawn": act.seq, "table": number, "match": match_file_of(ledger)}
            except Undecided:
                continue


def read_file(content: bytes) -> TournamentFile:
    """What the bytes of a file hold.

    :raises NoTournamentFile: they hold no tournament.
    """
    try:
        return read_told(decode_match_file(content))
    except UNREADABLE as error:
        raise NoTournamentFile from error


def read_told(file: object, beside: Mapping[str, str] = _ALONE) -> TournamentFile:
    """What a file holds that was read as JSON, with the addresses of those `beside` it.

    :raises NoTournamentFile: it holds no tournament.
    """
    try:
        if not isinstance(file, dict) or file.get("format") != 1:
            raise NoTournamentFile
        told = objects_in(file["tournament"])
        if not 0 < len(told) <= MOST_ACTS + RESERVED_ACTS:
            raise NoTournamentFile
        check_values(told)
        acts = tuple(_read_act(one, beside) for one in told)
        matches = dict(map(_read_match, objects_in(file.get("matches", []))))
        if not all(0 <= act.by < len(acts) for act in acts):
            raise NoTournamentFile
        checked = check_acts(
            [TournamentAct(seq, one.body, "", one.at, one.by) for seq, one in enumerate(acts, 1)]
        )
    except UNREADABLE as error:
        raise NoTournamentFile from error
    return TournamentFile(acts, matches, checked)


def _read_act(told: Json, beside: Mapping[str, str]) -> FiledAct:
    at = datetime.fromisoformat(text_in(told, "at")).replace(tzinfo=None)
    check_time(at)
    body = moved(read_body(text_in(told, "kind"), object_in(told, "data")), beside)
    return FiledAct(body, at, number_in(told, "by"))


def _read_match(told: Json) -> tuple[tuple[int, int], Match]:
    match = read_filed_match(told)
    return (number_in(told, "drawn"), number_in(told, "table")), match


def read_filed_match(told: Json) -> Match:
    """The match of this row of a file.

    :raises NoTournamentFile: it is none, or too long.
    """
    file = object_in(told, "match")
    if len(objects_in(file["hands"])) > LONGEST_MATCH:
        raise NoTournamentFile
    match, _problems = read_match(file)
    if match is None:
        raise NoTournamentFile
    return match


def check_values(value: object) -> None:
    """See that no text hides letters or has no end, and no number is beyond all bounds.

    :raises NoTournamentFile: one is, or there are more values than the acts of any file have.
    """
    for count, one in enumerate(_values_in(value)):
        if count >= _MOST_VALUES:
            raise NoTournamentFile
        is_fit = is_fit_name(one, _LONGEST_TEXT) if isinstance(one, str) else abs(one) <= _HIGHEST
        if not is_fit:
            raise NoTournamentFile


def _values_in(value: object) -> Iterator[str | float]:
    """Yield the texts and numbers in JSON, and 0 for each object and list."""
    if isinstance(value, str | int | float):
        yield value
        return
    yield 0
    if isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _values_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _values_in(one)
