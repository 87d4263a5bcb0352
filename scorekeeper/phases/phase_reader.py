"""JSON ⇄ a tournament with phases: the tournament, and every problem of it.

Reading never raises. A harmless value replaces a part that cannot be read. So the problems of other
parts are found, too. Null means absent.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.draws.draw_json import HIGHEST_SCORE
from scorekeeper.draws.model import Bye
from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartReader,
    UnreadJson,
    UnreadValue,
    anything,
    list_of,
    made,
    one_of,
    read_object,
    row_of,
    whole,
)
from scorekeeper.phases.phase_checks import phase_problems
from scorekeeper.phases.phase_plan import (
    PHASE_RANKINGS,
    PHASE_TIES,
    PhasedTournament,
    PhaseProblem,
    PhaseRound,
    PhaseTable,
    problems_in_order,
)
from scorekeeper.phases.plan_reader import (
    NAME,
    NAMES,
    ReadPhase,
    read_part,
    read_plan,
    sound_fields,
    without_nulls,
)

_NEEDED: Final = ("entrants", "phases")
_IN_A_ROUND: Final = re.compile(r"([0-9]+)")
_score: Final = whole(-HIGHEST_SCORE, HIGHEST_SCORE)
_FIELDS: Final[dict[str, PartReader]] = {
    "entrants": NAMES,
    "phases": list_of(anything),
    "results": list_of(anything),
    "by": one_of(PHASE_RANKINGS),
    "ties": list_of(one_of(PHASE_TIES)),
    "withdrawn": anything,
    "forbidden": list_of(row_of(NAME, NAME)),
    "clubs": list_of(NAMES),
    "id": anything,
}


def _table_reader(*, of_players: bool) -> PartReader:
    side = row_of(NAME, NAME) if of_players else made(lambda name: (name,), NAME)
    readers: dict[str, PartReader] = {
        "a": side,
        "b": side,
        "score": row_of(_score, _score),
        "forfeit": one_of(["both"]),
    }

    def read(part: JsonPart) -> PhaseTable | Bye | UnreadValue:
        result = part.without_nulls()
        if type(result.value) is dict and "bye" in result.value:
            return read_object(result, lambda bye: Bye(bye), {"bye": NAME})
        return read_object(result, PhaseTable, readers, ("score", "forfeit"))

    return read


_ROUNDS_OF_PAIRS: Final = list_of(list_of(_table_reader(of_players=False)))
_ROUNDS_OF_PLAYERS: Final = list_of(list_of(_table_reader(of_players=True)))


def read_phased_tournament(
    data: Mapping[str, UnreadJson],
) -> tuple[PhasedTournament, tuple[PhaseProblem, ...]]:
    """The tournament as far as it can be read, and every problem that needs no seats."""
    tournament, problems = _read(data)
    unread = {problem.field or "" for problem in problems if problem.phase is None}
    return tournament, problems_in_order([*problems, *phase_problems(tournament, unread)])


def _read(data: Mapping[str, UnreadJson]) -> tuple[PhasedTournament, list[PhaseProblem]]:
    there = without_nulls(data)
    fields, problems = sound_fields(there, _FIELDS)
    problems += [PhaseProblem("missing", name) for name in _NEEDED if name not in there]
    plan = read_plan(_tuple(fields, "phases"), fields.get("by", None if "by" in there else "wins"))
    problems += [problem for phase in plan for problem in phase.problems]
    results = _tuple(fields, "results")
    if len(results) > len(plan) > 0:
        problems.append(PhaseProblem("unknown", "results"))
    tournament = PhasedTournament(
        entrants=_tuple(fields, "entrants"),
        phases=tuple(read.phase for read in plan),
        results=tuple(
            _read_rounds(number, rounds, phase, problems)
            for number, (rounds, phase) in enumerate(zip(results, plan, strict=False), 1)
        ),
        by=fields.get("by", "wins"),  # type: ignore[arg-type]
        ties=_tuple(fields, "ties"),
        withdrawn=_read_withdrawn(fields.get("withdrawn", {}), len(plan), problems),
        forbidden=_tuple(fields, "forbidden"),
        clubs=_tuple(fields, "clubs"),
    )
    return tournament, problems


def _tuple(fields: Mapping[str, object], name: str) -> tuple[Any, ...]:
    value = fields.get(name, ())
    assert isinstance(value, tuple)
    return value


def _read_rounds(
    number: int, value: UnreadJson, phase: ReadPhase, problems: list[PhaseProblem]
) -> tuple[PhaseRound, ...]:
    """The rounds of a phase whose format is known: it says who sits on a side."""
    if not phase.has_format:
        return ()
    is_individual = phase.phase.format == "individual"
    rounds, wrong = read_part(value, _ROUNDS_OF_PLAYERS if is_individual else _ROUNDS_OF_PAIRS)
    for _, path in wrong:
        found = _IN_A_ROUND.match(path or "")
        at = int(found[1]) + 1 if found else None
        problems.append(PhaseProblem("unknown", "results", number, at))
    assert isinstance(rounds, tuple)
    return tuple(tuple(one for one in played if one is not UNREAD) for played in rounds)


def _read_withdrawn(value: UnreadJson, phases: int, problems: list[PhaseProblem]) -> dict[str, int]:
    if type(value) is not dict:
        problems.append(PhaseProblem("unknown", "withdrawn"))
        return {}
    found = {}
    for entrant, at in without_nulls(value).items():
        number, wrong = read_part(at, whole(1, phases or None))
        if wrong:
            problems.append(PhaseProblem("unknown", "withdrawn", entrant=entrant))
        found[entrant] = number if isinstance(number, int) else 1
    return found
