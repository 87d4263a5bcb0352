"""Two pairs of a round change places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.draws.model import Broken, Table
from scorekeeper.journal.body import Json, number_in, numbers_in, two_texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.fields import ROUND, SWAPPED
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.round_acts import (
    OfRound,
    broken_json,
    last_drawn,
    read_broken,
)
from scorekeeper.services.tournaments.drawn_rounds import swap_pairs
from scorekeeper.services.tournaments.table_results import DrawnTable

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class TablesSwapped(OfRound):
    """Two pairs of the last round change places."""

    kind: ClassVar[str] = "tables_swapped"
    operations: ClassVar[Mapping[str, Form]] = {"swap": Form("SwapPairs", (ROUND, SWAPPED))}

    pairs: tuple[str, str]
    tables: tuple[int, ...] = ()
    """The tables at which they sat; the first version did not say it."""
    broken: tuple[Broken, ...] = ()
    """All that the round breaks now."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            round=number_in(data, "round"),
            pairs=two_texts_in(data["pairs"]),
            tables=numbers_in(data.get("tables", [])),
            broken=read_broken(data["broken"]),
        )

    def fields(self) -> Json:
        tables: Json = {"tables": [*self.tables]} if self.tables else {}
        broken = broken_json(self.broken)
        return {"round": self.round, "pairs": [*self.pairs], **tables, "broken": broken}

    def writes(self) -> frozenset[str]:
        return frozenset({"rounds", *(f"table {self.round} {table}" for table in self.tables)})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"rounds"})

    def check(self, tournament: Tournament) -> None:
        drawn_round = last_drawn(tournament, self.round)
        one, other = self.pairs
        places = {pair: table.number for table in drawn_round.tables for pair in (table.a, table.b)}
        places |= dict.fromkeys(drawn_round.byes, 0)
        if one not in places or other not in places:
            raise TournamentRefused(Fault("no_pair", "pairs"))
        if places[one] == places[other]:
            raise TournamentRefused(Fault("same_place", "pairs"))
        theirs = (places[one], places[other])
        if any(table.result for table in drawn_round.tables if table.number in theirs):
            raise TournamentRefused(Fault("has_results", "pairs"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[-1]
        sat = tuple(Table(table.a, table.b) for table in last.tables)
        tables, byes = swap_pairs(sat, last.byes, *self.pairs)
        drawn_round = replace(
            last,
            tables=tuple(_seat(table, new) for table, new in zip(last.tables, tables, strict=True)),
            byes=byes,
            broken=self.broken,
            swaps=(*last.swaps, self.pairs),
        )
        return replace(tournament, rounds=(*tournament.rounds[:-1], drawn_round))


def _seat(table: DrawnTable, new: Table) -> DrawnTable:
    """The table with who sits there now; what was withdrawn there was about those before."""
    if (table.a, table.b) == tuple(new):
        return table
    return replace(table, a=new.a, b=new.b, results=(), withdrawals=())
