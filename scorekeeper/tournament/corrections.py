"""Corrections: a changed pair, a round changed by hand, an act undone or brought back."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.draws.codec import read_tournament
from scorekeeper.draws.individual import Foursome
from scorekeeper.draws.individual_codec import read_individual
from scorekeeper.draws.individual_round import rules_broken_by_players
from scorekeeper.draws.model import Broken, Table
from scorekeeper.draws.next_round import rules_broken
from scorekeeper.journal.json_values import Json
from scorekeeper.match.acts.body import Full
from scorekeeper.match.matches import EARLY_DECISIONS
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.desk import ActUndone, may_block, undone_by
from scorekeeper.tournament.acts.pair_acts import PairChanged
from scorekeeper.tournament.acts.rounds import TablesSwapped, Undrawn
from scorekeeper.tournament.drawn_rounds import DrawnRound, RoundPart, swap_pairs, versioned
from scorekeeper.tournament.played_tables import PlayedTable, hold_round, name_tables
from scorekeeper.tournament.round_draw import strays_in
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    find_tournament,
    is_next,
    replay,
    replay_step,
    with_act,
)
from scorekeeper.tournament.state import Tournament, TournamentAct
from scorekeeper.tournament.table_results import players_of


def change_pair(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: PairChanged,
    operation_request: Json,
) -> LoadedTournament:
    """Change the pair and return the tournament; the match that it plays gets the new names, too.

    `operation_request` is what the phone sent.

    A substitute (`from_now`) plays the last round if the pair's match has not begun, else the next.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Organised.write`.
    """
    with writing(public_id, op_id):
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        last = loaded_tournament.tournament.last_round
        tables = hold_round(loaded_tournament, last)
        played = next((one for one in tables if body.pair in one.table.entrants), None)
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
    """Name these pairs in the matches of the last round. Belongs in a `writing` block."""
    for played in hold_round(loaded_tournament, loaded_tournament.tournament.last_round):
        for key in {*played.table.entrants}.intersection(keys):
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


def swap(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    number: int,
    pairs: tuple[str, str],
) -> LoadedTournament:
    """The tournament with two pairs of its last round in each other's places.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Organised.write`.
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
        # Pairs that are not there break nothing.
        body.check(loaded_tournament.tournament)
        body.check_request(loaded_tournament.tournament)
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
    return not {*pairs}.isdisjoint(one.table.entrants)


def swap_breaks(tournament: Tournament, number: int, pairs: tuple[str, str]) -> tuple[Broken, ...]:
    """Every rule that the round would break with these two in each other's places."""
    drawn = tournament.round(number)
    if drawn is None:
        return ()
    broken = tuple(one for part in drawn.parts for one in _part_breaks(drawn, part, pairs))
    if tournament.set_up.has_phases:
        return broken  # the losers of a bracket play on in another one
    tables, byes = swap_pairs(tuple(Table(t.a, t.b) for t in drawn.tables), drawn.byes, *pairs)
    return (*broken, *strays_in(tournament, tables, byes))


def _part_breaks(drawn: DrawnRound, part: RoundPart, pairs: tuple[str, str]) -> tuple[Broken, ...]:
    """Every rule that this part of the round would break."""
    there = [table for table in drawn.tables if table.number in part.tables]
    numbers = [table.number for table in there]
    tables, byes = swap_pairs(tuple(Table(t.a, t.b) for t in there), part.byes, *pairs)
    request = {**versioned(part.request)}
    if part.request["format"] == "individual":
        players, _wrong = read_individual(request)
        if players is None:
            return ()  # too few for a table sit out together
        foursomes = [Foursome(_partners(a), _partners(b)) for a, b in tables]
        found = rules_broken_by_players(players, foursomes, byes, numbers)
        return tuple(Broken(one.rule, one.players) for one in found)
    question, _wrong = read_tournament(request)
    if question is None:
        return ()
    return rules_broken(question, tables, byes, numbers)


