"""A match's acts without the names in them. Pure.

A name is whatever somebody typed as text: of sides and players, of the place and the event, the
round, the table and the pairs' numbers as a match file has them, and the reasons of penalties,
corrections and flags. What was played is no text, and stays to the last point.
"""

from collections.abc import Callable
from typing import Any, Final

from scorekeeper.services.ledger import Json, Kind

ERASED: Final = "erased"
"""The mark in an act's data that it had names once."""
_TEXTS: Final = ("place", "event", "round", "table")


def without_names(kind: Kind, data: Json) -> Json:
    """The act's data without its names; the data itself where it has none."""
    bare = _BARE.get(kind, _same)(data)
    return data if bare == data else {**bare, ERASED: True}


def has_names(kind: Kind, data: Json) -> bool:
    """Is there a name in what the act says, or would say?"""
    return without_names(kind, data) is not data


def says(written: Json, kind: Kind, asked: Json) -> bool:
    """Is that written which is asked for, apart from names that were erased since?"""
    if ERASED in written:
        return written == {**without_names(kind, asked), ERASED: True}
    return written == asked


def blank(value: Any) -> Any:
    """The same lists and tables of texts, with nothing in the texts."""
    if isinstance(value, dict):
        return {key: blank(one) for key, one in value.items()}
    return [blank(one) for one in value] if isinstance(value, list) else ""


def without(*fields: str) -> Callable[[Json], Json]:
    """What takes the texts out of these fields, where they are there."""
    return lambda data: {
        field: blank(value) if field in fields else value for field, value in data.items()
    }


def _same(data: Json) -> Json:
    return data


_BARE: Final[dict[Kind, Callable[[Json], Json]]] = {
    "started": without("sides", "numbers", *_TEXTS),
    "changed": without("names", "players"),
    "adjusted": without("reason"),
    "corrected": without("reason"),
    "flagged": without("reason"),
}
