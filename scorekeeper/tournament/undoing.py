"""Undo an act of a tournament, or bring one back: see what that does, and do it."""

from contextlib import suppress
from typing import NamedTuple

from scorekeeper.journal.json_values import Json
from scorekeeper.match.acts.body import Full
from scorekeeper.match.matches import EARLY_DECISIONS
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.desk import ActUndone, may_block, undone_by
from scorekeeper.tournament.acts.pair_acts import PairChanged
from scorekeeper.tournament.acts.rounds import TablesSwapped, Undrawn
from scorekeeper.tournament.playing import PlayedTable, hold_round
from scorekeeper.tournament.renaming import name_pairs
from scorekeeper.tournament.replaying import replay, replay_step
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament, is_next
from scorekeeper.tournament.state import Tournament, TournamentAct
from scorekeeper.tournament.tournament_journal import with_act


def without_act(tournament: Tournament, seq: int) -> Tournament:
    """The tournament as it would stand without this act, or with one that was undone by it.

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
    """What the undoing of an act comes to."""

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
    """The tournament without the act; who plays now is named so in the matches, too.

    It is decided before the lock, behind which others wait.

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Owner.write`.
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
    """See whether nobody has begun to play where others would sit, or in a round that would go.

    :raises TournamentRefused: somebody has.
    """
    pairs = act.body.pairs if isinstance(act.body, TablesSwapped) else ()
    begun = [one.table for one in tables if one.has_begun]
    goes = isinstance(act.body, Undrawn) and act.seq in tournament.undone
    if any(goes or table.a in pairs or table.b in pairs for table in begun):
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
