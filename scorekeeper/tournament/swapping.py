"""Changing a drawn round by hand: two pairs change places, or the round is taken back."""

from dataclasses import replace

from scorekeeper.draws.codec import read_tournament
from scorekeeper.draws.model import Broken, Table
from scorekeeper.draws.next_round import rules_broken
from scorekeeper.journal.json_values import Json
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.rounds import TablesSwapped, Undrawn
from scorekeeper.tournament.drawing import strays_in
from scorekeeper.tournament.drawn_rounds import swap_pairs, versioned
from scorekeeper.tournament.playing import PlayedTable, hold_round, name_tables
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.state import Tournament


def swap(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    number: int,
    pairs: tuple[str, str],
) -> LoadedTournament:
    """The tournament with two pairs of its last round in each other's places.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Owner.write`.
    """
    with writing(public_id, op_id):
        body = TablesSwapped(round=number, pairs=pairs)
        operation_request: Json = {"round": number, "pairs": [*pairs]}
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        drawn = loaded_tournament.tournament.round(number)
        tables = {one.table.number: one for one in hold_round(loaded_tournament, drawn)}
        if any(one.has_begun for one in tables.values() if _sits(one, pairs)):
            raise TournamentRefused(Fault("is_playing", "pairs"))
        body.check(
            loaded_tournament.tournament
        )  # of pairs that are not there nothing can be broken
        broken = swap_breaks(loaded_tournament.tournament, number, pairs)
        theirs = tuple(table for table, one in tables.items() if _sits(one, pairs))
        body = replace(body, tables=theirs, broken=broken)
        loaded_tournament = TOURNAMENTS.append(
            loaded_tournament, phone_id, op_id, body, operation_request
        )
        assert loaded_tournament.tournament.last_round is not None
        live = {table: one.live for table, one in tables.items() if one.live}
        name_tables(loaded_tournament, loaded_tournament.tournament.last_round, live, pairs)
    return loaded_tournament


def _sits(one: PlayedTable, pairs: tuple[str, str]) -> bool:
    return one.table.a in pairs or one.table.b in pairs


def swap_breaks(tournament: Tournament, number: int, pairs: tuple[str, str]) -> tuple[Broken, ...]:
    """Every rule that the round would break with these two in each other's places."""
    drawn = tournament.round(number)
    if drawn is None:
        return ()
    tables, byes = swap_pairs(tuple(Table(t.a, t.b) for t in drawn.tables), drawn.byes, *pairs)
    question, _wrong = read_tournament({**versioned(drawn.request)})
    assert question is not None
    broken = rules_broken(question, tables, byes, [table.number for table in drawn.tables])
    return (*broken, *strays_in(tournament, tables, byes))


def swapped_tables(
    tournament: Tournament, number: int, pairs: tuple[str, str]
) -> tuple[dict[int, Table], list[str]]:
    """The tables of these two as they come out by their numbers, and which of them has a bye."""
    drawn = tournament.round(number)
    if drawn is None:
        return {}, []
    tables, byes = swap_pairs(tuple(Table(t.a, t.b) for t in drawn.tables), drawn.byes, *pairs)
    numbers = (table.number for table in drawn.tables)
    theirs = {
        at: table
        for at, table in zip(numbers, tables, strict=True)
        if table.a in pairs or table.b in pairs
    }
    return theirs, [key for key in byes if key in pairs]


def undraw(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    number: int,
    *,
    is_sure: bool = False,
) -> LoadedTournament:
    """The tournament without its last round; one that is played only where that is meant.

    Its matches stay, and so do their codes: once this is undone, they count again.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Owner.write`.
    """
    with writing(public_id, op_id):
        body = Undrawn(round=number, sure=is_sure)
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, body.data
        )
        if not is_new:
            return loaded_tournament
        drawn = loaded_tournament.tournament.round(number)
        has_begun = any(one.has_begun for one in hold_round(loaded_tournament, drawn))
        if has_begun and not is_sure:
            raise TournamentRefused(Fault("is_playing", "round"))
        return TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, body.data)
