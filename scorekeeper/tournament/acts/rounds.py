"""Rounds are proposed, drawn, changed and taken back; their clock runs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import ClassVar, Self, cast

from scorekeeper.draws.model import Table
from scorekeeper.journal.fields import Form
from scorekeeper.journal.record import Always, Identifier
from scorekeeper.tournament.acts.body import refuse_if
from scorekeeper.tournament.acts.fields import (
    FIXED,
    FORBIDDEN,
    REASON,
    BrokenRules,
    Minutes,
    Ordinal,
    Parts,
    Request,
    Tables,
    Truth,
    TwoKeys,
)
from scorekeeper.tournament.acts.result_acts import check_reason
from scorekeeper.tournament.drawn_rounds import (
    DrawnRound,
    DrawRequest,
    ProposedRound,
    RoundPart,
    swap_pairs,
)
from scorekeeper.tournament.pair_names import gives_one_of
from scorekeeper.tournament.stages import missing_pairs
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.table_results import DrawnTable, players_of
from scorekeeper.tournament.tournament_set_up import who_played


class RoundProposed(TournamentBody, kind="round_proposed", changes=("rounds",)):
    """The next round is proposed by a seed, which is its seed from then on.

    Another proposal of the same round has another seed, and a reason.
    """

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "propose": (Form("ProposeRound", (), (FIXED, FORBIDDEN, REASON)),)
    }
    round: int
    seed: Always[int] = 0
    tables: Always[Tables] = ()
    byes: Always[tuple[Identifier, ...]] = ()
    reason: Always[str] = ""

    def rests_on(self) -> frozenset[str]:
        return frozenset({"rounds", "texts"} if self.reason else {"rounds"})

    def check(self, tournament: Tournament) -> None:
        refuse_if(self.round != len(tournament.rounds) + 1, "no_round", "round")
        if self.reason or tournament.proposals_of(self.round):
            check_reason(self.reason)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        one = ProposedRound(self.round, self.seed, self.tables, self.byes, self.reason, act)
        return replace(tournament, proposed=(*tournament.proposed, one))

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        return self.redacted() if gives_one_of(names, self.reason) else None


class RoundDrawn(
    TournamentBody, kind="round_drawn", is_draw=True, rests=("setup", "pairs", "rounds", "results")
):
    """The next round; without fields it is still to be drawn."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "draw": (Form("DrawRound", (), (FIXED, FORBIDDEN)),)
    }

    request: Always[Request] = field(default_factory=lambda: cast(DrawRequest, {}))
    """Empty where the round has parts, each with its own."""
    tables: Always[Tables] = ()
    byes: Always[tuple[Identifier, ...]] = ()
    broken: Always[BrokenRules] = ()
    numbers: tuple[int, ...] = ()
    """The numbers of the tables; empty where they are 1, 2, 3 and so on."""
    round: int = 0
    """The number of a round of a tournament with phases; of any other its request tells it."""
    parts: Parts = ()
    """The groups and phases that play in it, where it is not one list of the first phase."""

    def writes(self) -> frozenset[str]:
        number = self.round or len(self.request["results"]) + 1
        return frozenset({"rounds", f"round {number}"})

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        numbers = self.numbers or tuple(range(1, len(self.tables) + 1))
        seated = [*(pair for table in self.tables for pair in players_of(table)), *self.byes]
        drawn_round = DrawnRound(
            number=len(tournament.rounds) + 1,
            act=act,
            parts=self.parts or (RoundPart(1, 1, self.request, numbers, self.byes),),
            set_up=tournament.set_up,
            tables=tuple(
                DrawnTable(number=number, a=a, b=b)
                for number, (a, b) in zip(numbers, self.tables, strict=True)
            ),
            byes=self.byes,
            broken=self.broken,
            missing=missing_pairs(tournament, seated, [part.request for part in self.parts]),
        )
        return replace(tournament, rounds=(*tournament.rounds, drawn_round))


class OfRound(TournamentBody, undoable=True):
    """Something about a round."""

    round: Ordinal

    @property
    def of_round(self) -> int:
        return self.round

    def last(self, tournament: Tournament) -> DrawnRound:
        """The round, which has to be the last one.

        :raises TournamentRefused: no such round was drawn, or it is not the last one.
        """
        drawn_round = tournament.round(self.round)
        refuse_if(drawn_round is None, "no_round", "round")
        refuse_if(drawn_round != tournament.last_round, "not_last", "round")
        assert drawn_round is not None
        return drawn_round


class Undrawn(
    OfRound,
    kind="undrawn",
    op="undraw",
    form="TakeBack",
    changes=("rounds", "round {self.round}"),
    rests=("rounds", "results"),
):
    """The last round is taken back, with its results where that was said to be meant."""

    sure: Truth = False
    """Was it shown what is lost?"""

    def check(self, tournament: Tournament) -> None:
        drawn_round = self.last(tournament)
        has_results = any(table.result for table in drawn_round.tables)
        refuse_if(not self.sure and has_results, "has_results", "round")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        """Take the last round away; its substitutes play in the next draw, too."""
        rounds = tournament.rounds[:-1]
        pairs = {
            key: replace(pair, were=who_played(pair.were, len(rounds)))
            for key, pair in tournament.pairs.items()
        }
        return replace(tournament, rounds=rounds, pairs=pairs)


