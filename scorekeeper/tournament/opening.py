"""Open a saved tournament: it is kept here from now on, and whoever opens it organises it.

All that a file says is checked before anything is written. Its matches are written in steps, and
the tournament, which leads to them, when all are there.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.journal.identifiers import new_public_id
from scorekeeper.journal.organised import new_silent_phone
from scorekeeper.journal.owner import part_op_id
from scorekeeper.match.filed_matches import Filed, keep_filed_matches, keep_once
from scorekeeper.match.import_export import acts_of_match
from scorekeeper.match.match_journal import replay as replay_match
from scorekeeper.match.matches import NewMatch
from scorekeeper.rules.match import Match
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import writing
from scorekeeper.store.streams import TOURNAMENT_EVENTS
from scorekeeper.tournament.acts.rounds import RoundDrawn
from scorekeeper.tournament.drawing import redraw_differences
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.playing import PlayedTable, live_of, match_at
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    add_first_links,
    find_tournament,
)
from scorekeeper.tournament.standing import standing_with
from scorekeeper.tournament.state import Tournament, TournamentAct
from scorekeeper.tournament.tournament_file import NoTournamentFile, TournamentFile, moved

_MISFITS: Final = (AssertionError, IndexError, KeyError, TypeError, ValueError)
"""What acts raise that do not fit together."""
_MOST_TABLES: Final = 6000
"""Of all rounds, those that were taken back, too: twice what the largest file is meant for."""


def open_file(file: TournamentFile, phone_id: int, op_id: str) -> LoadedTournament:
    """The tournament of the file; the same operation again gives the same one.

    Each round has new matches, with the hands that the file tells, and new codes.

    :raises NoTournamentFile: its acts do not fit together.
    """
    public_id = keep_once(TOURNAMENT_EVENTS, lambda: FiledTournament(file, op_id), phone_id, op_id)
    return find_tournament(public_id)


class _FiledTable(NamedTuple):
    """A table of a round, and its match."""

    drawn: int
    """The seq of the act that drew the round."""
    number: int
    match: Match


class FiledTournament(Filed):
    """A tournament of a file on its way into the store: its matches first, then all else."""

    def __init__(self, file: TournamentFile, op_id: str) -> None:
        """Check what the file says; nothing is written yet.

        :raises NoTournamentFile: its acts do not fit together.
        """
        self.public_id: Final = new_public_id()
        self._file: Final = file
        self._op_id: Final = op_id
        try:
            self._tables: Final = [*_tables_in(file)]
            _check(file.checked.tournament, self._tables)
        except _MISFITS as misfit:
            raise NoTournamentFile from misfit
        self._phone = 0
        self._kept: list[NewMatch] = []

    def keep_matches(self) -> None:
        with writing(self._op_id):
            self._phone = new_silent_phone()
        told = (
            acts_of_match(table.match, part_op_id(self._op_id, f"{table.drawn} {table.number}"))
            for table in self._tables
        )
        self._kept = keep_filed_matches(told, self._phone, self._op_id)

    def keep(self, phone_id: int, addresses: Mapping[str, str] = MappingProxyType({})) -> None:
        """Keep all else; `addresses` are the new ones of tournaments in the same file."""
        phones = {by: new_silent_phone() for by in {act.by for act in self._file.acts} - {0}}
        phones[0] = phone_id
        acts = [
            TournamentAct(
                seq,
                moved(act.body, addresses),
                part_op_id(self._op_id, seq),
                act.at,
                phones[act.by],
            )
            for seq, act in enumerate(self._file.acts, 1)
        ]
        kept = TOURNAMENTS.add_with(acts, self.public_id, self._phone)
        TOURNAMENTS.set_role(kept, phone_id, "organiser")
        add_first_links(self._kept)
        both = zip(self._tables, self._kept, strict=True)
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
            raise NoTournamentFile
        for table in drawn_round.tables:
            match = file.matches.get((seq, table.number))
            match = match or match_at(then, drawn_round, table)
            yield _FiledTable(seq, table.number, match)


def _check(tournament: Tournament, tables: list[_FiledTable]) -> None:
    """See that it can be shown: what does not fit together raises one of `_MISFITS`."""
    by_place = {(table.drawn, table.number): table.match for table in tables}
    played: tuple[PlayedTable, ...] = ()
    for drawn_round in tournament.rounds:
        played = _played(drawn_round, by_place)
        for one in played:
            for key in (one.table.a, one.table.b):
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
        PlayedTable(table, live_of(0, "", ledger, drawn_round.set_up))
        for table, ledger in zip(drawn_round.tables, ledgers, strict=True)
    )
