"""JSON ⇄ values: what the command line reads and writes (docs/draws.md).

Reading a tournament never raises: it returns what could be read and every problem found. Null is
absent.
"""

from collections.abc import Callable
from typing import Final

from scorekeeper.draws.checks import problems
from scorekeeper.draws.model import (
    FORMATS,
    MOST_PAIRS,
    VERSIONS,
    Bye,
    Draw,
    DrawProblem,
    PlayedPairing,
    Round,
    Table,
    TournamentToDraw,
    in_order,
)
from scorekeeper.draws.next_round import draw

HIGHEST_SCORE: Final = 1_000_000
"""A score lies between minus this and this; a penalty can bring one below nothing."""
HIGHEST_SEED: Final = 2**63 - 1


class _UnreadRound(ValueError):
    """A round that cannot be read, by its number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


# Each reader raises a ValueError for what it cannot read.


def _read_format(value: object) -> object:
    if type(value) is not str or value not in FORMATS:
        raise ValueError
    return value


def _read_whole(value: object, highest: int) -> int:
    """7.0 is 7; true, "7" and 7.5 are none."""
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or abs(value) > highest:
        raise ValueError
    return value


def _read_list(value: object) -> list[object]:
    if type(value) is not list:
        raise ValueError
    return value


def _read_pair(value: object) -> str:
    if type(value) is not str or not value:
        raise ValueError
    return value


def _read_pairs(value: object) -> tuple[str, ...]:
    return tuple(_read_pair(pair) for pair in _read_list(value))


def _read_tables(value: object) -> tuple[Table, ...]:
    tables = []
    for one in _read_list(value):
        a, b = _read_pairs(one)
        tables.append(Table(a, b))
    return tuple(tables)


def _read_clubs(value: object) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_read_pairs(one)) for one in _read_list(value))


def _read_kept_tables(value: object) -> tuple[tuple[str, int], ...]:
    kept = []
    for one in _read_list(value):
        pair, number = _read_list(one)
        kept.append((_read_pair(pair), _read_whole(number, MOST_PAIRS)))
    if any(number < 1 for _, number in kept):
        raise ValueError
    return tuple(kept)


def _read_version(value: object) -> int:
    version = _read_whole(value, max(VERSIONS))
    if version not in VERSIONS:
        raise ValueError
    return version


def _read_result(value: object) -> PlayedPairing | Bye:
    if type(value) is not dict:
        raise ValueError
    values = {key: one for key, one in value.items() if one is not None}
    if values.keys() == {"bye"}:
        return Bye(_read_pair(values["bye"]))
    if values.keys() - {"forfeit"} != {"a", "b", "score"}:
        raise ValueError
    if values.get("forfeit", "both") != "both":
        raise ValueError
    ours, theirs = _read_list(values["score"])
    score = (_read_whole(ours, HIGHEST_SCORE), _read_whole(theirs, HIGHEST_SCORE))
    a, b = _read_pair(values["a"]), _read_pair(values["b"])
    return PlayedPairing(a, b, score, forfeit="both" if "forfeit" in values else None)


def _read_results(value: object) -> tuple[Round, ...]:
    rounds = []
    for number, played in enumerate(_read_list(value), 1):
        try:
            rounds.append(tuple(_read_result(result) for result in _read_list(played)))
        except ValueError as unread:
            raise _UnreadRound(number) from unread
    return tuple(rounds)


_READERS: Final[dict[str, Callable[[object], object]]] = {
    "format": _read_format,
    "pairs": _read_pairs,
    "seed": lambda value: _read_whole(value, HIGHEST_SEED),
    "results": _read_results,
    "fixed": _read_tables,
    "forbidden": _read_tables,
    "absent": lambda value: frozenset(_read_pairs(value)),
    "clubs": _read_clubs,
    "kept_tables": _read_kept_tables,
    "version": _read_version,
}
_NEEDED: Final = ("format", "pairs", "seed", "results")


def read_tournament(
    data: dict[str, object],
) -> tuple[TournamentToDraw | None, tuple[DrawProblem, ...]]:
    """The tournament, or every problem of it."""
    found = [DrawProblem("missing", field) for field in _NEEDED if data.get(field) is None]
    read: dict[str, object] = {}
    for field, value in data.items():
        if value is None and field in _READERS:
            continue
        try:
            read[field] = _READERS[field](value)
        except _UnreadRound as unread:
            found.append(DrawProblem("unknown", field, unread.number))
        except (KeyError, ValueError):
            found.append(DrawProblem("unknown", field))
    if found:
        return None, in_order(found)
    tournament = TournamentToDraw(**read)  # type: ignore[arg-type]
    wrong = problems(tournament)
    return (None if wrong else tournament), wrong


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
    tournament, found = read_tournament(fields)
    reply = write_draw(draw(tournament)) if tournament else write_problems(found)
    return {"id": request["id"], **reply} if "id" in request else reply
