"""The fate of a list's lines, which the page after the preview says once.

The browser's session carries it there: no address holds a name.
"""

from typing import Any, Final, NamedTuple

from flask import flash, get_flashed_messages

from scorekeeper.rules.names import shorten
from scorekeeper.tournament.list_words import PasteCode
from scorekeeper.web.tournaments.preview import Preview

_CATEGORY: Final = "list_added"
_MOST_LINES: Final = 12
"""A cookie has room for no more."""
_LONGEST_LINE: Final = 60


class LineOut(NamedTuple):
    """A line that became no pair."""

    line: int
    name: str
    code: PasteCode | None
    """The reason; None where only its tick was missing."""


class ListAdded(NamedTuple):
    """A list that was added: the number of its pairs, and its other lines."""

    pairs: int
    out: tuple[LineOut, ...]
    more: int
    """The number of lines that stay out and are not among these."""


def tell_once(public_id: str, preview: Preview) -> None:
    """Keep the fate of the list for the next page."""
    out = [
        LineOut(one.row.line, shorten(one.name, _LONGEST_LINE), one.why_out) for one in preview.out
    ]
    more = max(0, len(out) - _MOST_LINES)
    # Flask knows texts alone by its types; its session holds whatever JSON holds.
    told: Any = (public_id, len(preview.wanted), out[:_MOST_LINES], more)
    flash(told, _CATEGORY)


def told_once(public_id: str) -> ListAdded | None:
    """Return the fate of the list that was added to this tournament last, and forget it."""
    told: list[Any] = get_flashed_messages(category_filter=[_CATEGORY])
    # The page after the list before it may not have come.
    for tournament_id, pairs, out, more in reversed(told):
        if tournament_id == public_id:
            return ListAdded(pairs, tuple(LineOut(*one) for one in out), more)
    return None
