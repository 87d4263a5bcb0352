"""The values of a tournament with phases: its plan, its results, its problems."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import PAIR_FORMATS, Bye, PairFormat, Places

PhaseFormat = Literal[PairFormat, "individual"]
PHASE_FORMATS: Final[tuple[PhaseFormat, ...]] = (*PAIR_FORMATS, "individual")
SitOut = Literal["nothing", "mean"]
SIT_OUTS: Final[tuple[SitOut, ...]] = get_args(SitOut)
PhaseRanking = Literal["wins", "total"]
PHASE_RANKINGS: Final[tuple[PhaseRanking, ...]] = get_args(PhaseRanking)
PhaseTie = Literal["head_to_head", "buchholz"]
PHASE_TIES: Final[tuple[PhaseTie, ...]] = get_args(PhaseTie)
Take = Literal["places", "best", "rest", "losers"]
PhaseState = Literal["waiting", "playing", "finished"]

FEWEST_ENTRANTS: Final = 2
FEWEST_PLAYERS: Final = 4
MOST_ENTRANTS: Final = 1000
MOST_PHASES: Final = 16
MOST_GROUPS: Final = 64
MOST_ROUNDS: Final = 1000


class PhaseSource(NamedTuple):
    """Part of an earlier phase, which plays on in a later one."""

    phase: int
    """The number of the earlier phase, from 1."""
    takes: Take
    numbers: tuple[int, ...] = ()
    """The places; how many of the best; the last round of the losers; of the rest nothing."""


class PhaseTable(NamedTuple):
    """A table of a round: one entrant on each side, or two in an individual tournament."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    score: tuple[int, int] | None = None
    """The scores of the sides; None until they are known."""
    forfeit: Literal["both"] | None = None
    """Was neither side there? Then nobody has won, whatever the score says."""

    @property
    def winner(self) -> tuple[str, ...]:
        """The side that won; empty without a winner."""
        if self.score is None or self.forfeit or self.score[0] == self.score[1]:
            return ()
        return self.a if self.score[0] > self.score[1] else self.b


PhaseRound = tuple[PhaseTable | Bye, ...]


def is_typed_in(rounds: Iterable[PhaseRound]) -> bool:
    """Has each table of these rounds a score?"""
    return all(isinstance(one, Bye) or one.score is not None for played in rounds for one in played)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A part of a tournament, with one format."""

    format: PhaseFormat
    sources: tuple[PhaseSource, ...] = ()
    """Empty in the first phase, which everybody plays."""
    name: str = ""
    groups: int = 1
    rounds: int | None = None
    """The planned rounds; None in a bracket, and where a round robin has as many as it needs."""
    places: Places = "third"
    drop: int = 0
    """How many of its worst rounds an entrant's total leaves out."""
    sit_out: SitOut = "nothing"
    drawn: tuple[tuple[str, ...], ...] | None = None
    """The groups as they were drawn; of a bracket one group, the seeds in order."""
    is_drawn_unread: bool = False
    """Were seats drawn that cannot be read?"""

    @property
    def is_bracket(self) -> bool:
        return self.format == "knockout"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasedTournament:
    """All that the phases follow from."""

    entrants: tuple[str, ...]
    phases: tuple[Phase, ...]
    results: tuple[tuple[PhaseRound, ...], ...] = ()
    """The rounds of each phase, of all its groups together."""
    by: PhaseRanking = "wins"
    ties: tuple[PhaseTie, ...] = ()
    withdrawn: Mapping[str, int] = field(default_factory=dict)
    """The phase in which an entrant withdrew."""
    forbidden: tuple[tuple[str, str], ...] = ()
    clubs: tuple[tuple[str, ...], ...] = ()

    def rounds_of(self, number: int) -> tuple[PhaseRound, ...]:
        """The rounds of a phase, which is counted from 1."""
        return self.results[number - 1] if number <= len(self.results) else ()


class PhasePlace(NamedTuple):
    """An entrant in the order of a phase."""

    entrant: str
    group: int
    place: int
    """In the group; equal entrants share it."""


class FinalPlace(NamedTuple):
    """An entrant in the final order."""

    entrant: str
    place: int | None
    """It is None while its phase is played."""
    phase: int
    """The last phase that it is in."""


class PhaseSeats(NamedTuple):
    """The seats from which the entrants of a phase begin."""

    seeding: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    """Of a bracket one group, the seeds in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPhase:
    """A phase as far as it was played."""

    number: int
    phase: Phase
    state: PhaseState
    rounds: tuple[PhaseRound, ...] = ()
    seats: PhaseSeats | None = None
    """They are None while the phase waits."""
    order: tuple[PhasePlace, ...] = ()
    would: tuple[tuple[str, ...], ...] | None = None
    """The groups that would be drawn now, where others were drawn."""

    @property
    def has_groups(self) -> bool:
        """Are there several groups?"""
        return not self.phase.is_bracket and self.phase.groups > 1


class Advance(NamedTuple):
    """How far a tournament has come."""

    phases: tuple[PlayedPhase, ...]
    final: tuple[FinalPlace, ...] | None
    """It is None while a phase waits."""


PhaseCode = Literal[
    "not_json",
    "missing",
    "unknown",
    "too_few",
    "too_many",
    "twice",
    "itself",
    "stranger",
    "source",
    "drawn",
]
PHASE_CODES: Final[tuple[PhaseCode, ...]] = get_args(PhaseCode)
"""In the order in which problems are listed."""


class PhaseProblem(NamedTuple):
    """Something that keeps a tournament from being read: a code, never prose."""

    code: PhaseCode
    field: str | None
    phase: int | None = None
    round: int | None = None
    entrant: str | None = None


def problems_in_order(problems: Iterable[PhaseProblem]) -> tuple[PhaseProblem, ...]:
    """The problems, each once: by phase, code, field, round and entrant."""

    def key(problem: PhaseProblem) -> tuple[int, int, str, int, str]:
        code = PHASE_CODES.index(problem.code)
        number, round_ = problem.phase or 0, problem.round or 0
        return number, code, problem.field or "", round_, problem.entrant or ""

    return tuple(sorted(set(problems), key=key))
