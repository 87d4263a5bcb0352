"""A round as it was asked for, proposed and drawn: values alone."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, NotRequired, Self, TypedDict

from scorekeeper.draws.model import Broken, Places, Table, Version
from scorekeeper.journal.act import Act
from scorekeeper.phases.phase_plan import PhaseFormat
from scorekeeper.tournament.acts.body import TournamentMarks
from scorekeeper.tournament.table_results import DrawnTable, players_of, side_of
from scorekeeper.tournament.tournament_set_up import SetUp


class PlayedJson(TypedDict, total=False):
    """A table of an earlier round, or a bye there, as a draw's request has it."""

    a: str | list[str]
    """A pair, or in an individual tournament two players."""
    b: str | list[str]
    score: list[int]
    forfeit: Literal["both"]
    """Both pairs were absent, so that neither has won."""
    bye: str
    """The pair; it has nothing else."""


class DrawRequest(TypedDict):
    """The input of a draw, as `python -m scorekeeper draw` reads it."""

    format: PhaseFormat
    pairs: NotRequired[list[str]]
    """In seeding order."""
    players: NotRequired[list[str]]
    """In place of pairs, where partners are drawn."""
    seed: int
    results: list[list[PlayedJson]]
    fixed: NotRequired[list[list[str]]]
    forbidden: NotRequired[list[list[str]]]
    absent: NotRequired[list[str]]
    clubs: NotRequired[list[list[str]]]
    kept_tables: NotRequired[list[list[str | int]]]
    order: NotRequired[list[str]]
    """The standings, the first pair first; only in a ranking."""
    places: NotRequired[Places]
    version: NotRequired[Version]
    """The version of the draw; a request without it comes from a program with version 1 alone."""


def entrants_of(request: DrawRequest) -> list[str]:
    """The pairs or players of a draw, those who are absent, too."""
    return request["players"] if "players" in request else request["pairs"]


def version_of(request: DrawRequest) -> Version:
    """How the round of this request is drawn."""
    return request.get("version", 1)


def versioned(request: DrawRequest) -> DrawRequest:
    """The request with its version, so that every later program draws the same."""
    return {**request, "version": version_of(request)}


class MissingPairs(NamedTuple):
    """The pairs that are not in a round."""

    absent: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


class RoundPart(NamedTuple):
    """The part of a round that was drawn by itself: a phase, or a group of one."""

    phase: int
    """The number of the phase, from 1."""
    group: int
    """The number of the group in it, from 1."""
    request: DrawRequest
    tables: tuple[int, ...]
    """The numbers of its tables."""
    byes: tuple[str, ...]

    @property
    def number(self) -> int:
        """The number of the round in its phase, from 1."""
        return len(self.request["results"]) + 1

    @property
    def is_bracket(self) -> bool:
        """Is it a round of a knockout?"""
        return self.request["format"] == "knockout"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A round as it is played."""

    number: int
    act: Act[TournamentMarks]
    """The act that drew it."""
    parts: tuple[RoundPart, ...]
    """One, unless several groups or phases play side by side."""
    set_up: SetUp
    """The set-up as it was then: the end of its matches, and their rules."""
    tables: tuple[DrawnTable, ...]
    byes: tuple[str, ...]
    broken: tuple[Broken, ...]
    missing: MissingPairs
    """The pairs that were absent when the round was drawn."""
    swaps: tuple[tuple[str, str], ...] = ()
    clock: datetime | None = None
    """UTC, when the clock was started; later by as long as it was paused."""
    paused: datetime | None = None
    """UTC, when the clock was paused, until it goes on."""
    extra: int = 0
    """Minutes that were added, or taken off."""

    @property
    def request(self) -> DrawRequest:
        """The request of its first part, which is the only one of a round of the first phase."""
        return self.parts[0].request

    @property
    def format(self) -> PhaseFormat:
        """The format by which it was drawn; the tournament's may have been changed since."""
        return self.request["format"]

    @property
    def is_in_parts(self) -> bool:
        """Is it a round of groups, or of a phase behind the first one?"""
        return len(self.parts) > 1 or self.parts[0].phase > 1 or self.set_up.groups > 1

    def part_at(self, number: int) -> RoundPart:
        """The part to which the table with this number belongs."""
        return next((part for part in self.parts if number in part.tables), self.parts[0])

    def part_of(self, key: str) -> RoundPart | None:
        """The part in which this entrant sits, or has a bye."""
        for table in self.tables:
            if key in table.entrants:
                return self.part_at(table.number)
        return next((part for part in self.parts if key in part.byes), None)

    def set_up_at(self, number: int) -> SetUp:
        """The set-up for a table, with the format of its phase: that of a knockout has a winner."""
        return replace(self.set_up, format=self.part_at(number).request["format"])

    def with_forfeits(self, counts: tuple[int, int]) -> Self:
        """Return the round with the present score for forfeited matches."""
        tables = tuple(table.with_forfeits(counts) for table in self.tables)
        return replace(self, tables=tables) if tables != self.tables else self

    def with_table(self, table: DrawnTable) -> Self:
        """The round with this table in the place of the one with its number."""
        tables = [table if one.number == table.number else one for one in self.tables]
        return replace(self, tables=tuple(tables))

    def table(self, number: int) -> DrawnTable | None:
        """The table with this number."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def is_clock_running(self) -> bool:
        """Was the clock started, and is not paused?"""
        return self.clock is not None and self.paused is None

    @property
    def ends(self) -> datetime | None:
        """UTC, when the time is up, or would be if the clock went on now; None without a clock."""
        if self.clock is None or self.set_up.length != "minutes":
            return None
        return self.clock + timedelta(minutes=self.set_up.limit + self.extra)

    def time_left(self, now: datetime) -> timedelta | None:
        """The time that is left at this moment; None where there is no clock."""
        if self.ends is None:
            return None
        return max(self.ends - (self.paused or now), timedelta())


class ProposedRound(NamedTuple):
    """A round as it was proposed, with its seed."""

    number: int
    seed: int
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    reason: str
    """The reason for a new proposal; empty for the first one."""
    act: Act[TournamentMarks]


def swap_pairs(
    tables: tuple[Table, ...], byes: tuple[str, ...], one: str, other: str
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The round with two pairs, or players, in each other's places; a bye is a place, too."""
    places = {one: other, other: one}

    def seat(side: str) -> str:
        return side_of(places.get(entrant, entrant) for entrant in players_of((side,)))

    return (
        tuple(Table(seat(a), seat(b)) for a, b in tables),
        tuple(places.get(entrant, entrant) for entrant in byes),
    )
