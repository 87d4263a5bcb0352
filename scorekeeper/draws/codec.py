"""JSON ⇄ values of the command line (docs/draws.md), and played rounds drawn again.

Reading a tournament never raises: it returns what could be read and every problem found. Null is
absent.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

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
        parts = [_Redrawn(part, played) for part in played.get("parts", [played])]
        wrong = next((one.reply for one in parts if not one.reply["ok"]), None)
        if wrong is not None:
            yield {"round": played["round"], "alike": False, **wrong}
            continue
        yield {
            "round": played["round"],
            "seed": played["draw"]["seed"],
            "tables": sorted((table for one in parts for table in one.tables), key=_number_of),
            "byes": [who for one in parts for who in one.byes],
            "alike": all(one.is_alike for one in parts)
            and [who for one in parts for who in one.byes] == played["byes"],
        }


def _number_of(table: list[object]) -> int:
    return int(str(table[0]))


class _Redrawn:
    """A round, or a group's part of one, as it is drawn again, with the swaps by hand."""

    def __init__(self, part: dict[str, Any], played: dict[str, Any]) -> None:
        is_whole = part is played
        numbers = None if is_whole else {*part["tables"]}
        there = [
            [one["table"], one["a"], one["b"]]
            for one in played["tables"]
            if numbers is None or one["table"] in numbers
        ]
        self.reply = _reply_to(part["draw"], has_tables=bool(there))
        self.tables: list[list[object]] = []
        self.byes: list[str] = []
        if not self.reply["ok"]:
            return
        self.tables, self.byes = _changed(self.reply, played.get("swaps", []))
        if not is_whole:
            self._number_as(there)
        self.is_alike = self.tables == there and self.byes == part["byes"]

    def _number_as(self, there: list[list[object]]) -> None:
        """Give the tables their numbers in the round, where a part's own begin at 1.

        Kept tables, which are those of the whole round, may have moved some.
        """
        seated = [table[1:] for table in there]
        if sorted(map(str, seated)) == sorted(str(table[1:]) for table in self.tables):
            self.tables = there
            return
        numbers = [table[0] for table in there]
        for number, table in zip(numbers, self.tables, strict=False):
            table[0] = number


def _reply_to(request: dict[str, Any], *, has_tables: bool) -> dict[str, object]:
    """The answer to a request; in a group of which one entrant is there, that one has a bye."""
    reply = answer(request)
    present = [who for who in request.get("pairs", ()) if who not in request.get("absent", ())]
    if not reply["ok"] and not has_tables and len(present) < _FEWEST_AT_TABLE:
        return {"ok": True, "tables": [], "byes": present}
    return reply


_FEWEST_AT_TABLE: Final = 2


def _changed(
    reply: dict[str, object], swaps: Iterable[tuple[str, str]]
) -> tuple[list[list[object]], list[str]]:
    """The tables with their numbers, and the byes, after pairs or players changed places."""
    tables, byes = reply["tables"], reply["byes"]
    assert isinstance(tables, list)
    assert isinstance(byes, list)
    numbers = reply.get("numbers") or range(1, len(tables) + 1)
    assert isinstance(numbers, list | range)
    sides = [side for table in tables for side in table]
    seated = [who for side in sides for who in ([side] if isinstance(side, str) else side)]
    names = {who: who for who in (*seated, *byes)}
    for one, other in swaps:
        if one not in names or other not in names:
            continue  # they changed places in another group
        # From the drawn one of each place to the one that sits there.
        there = {who: place for place, who in names.items()}
        names[there[one]], names[there[other]] = other, one

    def at(side: str | list[str]) -> str | list[str]:
        return names[side] if isinstance(side, str) else [names[who] for who in side]

    return (
        [[number, at(a), at(b)] for number, (a, b) in zip(numbers, tables, strict=True)],
        [names[who] for who in byes],
    )
