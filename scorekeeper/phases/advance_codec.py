"""JSON ⇄ how far a tournament with phases has come: `python -m scorekeeper advance`."""

from collections.abc import Iterable

from scorekeeper.draws.knockout import seeding_order
from scorekeeper.phases.advance import PhaseFold
from scorekeeper.phases.phase_plan import Advance, PhaseProblem, PlayedPhase, problems_in_order
from scorekeeper.phases.phase_reader import read_phased_tournament


def answer(request: object) -> dict[str, object]:
    """The answer to one tournament: its phases and its final order, or every problem.

    An `id` beside the fields comes back. Anything that is no object is `not_json`.
    """
    if type(request) is not dict:
        return write_phase_problems([PhaseProblem("not_json", None)])
    tournament, problems = read_phased_tournament(request)
    fold = PhaseFold(tournament, problems)
    found = problems_in_order([*problems, *fold.problems])
    reply = write_phase_problems(found) if found else write_advance(fold.advance())
    return {"id": request["id"], **reply} if "id" in request else reply


def write_advance(advanced: Advance) -> dict[str, object]:
    """`{"ok": true, …}`: the phases and the final order."""
    final = advanced.final
    return {
        "ok": True,
        "phases": [_write_phase(phase) for phase in advanced.phases],
        "final": None if final is None else [place._asdict() for place in final],
    }


def _write_phase(played: PlayedPhase) -> dict[str, object]:
    if played.seats is None:
        return {"state": played.state, "entrants": None}
    seeding, groups = played.seats
    bracket = [entrant or None for entrant in seeding_order(seeding)]
    seats = {"bracket": bracket} if played.phase.is_bracket else {"groups": list(map(list, groups))}
    would = {} if played.would is None else {"would": _write_seats(played)}
    return {
        "state": played.state,
        "entrants": list(seeding),
        **seats,
        "order": [place._asdict() for place in played.order],
        **would,
    }


def _write_seats(played: PlayedPhase) -> list[str] | list[list[str]]:
    """Write the seats that would be drawn now, in the form of `drawn`."""
    groups = [list(group) for group in played.would or ()]
    return groups[0] if played.phase.is_bracket else groups


def write_phase_problems(problems: Iterable[PhaseProblem]) -> dict[str, object]:
    """`{"ok": false, …}`: the problems, with phase, round and entrant where they are about one."""
    return {
        "ok": False,
        "problems": [
            {
                name: value
                for name, value in problem._asdict().items()
                if value is not None or name == "field"
            }
            for problem in problems
        ],
    }
