"""Acts of results: those of tables, what is decided there, and added points."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import Annotated, ClassVar, Self

from scorekeeper.draws.draw_json import HIGHEST_SCORE
from scorekeeper.draws.standings import EARNED, Adjustment
from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import one_of
from scorekeeper.journal.record import Always, Codec
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.acts.body import refuse_if
from scorekeeper.tournament.acts.fields import (
    HANDS_WON,
    LONGEST_REASON,
    REASON,
    ROUND,
    RULING,
    SCORE,
    SHEET,
    SURE,
    TABLE,
    ForfeitedBy,
    Ordinal,
    PairKey,
    Points,
    ReasonText,
    RulingText,
    StoredScore,
    To,
)
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.pair_names import gives_one_of
from scorekeeper.tournament.state import (
    RecordedAdjustment,
    Tournament,
    TournamentAct,
    TournamentBody,
)
from scorekeeper.tournament.table_results import (
    NO_HANDS,
    DrawnTable,
    Result,
    SentSheet,
    Source,
    Withdrawal,
    forfeit_score,
    hands_that_count,
    is_result_of,
)

_Sheet = Annotated[SentSheet, Codec(SentSheet.read, lambda sheet: sheet.stored)]


class AtTable(
    TournamentBody, undoable=True, changes=("results", "table {self.round} {self.table}")
):
    """Something about one table, and why."""

    round: Ordinal
    table: Ordinal
    reason: Always[ReasonText] = ""
    """Of a result: why it corrects another one."""

    @property
    def of_round(self) -> int:
        return self.round

    @property
    def of_table(self) -> int:
        return self.table

    def rests_on(self) -> frozenset[str]:
        texts = {"texts"} if self.reason else set()
        return frozenset({f"round {self.round}", f"table {self.round} {self.table}", *texts})

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        table = before.rounds[self.round - 1].table(self.table)
        assert table is not None
        is_about = pair in table.entrants or gives_one_of(names, self.reason)
        return self.redacted() if is_about else None

    def table_in(self, tournament: Tournament) -> tuple[DrawnRound, DrawnTable]:
        """The round and the table.

        :raises TournamentRefused: there is no such table.
        """
        drawn_round = tournament.round(self.round)
        table = drawn_round.table(self.table) if drawn_round else None
        refuse_if(table is None, "no_table", "table")
        assert drawn_round is not None
        assert table is not None
        return drawn_round, table

    def with_table(self, tournament: Tournament, result: Result | Withdrawal) -> Tournament:
        """The tournament with one more result, or withdrawal, of the table."""
        drawn_round, table = self.table_in(tournament)
        if isinstance(result, Result):
            table = replace(table, results=(*table.results, result))
        else:
            table = replace(table, withdrawals=(*table.withdrawals, result))
        return tournament.with_round(drawn_round.with_table(table))


class ResultWritten(AtTable, kind="result", is_for_helpers=True):
    """A table's result, or a correction of it."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "result": (Form("WriteResult", (ROUND, TABLE, SCORE), (HANDS_WON, SHEET, REASON, SURE)),)
    }

    score: StoredScore
    hands: tuple[int, int]
    """The hands that each side won; empty where only a total was written."""
    source: Source
    sheet: _Sheet | None = None
    """Its hands, where a whole sheet was typed in."""

    @property
    def is_undoable(self) -> bool:
        return self.source != "live"

    def check(self, tournament: Tournament) -> None:
        drawn_round, table = self.table_in(tournament)
        check_score(self.score)
        if self.sheet is not None:
            hands = self.sheet.hands
            refuse_if(not is_result_of(hands, self.score, self.hands), "no_sheet", "sheet")
            set_up = drawn_round.set_up_at(self.table)
            refuse_if(hands_that_count(hands, set_up) != hands, "late_hands", "sheet")
        check_winner(self.score, drawn_round, self.table)
        if table.result is not None:
            self._check_correction(table.result)

    def _check_correction(self, written: Result) -> None:
        """The sheet of a total that stands there already needs no reason."""
        is_same = written.score == self.score
        typed = self.sheet.hands if self.sheet is not None else ()
        is_old = is_same and not written.is_decided and typed in ((), written.sheet)
        refuse_if(is_old, "same_score", "score")
        if not is_same or written.sheet or written.is_decided:
            check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        ours, theirs = self.score
        typed = self.sheet.hands if self.sheet is not None else ()
        result = Result((ours, theirs), self.hands, self.source, self.reason, act, typed)
        return self.with_table(tournament, result)


