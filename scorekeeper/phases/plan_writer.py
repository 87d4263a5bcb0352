"""Phases ⇄ the JSON in which a tournament keeps the plan of its phases.

What was checked when it was written is read without another check. A phase is kept without the
seats that were drawn, for these follow from its rounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from scorekeeper.draws.model import Places
from scorekeeper.json_parts import UnreadJson
from scorekeeper.phases.phase_plan import (
    Phase,
    PhaseFormat,
    PhaseProblem,
    PhaseRanking,
    PhaseSource,
    SitOut,
    Take,
)
from scorekeeper.phases.plan_reader import read_plan

_TAKES: Final[tuple[Take, ...]] = ("places", "best", "rest", "losers")


def write_phase(phase: Phase) -> dict[str, UnreadJson]:
    """A phase as docs/phases.md has it, with nothing that has its usual value."""
    usual = Phase(format=phase.format)
    told: dict[str, UnreadJson] = {"format": phase.format}
    if phase.sources:
        told["from"] = [_write_source(source) for source in phase.sources]
    for name in ("groups", "rounds", "places", "drop", "sit_out"):
        value = getattr(phase, name)
        if value != getattr(usual, name):
            told[name] = value
    return told


def _write_source(source: PhaseSource) -> dict[str, UnreadJson]:
    values: dict[Take, UnreadJson] = {
        "places": [*source.numbers],
        "rest": True,
    }
    value = values[source.takes] if source.takes in values else source.numbers[0]
    return {"phase": source.phase, source.takes: value}


def takes_once(source: Mapping[str, object]) -> bool:
    """Does a source say once whom it takes? `rest` is true, or left out."""
    taken = [name for name in _TAKES if source.get(name) is not None]
    return len(taken) == 1 and source.get("rest") is not False


def later_phases_in(phases: Iterable[UnreadJson]) -> tuple[Phase, ...]:
    """The phases behind the first one.

    :raises KeyError, TypeError: one is no such phase.
    """
    return tuple(_phase_in(cast(dict[str, UnreadJson], one)) for one in phases)


def _phase_in(phase: dict[str, UnreadJson]) -> Phase:
    rounds = phase.get("rounds")
    return Phase(
        format=cast(PhaseFormat, phase["format"]),
        sources=tuple(map(_source_in, cast(Sequence[dict[str, UnreadJson]], phase["from"]))),
        groups=cast(int, phase.get("groups") or 1),
        rounds=None if rounds is None else cast(int, rounds),
        places=cast(Places, phase.get("places") or "third"),
        drop=cast(int, phase.get("drop") or 0),
        sit_out=cast(SitOut, phase.get("sit_out") or "nothing"),
    )


def _source_in(source: dict[str, UnreadJson]) -> PhaseSource:
    takes = next(name for name in _TAKES if source.get(name) is not None)
    value = source[takes]
    numbers: tuple[int, ...] = ()
    if isinstance(value, list):
        numbers = tuple(cast(list[int], value))
    elif takes != "rest":
        numbers = (cast(int, value),)
    return PhaseSource(cast(int, source["phase"]), takes, numbers)


def plan_problems(
    first: Phase, later: Iterable[UnreadJson], by: PhaseRanking
) -> tuple[PhaseProblem, ...]:
    """Every problem of the phases of a tournament, the first of which is sound in itself."""
    read = read_plan([write_phase(first), *later], by)
    return tuple(problem for one in read for problem in one.problems)
