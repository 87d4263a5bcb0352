"""Reading the fields of an operation, all of them, with every problem of them at once."""

from collections.abc import Iterable
from typing import Final

from scorekeeper.journal.body import Json, number_in, text_in
from scorekeeper.journal.fields import OperationField, UnreadableValue, pattern, whole
from scorekeeper.journal.revision import Revision
from scorekeeper.rules.model import Problem

REVISION: Final = OperationField("revision", whole(1).named("Place"))
_AFTER: Final = pattern("[0-9a-f]{32}")
AFTER: Final = OperationField("after", _AFTER.named("After"))
"""The operation of the last act at that revision, by which it is known after a restored backup."""
AFTER_ACT: Final = OperationField("after", _AFTER.named("AfterAct"))
"""A tournament's last act at that revision, by its operation or its mark."""


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
