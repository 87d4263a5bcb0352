"""Operations as they are sent, read as acts of a match (`services.match_acts`)."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, cast

from scorekeeper.journal.revision import Revision
from scorekeeper.rules.codec import UNREAD, Json, JsonValue, read_number
from scorekeeper.rules.match_file import read_adjust, write_entry
from scorekeeper.rules.model import SIDES, Problem, in_order
from scorekeeper.services.acting import Refused
from scorekeeper.services.match_acts.body import Body, Form, Kind
from scorekeeper.services.match_acts.registry import BODIES
from scorekeeper.web.api.readers import operation_id

KINDS: Final[Mapping[str, Kind]] = {
    body.operation: body.kind for body in BODIES.values() if body.operation
}
"""What an operation is called while it is asked for, and as an act once it is written."""
_ALWAYS: Final = ("op", "revision")
_AFTER: Final = "after"
"""The operation of the last act at that revision, by which it is known after a restored backup."""
_KNOWN_REVISION: Final = "known_revision"
"""The revision that a phone which was cut off had heard of when the reason was typed."""


class Scored(NamedTuple):
    """What a phone has shown as a hand's score, by its own engine."""

    engine: int
    A: int
    B: int


class MatchOperation(NamedTuple):
    """An operation, ready for `services.matches.append_act`."""

    revision: Revision
    body: Body
    scored: Scored | None
    known_revision: int | None


def read_operation(body: dict[str, Json]) -> MatchOperation:
    """What the body asks for. Hands and adjustments that cannot be read stay as they were sent:
    what is wrong with them is told with all else that the match has against them.

    :raises Refused: it is no operation, with every problem of its own fields.
    """
    given = {field: value for field, value in body.items() if value is not None}
    op = given.get("op")
    if type(op) is not str or op not in KINDS:
        raise Refused(Problem("missing" if op is None else "unknown", "op"))
    kind = BODIES[KINDS[op]]
    needed, own_optional = _form_of(kind, given)
    optional = (*own_optional, _AFTER)
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
    scored = cast("Scored | None", read.pop("scored", None))
    if scored:
        read["engine"] = scored.engine
    number = cast(int, read.pop("revision"))
    revision = Revision(number, cast("str | None", read.pop(_AFTER, None)))
    known_revision = cast("int | None", read.pop(_KNOWN_REVISION, None))
    fields = cast("dict[str, JsonValue]", _tidy(read))
    return MatchOperation(revision, kind.read(fields), scored, known_revision)


def fields_of(op: Json) -> tuple[str, ...]:
    """All that an operation of this name may have, its id in the address included."""
    always = ("op_id", *_ALWAYS, _AFTER)
    if type(op) is not str or op not in KINDS:
        return always
    forms = BODIES[KINDS[op]].forms
    return (*always, *(field for form in forms for fields in form for field in fields))


def _form_of(kind: type[Body], given: Collection[str]) -> Form:
    """The way in which it is asked for; the first where none can be told."""
    told = (form for form in kind.forms if form.needed and form.needed[0] in given)
    return max(told, key=kind.forms.index, default=kind.forms[0])


def _tidy(read: dict[str, Json]) -> dict[str, Json]:
    """One way to write the same, so that what is sent twice is the same twice."""
    if "adjust" not in read:
        return read
    row = {field: read[field] for field in ("adjust", "reason")}
    adjust, wrong = read_adjust(row)
    return {**read, **(row if wrong else write_entry(adjust))}


def _read_place(value: Json) -> Json:
    """A revision, or the number of an act or of the entry that it wrote."""
    number = read_number(value)
    return number if number is not UNREAD and number > 0 else UNREAD


def _read_scored(value: Json) -> Json:
    if type(value) is not dict or value.keys() != set(Scored._fields):
        return UNREAD
    numbers = [read_number(value[field]) for field in Scored._fields]
    whole = [number for number in numbers if number is not UNREAD]
    return UNREAD if len(whole) < len(numbers) or whole[0] < 1 else Scored(*whole)


def _as_sent(value: Json) -> Json:
    return value


_READ: Final[Mapping[str, Callable[[Json], Json]]] = {
    "revision": _read_place,
    "known_revision": _read_place,
    "after": operation_id,
    "hand": _as_sent,
    "contract": _as_sent,
    "before": _read_place,
    "hand_id": _read_place,
    "seq": _read_place,
    "adjust": _as_sent,
    "reason": _as_sent,
    "side": lambda value: value if value in SIDES else UNREAD,
    "points": read_number,
    "scored": _read_scored,
}
