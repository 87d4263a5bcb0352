"""Reading unchecked JSON, part by part. Pure.

Every problem has the path of its part. Problems are in the document's order, those of a whole after
those of its parts. Null means absent.
"""

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Final, Literal, NamedTuple, NoReturn, TypeVar, cast

UnreadJson = object
"""A value from `json.loads` of which nothing is known before it is read."""
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


class UnreadValue(Enum):
    """Stands for a value that is there and cannot be read."""

    UNREAD = "unread"


UNREAD: Final = UnreadValue.UNREAD


class NameTwice(ValueError):
    """A name stands twice in an object."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Keep both fields of one name, for `json.loads(…, object_pairs_hook=…)`.

    :raises NameTwice: a name stands twice.
    """
    read: dict[str, object] = {}
    for name, value in pairs:
        if name in read:
            raise NameTwice(name)
        read[name] = value
    return read


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, for `json.loads(…, parse_constant=…)`: they are no JSON.

    :raises ValueError: always.
    """
    raise ValueError(f"{name} is no JSON")


class PartProblem(NamedTuple):
    """Something that keeps a document from being read: a code, never prose."""

    code: str
    """One of `PartCode`; a problem of a match file keeps its own code."""
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

    def refuse(self, code: str) -> UnreadValue:
        """Note a problem of this part."""
        self.problems.append(PartProblem(code, self.path or None))
        return UNREAD

    def without_nulls(self) -> "JsonPart":
        """The same part without the fields that are null, known or not."""
        if type(self.value) is not dict:
            return self
        there = {name: one for name, one in self.value.items() if one is not None}
        return self._replace(value=there)


PartReader = Callable[[JsonPart], object]
"""Gives the value, or notes what is wrong with it and gives UNREAD."""
_Value = TypeVar("_Value")


def read_fields(
    data: Mapping[str, UnreadJson], readers: Mapping[str, PartReader]
) -> tuple[dict[str, object], dict[str, list[PartProblem]]]:
    """The fields that could be read, and the problems of each other one, by their names."""
    read: dict[str, object] = {}
    wrong: dict[str, list[PartProblem]] = {}
    for name, value in data.items():
        field = JsonPart(value, name, [])
        _read_field(field, name, readers, read)
        if field.problems:
            read.pop(name, None)
            wrong[name] = field.problems
    return read, wrong


def _read_field(
    field: JsonPart, name: str, readers: Mapping[str, PartReader], read: dict[str, object]
) -> None:
    """Read a field of an object into `read`; null is absent."""
    if name not in readers:
        field.refuse("unknown_field")
    elif field.value is not None:
        read[name] = readers[name](field)


def read_object(
    part: JsonPart,
    make: Callable[..., _Value],
    readers: Mapping[str, PartReader],
    optional: Collection[str] = (),
) -> _Value | UnreadValue:
    """Return the value that `make` builds from the fields.

    All fields but the optional ones must be there, and no others may.
    """
    if type(part.value) is not dict:
        return part.refuse("unknown_value")
    found_before = len(part.problems)
    read: dict[str, object] = {}
    for name, value in part.value.items():
        _read_field(part.part(name, value), name, readers, read)
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


def row_of(*readers: PartReader) -> PartReader:
    """A reader of a list that has one value for each of these readers."""

    def read(part: JsonPart) -> object:
        if type(part.value) is not list or len(part.value) != len(readers):
            return part.refuse("unknown_value")
        return tuple(
            one(part.part(place, value))
            for place, (one, value) in enumerate(zip(readers, part.value, strict=True))
        )

    return read


def made(
    make: Callable[..., _Value], read: PartReader
) -> Callable[[JsonPart], _Value | UnreadValue]:
    """A reader that makes something of a value in which nothing is wrong."""

    def read_whole(part: JsonPart) -> _Value | UnreadValue:
        found_before = len(part.problems)
        value = read(part)
        return make(value) if len(part.problems) == found_before else UNREAD

    return read_whole


def text(shortest: int = 0, longest: int | None = None) -> Callable[[JsonPart], str | UnreadValue]:
    """Return a reader of a text with a length between these."""

    def read(part: JsonPart) -> str | UnreadValue:
        if type(part.value) is not str:
            return part.refuse("not_a_text")
        is_long = longest is not None and len(part.value) > longest
        is_short = len(part.value) < shortest
        return part.refuse("out_of_range") if is_long or is_short else part.value

    return read


read_id: Final = text(1, LONGEST_ID)


def one_of(words: Collection[str]) -> Callable[[JsonPart], str | UnreadValue]:
    """A reader of one of these words."""

    def read(part: JsonPart) -> str | UnreadValue:
        if type(part.value) is not str:
            return part.refuse("not_a_text")
        return part.value if part.value in words else part.refuse("unknown_value")

    return read


def anything(part: JsonPart) -> object:
    """Read whatever is there."""
    return part.value


def truth(part: JsonPart) -> bool | UnreadValue:
    """Read true or false."""
    return part.value if type(part.value) is bool else part.refuse("unknown_value")


def whole_number(value: UnreadJson) -> int | UnreadValue:
    """Return the int, or UNREAD: 97 and 97.0 are 97; true, "97", 9.7 and infinity are not read."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else UNREAD


def whole(
    lowest: int | None = None, highest: int | None = None
) -> Callable[[JsonPart], int | UnreadValue]:
    """A reader of a whole number."""

    def read(part: JsonPart) -> int | UnreadValue:
        number = whole_number(part.value)
        if number is UNREAD:
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
