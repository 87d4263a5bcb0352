"""Readers of JSON whose fields were written by this program."""

from __future__ import annotations

from typing import TypeVar

from scorekeeper.rules.codec import JsonValue
from scorekeeper.store.streams import Json

__all__ = [
    "Json",
    "JsonValue",
    "blank",
    "list_of",
    "number_in",
    "number_or_none",
    "numbers_in",
    "object_in",
    "object_of",
    "objects_in",
    "one_of",
    "text_in",
    "texts_in",
    "truth_or_none",
    "two_texts_in",
]

_Word = TypeVar("_Word", bound=str)
_Value = TypeVar("_Value", int, str)


def number_in(data: Json, field: str) -> int:
    """The whole number in this field."""
    value = data[field]
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{field} is no number")
    return value


def number_or_none(data: Json, field: str) -> int | None:
    """The whole number in this field, if there is one."""
    return None if data.get(field) is None else number_in(data, field)


def truth_or_none(data: Json, field: str) -> bool | None:
    """The yes or no in this field, if there is one."""
    return None if data.get(field) is None else bool(data[field])


def numbers_in(value: JsonValue) -> tuple[int, ...]:
    """The whole numbers in a list."""
    return _all_of(int, value)


def texts_in(value: JsonValue) -> tuple[str, ...]:
    """The texts in a list."""
    return _all_of(str, value)


def _all_of(kind: type[_Value], value: JsonValue) -> tuple[_Value, ...]:
    values = list_of(value)
    found = tuple(one for one in values if isinstance(one, kind) and not isinstance(one, bool))
    if len(found) < len(values):
        raise TypeError(f"not all of this list is {kind.__name__}")
    return found


def two_texts_in(value: JsonValue) -> tuple[str, str]:
    """The texts in a list of two."""
    one, other = texts_in(value)
    return one, other


def text_in(data: Json, field: str) -> str:
    """Return the text in this field, or "" where it is missing."""
    value = data.get(field)
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{field} is no text")
    return value or ""


def one_of(words: tuple[_Word, ...], value: JsonValue) -> _Word:
    """Which of these words it is."""
    for word in words:
        if word == value:
            return word
    raise TypeError(f"this is none of {', '.join(words)}")


def object_in(data: Json, field: str) -> Json:
    """The object in this field; an empty one where it is not there."""
    value = data.get(field)
    if value is None:
        return {}
    return object_of(value)


def object_of(value: JsonValue) -> Json:
    """The value, which is an object."""
    if not isinstance(value, dict):
        raise TypeError("this is no object")
    return value


def list_of(value: JsonValue) -> list[JsonValue]:
    """The value, which is a list."""
    if not isinstance(value, list):
        raise TypeError("this is no list")
    return value


def objects_in(value: JsonValue) -> list[Json]:
    """The objects in a list."""
    return [object_of(one) for one in list_of(value)]


def blank(value: JsonValue) -> JsonValue:
    """Blank the texts in these lists and tables."""
    if isinstance(value, dict):
        return {key: blank(one) for key, one in value.items()}
    return [blank(one) for one in value] if isinstance(value, list) else ""
