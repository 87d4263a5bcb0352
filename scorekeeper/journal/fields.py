"""The fields of an operation: how each is read, its JSON Schema, and its type for the scripts.

A reader returns the value as it is stored. Faults by the rules, the match or the tournament are
found later, when the act is checked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self, cast

from scorekeeper import json_parts
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartReader,
    UnreadValue,
    list_of,
    made,
    read_fields,
    read_object,
    row_of,
)
from scorekeeper.rules.codec import read_number
from scorekeeper.rules.names import is_fit_name, tidy_name


@dataclass(frozen=True, eq=False)  # hashable, as what stands beside a type has to be
class Reader:
    """How a value is read, and which values can be."""

    read: PartReader
    """Gives the value as it is kept, which is JSON, too."""
    schema: Json
    """The JSON Schema of the values with which the act can be done."""
    type: str = "unknown"
    """The TypeScript type of such a value."""
    name: str = ""
    """The name of the schema in the API's document, if it stands alone there."""
    parts: tuple["Reader", ...] = field(default=(), repr=False)
    """The readers of the value's parts."""

    def named(self, name: str, type: str = "") -> Self:
        """Give the schema a name in the document, and maybe the value another type."""
        return replace(self, name=name, type=type or self.type)

    def limited(self, **schema: JsonValue) -> Self:
        """Add limits to the schema that are checked with the act, not by the reader."""
        return replace(self, schema={**self.schema, **schema})

    @property
    def reference(self) -> Json:
        """Its schema, or where that stands."""
        return {"$ref": f"#/components/schemas/{self.name}"} if self.name else self.schema


class OperationField(NamedTuple):
    """A field of an operation."""

    name: str
    reader: Reader


class Form(NamedTuple):
    """A way to ask for an act: the fields of such an operation."""

    schema: str
    """Its name in the API's document; two operations of the same fields may share it."""
    needed: tuple[OperationField, ...] = ()
    """The first one identifies this form among the others."""
    optional: tuple[OperationField, ...] = ()

    @property
    def readers(self) -> dict[str, Reader]:
        """The readers of all its fields, by their names."""
        return dict((*self.needed, *self.optional))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields that it needs."""
        return tuple(one.name for one in self.needed)


def read_values(values: Json, readers: Mapping[str, Reader]) -> tuple[Json, list[str]]:
    """The fields that could be read, as they are kept, and the names of all others."""
    read, wrong = read_fields(values, {name: one.read for name, one in readers.items()})
    return cast(Json, read), [*wrong]


def as_sent(name: str = "", type: str = "unknown", schema: Json | None = None) -> Reader:
    """Take whatever is sent: it is read with the act, which says all that is wrong with it."""
    return Reader(json_parts.anything, schema or {}, type, name)


def text(longest: int) -> Reader:
    """Read a text of at most so many characters, on one line and with nothing hidden, tidied."""

    def read(part: JsonPart) -> str | UnreadValue:
        if not isinstance(part.value, str):
            return part.refuse("not_a_text")
        tidy = tidy_name(part.value)
        return tidy if is_fit_name(tidy, longest) else part.refuse("unknown_value")

    return Reader(read, {"type": "string"}, "string")


def any_text() -> Reader:
    """Read a text as it is."""
    return Reader(json_parts.text(), {"type": "string"}, "string")


def pattern(expression: str) -> Reader:
    """Read a text that is, from its first to its last character, so."""

    def read(part: JsonPart) -> str | UnreadValue:
        if not isinstance(part.value, str):
            return part.refuse("not_a_text")
        is_so = re.fullmatch(expression, part.value)
        return part.value if is_so else part.refuse("unknown_value")

    return Reader(read, {"type": "string", "pattern": f"^{expression}$"}, "string")


def choice(values: Iterable[str]) -> Reader:
    """Read one of these words."""
    words = tuple(values)
    type_of_all = " | ".join(f'"{word}"' for word in words)
    return Reader(json_parts.one_of(words), {"enum": [*words]}, type_of_all)


def whole(low: int | None = None, high: int | None = None) -> Reader:
    """Read a whole number between these ends; None leaves an end open."""

    def read(part: JsonPart) -> int | UnreadValue:
        # An absurdly large number is cut, as in a hand.
        number = read_number(part.value)
        return read_whole(part if number is UNREAD else part._replace(value=number))

    read_whole = json_parts.whole(low, high)
    ends: Json = {"minimum": low, "maximum": high}
    limits = {name: end for name, end in ends.items() if end is not None}
    return Reader(read, {"type": "integer", **limits}, "number")


def several(one: Reader, count: int | None = None) -> Reader:
    """Read a list of `count` values, or of any length."""
    read = list_of(one.read) if count is None else row_of(*[one.read] * count)
    limits: Json = {} if count is None else {"minItems": count, "maxItems": count}
    schema: Json = {"type": "array", "items": one.reference, **limits}
    return Reader(made(list, read), schema, f"({one.type})[]", parts=(one,))


def or_null(one: Reader) -> Reader:
    """Read null, too."""
    return Reader(
        lambda part: None if part.value is None else one.read(part),
        _nullable(one.reference),
        f"{one.type} | null",
        parts=(one,),
    )


TRUTH = Reader(json_parts.truth, {"type": "boolean"}, "boolean")
"""Reads true or false."""


def record(
    fields: Mapping[str, Reader], required_names: Iterable[str] = (), *, nulls: bool = True
) -> Reader:
    """Read an object with none but these fields, where null is absent unless `nulls` is False.

    Whether the needed ones are there is seen with the act, but where there are no nulls.
    """
    required = tuple(required_names)
    readers = {name: one.read for name, one in fields.items()}

    def read(part: JsonPart) -> object:
        if nulls:
            return read_object(part.without_nulls(), dict, readers, readers)
        return read_object(part, dict, readers, readers.keys() - {*required})

    rest: JsonValue = {"type": "null"} if nulls else False
    schema = object_schema(fields, required)
    return Reader(read, {**schema, "additionalProperties": rest}, parts=(*fields.values(),))


def object_schema(fields: Mapping[str, Reader], required: Iterable[str]) -> Json:
    """The schema of an object with these fields; null is absent, where one is not required."""
    required_names = [*required]
    properties: Json = {
        name: one.reference if name in required_names else _nullable(one.reference)
        for name, one in fields.items()
    }
    schema: Json = {"type": "object", "properties": properties}
    return {**schema, "required": [*required_names]} if required_names else schema


def named_readers(readers: Iterable[Reader]) -> Iterator[Reader]:
    """Find the readers, and parts of readers, that have a name in the document."""
    for one in readers:
        yield from named_readers(one.parts)
        if one.name:
            yield one


def _nullable(schema: Json) -> Json:
    if isinstance(schema.get("type"), str):
        return {**schema, "type": [schema["type"], "null"]}
    values = schema.get("enum")
    if isinstance(values, list):
        return {**schema, "enum": [*values, None]}
    return {"anyOf": [schema, {"type": "null"}]}
