"""A tournament as one file, to be opened on another machine: its acts and its tables' matches.

No secret is in it: links, codes and phones stay behind. Numbers stand for the phones, 0 for the
organiser's. Addresses of tournaments that are not in the same file are left out, for they mean
nothing elsewhere. The whole file is checked before anything is written. The phone that opens it
organises the tournament.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.journal.identifiers import new_public_id
from scorekeeper.journal.json_values import Json, number_in, objects_in
from scorekeeper.journal.owner import part_op_id
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.import_export import Undecided, acts_of_match, match_file_of
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.match_journal import replay as replay_match
from scorekeeper.match.saved_files import (
    Filed,
    FiledAct,
    NoSavedFile,
    keep_once,
    read_acts,
    read_filed_match,
    refused_misfits,
    told_acts,
)
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import decode_match_file
from scorekeeper.store import tournament_queries as queries
from scorekeeper.tournament.acts.desk import FinalSetUp
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.acts.rounds import RoundDrawn
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.file_checks import CheckedTournament, check_acts
from scorekeeper.tournament.played_tables import PlayedTable, live_of, match_at
from scorekeeper.tournament.round_draw import redraw_differences
from scorekeeper.tournament.service import (
    MOST_ACTS,
    RESERVED_ACTS,
    TOURNAMENTS,
    LoadedTournament,
    add_first_links,
)
from scorekeeper.tournament.standing import standing_with
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody

LARGEST_TOURNAMENT: Final = 8 * 1024 * 1024
"""Bytes: two hundred tables of fifteen rounds, each with its hands."""
_MOST_TABLES: Final = 6000
"""Of all rounds, those that were taken back, too: twice what the largest file is meant for."""
_ALONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """The contents of a tournament's file."""

    acts: tuple[FiledAct[TournamentBody], ...]
    matches: dict[tuple[int, int], Match]
    """By the seq of the act that drew the round, and the table's number."""
    checked: CheckedTournament


def write_file(loaded_tournament: LoadedTournament) -> bytes:
    """The file of a tournament."""
    return json.dumps(file_of(loaded_tournament), ensure_ascii=False).encode()


def file_of(loaded_tournament: LoadedTournament, beside: Mapping[str, str] = _ALONE) -> Json:
    """The file of a tournament, as a value of JSON, with the addresses of those `beside` it."""
    acts = loaded_tournament.tournament.acts
    told = told_acts([act._replace(body=_moved(act.body, beside)) for act in acts])
    return {"format": 1, "tournament": told, "matches": [*_matches(loaded_tournament)]}


def _moved(body: TournamentBody, addresses: Mapping[str, str]) -> TournamentBody:
    """The body with the new addresses of other tournaments; one that has none is left out."""
    if isinstance(body, TournamentSetUp):
        stored = {name: value for name, value in body.new.items() if name != "final_of"}
        final_of = addresses.get(body.final_of)
        return replace(body, new={**stored, **({"final_of": final_of} if final_of else {})})
    if isinstance(body, FinalSetUp):
        return replace(body, tournament=addresses.get(body.tournament, ""))
    return body


def _matches(loaded_tournament: LoadedTournament) -> Iterator[Json]:
    """Yield the matches with hands; a match that its own rules cannot score is left out."""
    for act in loaded_tournament.tournament.acts:
        if not isinstance(act.body, RoundDrawn):
            continue
        rows = queries.tables_of(loaded_tournament.id, act.seq)
        ledgers = dict(MATCH_JOURNAL.find_all([(match_id, its) for _, match_id, its in rows]))
        for number, _match_id, address in rows:
            ledger = ledgers.get(address)
            if ledger is not None and ledger.standing.rows:
                with suppress(Undecided):
                    yield {"drawn": act.seq, "table": number, "match": match_file_of(ledger)}


@refused_misfits()
def read_file(content: bytes) -> TournamentFile:
    """Return the contents of a tournament's file.

    :raises NoSavedFile: the bytes hold no tournament.
    """
    return read_told(decode_match_file(content))


def read_told(file: object, beside: Mapping[str, str] = _ALONE) -> TournamentFile:
    """Return the contents of a file that was read as JSON, with the addresses of those `beside` it.

    A file that holds no tournament raises one of the errors that `refused_misfits` refuses.
    """
    if not isinstance(file, dict) or file.get("format") != 1:
        raise NoSavedFile
    acts = read_acts(
        file["tournament"],
        MOST_ACTS + RESERVED_ACTS,
        lambda kind, data: _moved(read_body(kind, data), beside),
    )
    matches = dict(map(_read_match, objects_in(file.get("matches", []))))
    checked = check_acts(
        [TournamentAct(seq, one.body, "", one.at, one.by) for seq, one in enumerate(acts, 1)]
    )
    return TournamentFile(acts, matches, checked)


