"""Rounds are drawn, changed by hand, taken back; their clocks are started."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self, cast

from scorekeeper.draws.model import RULES, Broken, Table
from scorekeeper.journal.body import (
    Json,
    JsonValue,
    number_in,
    numbers_in,
    object_in,
    objects_in,
    one_of,
    text_in,
    texts_in,
    two_texts_in,
)
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import (
    FIXED,
    FORBIDDEN,
    MINUTES,
    REASON,
    ROUND,
    SURE,
    SWAPPED,
)
from scorekeeper.services.tournament_acts.pair_acts import who_played
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.result_acts import check_reason
from scorekeeper.services.tournaments.drawn_rounds import (
    DrawnRound,
    DrawRequest,
    ProposedRound,
    swap_pairs,
)
from scorekeeper.services.tournaments.missing import missing_pairs
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
            tables=_read_tables(data["tables"]),
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
            tables=_read_tables(data["tables"]),
            byes=texts_in(data["byes"]),
            broken=_read_broken(data["broken"]),
            numbers=numbers_in(data.get("numbers", [])),
        )

    def fields(self) -> Json:
        numbers: Json = {"numbers": [*self.numbers]} if self.numbers else {}
        return {
            "request": cast(Json, self.request),
            "tables": [[*table] for table in self.tables],
            "byes": [*self.byes],
            "broken": _write_broken(self.broken),
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
class TablesSwapped(TournamentBody):
    """Two pairs of the last round change places."""

    kind: ClassVar[str] = "tables_swapped"
    operations: ClassVar[Mapping[str, Form]] = {"swap": Form("SwapPairs", (ROUND, SWAPPED))}

    round: int
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
            broken=_read_broken(data["broken"]),
        )

    def fields(self) -> Json:
        tables: Json = {"tables": [*self.tables]} if self.tables else {}
        broken = _write_broken(self.broken)
        return {"round": self.round, "pairs": [*self.pairs], **tables, "broken": broken}

    @property
    def is_undoable(self) -> bool:
        return True

    @property
    def of_round(self) -> int:
        return self.round

    def writes(self) -> frozenset[str]:
        return frozenset({"rounds", *(f"table {self.round} {table}" for table in self.tables)})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"rounds"})

    def check(self, tournament: Tournament) -> None:
        drawn_round = _last(tournament, self.round)
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


@dataclass(frozen=True, kw_only=True)
class _OfRound(TournamentBody):
    """Something about a round, which is all that is said."""

    round: int

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(round=number_in(data, "round"))

    def fields(self) -> Json:
        return {"round": self.round}

    @property
    def is_undoable(self) -> bool:
        return True

    @property
    def of_round(self) -> int:
        return self.round


@dataclass(frozen=True, kw_only=True)
class Undrawn(_OfRound):
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
        drawn_round = _last(tournament, self.round)
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


class _OfClock(_OfRound):
    """Something about the clock of a round."""

    def writes(self) -> frozenset[str]:
        return frozenset({f"clock {self.round}"})


@dataclass(frozen=True, kw_only=True)
class ClockStarted(_OfClock):
    """The clock of the last round is started, maybe anew."""

    kind: ClassVar[str] = "clock_started"
    operations: ClassVar[Mapping[str, Form]] = {"start_clock": Form("OfRound", (ROUND,))}

    def check(self, tournament: Tournament) -> None:
        _with_clock(tournament, self.round)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        return tournament.with_round(replace(last, clock=act.at, paused=None, extra=0))


@dataclass(frozen=True, kw_only=True)
class ClockPaused(_OfClock):
    """The clock of the last round stands until it goes on."""

    kind: ClassVar[str] = "clock_paused"
    operations: ClassVar[Mapping[str, Form]] = {"pause_clock": Form("OfRound", (ROUND,))}

    def check(self, tournament: Tournament) -> None:
        if not _with_clock(tournament, self.round).is_clock_running:
            raise TournamentRefused(Fault("clock_stands", "round"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return tournament.with_round(replace(tournament.rounds[self.round - 1], paused=act.at))


@dataclass(frozen=True, kw_only=True)
class ClockResumed(_OfClock):
    """The clock of the last round goes on where it stood."""

    kind: ClassVar[str] = "clock_resumed"
    operations: ClassVar[Mapping[str, Form]] = {"resume_clock": Form("OfRound", (ROUND,))}

    def check(self, tournament: Tournament) -> None:
        if _with_clock(tournament, self.round).paused is None:
            raise TournamentRefused(Fault("clock_runs", "round"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        clock = last.clock
        if clock is not None and last.paused is not None and act.at is not None:
            clock += act.at - last.paused
        return tournament.with_round(replace(last, clock=clock, paused=None))


@dataclass(frozen=True, kw_only=True)
class MinutesAdded(_OfClock):
    """The last round gets more minutes, or fewer."""

    kind: ClassVar[str] = "minutes_added"
    operations: ClassVar[Mapping[str, Form]] = {"add_minutes": Form("AddMinutes", (ROUND, MINUTES))}

    minutes: int

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(round=number_in(data, "round"), minutes=number_in(data, "minutes"))

    def fields(self) -> Json:
        return {"round": self.round, "minutes": self.minutes}

    def check(self, tournament: Tournament) -> None:
        if _with_clock(tournament, self.round).clock is None:
            raise TournamentRefused(Fault("clock_stands", "round"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        return tournament.with_round(replace(last, extra=last.extra + self.minutes))


def _with_clock(tournament: Tournament, number: int) -> DrawnRound:
    """The last round, whose matches the clock ends."""
    drawn_round = _last(tournament, number)
    if drawn_round.set_up.length != "minutes":
        raise TournamentRefused(Fault("no_clock", "round"))
    return drawn_round


def _seat(table: DrawnTable, new: Table) -> DrawnTable:
    """The table with who sits there now; what was withdrawn there was about those before."""
    if (table.a, table.b) == tuple(new):
        return table
    return replace(table, a=new.a, b=new.b, results=(), withdrawals=())


def _last(tournament: Tournament, number: int) -> DrawnRound:
    drawn_round = tournament.round(number)
    if drawn_round is None:
        raise TournamentRefused(Fault("no_round", "round"))
    if drawn_round != tournament.last_round:
        raise TournamentRefused(Fault("not_last", "round"))
    return drawn_round


def _read_tables(value: JsonValue) -> tuple[Table, ...]:
    if not isinstance(value, list):
        raise TypeError("tables are no list")
    return tuple(Table(*two_texts_in(table)) for table in value)


def _read_broken(value: JsonValue) -> tuple[Broken, ...]:
    return tuple(
        Broken(one_of(RULES, one["rule"]), texts_in(one["pairs"])) for one in objects_in(value)
    )


def _write_broken(broken: Iterable[Broken]) -> list[JsonValue]:
    return [{"rule": one.rule, "pairs": [*one.pairs]} for one in broken]
