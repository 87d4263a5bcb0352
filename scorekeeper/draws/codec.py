"""JSON ⇄ values of the command line (docs/draws.md), and played rounds drawn again.

Reading a tournament never raises: it returns what could be read and every problem found. Null is
absent.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.draws.checks import problems as problems_of
from scorekeeper.draws.draw_json import (
    kept_tables,
    name,
    names,
    read_request,
    results_of,
    seed,
    table_of_two,
    without_nulls,
    write_problems,
    write_round,
)
from scorekeeper.draws.individual_codec import INDIVIDUAL_FIELDS, answer_individual
from scorekeeper.draws.model import (
    PAIR_FORMATS,
    PLACES,
    VERSIONS,
    Draw,
    DrawProblem,
    PairFormat,
    PlayedPairing,
    TournamentToDraw,
    in_order,
)
from scorekeeper.draws.next_round import draw
from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartReader,
    UnreadValue,
    list_of,
    made,
    one_of,
    whole,
)


def _read_version(part: JsonPart) -> int | UnreadValue:
    version = whole()(part)
    return version if version is UNREAD or version in VERSIONS else part.refuse("unknown_value")


_READERS: Final[dict[str, PartReader]] = {
    "format": one_of(PAIR_FORMATS),
    "pairs": names,
    "seed": seed,
    "results": results_of(name, PlayedPairing),
    "fixed": list_of(table_of_two),
    "forbidden": list_of(table_of_two),
    "absent": made(frozenset, names),
    "clubs": list_of(made(frozenset, names)),
    "kept_tables": kept_tables,
    "version": _read_version,
}
_NEEDED: Final = ("format", "pairs", "seed", "results")
FIELDS_OF_ONE: Final[dict[PairFormat, dict[str, PartReader]]] = {
    "ranking": {"order": names},
    "knockout": {"places": one_of(PLACES)},
}
"""The fields that one format of pairs alone has."""
_FIELDS: Final = {
    *_READERS,
    *(field for fields in FIELDS_OF_ONE.values() for field in fields),
    *INDIVIDUAL_FIELDS,
}
"""The fields of all formats. Where a field is not allowed it may be null, which is absent."""


def read_tournament(
    data: dict[str, object],
) -> tuple[TournamentToDraw | None, tuple[DrawProblem, ...]]:
    """The tournament in any format of pairs, or every problem of it."""
    format_ = data.get("format")
    own = next((fields for name, fields in FIELDS_OF_ONE.items() if name == format_), {})
    readers = {**_READERS, "format": one_of(PAIR_FORMATS), **own}
    return _read(without_nulls(data, _FIELDS - readers.keys()), readers)


def _read(
    data: dict[str, object], readers: dict[str, PartReader]
) -> tuple[TournamentToDraw | None, tuple[DrawProblem, ...]]:
    read, found = read_request(data, readers, _NEEDED)
    if found:
        return None, in_order(found)
    tournament = TournamentToDraw(**read)  # type: ignore[arg-type]
    problems = problems_of(tournament)
    return (None if problems else tournament), problems


def write_draw(drawn: Draw) -> dict[str, object]:
    """`{"ok": true, …}`: tables and byes, and the rules that the draw breaks, if any."""
    return write_round([list(table) for table in drawn.tables], *drawn[1:])


def answer(request: object) -> dict[str, object]:
    """The answer to one tournament: its next round, or every problem.

    An `id` beside the fields comes back. Anything that is no object is `not_json`.
    """
    if type(request) is not dict:
        return write_problems((DrawProblem("not_json", None),))
    fields = {key: value for key, value in request.items() if key != "id"}
    if fields.get("format") == "individual":
        reply = answer_individual(without_nulls(fields, _FIELDS - INDIVIDUAL_FIELDS))
    else:
        tournament, found = read_tournament(fields)
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
