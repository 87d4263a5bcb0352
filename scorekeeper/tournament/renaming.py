"""Changing a pair: what is new of it, and who sits at its table."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from scorekeeper.journal.json_values import Json
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.pair_acts import PairChanged
from scorekeeper.tournament.playing import PlayedTable, hold_round, name_tables
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.state import Tournament


def change_pair(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: PairChanged,
    operation_request: Json,
) -> LoadedTournament:
    """The tournament with what is new of the pair; the match that it plays has its new names, too.

    `operation_request` is what the phone sent.

    A substitute (`from_now`) plays the last round if the pair's match has not begun, else the next.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Owner.write`.
    """
    with writing(public_id, op_id):
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        last = loaded_tournament.tournament.last_round
        tables = hold_round(loaded_tournament, last)
        played = next((one for one in tables if body.pair in (one.table.a, one.table.b)), None)
        if body.from_now:
            until = _last_round_begun(loaded_tournament.tournament, [played] if played else tables)
            body = replace(body, until=until)
        loaded_tournament = TOURNAMENTS.append(
            loaded_tournament, phone_id, op_id, body, operation_request
        )
        if played is not None and body.players is not None:
            _name_match(loaded_tournament, body.pair, played)
        return loaded_tournament


def name_pairs(loaded_tournament: LoadedTournament, keys: Collection[str]) -> None:
    """Name these pairs in the matches of the last round. Belongs into a `writing` block."""
    for played in hold_round(loaded_tournament, loaded_tournament.tournament.last_round):
        for key in {played.table.a, played.table.b}.intersection(keys):
            _name_match(loaded_tournament, key, played)


def _last_round_begun(tournament: Tournament, tables: Sequence[PlayedTable]) -> int:
    """The last round that those who leave have played, or begun, at one of these tables.

    A bye is played once all tables have begun: until then the pair can be swapped to one.
    """
    drawn = len(tournament.rounds)
    is_waiting = any(not (one.has_begun or one.table.result) for one in tables)
    return drawn - 1 if is_waiting else drawn


def _name_match(loaded_tournament: LoadedTournament, key: str, played: PlayedTable) -> None:
    """Name the pair in its match, unless others play there in its name."""
    last = loaded_tournament.tournament.last_round
    assert last is not None
    pair = loaded_tournament.tournament.pairs[key]
    if played.live and pair.players_in(last.number) == pair.players:
        name_tables(loaded_tournament, last, {played.table.number: played.live}, [key])
