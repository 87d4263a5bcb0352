"""Undoing an act, and taking an undoing back: the tournament is as if it had not been done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, number_in, texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import SEQ
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.rounds import RoundDrawn, RoundProposed, Undrawn

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class ActUndone(TournamentBody):
    """An act does not stand any more. An undoing can itself be undone."""

    kind: ClassVar[str] = "undone"
    operations: ClassVar[Mapping[str, Form]] = {"undo": Form("UndoAct", (SEQ,))}

    seq: int
    """The seq of the act that is undone."""
    changes: tuple[str, ...] = ()
    """The names of what that act wrote."""

    @classmethod
    def of(cls, tournament: Tournament, seq: int) -> Self:
        """The undoing of the act with this seq."""
        act = tournament.act(seq)
        return cls(seq=seq, changes=tuple(sorted(act.body.writes())) if act else ())

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(seq=number_in(data, "seq"), changes=texts_in(data.get("changes", [])))

    def fields(self) -> Json:
        return {"seq": self.seq, "changes": [*self.changes]}

    @property
    def undoes(self) -> int:
        return self.seq

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({*self.changes, f"act {self.seq}"})

    def rests_on(self) -> frozenset[str]:
        """That nobody undid it meanwhile; what was built on it is looked at by `check`."""
        return frozenset({f"act {self.seq}"})

    def check(self, tournament: Tournament) -> None:
        act = tournament.act(self.seq)
        if act is None or act.seq in tournament.undone or not can_be_undone(tournament, act):
            raise TournamentRefused(Fault("not_undoable", "seq"))
        if built_on(tournament, act):
            raise TournamentRefused(Fault("built_on", "seq"))


def undone_by(tournament: Tournament, act: TournamentAct) -> TournamentAct:
    """The act that is undone in the end, or brought back; of no undoing, the act itself.

    An undoing of no earlier act, which nobody could write, is of none.
    """
    while act.body.undoes is not None and 0 < act.body.undoes < act.seq:
        act = tournament.acts[act.body.undoes - 1]
    return act


def can_be_undone(tournament: Tournament, act: TournamentAct) -> bool:
    """Is it of a kind that is undone, in a round that is still there?"""
    body = undone_by(tournament, act).body
    if not body.is_undoable:
        return False
    if isinstance(body, Undrawn) or body.of_round is None:
        return True
    drawn_round = tournament.round(body.of_round)
    return drawn_round is not None and drawn_round.act.seq < act.seq


def may_block(act: TournamentAct) -> bool:
    """May it stand in the way of what is undone? A proposal is on nobody's table."""
    return act.body.undoes is None and not isinstance(act.body, RoundProposed)


def built_on(tournament: Tournament, act: TournamentAct) -> tuple[TournamentAct, ...]:
    """The later acts that stand and would not have been done so without this one."""
    changes = act.body.writes()
    is_undrawing = isinstance(undone_by(tournament, act).body, Undrawn)
    there = {drawn_round.act.seq for drawn_round in tournament.rounds}

    def counts(later: TournamentAct) -> bool:
        if later.seq in tournament.undone or not may_block(later):
            return False
        if isinstance(later.body, RoundDrawn):
            return later.seq in there
        return is_undrawing or not isinstance(later.body, Undrawn)

    return tuple(
        later
        for later in tournament.acts[act.seq :]
        if counts(later) and not changes.isdisjoint(later.body.rests_on())
    )
