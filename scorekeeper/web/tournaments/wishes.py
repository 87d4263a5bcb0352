"""Tables that the organiser wants fixed or forbidden, as they are typed: `3-7, 4-9`."""

import re
from typing import Final, NamedTuple

from flask import request

from scorekeeper.rules.names import shorten

_TABLE: Final = re.compile(r"\s*(\d{1,4})\s*[-–—:/ ]\s*(\d{1,4})\s*")
_BETWEEN: Final = re.compile(r"[,;\n]+")
_LONGEST: Final = 20
"""The longest text of a table, with white space in it."""


class Wishes(NamedTuple):
    """Tables that were typed to be fixed or forbidden: the text, and the tables in it."""

    text: str
    tables: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    """The parts of the text that are no table."""


def wishes_of(field: str) -> Wishes:
    """Read the tables that the request has in this field."""
    text = request.values.get(field, "")
    parts = [part.strip() for part in _BETWEEN.split(text) if part.strip()]
    read = {part: _TABLE.fullmatch(part) if len(part) <= _LONGEST else None for part in parts}
    tables = tuple((str(int(one[1])), str(int(one[2]))) for one in read.values() if one)
    unread = (shorten(part, _LONGEST) for part, one in read.items() if not one)
    return Wishes(text, tables, tuple(unread))
