"""Rounds are proposed, drawn and taken back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self, cast

from scorekeeper.draws.model import Broken, Table
from scorekeeper.journal.body import Json, number_in, numbers_in, object_in, text_in, texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import FIXED, FORBIDDEN, REASON, ROUND, SURE
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.result_acts import check_reason
from scorekeeper.services.tournament_acts.round_acts import (
    OfRound,
    broken_json,
    last_drawn,
    read_broken,
    read_tables,
)
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound, DrawRequest, ProposedRound
from scorekeeper.services.tournaments.missing import missing_pairs
from scorekeeper.services.tournaments.pair_list import who_played
from scorekeeper.services.tournaments.pair_names import gives_one_of
from scorekeeper.services.tournaments.table_results import DrawnTable

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class RoundProposed(TournamentBody):
    """The next round is proposed by a seed, which is its seed from then on.

    Another proposal of the same round has another seed, and a reason.
    """

    kind: ClassVar[str] = "round_proposed"
    operations: ClassVar[Mapping[str, Form]] = {
        "propose": Form("ProposeRound", (), (FIXED, FORBIDDEN, REASON))
    }
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    round: int
    seed: int = 0
    tables: tuple[Table, ...] = ()
    byes: tuple[str, ...] = ()
    reason: str = ""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            round=number_in(data, "round"),
            seed=number_in(data, "seed"),
            tables=read_tables(data["tables"]),
            byes=texts_in(data["byes"]),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {
            "round": self.round,
            "seed": self.seed,
            "tables": [[*table] for table in self.tables],
            "byes": [*self.byes],
            "reason": self.reason,
        }

    def writes(self) -> frozenset[str]:
        return frozenset({"rounds"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"rounds", "texts"} if self.reason else {"rounds"})

    def check(self, tournament: Tournament) -> None:
        if self.round != len(tournament.rounds) + 1:
            raise TournamentRefused(Fault("no_round", "round"))
        if self.reason or tournament.proposals_of(self.round):
            check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        one = ProposedRound(self.round, self.seed, self.tables, self.byes, self.reason, act)
        return replace(tournament, proposed=(*tournament.proposed, one))

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        return self.redacted() if gives_one_of(names, self.reason) else None


@dataclass(frozen=True, kw_only=True)
class RoundDrawn(TournamentBody):
    """The next round; without fields one that is still to be drawn."""

    kind: ClassVar[str] = "round_drawn"
    operations: ClassVar[Mapping[str, Form]] = {"draw": Form("DrawRound", (), (FIXED, FORBIDDEN))}

    request: DrawRequest = field(default_factory=lambda: cast(DrawRequest, {}))
    tables: tuple[Table, ...] = ()
    byes: tuple[str, ...] = ()
    broken: tuple[Broken, ...] = ()
    numbers: tuple[int, ...] = ()
    """The numbers of the tables; nothing where they are 1, 2, 3 and so on."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            # It was checked when it was drawn from.
            request=cast(DrawRequest, object_in(data, "request")),
            tables=read_tables(data["tables"]),
            byes=texts_in(data["byes"]),
            broken=read_broken(data["broken"]),
            numbers=numbers_in(data.get("numbers", [])),
        )

    def fields(self) -> Json:
        numbers: Json = {"numbers": [*self.numbers]} if self.numbers else {}
        return {
            "request": cast(Json, self.request),
            "tables": [[*table] for table in self.tables],
            "byes": [*self.byes],
            "broken": broken_json(self.broken),
            **numbers,
        }

    def writes(self) -> frozenset[str]:
        return frozenset({"rounds", f"round {len(self.request['results']) + 1}"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"setup", "pairs", "rounds", "results"})

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        numbers = self.numbers or range(1, len(self.tables) + 1)
        drawn_round = DrawnRound(
            number=len(tournament.rounds) + 1,
            act=act,
            request=self.request,
            set_up=tournament.set_up,
            tables=tuple(
                DrawnTable(number=number, a=a, b=b)
                for number, (a, b) in zip(numbers, self.tables, strict=True)
            ),
            byes=self.byes,
            broken=self.broken,
            missing=missing_pairs(
                tournament, [*(pair for table in self.tables for pair in table), *self.byes]
            ),
        )
        return replace(tournament, rounds=(*tournament.rounds, drawn_round))


@dataclass(frozen=True, kw_only=True)
class Undrawn(OfRound):
    """The last round is taken back, with its results where that was said to be meant."""

    kind: ClassVar[str] = "undrawn"
    operations: ClassVar[Mapping[str, Form]] = {"undraw": Form("TakeBack", (ROUND,), (SURE,))}

    sure: bool = False
    """Was it shown what is lost?"""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(round=number_in(data, "round"), sure=bool(data.get("sure")))

    def fields(self) -> Json:
        sure: Json = {"sure": True} if self.sure else {}
        return {**super().fields(), **sure}

    def writes(self) -> frozenset[str]:
        return frozenset({"rounds", f"round {self.round}"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"rounds", "results"})

    def check(self, tournament: Tournament) -> None:
        drawn_round = last_drawn(tournament, self.round)
        if not self.sure and any(table.result for table in drawn_round.tables):
            raise TournamentRefused(Fault("has_results", "round"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        """Who sat down since plays whatever is drawn in its place."""
        rounds = tournament.rounds[:-1]
        pairs = {
            key: replace(pair, were=who_played(pair.were, len(rounds)))
            for key, pair in tournament.pairs.items()
        }
        return replace(tournament, rounds=rounds, pairs=pairs)