def _partners(side: str) -> tuple[str, str]:
    one, other = players_of((side,))
    return one, other


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
        if not {*pairs}.isdisjoint(players_of(table))
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
    """Withdraw the last round and return the tournament; a played round only if `is_sure`.

    Its matches stay, and so do their codes: once this is undone, they count again.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Organised.write`.
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


def without_act(tournament: Tournament, seq: int) -> Tournament:
    """The tournament as it would stand without this act; an act that it had undone stands again.

    :raises TournamentRefused: it cannot be undone, or something was built on it.
    """
    act = TournamentAct(tournament.revision + 1, ActUndone.of(tournament, seq))
    after = with_act(tournament, act)
    _check_later(tournament, undone_by(tournament, tournament.acts[seq - 1]), after.undone)
    return after


def _check_later(tournament: Tournament, undone: TournamentAct, undone_now: frozenset[int]) -> None:
    """See whether every later act could be done just as well.

    What could not be done again even as it stands, for its names were erased, does not count.

    :raises TournamentRefused: one could not.
    """
    before = after = replay(tournament.acts[: undone.seq - 1])
    for act in tournament.acts[undone.seq - 1 :]:
        is_later = act.seq not in (undone.seq, *undone_now) and may_block(act)
        if is_later and not _can_be_done(after, act) and _can_be_done(before, act):
            raise TournamentRefused(Fault("built_on", "seq"))
        before = replay_step(tournament.undone, before, act)
        after = replay_step(undone_now, after, act)


def _can_be_done(tournament: Tournament, act: TournamentAct) -> bool:
    try:
        act.body.check(tournament)
    except TournamentRefused:
        return False
    return True


class _UndoDecision(NamedTuple):
    """The decision whether an act can be undone, and its result."""

    tournament: Tournament
    """The tournament on which it was decided."""
    result: Tournament | TournamentRefused | Full

    def holds_for(self, tournament: Tournament) -> bool:
        """Is this the tournament as it was then?"""
        return self.tournament.acts[-1].mark == tournament.acts[-1].mark


class _UndoUndecided(Exception):
    """The tournament went on while the undoing was decided; nothing was written."""


def _decide(tournament: Tournament, seq: int) -> _UndoDecision:
    try:
        return _UndoDecision(tournament, without_act(tournament, seq))
    except (TournamentRefused, Full) as refusal:
        return _UndoDecision(tournament, refusal)


def undo(
    public_id: str, phone_id: int | None, op_id: str, revision: int, seq: int
) -> LoadedTournament:
    """Undo the act and return the tournament; the matches get the players' present names, too.

    It is decided before the lock, behind which others wait.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Organised.write`.
    """
    for _ in range(EARLY_DECISIONS):
        loaded_tournament = find_tournament(public_id)
        tournament, decision = loaded_tournament.tournament, None
        is_asked = TOURNAMENTS.role_of(loaded_tournament, phone_id) == "organiser"
        if is_asked and is_next(tournament, op_id, revision, ActUndone(seq=seq)):
            decision = _decide(tournament, seq)
        with suppress(_UndoUndecided):
            return _undo(public_id, phone_id, op_id, revision, seq, decision)
    return _undo(public_id, phone_id, op_id, revision, seq, None, may_decide=True)


def _undo(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    seq: int,
    decision: _UndoDecision | None,
    *,
    may_decide: bool = False,
) -> LoadedTournament:
    """Undo it, as it was decided.

    :raises _UndoUndecided: it is still to be decided, and not here.
    """
    with writing(public_id, op_id):
        body, operation_request = ActUndone(seq=seq), _request(seq)
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        tournament = loaded_tournament.tournament
        if decision is None or not decision.holds_for(tournament):
            if not may_decide:
                raise _UndoUndecided
            decision = _decide(tournament, seq)
        if not isinstance(decision.result, Tournament):
            raise decision.result
        act = undone_by(tournament, tournament.acts[seq - 1])
        _check_waiting(tournament, act, hold_round(loaded_tournament, tournament.last_round))
        loaded_tournament = TOURNAMENTS.append_decided(
            loaded_tournament, phone_id, op_id, decision.result, operation_request
        )
        name_pairs(loaded_tournament, _pairs_named(loaded_tournament.tournament, act))
    return loaded_tournament


def _request(seq: int) -> Json:
    return {"seq": seq}


def _check_waiting(
    tournament: Tournament, act: TournamentAct, tables: tuple[PlayedTable, ...]
) -> None:
    """Check that no play has begun at tables whose pairs would change, or in a round that would go.

    :raises TournamentRefused: a table has begun.
    """
    pairs = act.body.pairs if isinstance(act.body, TablesSwapped) else ()
    begun = [one.table for one in tables if one.has_begun]
    goes = isinstance(act.body, Undrawn) and act.seq in tournament.undone
    if any(goes or not {*pairs}.isdisjoint(table.entrants) for table in begun):
        raise TournamentRefused(Fault("is_playing", "seq"))


def _pairs_named(tournament: Tournament, act: TournamentAct) -> frozenset[str]:
    """The pairs that are called otherwise in their match, or sit at another, by the undoing."""
    match act.body:
        case TablesSwapped(pairs=pairs):
            return frozenset(pairs)
        case PairChanged(pair=pair, players=players) if players is not None:
            return frozenset({pair})
        case Undrawn():  # its matches have the names from before
            since = (one.body for one in tournament.acts[act.seq :])
            return frozenset(body.pair for body in since if isinstance(body, PairChanged))
        case _:
            return frozenset()