class TablesSwapped(OfRound, kind="tables_swapped", op="swap", form="SwapPairs", rests=("rounds",)):
    """Two pairs of the last round change places."""

    pairs: TwoKeys
    tables: tuple[int, ...] = ()
    """The tables at which they sat; the first version did not say it."""
    broken: Always[BrokenRules] = ()
    """All that the round breaks now."""

    def writes(self) -> frozenset[str]:
        return frozenset({"rounds", *(f"table {self.round} {table}" for table in self.tables)})

    def check(self, tournament: Tournament) -> None:
        drawn_round = self.last(tournament)
        one, other = self.pairs
        places = {key: table.number for table in drawn_round.tables for key in table.entrants}
        places |= dict.fromkeys(drawn_round.byes, 0)
        refuse_if(one not in places or other not in places, "no_pair", "pairs")
        is_same = places[one] == places[other] and not tournament.set_up.is_individual
        refuse_if(is_same, "same_place", "pairs")
        is_elsewhere = drawn_round.part_of(one) != drawn_round.part_of(other)
        refuse_if(is_elsewhere, "other_group", "pairs")
        theirs = (places[one], places[other])
        is_played = any(table.result for table in drawn_round.tables if table.number in theirs)
        refuse_if(is_played, "has_results", "pairs")

    def check_request(self, tournament: Tournament) -> None:
        """Two partners, or two who sit out, are in the same place: nothing would change."""
        drawn_round = self.last(tournament)
        sides = [players_of((side,)) for table in drawn_round.tables for side in (table.a, table.b)]
        is_same = any({*self.pairs} <= {*place} for place in (*sides, drawn_round.byes))
        refuse_if(is_same, "same_place", "pairs")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[-1]
        sat = tuple(Table(table.a, table.b) for table in last.tables)
        tables, byes = swap_pairs(sat, last.byes, *self.pairs)
        drawn_round = replace(
            last,
            parts=tuple(
                part._replace(byes=swap_pairs((), part.byes, *self.pairs)[1]) for part in last.parts
            ),
            tables=tuple(_seat(table, new) for table, new in zip(last.tables, tables, strict=True)),
            byes=byes,
            broken=self.broken,
            swaps=(*last.swaps, self.pairs),
        )
        return replace(tournament, rounds=(*tournament.rounds[:-1], drawn_round))


def _seat(table: DrawnTable, new: Table) -> DrawnTable:
    """Return the table with its new pairs; results and withdrawals of other pairs are dropped."""
    if (table.a, table.b) == tuple(new):
        return table
    return replace(table, a=new.a, b=new.b, results=(), withdrawals=())


class _OfClock(OfRound, changes=("clock {self.round}",)):
    """Something about the clock of the last round."""

    def with_clock(self, tournament: Tournament) -> DrawnRound:
        """The last round, whose matches the clock ends."""
        drawn_round = self.last(tournament)
        refuse_if(drawn_round.set_up.length != "minutes", "no_clock", "round")
        return drawn_round


class ClockStarted(_OfClock, kind="clock_started", op="start_clock", form="OfRound"):
    """The clock of the last round is started, maybe anew."""

    def check(self, tournament: Tournament) -> None:
        self.with_clock(tournament)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        return tournament.with_round(replace(last, clock=act.at, paused=None, extra=0))


class ClockPaused(_OfClock, kind="clock_paused", op="pause_clock", form="OfRound"):
    """The clock of the last round stands until it goes on."""

    def check(self, tournament: Tournament) -> None:
        refuse_if(not self.with_clock(tournament).is_clock_running, "clock_stands", "round")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        return tournament.with_round(replace(last, paused=act.at))


class ClockResumed(_OfClock, kind="clock_resumed", op="resume_clock", form="OfRound"):
    """The clock of the last round goes on where it stood."""

    def check(self, tournament: Tournament) -> None:
        refuse_if(self.with_clock(tournament).paused is None, "clock_runs", "round")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        clock = last.clock
        if clock is not None and last.paused is not None and act.at is not None:
            clock += act.at - last.paused
        return tournament.with_round(replace(last, clock=clock, paused=None))


class MinutesAdded(_OfClock, kind="minutes_added", op="add_minutes", form="AddMinutes"):
    """The last round gets more minutes, or fewer."""

    minutes: Minutes

    def check(self, tournament: Tournament) -> None:
        refuse_if(self.with_clock(tournament).clock is None, "clock_stands", "round")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        last = tournament.rounds[self.round - 1]
        return tournament.with_round(replace(last, extra=last.extra + self.minutes))
