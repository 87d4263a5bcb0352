"""Acts of the desk: helpers, lots, the final, undoing and erasure."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Self

from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.record import Always, Identifier, StoredAs
from scorekeeper.journal.role_acts import NamesHelper, RemovesHelper, TakesRole
from scorekeeper.tournament.acts.body import Fault, TournamentRefused, refuse_if
from scorekeeper.tournament.acts.fields import Ordinal
from scorekeeper.tournament.acts.rounds import RoundDrawn, RoundProposed, Undrawn
from scorekeeper.tournament.state import Finalists, Tournament, TournamentAct, TournamentBody


class HelperNamed(NamesHelper, TournamentBody, kind="helper_named"):
    """A helper comes, or one who was removed comes again."""

    refuse_if = refuse_if


class HelperRemoved(RemovesHelper, TournamentBody, kind="helper_removed"):
    """A helper helps no more: the link is ended, and the phones that opened it only read."""

    refuse_if = refuse_if


class RoleTaken(TakesRole, TournamentBody, kind="joined"):
    """A phone organises, or helps."""

    def apply(self, tournament: Tournament, act: TournamentAct, /) -> Tournament:
        as_helper = self.helper if self.role == "helper" else None
        taken = (*tournament.roles_taken, (act, as_helper))
        return self.take_role(replace(tournament, roles_taken=taken), act)


class LotsDrawn(
    TournamentBody, kind="lots_drawn", op="draw_lots", form="DrawLots", changes=("lots",)
):
    """All pairs in the order of their lots."""

    seed: int
    lots: tuple[Identifier, ...]

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, lots=self.lots)


class FinalSetUp(
    TournamentBody,
    kind="final_set_up",
    changes=("final",),
    # The standings, and all that they follow from.
    rests=("setup", "pairs", "rounds", "results", "adjustments", "lots", "final"),
):
    """The set-up of a final from the standings; without an address the final is elsewhere."""

    count: int
    tournament: Always[Identifier] = ""
    """Its address."""
    pairs: tuple[Identifier, ...] = ()
    """The pairs that play in it, as they stood; an earlier version does not say it."""

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        finalists = Finalists(self.count, self.pairs)
        return replace(tournament, final=self.tournament, final_set_up=finalists)


class ErasingBegun(ErasedBy, TournamentBody, kind="erasing_begun"):
    """All names go, which takes some steps.

    A form that was opened before could write them again, in a reason, too.
    """

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, erasing=act)


class AllNamesErased(
    ErasedBy,
    TournamentBody,
    kind="names_erased",
    is_erasing=True,
    changes=("setup", "names", "texts"),
):
    """All names before it were erased."""

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, erasing=None, last_erasure=act.seq)


class PairErased(
    ErasedBy,
    TournamentBody,
    kind="pair_erased",
    is_erasing=True,
    changes=("pair {self.pair}", "texts"),
):
    """The names of a pair were erased."""

    pair: Identifier

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, last_erasure=act.seq)


class ActUndone(TournamentBody, kind="undone", op="undo", form="UndoAct", undoable=True):
    """An act does not stand any more. An undoing can itself be undone."""

    seq: Ordinal
    """The seq of the act that is undone."""
    changed: Annotated[Always[tuple[Identifier, ...]], StoredAs("changes")] = ()
    """The names of the things that the undone act wrote."""

    @classmethod
    def of(cls, tournament: Tournament, seq: int) -> Self:
        """The undoing of the act with this seq."""
        act = tournament.act(seq)
        return cls(seq=seq, changed=tuple(sorted(act.body.writes())) if act else ())

    @property
    def undoes(self) -> int:
        return self.seq

    def writes(self) -> frozenset[str]:
        return frozenset({*self.changed, f"act {self.seq}"})

    def rests_on(self) -> frozenset[str]:
        """The act itself, so that it is not undone twice; `check` looks for later acts on it."""
        return frozenset({f"act {self.seq}"})

    def check(self, tournament: Tournament) -> None:
        act = tournament.act(self.seq)
        if act is None or act.seq in tournament.undone or not can_be_undone(tournament, act):
            raise TournamentRefused(Fault("not_undoable", "seq"))
        refuse_if(built_on(tournament, act), "built_on", "seq")


def undone_by(tournament: Tournament, act: TournamentAct) -> TournamentAct:
    """Return the act at the end of a chain of undoings; for any other act, the act itself.

    A stored undoing without an earlier act ends the chain.
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
    """Can the act prevent that an earlier one is undone? A proposal cannot: it is on no table."""
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
