"""The clock of a round is started, paused, resumed and set forward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, number_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.fields import MINUTES, ROUND
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.round_acts import OfRound, last_drawn
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


class _OfClock(OfRound):
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
    drawn_round = last_drawn(tournament, number)
    if drawn_round.set_up.length != "minutes":
        raise TournamentRefused(Fault("no_clock", "round"))
    return drawn_round
