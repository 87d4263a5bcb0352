"""Operations as they are sent, read as acts of a match (`services.ledger`)."""

from typing import Any, Final, NamedTuple

from scorekeeper.rules.codec import UNREAD, Json, read_fields, read_number, write_hand
from scorekeeper.rules.match_file import read_adjust, write_entry
from scorekeeper.rules.model import SIDES, Problem, in_order
from scorekeeper.services.acting import Refused
from scorekeeper.services.ledger import Kind

KINDS: Final[dict[str, Kind]] = {
    "record": "recorded",
    "contract": "contract",
    "insert": "inserted",
    "adjust": "adjusted",
    "correct": "corrected",
    "void": "voided",
    "claim": "claimed",
    "stop": "stopped",
    "reopen": "reopened",
    "undo": "undone",
}
"""What an operation is called while it is asked for, and as an act once it is written."""
_ALWAYS: Final = ("op", "revision")
_NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "record": ("hand",),
    "contract": ("contract",),
    "insert": ("hand", "before"),
    "adjust": ("adjust", "reason"),
    "correct": ("hand_id", "hand"),
    "void": ("hand_id",),
    "claim": ("side", "points"),
    "stop": (),
    "reopen": (),
    "undo": ("seq",),
}
_ADJUSTMENT: Final = ("hand_id", "adjust", "reason")
"""What a correction needs, of an entry that is no hand."""


_SCORED: Final = ("record", "insert", "correct")
"""What may tell the score that the phone has shown."""


class Scored(NamedTuple):
    """What a phone has shown as a hand's score, by its own engine."""

    engine: int
    A: int
    B: int


class Operation(NamedTuple):
    """An operation, ready for `services.matches.do`."""

    revision: int
    kind: Kind
    data: dict[str, Json]
    scored: Scored | None


def read_operation(body: dict[str, Json]) -> Operation:
    """What the body asks for. Hands and adjustments that cannot be read stay as they were sent:
    what is wrong with them is told with all else that the match has against them.

    :raises Refused: it is no operation, with every problem of its own fields.
    """
    given = {field: value for field, value in body.items() if value is not None}
    op = given.get("op")
    if type(op) is not str or op not in KINDS:
        raise Refused(Problem("missing" if op is None else "unknown", "op"))
    needed, optional = _fields_in(op, given)
    found = [Problem("unknown", field) for field in given.keys() - {*_ALWAYS, *needed, *optional}]
    found += [Problem("missing", field) for field in (*_ALWAYS, *needed) if field not in given]
    read = {
        field: _READ[field](given[field])
        for field in ("revision", *needed, *optional)
        if field in given
    }
    found += [Problem("unknown", field) for field, value in read.items() if value is UNREAD]
    if found:
        raise Refused(*in_order(found))
    scored = read.pop("scored", None)
    if scored:
        read["engine"] = scored.engine
    return Operation(read.pop("revision"), KINDS[op], _tidy(read), scored)


def fields_of(op: Json) -> tuple[str, ...]:
    """All that an operation of this name may have, its id in the address included."""
    own = _NEEDED.get(op, ()) if type(op) is str else ()
    adjustment = (*_ADJUSTMENT, "before") if op in ("adjust", "correct") else ()
    scored = ("scored",) if op in _SCORED else ()
    return ("op_id", *_ALWAYS, *own, *adjustment, *scored)


def _fields_in(op: str, given: dict[str, Json]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if op == "correct" and "adjust" in given:
        return _ADJUSTMENT, ()
    if op in _SCORED:
        return _NEEDED[op], ("scored",)
    return _NEEDED[op], ("before",) if op == "adjust" else ()


def _tidy(read: dict[str, Json]) -> dict[str, Json]:
    """One way to write the same, so that what is sent twice is the same twice."""
    if "adjust" not in read:
        return read
    row = {field: read[field] for field in ("adjust", "reason")}
    adjust, wrong = read_adjust(row)
    return {**read, **(row if wrong else write_entry(adjust))}


def _read_hand(value: Json) -> Json:
    hand, unread = read_fields(value)
    return value if unread is None or unread else write_hand(hand)


def _read_place(value: Json) -> Any:
    """A revision, or the number of an act or of the entry that it wrote."""
    number = read_number(value)
    return number if number is not UNREAD and number > 0 else UNREAD


def _read_scored(value: Json) -> Any:
    if type(value) is not dict or value.keys() != set(Scored._fields):
        return UNREAD
    numbers = [read_number(value[field]) for field in Scored._fields]
    return UNREAD if UNREAD in numbers or numbers[0] < 1 else Scored(*numbers)


def _as_sent(value: Json) -> Json:
    return value


_READ: Final[dict[str, Any]] = {
    "revision": _read_place,
    "hand": _read_hand,
    "contract": _read_hand,
    "before": _read_place,
    "hand_id": _read_place,
    "seq": _read_place,
    "adjust": _as_sent,
    "reason": _as_sent,
    "side": lambda value: value if value in SIDES else UNREAD,
    "points": read_number,
    "scored": _read_scored,
}
