"""Bodies of acts: what was done, as a typed value with its JSON; and readers of JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import ClassVar, Final, Literal, Self, TypeVar, get_args

from scorekeeper.rules.codec import JsonValue
from scorekeeper.store.streams import Json

__all__ = [
    "ERASED",
    "By",
    "ErasedBy",
    "Json",
    "JsonValue",
    "StoredBody",
    "blank",
    "is_phone",
    "kinds_in",
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
    "without",
]

ERASED: Final = "erased"
"""The mark in an act's data that it had names once."""

_Word = TypeVar("_Word", bound=str)
_Value = TypeVar("_Value", int, str)


@dataclass(frozen=True, kw_only=True)
class StoredBody(ABC):
    """The body of an act of one kind: its fields, read from JSON and written to it."""

    kind: ClassVar[str]
    is_erasing: ClassVar[bool] = False
    """Does it take something out of earlier acts?"""
    texts: ClassVar[tuple[str, ...]] = ()
    """The stored fields that redaction blanks."""

    erased: bool = False
    """Had it names once?"""

    @classmethod
    @abstractmethod
    def read(cls, data: Json) -> Self:
        """Read what is stored, or was sent. What cannot be read stays in it for `check`.

        :raises KeyError: a field is missing.
        :raises TypeError: a field that only this program writes is something else.
        """

    @abstractmethod
    def fields(self) -> Json:
        """The JSON that is stored of the body; `read` gives the body back."""

    @classmethod
    def read_marked(cls, data: Json) -> Self:
        """Read it with the mark of what was erased.

        :raises KeyError, TypeError: as of `read`.
        """
        body = cls.read(data)
        return replace(body, erased=True) if data.get(ERASED) else body

    @property
    def data(self) -> Json:
        """The JSON that is stored of the body, with the mark that names were erased."""
        return {**self.fields(), ERASED: True} if self.erased else self.fields()

    @classmethod
    def redacted_data(cls, data: Json) -> Json:
        """Stored JSON of this kind with nothing in its texts."""
        return without(*cls.texts)(data)

    def redacted(self) -> Self:
        """The body without the names in it; itself where it has none."""
        stored = self.fields()
        redacted = self.redacted_data(stored)
        return self if redacted == stored else replace(self.read(redacted), erased=True)

    def typed_texts(self) -> Iterator[str]:
        """The texts of the body that redaction would blank."""
        if self.texts:
            stored = self.fields()
            yield from _blanked(stored, self.redacted_data(stored))

    def without_engine(self) -> Self:
        """The body without the version of the engine that showed a score of it."""
        return self

    @property
    def is_by_phone(self) -> bool:
        """Did somebody at a phone do it, and not who runs the server, or time?"""
        return True


_Body = TypeVar("_Body", bound=StoredBody)


def kinds_in(base: type[_Body], modules: Iterable[ModuleType]) -> dict[str, type[_Body]]:
    """The kinds of acts that these modules define below the base, by their names."""
    return {
        found.kind: found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, base)
        if found.__module__ == module.__name__ and "kind" in vars(found)
    }


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
    if not isinstance(value, list):
        raise TypeError("this is no list")
    found = tuple(one for one in value if isinstance(one, kind) and not isinstance(one, bool))
    if len(found) < len(value):
        raise TypeError(f"not all of this list is {kind.__name__}")
    return found


def two_texts_in(value: JsonValue) -> tuple[str, str]:
    """The texts in a list of two."""
    one, other = texts_in(value)
    return one, other


def text_in(data: Json, field: str) -> str:
    """The text in this field; nothing where it is not there."""
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


def objects_in(value: JsonValue) -> list[Json]:
    """The objects in a list."""
    if not isinstance(value, list):
        raise TypeError("this is no list")
    return [object_of(one) for one in value]


def blank(value: JsonValue) -> JsonValue:
    """Blank the texts in these lists and tables."""
    if isinstance(value, dict):
        return {key: blank(one) for key, one in value.items()}
    return [blank(one) for one in value] if isinstance(value, list) else ""


def _blanked(stored: JsonValue, redacted: JsonValue) -> Iterator[str]:
    """The texts that stand in the first, and are blank in the other."""
    if isinstance(stored, dict) and isinstance(redacted, dict):
        for key, value in stored.items():
            yield from _blanked(value, redacted[key])
    elif isinstance(stored, list) and isinstance(redacted, list):
        for value, other in zip(stored, redacted, strict=True):
            yield from _blanked(value, other)
    elif isinstance(stored, str) and stored != redacted:
        yield stored


def without(*fields: str) -> Callable[[Json], Json]:
    """Return a function that blanks these fields of JSON, where they are there."""
    return lambda data: {
        field: blank(value) if field in fields else value for field, value in data.items()
    }


By = Literal["scorer", "organiser", "operator", "age"]
"""The one who erases names: `operator` on the command line, `age` because they have become old."""
_BY: Final[tuple[By, ...]] = get_args(By)


def is_phone(by: By) -> bool:
    """Does somebody at a phone erase, and not who runs the server, or time?"""
    return by not in ("operator", "age")


@dataclass(frozen=True, kw_only=True)
class ErasedBy(StoredBody):
    """Names go; nothing else is stored of that but who erases them."""

    by: By

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(by=one_of(_BY, data["by"]))

    def fields(self) -> Json:
        return {"by": self.by}

    @property
    def is_by_phone(self) -> bool:
        return is_phone(self.by)
