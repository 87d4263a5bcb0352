"""Pairs of the list change, are deleted, are there or not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.journal.body import (
    Json,
    number_or_none,
    text_in,
    texts_in,
    truth_or_none,
    two_texts_in,
)
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import (
    ABSENT,
    CLUB,
    DELETED,
    FROM_NOW,
    IS_PRESENT,
    NOTE,
    PAID,
    PAIR,
    PLAYERS,
    PRESENT,
    SEEDING,
    WITHDRAWN,
)
from scorekeeper.services.tournament_acts.pair_fields import (
    PAIR_TEXTS,
    OfPair,
    check_names,
    check_pair,
    pairs_by_number,
    seeding_in,
)
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.pair_list import Pair, Substitution, who_played
from scorekeeper.services.tournaments.pair_names import gives_one_of, who

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament

_Value = TypeVar("_Value")


@dataclass(frozen=True, kw_only=True)
class PairChanged(OfPair):
    """The fields of a pair that are new."""

    kind: ClassVar[str] = "pair_changed"
    operations: ClassVar[Mapping[str, Form]] = {
        "change_pair": Form(
            "ChangePair",
            (PAIR,),
            (PLAYERS, CLUB, SEEDING, PAID, IS_PRESENT, WITHDRAWN, NOTE, FROM_NOW),
        )
    }
    texts: ClassVar[tuple[str, ...]] = PAIR_TEXTS

    pair: str
    players: tuple[str, str] | None = None
    club: str | None = None
    seeding: int | None = None
    """0 takes its place in seeding order from it."""
    paid: bool | None = None
    present: bool | None = None
    withdrawn: bool | None = None
    note: str | None = None
    from_now: bool | None = None
    """Does a substitute sit down, who did not play before?"""
    until: int | None = None
    """The last round that those played who leave; the first version left it to the fold."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            pair=text_in(data, "pair"),
            players=two_texts_in(data["players"]) if "players" in data else None,
            club=text_in(data, "club") if "club" in data else None,
            seeding=seeding_in(data),
            paid=truth_or_none(data, "paid"),
            present=truth_or_none(data, "present"),
            withdrawn=truth_or_none(data, "withdrawn"),
            note=text_in(data, "note") if "note" in data else None,
            from_now=truth_or_none(data, "from_now"),
            until=number_or_none(data, "until"),
        )

    def fields(self) -> Json:
        values: Json = {
            "pair": self.pair,
            "players": None if self.players is None else [*self.players],
            "club": self.club,
            "paid": self.paid,
            "present": self.present,
            "withdrawn": self.withdrawn,
            "note": self.note,
            "from_now": self.from_now,
            "until": self.until,
        }
        seeding: Json = {} if self.seeding is None else {"seeding": self.seeding or None}
        return {field: new for field, new in values.items() if new is not None} | seeding

    def writes(self) -> frozenset[str]:
        fee = () if self.paid is None else (f"fee {self.pair}",)
        return super().writes() | {*fee}

    def rests_on(self) -> frozenset[str]:
        return frozenset({f"pair {self.pair}", "names"})

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        if not self.fields().keys() - {"pair", "from_now", "until"}:
            raise TournamentRefused(Fault("nothing_new", "pair"))
        check_names(self.players or (), self.club or "", self.note or "")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pair = tournament.pairs[self.pair]
        were = pair.were
        if self.from_now and self.players is not None:
            until = len(tournament.rounds) if self.until is None else self.until
            were = who_played((*were, Substitution(pair.players, until)), until)
        new_pair = replace(
            pair,
            players=_new(self.players, pair.players),
            club=_new(self.club, pair.club),
            seeding=pair.seeding if self.seeding is None else self.seeding or None,
            paid=_new(self.paid, pair.paid),
            payment=pair.payment if self.paid is None else None,
            present=_new(self.present, pair.present),
            withdrawn=_new(self.withdrawn, pair.withdrawn),
            note=_new(self.note, pair.note),
            were=were,
        )
        return replace(tournament, pairs=tournament.pairs | {pair.key: new_pair})

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        if self.pair == pair:
            return self.redacted()
        # The note about a pair may name another.
        is_named = self.note is not None and gives_one_of(names, self.note)
        return replace(self, note="", erased=True) if is_named else None


@dataclass(frozen=True, kw_only=True)
class PairDeleted(OfPair):
    """A pair that was in no draw is taken out of the list, or back into it."""

    kind: ClassVar[str] = "pair_deleted"
    operations: ClassVar[Mapping[str, Form]] = {
        "delete_pair": Form("DeletePair", (PAIR, DELETED)),
    }

    pair: str
    deleted: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(pair=text_in(data, "pair"), deleted=bool(data["deleted"]))

    def fields(self) -> Json:
        return {"pair": self.pair, "deleted": self.deleted}

    def writes(self) -> frozenset[str]:
        return super().writes() | {f"fee {self.pair}"}

    def rests_on(self) -> frozenset[str]:
        return frozenset({f"pair {self.pair}", "rounds"})

    def check(self, tournament: Tournament) -> None:
        if self.pair not in (tournament.pairs if self.deleted else tournament.deleted):
            raise TournamentRefused(Fault("no_pair", "pair"))
        if self.deleted and not may_be_deleted(tournament, self.pair):
            raise TournamentRefused(Fault("in_draw", "pair"))
        if not self.deleted:
            _check_can_return(tournament, tournament.deleted[self.pair])

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs, deleted = dict(tournament.pairs), dict(tournament.deleted)
        if self.deleted:
            deleted[self.pair] = pairs.pop(self.pair)
        else:
            pairs[self.pair] = deleted.pop(self.pair)
        return replace(tournament, pairs=pairs_by_number(pairs.values()), deleted=deleted)


def may_be_deleted(tournament: Tournament, pair: str) -> bool:
    """Is the pair in no draw, not even as absent, and is nothing else told of it?"""
    is_drawn = any(pair in drawn_round.request["pairs"] for drawn_round in tournament.rounds)
    return not is_drawn and all(one.adjustment.pair != pair for one in tournament.adjusted)


def _check_can_return(tournament: Tournament, pair: Pair) -> None:
    if len(tournament.pairs) >= MOST_PAIRS:
        raise TournamentRefused(Fault("too_many_pairs", "pair"))
    if any(pair.players) and who(pair.players) in {
        who(one.players) for one in tournament.pairs.values()
    }:
        raise TournamentRefused(Fault("pair_there", "pair"))


@dataclass(frozen=True, kw_only=True)
class Attended(TournamentBody):
    """Pairs that came, and went."""

    kind: ClassVar[str] = "attended"
    operations: ClassVar[Mapping[str, Form]] = {"attend": Form("Attend", (), (PRESENT, ABSENT))}

    present: tuple[str, ...]
    absent: tuple[str, ...]

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(present=texts_in(data["present"]), absent=texts_in(data["absent"]))

    def fields(self) -> Json:
        return {"present": [*self.present], "absent": [*self.absent]}

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", *(f"pair {pair}" for pair in (*self.present, *self.absent))})

    def rests_on(self) -> frozenset[str]:
        return frozenset()

    def check(self, tournament: Tournament) -> None:
        for pair in (*self.present, *self.absent):
            check_pair(tournament, pair)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs = dict(tournament.pairs)
        for keys, present in ((self.present, True), (self.absent, False)):
            pairs |= {key: replace(pairs[key], present=present) for key in keys}
        return replace(tournament, pairs=pairs)


def _new(value: _Value | None, old: _Value) -> _Value:
    return old if value is None else value
