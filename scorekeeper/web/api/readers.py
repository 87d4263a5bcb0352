"""Readers of values in a body: each gives the value as it is kept, or UNREAD."""

from collections.abc import Callable, Container
from typing import Any

from scorekeeper.rules.codec import UNREAD, Json, read_number
from scorekeeper.rules.names import is_fit_name, tidy_name
from scorekeeper.services.matches import is_operation_id

Reader = Callable[[Json], Any]


def text(longest: int) -> Reader:
    """A text of at most so many characters, on one line and with nothing hidden, tidied."""

    def read(value: Json) -> object:
        tidy = tidy_name(value) if type(value) is str else None
        return UNREAD if tidy is None or not is_fit_name(tidy, longest) else tidy

    return read


def one_of(values: Container[str]) -> Reader:
    """One of these words."""
    return lambda value: value if type(value) is str and value in values else UNREAD


def whole(low: int, high: int | None = None) -> Reader:
    """A whole number from `low` up, to `high` if that is told."""

    def read(value: Json) -> object:
        number = read_number(value)
        is_fit = number is not UNREAD and low <= number and (high is None or number <= high)
        return number if is_fit else UNREAD

    return read


def several(read_one: Reader, count: int | None = None) -> Reader:
    """A list of so many, or of however many."""

    def read(value: Json) -> object:
        if type(value) is not list or count not in (None, len(value)):
            return UNREAD
        parts = [read_one(one) for one in value]
        return UNREAD if UNREAD in parts else parts

    return read


def operation_id(value: Json) -> object:
    """An operation's id, or an act's mark, which looks alike."""
    return value if type(value) is str and is_operation_id(value) else UNREAD


def yes_or_no(value: Json) -> object:
    """True or false."""
    return value if type(value) is bool else UNREAD


def fields(readers: dict[str, Reader]) -> Reader:
    """An object with none but these fields; null is absent."""

    def read(value: Json) -> object:
        if type(value) is not dict:
            return UNREAD
        given = {name: one for name, one in value.items() if one is not None}
        if given.keys() - readers.keys():
            return UNREAD
        parts = {name: readers[name](one) for name, one in given.items()}
        return UNREAD if UNREAD in parts.values() else parts

    return read
