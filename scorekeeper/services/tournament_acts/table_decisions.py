"""What is decided about a table beside what was played: a forfeit, a ruling, a result withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.draws.model import FORFEITS, Forfeit
from scorekeeper.journal.body import Json, number_in, one_of, text_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.fields import (
    FORFEITED_BY,
    REASON,
    ROUND,
    RULING,
    SCORE,
    TABLE,
)
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.result_acts import (
    AtTable,
    check_reason,
    check_score,
    check_winner,
    score_in,
    table_at,
    with_result,
)
from scorekeeper.services.tournaments.table_results import (
    NO_HANDS,
    SOURCES,
    Result,
    Source,
    Withdrawal,
    forfeit_score,
)

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class TableForfeited(AtTable):
    """A pair was not there to play, or neither was; the set-up says what that counts."""

    kind: ClassVar[str] = "forfeited"
    operations: ClassVar[Mapping[str, Form]] = {
        "forfeit": Form("ForfeitTable", (ROUND, TABLE, FORFEITED_BY), (REASON,))
    }

    by: Forfeit

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            round=number_in(data, "round"),
            table=number_in(data, "table"),
            by=one_of(FORFEITS, data["by"]),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {"round": self.round, "table": self.table, "by": self.by, "reason": self.reason}

    def check(self, tournament: Tournament) -> None:
        drawn_round, table = table_at(tournament, self.round, self.table)
        check_winner(forfeit_score(self.by, tournament.set_up.forfeit), drawn_round)
        if table.result is None:
            return
        if table.result.forfeit == self.by:
            raise TournamentRefused(Fault("same_score", "by"))
        check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        score = forfeit_score(self.by, tournament.set_up.forfeit)
        result = Result(score, NO_HANDS, "organiser", self.reason, act, forfeit=self.by)
        return with_result(tournament, self.round, self.table, result)


@dataclass(frozen=True, kw_only=True)
class ResultRuled(AtTable):
    """The arbiter sets a table's result, whatever was played there."""

    kind: ClassVar[str] = "result_ruled"
    operations: ClassVar[Mapping[str, Form]] = {
        "rule_result": Form("RuleResult", (ROUND, TABLE, SCORE, RULING))
    }

    score: tuple[int, ...]
    """Two numbers; nothing where it cannot be read."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            round=number_in(data, "round"),
            table=number_in(data, "table"),
            score=score_in(data["score"]),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {
            "round": self.round,
            "table": self.table,
            "score": [*self.score],
            "reason": self.reason,
        }

    def check(self, tournament: Tournament) -> None:
        drawn_round, _table = table_at(tournament, self.round, self.table)
        check_score(self.score)
        check_winner(self.score, drawn_round)
        check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        ours, theirs = self.score
        result = Result((ours, theirs), NO_HANDS, "organiser", self.reason, act, is_ruled=True)
        return with_result(tournament, self.round, self.table, result)


@dataclass(frozen=True, kw_only=True)
class ResultWithdrawn(AtTable):
    """A table's result is taken back: what its phone says counts again, if it says anything."""

    kind: ClassVar[str] = "result_withdrawn"
    operations: ClassVar[Mapping[str, Form]] = {
        "withdraw_result": Form("WithdrawResult", (ROUND, TABLE, RULING))
    }
    is_for_helpers: ClassVar[bool] = True

    source: Source

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            round=number_in(data, "round"),
            table=number_in(data, "table"),
            source=one_of(SOURCES, data["source"]),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {
            "round": self.round,
            "table": self.table,
            "source": self.source,
            "reason": self.reason,
        }

    def check(self, tournament: Tournament) -> None:
        drawn_round, table = table_at(tournament, self.round, self.table)
        if drawn_round != tournament.last_round:
            raise TournamentRefused(Fault("not_last", "round"))
        if table.result is None:
            raise TournamentRefused(Fault("no_result", "table"))
        check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        drawn_round = tournament.rounds[self.round - 1]
        table = drawn_round.table(self.table)
        assert table is not None
        withdrawn = Withdrawal(self.source, self.reason, act)
        table = replace(table, withdrawals=(*table.withdrawals, withdrawn))
        return tournament.with_round(drawn_round.with_table(table))
