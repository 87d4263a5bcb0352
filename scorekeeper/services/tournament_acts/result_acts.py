"""Acts of results: those of tables, and points that are added to a pair's numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.draws.codec import HIGHEST_SCORE
from scorekeeper.draws.criteria import EARNED, Adjustment
from scorekeeper.journal.body import (
    Json,
    JsonValue,
    number_in,
    numbers_in,
    one_of,
    text_in,
)
from scorekeeper.journal.fields import Form
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import (
    HANDS_WON,
    LONGEST_REASON,
    PAIR,
    POINTS,
    REASON,
    ROUND,
    RULING,
    SCORE,
    SHEET,
    SURE,
    TABLE,
    TO,
)
from scorekeeper.services.tournament_acts.pair_fields import check_pair
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound
from scorekeeper.services.tournaments.pair_names import gives_one_of
from scorekeeper.services.tournaments.state import RecordedAdjustment
from scorekeeper.services.tournaments.table_results import SOURCES, DrawnTable, Result, Source
from scorekeeper.services.tournaments.typed_sheets import SentSheet, hands_that_count, is_result_of
from scorekeeper.sheets.sheet_hands import SheetHands
from scorekeeper.sheets.sheet_slips import SheetHand

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class AtTable(TournamentBody):
    """Something about one table, and why."""

    texts: ClassVar[tuple[str, ...]] = ("reason",)

    round: int
    table: int
    reason: str = ""
    """Of a result: why it corrects another one."""

    @property
    def of_round(self) -> int:
        return self.round

    @property
    def of_table(self) -> int:
        return self.table

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"results", f"table {self.round} {self.table}"})

    def rests_on(self) -> frozenset[str]:
        texts = {"texts"} if self.reason else set()
        return frozenset({f"round {self.round}", f"table {self.round} {self.table}", *texts})

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        table = before.rounds[self.round - 1].table(self.table)
        assert table is not None
        is_about = pair in (table.a, table.b) or gives_one_of(names, self.reason)
        return self.redacted() if is_about else None


@dataclass(frozen=True, kw_only=True)
class ResultWritten(AtTable):
    """A table's result, or a correction of it."""

    kind: ClassVar[str] = "result"
    operations: ClassVar[Mapping[str, Form]] = {
        "result": Form("WriteResult", (ROUND, TABLE, SCORE), (HANDS_WON, SHEET, REASON, SURE))
    }
    is_for_helpers: ClassVar[bool] = True

    score: tuple[int, ...]
    """Two numbers; nothing where it cannot be read."""
    hands: tuple[int, int]
    """That each side won; nothing where a total is all that was written."""
    source: Source
    sheet: SentSheet | None = None
    """Its hands, where a whole sheet was typed in."""

    @classmethod
    def read(cls, data: Json) -> Self:
        ours, theirs = numbers_in(data["hands"])
        sheet = data.get("sheet")
        return cls(
            round=number_in(data, "round"),
            table=number_in(data, "table"),
            score=score_in(data["score"]),
            hands=(ours, theirs),
            source=one_of(SOURCES, data["source"]),
            reason=text_in(data, "reason"),
            sheet=None if sheet is None else SentSheet.read(sheet),
        )

    def fields(self) -> Json:
        sheet: Json = {} if self.sheet is None else {"sheet": self.sheet.stored}
        return {
            "round": self.round,
            "table": self.table,
            "score": [*self.score],
            "hands": [*self.hands],
            "source": self.source,
            "reason": self.reason,
            **sheet,
        }

    @property
    def is_undoable(self) -> bool:
        return self.source != "live"

    @property
    def _typed(self) -> tuple[SheetHand | None, ...]:
        return self.sheet.hands if self.sheet is not None else ()

    def check(self, tournament: Tournament) -> None:
        drawn_round, table = table_at(tournament, self.round, self.table)
        check_score(self.score)
        if self.sheet is not None:
            self._check_sheet(self.sheet.hands, drawn_round)
        check_winner(self.score, drawn_round)
        if table.result is not None:
            self._check_correction(table.result)

    def _check_sheet(self, hands: SheetHands, drawn_round: DrawnRound) -> None:
        if not is_result_of(hands, self.score, self.hands):
            raise TournamentRefused(Fault("no_sheet", "sheet"))
        if hands_that_count(hands, drawn_round.set_up) != hands:
            raise TournamentRefused(Fault("late_hands", "sheet"))

    def _check_correction(self, written: Result) -> None:
        """The sheet of a total that stands there already needs no reason."""
        is_same = written.score == self.score
        if is_same and not written.is_decided and self._typed in ((), written.sheet):
            raise TournamentRefused(Fault("same_score", "score"))
        if not is_same or written.sheet or written.is_decided:
            check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        ours, theirs = self.score
        result = Result((ours, theirs), self.hands, self.source, self.reason, act, self._typed)
        return with_result(tournament, self.round, self.table, result)


