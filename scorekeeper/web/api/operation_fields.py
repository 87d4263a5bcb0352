"""Reading the fields of an operation, all of them, with every problem of them at once."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from scorekeeper.journal.act import Revision
from scorekeeper.journal.fields import Form, OperationField, UnreadableValue, pattern, whole
from scorekeeper.journal.json_values import Json, number_in, text_in
from scorekeeper.rules.model import Problem, in_order

REVISION: Final = OperationField("revision", whole(1).named("Place"))
_AFTER: Final = pattern("[0-9a-f]{32}")
AFTER: Final = OperationField("after", _AFTER.named("After"))
"""The operation of the last act at that revision, by which it is known after a restored backup."""
AFTER_ACT: Final = OperationField("after", _AFTER.named("AfterAct"))
"""A tournament's or a club's last act at that revision, by its operation or its mark."""


class Unread(Exception):
    """The body's own fields are missing, or cannot be read."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems)
        self.problems = in_order([*problems])


class SentOperation(NamedTuple):
    """An operation in a tournament or a club, as it was sent and as it was read."""

    op: str
    revision: Revision
    sent: Json
    """Its own fields, as they were sent."""
    fields: Json
    """Its own fields, tidied."""


def without_nulls(body: Json) -> Json:
    """Return the fields that are there: null is absent."""
    return {field: value for field, value in body.items() if value is not None}


def read_fields(
    values: Json, mandatory: Iterable[OperationField], optional: Iterable[OperationField]
) -> tuple[Json, list[Problem]]:
    """Return the values that could be read, and a problem for each field that could not."""
    mandatory = [*mandatory]
    readers = dict((*mandatory, *optional))
    found = [Problem("missing", name) for name, _ in mandatory if name not in values]
    found += [Problem("unknown", name) for name in values.keys() - readers.keys()]
    read: Json = {}
    for name in readers.keys() & values.keys():
        try:
            read[name] = readers[name].read(values[name])
        except UnreadableValue:
            found.append(Problem("unknown", name))
    return read, found


def revision_in(read: Json) -> Revision:
    """The revision that was read, with the act by which it is known, if that was sent."""
    return Revision(number_in(read, REVISION.name), text_in(read, AFTER.name) or None)


def take_op(values: Json, forms: Mapping[str, Form]) -> str:
    """Take out of the values which of these forms is asked for.

    :raises Unread: none of them.
    """
    op = values.pop("op", None)
    if not isinstance(op, str) or op not in forms:
        raise Unread(Problem("missing" if op is None else "unknown", "op"))
    return op


def read_named(body: Json, forms: Mapping[str, Form]) -> SentOperation:
    """Read an operation that one of these forms asks for, by what it is called.

    :raises Unread: it is no operation, with every problem of its own fields.
    """
    values = without_nulls(body)
    op = take_op(values, forms)
    form = forms[op]
    read, found = read_fields(values, (REVISION, *form.needed), (*form.optional, AFTER_ACT))
    if found:
        raise Unread(*found)
    sent, fields = (
        {name: value for name, value in told.items() if name in form.readers}
        for told in (values, read)
    )
    return SentOperation(op, revision_in(read), sent, fields)
