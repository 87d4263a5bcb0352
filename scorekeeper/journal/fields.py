"""The fields of an operation: how each is read, its JSON Schema, and its type for the scripts.

A reader gives the value as it is kept; what the rules, the match or the tournament have against
it is found when the act is checked.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.rules.codec import read_number
from scorekeeper.rules.names import is_fit_name, tidy_name


class UnreadableValue(Exception):
    """The value is there and cannot be read."""


@dataclass(frozen=True, eq=False)  # hashable, as what stands beside a type has to be
class Reader:
    """How a value is read, and which values can be."""

    read: Callable[[JsonValue], JsonValue]
    """Gives the value as it is kept.

    :raises UnreadableValue: it cannot be read.
    """
    schema: Json
    """The JSON Schema of the values with which the act can be done."""
    type: str = "unknown"
    """The TypeScript type of such a value."""
    name: str = ""
    """The name of the schema in the API's document, if it stands alone there."""
    parts: tuple["Reader", ...] = field(default=(), repr=False)
    """The readers of what is in the value."""

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
    """The first tells this way from the others."""
    optional: tuple[OperationField, ...] = ()

    @property
    def readers(self) -> dict[str, Reader]:
        """The readers of all its fields, by their names."""
        return dict((*self.needed, *self.optional))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields that it needs."""
        return tuple(one.name for one in self.needed)


def as_sent(name: str = "", type: str = "unknown", schema: Json | None = None) -> Reader:
    """Take whatever is sent: it is read with the act, which says all that is wrong with it."""
    return Reader(lambda value: value, schema or {}, type, name)


def text(longest: int) -> Reader:
    """Read a text of at most so many characters, on one line and with nothing hidden, tidied."""

    def read(value: JsonValue) -> JsonValue:
        tidy = tidy_name(value) if isinstance(value, str) else None
        if tidy is None or not is_fit_name(tidy, longest):
            raise UnreadableValue
        return tidy

    return Reader(read, {"type": "string"}, "string")


def any_text() -> Reader:
    """Read a text as it is."""

    def read(value: JsonValue) -> JsonValue:
        if not isinstance(value, str):
            raise UnreadableValue
        return value

    return Reader(read, {"type": "string"}, "string")


def pattern(expression: str) -> Reader:
    """Read a text that is, from its first to its last character, so."""

    def read(value: JsonValue) -> JsonValue:
        if not isinstance(value, str) or not re.fullmatch(expression, value):
            raise UnreadableValue
        return value

    return Reader(read, {"type": "string", "pattern": f"^{expression}$"}, "string")


def choice(values: Iterable[str]) -> Reader:
    """Read one of these words."""
    words = tuple(values)

    def read(value: JsonValue) -> JsonValue:
        if not isinstance(value, str) or value not in words:
            raise UnreadableValue
        return value

    return Reader(read, {"enum": [*words]}, " | ".join(f'"{word}"' for word in words))


def whole(low: int | None = None, high: int | None = None) -> Reader:
    """Read a whole number between these; where one of them is not told, without that end."""

    def read(value: JsonValue) -> JsonValue:
        number = read_number(value)
        if not isinstance(number, int):
            raise UnreadableValue
        if (low is not None and number < low) or (high is not None and number > high):
            raise UnreadableValue
        return number

    ends: Json = {"minimum": low, "maximum": high}
    limits = {name: end for name, end in ends.items() if end is not None}
    return Reader(read, {"type": "integer", **limits}, "number")


def several(one: Reader, count: int | None = None) -> Reader:
    """Read a list of so many, or of however many."""

    def read(value: JsonValue) -> JsonValue:
        if not isinstance(value, list) or count not in (None, len(value)):
            raise UnreadableValue
        return [one.read(part) for part in value]

    limits: Json = {} if count is None else {"minItems": count, "maxItems": count}
    schema: Json = {"type": "array", "items": one.reference, **limits}
    return Reader(read, schema, f"({one.type})[]", parts=(one,))


def or_null(one: Reader) -> Reader:
    """Read null, too."""
    return Reader(
        lambda value: None if value is None else one.read(value),
        _nullable(one.reference),
        f"{one.type} | null",
        parts=(one,),
    )


def _read_truth(value: JsonValue) -> JsonValue:
    if not isinstance(value, bool):
        raise UnreadableValue
    return value


TRUTH = Reader(_read_truth, {"type": "boolean"}, "boolean")
"""Reads true or false."""


def record(
    fields: Mapping[str, Reader], required_names: Iterable[str] = (), *, nulls: bool = True
) -> Reader:
    """Read an object with none but these fields, where null is absent unless `nulls` is False.

    Whether the needed ones are there is seen with the act, but where there are no nulls.
    """
    required = tuple(required_names)

    def read(value: JsonValue) -> JsonValue:
        if not isinstance(value, dict):
            raise UnreadableValue
        values = {name: one for name, one in value.items() if not nulls or one is not None}
        if values.keys() - fields.keys() or not (nulls or values.keys() >= {*required}):
            raise UnreadableValue
        return {name: fields[name].read(one) for name, one in values.items()}

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
