"""Operations as they are sent, read as acts of a match (`match.acts`)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Self

from scorekeeper.journal.act import Revision
from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import Json, JsonValue, number_in, object_in
from scorekeeper.match.acting import Refused
from scorekeeper.match.acts.body import Body
from scorekeeper.match.acts.fields import KNOWN_REVISION, SCORED
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.rules.match_file import read_adjust, write_entry
from scorekeeper.rules.model import Problem, in_order
from scorekeeper.web.operation_table import (
    AFTER,
    REVISION,
    read_fields,
    revision_in,
    without_nulls,
)

OPERATIONS: Final[Mapping[str, type[Body]]] = {
    op: body for body in BODIES.values() for op in body.operations
}
"""The acts that a program can ask for, by what each is called then."""
_ALWAYS: Final = ("op", REVISION.name)


class Scored(NamedTuple):
    """The score of a hand as a phone has shown it, by its own engine."""

    engine: int
    A: int
    B: int

    @classmethod
    def read(cls, data: Json) -> Self:
        """Take what `SCORED` read."""
        return cls(number_in(data, "engine"), number_in(data, "A"), number_in(data, "B"))


class MatchOperation(NamedTuple):
    """An operation, ready for `match.matches.append_act`."""

    revision: Revision
    body: Body
    scored: Scored | None
    known_revision: int | None


def read_operation(body: Json) -> MatchOperation:
    """Read an operation. Hands and adjustments that cannot be read stay as they were sent:
    their problems are reported together with all else that the match has against them.

    :raises Refused: it is no operation, with every problem of its own fields.
    """
    values = without_nulls(body)
    op = values.pop("op", None)
    if not isinstance(op, str) or op not in OPERATIONS:
        raise Refused(Problem("missing" if op is None else "unknown", "op"))
    kind = OPERATIONS[op]
    form = _form_of(kind.operations[op], values)
    read, found = read_fields(values, (REVISION, *form.needed), (*form.optional, AFTER))
    if found:
        raise Refused(*in_order(found))
    scored = None
    if SCORED.name in read:
        scored = Scored.read(object_in(read, SCORED.name))
        read["engine"] = scored.engine
    revision_name = KNOWN_REVISION.name
    known_revision = number_in(read, revision_name) if revision_name in read else None
    return MatchOperation(revision_in(read), kind.read(_tidy(read)), scored, known_revision)


def fields_of(op: JsonValue) -> tuple[str, ...]:
    """All that an operation of this name may have, its id in the address included."""
    always = ("op_id", *_ALWAYS, AFTER.name)
    if not isinstance(op, str) or op not in OPERATIONS:
        return always
    forms = OPERATIONS[op].operations[op]
    return (*always, *(name for form in forms for name in form.readers))


def _form_of(forms: Sequence[Form], names: Collection[str]) -> Form:
    """The way in which it is asked for; the first where none can be told."""
    told = (form for form in forms if form.needed and form.needed[0].name in names)
    return max(told, key=forms.index, default=forms[0])


def _tidy(read: Json) -> Json:
    """Normalise an operation's fields, so that equal operations are stored equal."""
    if "adjust" not in read:
        return read
    row = {field: read[field] for field in ("adjust", "reason")}
    adjust, wrong = read_adjust({**row})
    return {**read, **(row if wrong else write_entry(adjust))}