class TableForfeited(AtTable, kind="forfeited", op="forfeit", form="ForfeitTable"):
    """A pair was not there to play, or neither was; the set-up says what that counts."""

    by: ForfeitedBy

    def check(self, tournament: Tournament) -> None:
        drawn_round, table = self.table_in(tournament)
        check_winner(forfeit_score(self.by, tournament.set_up.forfeit), drawn_round, self.table)
        if table.result is not None:
            refuse_if(table.result.forfeit == self.by, "same_score", "by")
            check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        score = forfeit_score(self.by, tournament.set_up.forfeit)
        result = Result(score, NO_HANDS, "organiser", self.reason, act, forfeit=self.by)
        return self.with_table(tournament, result)


class ResultRuled(AtTable, kind="result_ruled"):
    """The arbiter sets a table's result, whatever was played there."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "rule_result": (Form("RuleResult", (ROUND, TABLE, SCORE, RULING)),)
    }

    score: StoredScore
    reason: RulingText = field()

    def check(self, tournament: Tournament) -> None:
        drawn_round, _table = self.table_in(tournament)
        check_score(self.score)
        check_winner(self.score, drawn_round, self.table)
        check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        ours, theirs = self.score
        result = Result((ours, theirs), NO_HANDS, "organiser", self.reason, act, is_ruled=True)
        return self.with_table(tournament, result)


class ResultWithdrawn(
    AtTable,
    kind="result_withdrawn",
    op="withdraw_result",
    form="WithdrawResult",
    is_for_helpers=True,
):
    """A table's result is withdrawn: the score of its phone counts again, if there is one."""

    source: Source
    reason: RulingText = field()

    def check(self, tournament: Tournament) -> None:
        drawn_round, table = self.table_in(tournament)
        refuse_if(drawn_round != tournament.last_round, "not_last", "round")
        refuse_if(table.result is None, "no_result", "table")
        check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return self.with_table(tournament, Withdrawal(self.source, self.reason, act))


class PointsAdjusted(
    TournamentBody,
    kind="adjusted",
    op="adjust",
    form="AdjustStanding",
    undoable=True,
    changes=("adjustments", "adjustment {self.pair}"),
    rests=("texts",),
):
    """A penalty or a ruling."""

    pair: PairKey
    to: To
    """Which of its numbers."""
    points: Points
    reason: RulingText

    def decided_on(self) -> frozenset[str]:
        """The pair's adjustments: another organiser may have punished the same fault meanwhile."""
        return self.rests_on() | {f"adjustment {self.pair}"}

    def check(self, tournament: Tournament) -> None:
        refuse_if(self.pair not in tournament.pairs, "no_pair", "pair")
        is_fit = self.to in EARNED and self.points and _is_score(self.points)
        refuse_if(not is_fit, "no_points", "points")
        check_reason(self.reason)

    def check_request(self, tournament: Tournament) -> None:
        is_counted = self.to in tournament.set_up.standing.adjustable
        refuse_if(not is_counted, "counts_nothing", "to")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        adjustment = Adjustment(self.pair, one_of(EARNED, self.to), self.points, self.reason)
        adjusted = (*tournament.adjusted, RecordedAdjustment(adjustment, act))
        return replace(tournament, adjusted=adjusted)

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        is_about = self.pair == pair or gives_one_of(names, self.reason)
        return self.redacted() if is_about else None


def check_score(score: tuple[int, ...]) -> None:
    """See whether it is two numbers that a match can have.

    :raises TournamentRefused: it is not.
    """
    refuse_if(len(score) != 2 or not all(map(_is_score, score)), "no_score", "score")


def check_winner(score: tuple[int, ...], drawn_round: DrawnRound, table: int) -> None:
    """Check that one side of the table has won, where the format needs a winner.

    :raises TournamentRefused: the score is level.
    """
    needs_winner = drawn_round.set_up_at(table).needs_winners
    refuse_if(needs_winner and score[0] == score[1], "no_winner", "score")


def check_reason(reason: str) -> None:
    """See whether it says why.

    :raises TournamentRefused: it says nothing, or too much.
    """
    refuse_if(not reason or not is_fit_name(reason, LONGEST_REASON), "no_reason", "reason")


def _is_score(score: int) -> bool:
    return type(score) is int and abs(score) <= HIGHEST_SCORE