def _read_match(told: Json) -> tuple[tuple[int, int], Match]:
    match = read_filed_match(told)
    return (number_in(told, "drawn"), number_in(told, "table")), match


def open_file(file: TournamentFile, phone_id: int, op_id: str) -> LoadedTournament:
    """Store the tournament of the file and return it; a repeat returns the same one.

    Each round has new matches, with the hands of the file, and new codes.

    :raises NoSavedFile: its acts do not fit together.
    """
    return keep_once(
        TOURNAMENTS, lambda: FiledTournament(file, op_id, new_public_id()), phone_id, op_id
    )


class _FiledTable(NamedTuple):
    """A table of a round, and its match."""

    drawn: int
    """The seq of the act that drew the round."""
    number: int
    match: Match


class FiledTournament(Filed[LoadedTournament, Tournament, TournamentBody, TournamentAct]):
    """A tournament of a file on its way into the store."""

    def __init__(
        self,
        file: TournamentFile,
        op_id: str,
        public_id: str,
        addresses: Mapping[str, str] = _ALONE,
    ) -> None:
        """Check the contents of the file before anything is written. Acts that do not fit raise.

        `addresses` are the new ones of tournaments in the same file.
        """
        super().__init__(TOURNAMENTS, file.acts, public_id, op_id)
        self._addresses: Final = addresses
        self._tables: Final = [*_tables_in(file)]
        _check(file.checked.tournament, self._tables)

    def moved(self, body: TournamentBody) -> list[TournamentBody]:
        return [_moved(body, self._addresses)]

    def matches(self) -> Iterator[list[MatchAct]]:
        for table in self._tables:
            part = part_op_id(self.op_id, f"{table.drawn} {table.number}")
            yield acts_of_match(table.match, part)

    def keep(self, phone_id: int) -> None:
        kept = self.keep_acts(phone_id, self.phone)
        add_first_links(self.kept)
        both = zip(self._tables, self.kept, strict=True)
        for drawn, of_round in groupby(both, key=lambda one: one[0].drawn):
            rows = [(table.number, match.row_id) for table, match in of_round]
            queries.add_tables(kept.id, drawn, rows)


def _tables_in(file: TournamentFile) -> Iterator[_FiledTable]:
    """Yield the tables of each round as it stands; one that was taken back as it was drawn."""
    tournament, taken_back = file.checked
    standing = {drawn_round.act.seq: drawn_round for drawn_round in tournament.rounds}
    count = 0
    for seq, act in enumerate(file.acts, 1):
        if not isinstance(act.body, RoundDrawn):
            continue
        then, drawn_round = tournament, standing.get(seq)
        if drawn_round is None:
            then = taken_back[seq]
            drawn_round = then.last_round
        assert drawn_round is not None
        count += len(drawn_round.tables)
        if count > _MOST_TABLES:
            raise NoSavedFile
        for table in drawn_round.tables:
            match = file.matches.get((seq, table.number))
            match = match or match_at(then, drawn_round, table)
            yield _FiledTable(seq, table.number, match)


def _check(tournament: Tournament, tables: list[_FiledTable]) -> None:
    """Check that the tournament can be shown; acts that do not fit together raise."""
    by_place = {(table.drawn, table.number): table.match for table in tables}
    played: tuple[PlayedTable, ...] = ()
    for drawn_round in tournament.rounds:
        played = _played(drawn_round, by_place)
        for one in played:
            for key in one.table.entrants:
                tournament.pair_in(key, drawn_round.number)
        for key in drawn_round.byes:
            tournament.pair_in(key, drawn_round.number)
    standing_with(tournament, played)
    redraw_differences(tournament)


def _played(
    drawn_round: DrawnRound, by_place: Mapping[tuple[int, int], Match]
) -> tuple[PlayedTable, ...]:
    ledgers = [
        replay_match(acts_of_match(by_place[drawn_round.act.seq, table.number], ""))
        for table in drawn_round.tables
    ]
    return tuple(
        PlayedTable(table, live_of(0, "", ledger, drawn_round.set_up_at(table.number)))
        for table, ledger in zip(drawn_round.tables, ledgers, strict=True)
    )
