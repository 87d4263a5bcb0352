"""JSON ⇄ values of the command line (docs/draws.md), and played rounds drawn again.

Reading a tournament never raises: it returns what could be read and every problem found. Null is
absent.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.draws.checks import problems as problems_of
from scorekeeper.draws.model import (
    FORMATS,
    MOST_PAIRS,
    PAIR_FORMATS,
    PLACES,
    VERSIONS,
    Bye,
    Draw,
    DrawProblem,
    PairFormat,
    PlayedPairing,
    Table,
    TournamentToDraw,
    in_order,
)
from scorekeeper.draws.next_round import draw
from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartProblem,
    PartReader,
    UnreadValue,
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
_pair: Final = text(1)
_pairs: Final = list_of(_pair)
_table: Final = made(lambda pairs: Table(*pairs), row_of(_pair, _pair))
_score: Final = whole(-HIGHEST_SCORE, HIGHEST_SCORE)
_BYE_FIELDS: Final[dict[str, PartReader]] = {"bye": _pair}
_PLAYED_FIELDS: Final[dict[str, PartReader]] = {
    "a": _pair,
    "b": _pair,
    "score": row_of(_score, _score),
    "forfeit": one_of(["both"]),
}


def _read_result(part: JsonPart) -> PlayedPairing | Bye | UnreadValue:
    result = part.without_nulls()
    if type(result.value) is dict and "bye" in result.value:
        return read_object(result, lambda bye: Bye(bye), _BYE_FIELDS)
    return read_object(result, PlayedPairing, _PLAYED_FIELDS, ("forfeit",))


def _read_version(part: JsonPart) -> int | UnreadValue:
    version = whole()(part)
    return version if version is UNREAD or version in VERSIONS else part.refuse("unknown_value")


_READERS: Final[dict[str, PartReader]] = {
    "format": one_of(FORMATS),
    "pairs": _pairs,
    "seed": whole(-HIGHEST_SEED, HIGHEST_SEED),
    "results": list_of(list_of(_read_result)),
    "fixed": list_of(_table),
    "forbidden": list_of(_table),
    "absent": made(frozenset, _pairs),
    "clubs": list_of(made(frozenset, _pairs)),
    "kept_tables": list_of(row_of(_pair, whole(1, MOST_PAIRS))),
    "version": _read_version,
}
_NEEDED: Final = ("format", "pairs", "seed", "results")
FIELDS_OF_ONE: Final[dict[PairFormat, dict[str, PartReader]]] = {
    "ranking": {"order": _pairs},
    "knockout": {"places": one_of(PLACES)},
}
"""The fields that one format alone has."""


def read_tournament(
    data: dict[str, object],
) -> tuple[TournamentToDraw | None, tuple[DrawProblem, ...]]:
    """The tournament of an organiser's format, or every problem of it."""
    return _read(data, _READERS)


def _read_asked(
    data: dict[str, object],
) -> tuple[TournamentToDraw | None, tuple[DrawProblem, ...]]:
    """The tournament in any format of pairs, or every problem of it."""
    format_ = data.get("format")
    own = next((fields for name, fields in FIELDS_OF_ONE.items() if name == format_), {})
    others = {field for fields in FIELDS_OF_ONE.values() for field in fields} - own.keys()
    asked = {
        field: value for field, value in data.items() if value is not None or field not in others
    }
    return _read(asked, {**_READERS, "format": one_of(PAIR_FORMATS), **own})


def _read(
    data: dict[str, object], readers: dict[str, PartReader]
) -> tuple[TournamentToDraw | None, tuple[DrawProblem, ...]]:
    found = [DrawProblem("missing", field) for field in _NEEDED if data.get(field) is None]
    read, wrong = read_fields(data, readers)
    for field, parts in wrong.items():
        number = _round_of(parts[0]) if field == "results" else None
        found.append(DrawProblem("unknown", field, number))
    if found:
        return None, in_order(found)
    tournament = TournamentToDraw(**read)  # type: ignore[arg-type]
    problems = problems_of(tournament)
    return (None if problems else tournament), problems


def _round_of(problem: PartProblem) -> int | None:
    """The number of the round in which it is, such as 3 of `results.2.0.score`."""
    found = _IN_A_ROUND.match(problem.field or "")
    return int(found[1]) + 1 if found else None


def write_draw(drawn: Draw) -> dict[str, object]:
    """`{"ok": true, …}`: tables and byes, and the rules that the draw breaks, if any."""
    reply: dict[str, object] = {
        "ok": True,
        "tables": [list(table) for table in drawn.tables],
        "byes": list(drawn.byes),
    }
    if drawn.numbers:
        reply["numbers"] = list(drawn.numbers)
    if drawn.broken:
        reply["broken"] = [{"rule": rule, "pairs": list(pairs)} for rule, pairs in drawn.broken]
    return reply


def write_problems(found: tuple[DrawProblem, ...]) -> dict[str, object]:
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


def answer(request: object) -> dict[str, object]:
    """The answer to one tournament: its next round, or every problem.

    An `id` beside the fields comes back. Anything that is no object is `not_json`.
    """
    if type(request) is not dict:
        return write_problems((DrawProblem("not_json", None),))
    fields = {key: value for key, value in request.items() if key != "id"}
    tournament, found = _read_asked(fields)
    reply = write_draw(draw(tournament)) if tournament else write_problems(found)
    return {"id": request["id"], **reply} if "id" in request else reply


def redraw(exported: object) -> Iterator[dict[str, object]]:
    """Each round in order: as it is drawn from what was known, and with the swaps by hand.

    :raises KeyError, TypeError, ValueError: it is no exported tournament.
    """
    if not isinstance(exported, dict):
        raise TypeError("an exported tournament is an object")
    for played in exported["drawn"]:
        reply = answer(played["draw"])
        if not reply["ok"]:
            yield {"round": played["round"], "alike": False, **reply}
            continue
        tables, byes = _changed(reply, played.get("swaps", []))
        yield {
            "round": played["round"],
            "seed": played["draw"]["seed"],
            "tables": tables,
            "byes": byes,
            "alike": tables == [[one["table"], one["a"], one["b"]] for one in played["tables"]]
            and byes == played["byes"],
        }


def _changed(
    reply: dict[str, object], swaps: Iterable[tuple[str, str]]
) -> tuple[list[list[object]], list[str]]:
    """The tables with their numbers, and the byes, after pairs changed places."""
    tables, byes = reply["tables"], reply["byes"]
    assert isinstance(tables, list)
    assert isinstance(byes, list)
    numbers = reply.get("numbers") or range(1, len(tables) + 1)
    assert isinstance(numbers, list | range)
    names = {pair: pair for table in tables for pair in table} | {pair: pair for pair in byes}
    for one, other in swaps:
        # From the drawn pair of each place to the pair that sits there.
        there = {pair: place for place, pair in names.items()}
        names[there[one]], names[there[other]] = other, one
    return (
        [[number, names[a], names[b]] for number, (a, b) in zip(numbers, tables, strict=True)],
        [names[pair] for pair in byes],
    )
