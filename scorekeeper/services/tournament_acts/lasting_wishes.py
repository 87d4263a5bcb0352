"""Wishes for every draw to come: pairs that never meet, tables that are kept, clubs apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, number_in, text_in, two_texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import APART, KEPT_TABLE, PAIR, TWO_APART
from scorekeeper.services.tournament_acts.pair_fields import check_pair
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class PairsKeptApart(TournamentBody):
    """Two pairs never meet, or may meet again."""

    kind: ClassVar[str] = "pairs_kept_apart"
    operations: ClassVar[Mapping[str, Form]] = {
        "keep_apart": Form("KeepApart", (TWO_APART, APART)),
    }

    pairs: tuple[str, str]
    apart: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(pairs=two_texts_in(data["pairs"]), apart=bool(data["apart"]))

    def fields(self) -> Json:
        return {"pairs": [*self.pairs], "apart": self.apart}

    @property
    def is_undoable(self) -> bool:
        return True

    @property
    def _two(self) -> tuple[str, str]:
        one, other = sorted(self.pairs, key=int)
        return one, other

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", f"apart {'-'.join(self._two)}"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({f"apart {'-'.join(self._two)}"})

    def check(self, tournament: Tournament) -> None:
        for pair in self.pairs:
            check_pair(tournament, pair)
        if self.pairs[0] == self.pairs[1]:
            raise TournamentRefused(Fault("same_pair", "pairs"))
        if (self._two in tournament.apart) == self.apart:
            raise TournamentRefused(Fault("nothing_new", "pairs"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        others = tuple(two for two in tournament.apart if two != self._two)
        return replace(tournament, apart=(*others, self._two) if self.apart else others)


@dataclass(frozen=True, kw_only=True)
class TableKept(TournamentBody):
    """A pair keeps a table, or none any more."""

    kind: ClassVar[str] = "table_kept"
    operations: ClassVar[Mapping[str, Form]] = {"keep_table": Form("KeepTable", (PAIR, KEPT_TABLE))}

    pair: str
    table: int
    """0 for none."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(pair=text_in(data, "pair"), table=number_in(data, "kept_table"))

    def fields(self) -> Json:
        return {"pair": self.pair, "kept_table": self.table}

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", "kept tables"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"kept tables"})

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        if tournament.kept_tables.get(self.pair, 0) == self.table:
            raise TournamentRefused(Fault("nothing_new", "kept_table"))
        if self.table and self.table in tournament.kept_tables.values():
            raise TournamentRefused(Fault("table_kept", "kept_table"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        kept = {pair: table for pair, table in tournament.kept_tables.items() if pair != self.pair}
        new = {self.pair: self.table} if self.table else {}
        return replace(tournament, kept_tables={**kept, **new})


@dataclass(frozen=True, kw_only=True)
class ClubsKeptApart(TournamentBody):
    """Pairs of one club do not meet while it can be avoided, or may meet."""

    kind: ClassVar[str] = "clubs_kept_apart"
    operations: ClassVar[Mapping[str, Form]] = {
        "keep_clubs_apart": Form("KeepClubsApart", (APART,))
    }

    apart: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(apart=bool(data["apart"]))

    def fields(self) -> Json:
        return {"apart": self.apart}

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", "clubs apart"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"clubs apart"})

    def check(self, tournament: Tournament) -> None:
        if tournament.clubs_apart == self.apart:
            raise TournamentRefused(Fault("nothing_new", "apart"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, clubs_apart=self.apart)
