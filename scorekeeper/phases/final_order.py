"""The ranking of the whole tournament, from the orders of its phases."""

from collections.abc import Iterator, Sequence

from scorekeeper.phases.phase_plan import FinalPlace, PhasePlace, PlayedPhase


def final_order(phases: Sequence[PlayedPhase]) -> tuple[FinalPlace, ...] | None:
    """The entrants, the winner first; None while a phase waits."""
    if any(phase.state == "waiting" for phase in phases):
        return None
    states = {phase.number: phase.state for phase in phases}
    return tuple(
        one if states[one.phase] == "finished" else one._replace(place=None)
        for one in provisional_order(phases)
    )


def provisional_order(phases: Sequence[PlayedPhase]) -> tuple[FinalPlace, ...]:
    """The entrants as they stand now, each with its place, whatever is still to be played."""
    last = {row.entrant: phase.number for phase in phases for row in phase.order}
    order: list[FinalPlace] = []
    for phase in _from_the_top(1, phases, set()):
        before: tuple[PhasePlace, int] | None = None
        for row in (row for row in phase.order if last[row.entrant] == phase.number):
            place = len(order) + 1
            if before and _has_one_list(phase) and before[0].place == row.place:
                place = before[1]
            before = row, place
            order.append(FinalPlace(row.entrant, place, phase.number))
    return tuple(order)


def _has_one_list(phase: PlayedPhase) -> bool:
    """Do equal entrants share a place? In a bracket none are equal."""
    return not phase.has_groups


def _from_the_top(
    number: int, phases: Sequence[PlayedPhase], visited: set[int]
) -> Iterator[PlayedPhase]:
    """Yield the phase after those that take from it, a bracket before them; each once."""
    if number in visited:
        return
    visited.add(number)
    phase = phases[number - 1]
    if phase.phase.is_bracket:
        yield phase
    for taker in phases:
        if any(source.phase == number for source in taker.phase.sources):
            yield from _from_the_top(taker.number, phases, visited)
    if not phase.phase.is_bracket:
        yield phase
