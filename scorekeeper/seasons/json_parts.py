"""Reading JSON part by part: every problem with the path of its part, in the document's order.

What is wrong with a whole comes behind what is wrong with its parts. Null is absent.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, NamedTuple, TypeVar, cast

from scorekeeper.rules.codec import UNREAD, UnreadJson, UnreadValue
from scorekeeper.rules.model import Code

PartCode = Literal[
    "not_json",
    "missing",
    "unknown_field",
    "not_a_text",
    "not_a_number",
    "out_of_range",
    "unknown_value",
    "repeated",
    "same_person",
    "places_wrong",
]
LONGEST_ID: Final = 64


class PartProblem(NamedTuple):
    """Something that keeps a document from being read: a code, never prose."""

    code: PartCode | Code
    """A match file's problems keep their own codes."""
    field: str | None
    """The path of the part, such as `events.3.ranking.0.place`; None for the whole."""


class JsonPart(NamedTuple):
    """A value of a document, where it stands, and the problems found so far."""

    value: UnreadJson
    path: str
    problems: list[PartProblem]

    def part(self, name: str | int, value: UnreadJson = None) -> "JsonPart":
        """The part of this name or number, which is counted from 0."""
        return JsonPart(value, f"{self.path}.{name}" if self.path else str(name), self.problems)

    def refuse(self, code: PartCode | Code) -> UnreadValue:
        """Note a problem of this part."""
        self.problems.append(PartProblem(code, self.path or None))
        return UNREAD


PartReader = Callable[[JsonPart], object]
"""Gives the value, or notes what is wrong with it and gives UNREAD."""
_Value = TypeVar("_Value")


def read_object(
    part: JsonPart,
    make: Callable[..., _Value],
    readers: Mapping[str, PartReader],
    optional: Collection[str] = (),
) -> _Value | UnreadValue:
    """What is made of the fields; all but the optional ones must be there, and no others may."""
    if type(part.value) is not dict:
        return part.refuse("unknown_value")
    found_before = len(part.problems)
    read: dict[str, object] = {}
    for name, value in part.value.items():
        field = part.part(name, value)
        if name not in readers:
            field.refuse("unknown_field")
        elif value is not None:
            read[name] = readers[name](field)
    for name in readers:
        if name not in optional and part.value.get(name) is None:
            part.part(name).refuse("missing")
    return make(**read) if len(part.problems) == found_before else UNREAD


def read_list(part: JsonPart, read: Callable[[JsonPart], _Value]) -> tuple[_Value, ...]:
    """Each of the parts, as far as it could be read."""
    if type(part.value) is not list:
        part.refuse("unknown_value")
        return ()
    return tuple(read(part.part(place, value)) for place, value in enumerate(part.value))


def list_of(read: PartReader) -> PartReader:
    """A reader of a list."""
    return lambda part: read_list(part, read)


def read_id(part: JsonPart) -> str | UnreadValue:
    """A text that names something."""
    if type(part.value) is not str:
        return part.refuse("not_a_text")
    return part.value if 0 < len(part.value) <= LONGEST_ID else part.refuse("out_of_range")


def one_of(words: Collection[str]) -> Callable[[JsonPart], str | UnreadValue]:
    """A reader of one of these words."""

    def read(part: JsonPart) -> str | UnreadValue:
        if type(part.value) is not str:
            return part.refuse("not_a_text")
        return part.value if part.value in words else part.refuse("unknown_value")

    return read


def whole(
    lowest: int | None = None, highest: int | None = None
) -> Callable[[JsonPart], int | UnreadValue]:
    """A reader of a whole number; 7.0 is 7, and true is none."""

    def read(part: JsonPart) -> int | UnreadValue:
        number = part.value
        if type(number) is float and number.is_integer():
            number = int(number)
        if type(number) is not int:
            return part.refuse("not_a_number")
        is_low = lowest is not None and number < lowest
        is_high = highest is not None and number > highest
        return part.refuse("out_of_range") if is_low or is_high else number

    return read


def once(read: PartReader, code: PartCode = "repeated") -> PartReader:
    """A reader that refuses, by this code, what it has read before."""
    seen: set[object] = set()

    def read_once(part: JsonPart) -> object:
        value = read(part)
        if value is UNREAD:
            return UNREAD
        if value in seen:
            return part.refuse(code)
        seen.add(value)
        return value

    return read_once


def write_part_problems(problems: Collection[PartProblem]) -> dict[str, object]:
    """`{"ok": false, …}`: the problems, each once."""
    listed = [{"code": code, "field": field} for code, field in dict.fromkeys(problems)]
    return {"ok": False, "problems": cast("list[object]", listed)}