@dataclass(frozen=True, kw_only=True)
class PointsAdjusted(TournamentBody):
    """A penalty or a ruling."""

    kind: ClassVar[str] = "adjusted"
    operations: ClassVar[Mapping[str, Form]] = {
        "adjust": Form("AdjustStanding", (PAIR, TO, POINTS, RULING))
    }
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    pair: str
    to: str
    """Which of its numbers."""
    points: int
    reason: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            pair=text_in(data, "pair"),
            to=text_in(data, "to"),
            points=number_in(data, "points"),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {"pair": self.pair, "to": self.to, "points": self.points, "reason": self.reason}

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"adjustments", f"adjustment {self.pair}"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"texts"})

    def decided_on(self) -> frozenset[str]:
        """That nobody else punished the pair meanwhile: it may have been for the same."""
        return self.rests_on() | {f"adjustment {self.pair}"}

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        if self.to not in EARNED or not self.points or not _is_score(self.points):
            raise TournamentRefused(Fault("no_points", "points"))
        check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        to = one_of(EARNED, self.to)
        adjusted = RecordedAdjustment(Adjustment(self.pair, to, self.points, self.reason), act)
        return replace(tournament, adjusted=(*tournament.adjusted, adjusted))

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        is_about = self.pair == pair or gives_one_of(names, self.reason)
        return self.redacted() if is_about else None


def table_at(tournament: Tournament, number: int, table: int) -> tuple[DrawnRound, DrawnTable]:
    """The table of the round, and the round.

    :raises TournamentRefused: there is none.
    """
    drawn_round = tournament.round(number)
    found = drawn_round.table(table) if drawn_round else None
    if drawn_round is None or found is None:
        raise TournamentRefused(Fault("no_table", "table"))
    return drawn_round, found


def check_score(score: tuple[int, ...]) -> None:
    """See whether it is two numbers that a match can have.

    :raises TournamentRefused: it is not.
    """
    if len(score) != 2 or not all(map(_is_score, score)):
        raise TournamentRefused(Fault("no_score", "score"))


def check_winner(score: tuple[int, ...], drawn_round: DrawnRound) -> None:
    """See whether somebody has won, where somebody must.

    :raises TournamentRefused: nobody has.
    """
    if drawn_round.set_up.needs_winners and score[0] == score[1]:
        raise TournamentRefused(Fault("no_winner", "score"))


def score_in(value: JsonValue) -> tuple[int, ...]:
    """The numbers of a score; nothing where they cannot be read."""
    try:
        return numbers_in(value)
    except TypeError:
        return ()


def _is_score(score: int) -> bool:
    return type(score) is int and abs(score) <= HIGHEST_SCORE


def with_result(tournament: Tournament, number: int, table: int, result: Result) -> Tournament:
    """The tournament with one more result of this table."""
    drawn_round = tournament.rounds[number - 1]
    now = drawn_round.table(table)
    assert now is not None
    now = replace(now, results=(*now.results, result))
    return tournament.with_round(drawn_round.with_table(now))


def check_reason(reason: str) -> None:
    """See whether it says why.

    :raises TournamentRefused: it says nothing, or too much.
    """
    if not reason or not is_fit_name(reason, LONGEST_REASON):
        raise TournamentRefused(Fault("no_reason", "reason"))
