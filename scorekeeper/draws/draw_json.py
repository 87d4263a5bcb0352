"""The JSON that the draws of pairs and of single players share: fields, rounds, problems.

Reading never raises: it returns what could be read and every problem found. Null is absent.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from scorekeeper.draws.model import MOST_PAIRS, Bye, DrawProblem, Table
from scorekeeper.json_parts import (
    JsonPart,
    PartProblem,
    PartReader,
    list_of,
    made,
    one_of,
    read_fields,
    read_object,
    row_of,
    text,
    whole,
)

HIGHEST_SCORE: Final = 1_000_000
"""A score lies between minus this and this; a penalty can bring one below nothing."""
HIGHEST_SEED: Final = 2**63 - 1
_IN_A_ROUND: Final = re.compile(r"results\.([0-9]+)")
name: Final = text(1)
names: Final = list_of(name)
table_of_two: Final = made(lambda two: Table(*two), row_of(name, name))
seed: Final = whole(-HIGHEST_SEED, HIGHEST_SEED)
kept_tables: Final = list_of(row_of(name, whole(1, MOST_PAIRS)))
_score: Final = whole(-HIGHEST_SCORE, HIGHEST_SCORE)
_BYE_FIELDS: Final[dict[str, PartReader]] = {"bye": name}


def results_of(side: PartReader, table: Callable[..., object]) -> PartReader:
    """A reader of the rounds so far, whose tables are made of two such sides."""
    fields: dict[str, PartReader] = {
        "a": side,
        "b": side,
        "score": row_of(_score, _score),
        "forfeit": one_of(["both"]),
    }

    def read_result(part: JsonPart) -> object:
        result = part.without_nulls()
        if type(result.value) is dict and "bye" in result.value:
            return read_object(result, lambda bye: Bye(bye), _BYE_FIELDS)
        return read_object(result, table, fields, ("forfeit",))

    return list_of(list_of(read_result))


def without_nulls(data: Mapping[str, object], fields: Collection[str]) -> dict[str, object]:
    """The request without those of these fields that are null."""
    return {
        field: value for field, value in data.items() if value is not None or field not in fields
    }


def read_request(
    data: dict[str, object], readers: Mapping[str, PartReader], needed: Iterable[str]
) -> tuple[dict[str, object], list[DrawProblem]]:
    """The fields that could be read, and a problem of each other one."""
    found = [DrawProblem("missing", field) for field in needed if data.get(field) is None]
    read, wrong = read_fields(data, readers)
    for field, parts in wrong.items():
        number = _round_of(parts[0]) if field == "results" else None
        found.append(DrawProblem("unknown", field, number))
    return read, found


def _round_of(problem: PartProblem) -> int | None:
    """The number of the round in which it is, such as 3 of `results.2.0.score`."""
    found = _IN_A_ROUND.match(problem.field or "")
    return int(found[1]) + 1 if found else None


def write_round(
    tables: Sequence[object],
    byes: Iterable[str],
    broken: Iterable[tuple[str, Iterable[str]]],
    numbers: Iterable[int],
) -> dict[str, object]:
    """`{"ok": true, …}`: tables and byes, their numbers and the rules that are broken, if any."""
    reply: dict[str, object] = {"ok": True, "tables": [*tables], "byes": [*byes]}
    if listed := [*numbers]:
        reply["numbers"] = listed
    if told := [{"rule": rule, "pairs": [*who]} for rule, who in broken]:
        reply["broken"] = told
    return reply


def write_problems(found: Iterable[DrawProblem]) -> dict[str, object]:
    """`{"ok": false, …}`: the problems, with round and pair where they are about one."""
    return {
        "ok": False,
        "problems": [
            {
                "code": problem.code,
                "field": problem.field,
                **({} if problem.round is None else {"round": problem.round}),
                **({} if problem.pair is None else {"pair": problem.pair}),
            }
            for problem in found
        ],
    }
