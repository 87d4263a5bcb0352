"""Pages of a tournament that are made once for all who ask for them in the same minute."""

import re
from collections.abc import Callable
from threading import Lock
from typing import Final

from cachetools import TTLCache

from scorekeeper.club.club_tournaments import clubs_mark
from scorekeeper.journal import clock
from scorekeeper.tournament.played_tables import mark_of
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.web.limits import count_rare_page
from scorekeeper.web.page_memory import cached_page, request_key
from scorekeeper.web.phone_identity import role_in_tournament

SECONDS: Final = 5
"""How old the hands may be that a reader is shown: in a hall there is a new one each second."""
RECENT: Final[TTLCache[tuple[str, int], str]] = TTLCache(256, SECONDS)
"""The marks that readers are shown."""
_lock: Final = Lock()
_turn: Final = Lock()
"""Held by the one thread of the process that makes a page: side by side they would read all the
time, and no other process could write (docs/decisions/storage.md)."""
_MARK: Final = re.compile(r"(\d{1,9})-(\d{1,9})-(\d{4})")


def mark_now(loaded_tournament: LoadedTournament) -> str:
    """Another one for each state; and each minute, in which tables fall silent."""
    return f"{mark_of(loaded_tournament)}-{clock.moment():%H%M}"


def mark_on_page(loaded_tournament: LoadedTournament) -> str:
    """The mark of the shown state; for a mere reader it may be some seconds old."""
    if role_in_tournament(loaded_tournament.public_id):
        return mark_now(loaded_tournament)
    state = loaded_tournament.public_id, loaded_tournament.revision
    with _lock:
        mark = RECENT.get(state)
    if mark is None:
        mark = mark_now(loaded_tournament)
        with _lock:
            RECENT[state] = mark
    return mark


def is_news(loaded_tournament: LoadedTournament, mark: str) -> bool:
    """Has this process more to show than the page with this mark?

    Less it may have: each remembers for itself, and the page may come from one that looked later.
    """
    shown_mark = mark_on_page(loaded_tournament)
    return mark != shown_mark and not _is_ahead(mark, shown_mark)


def _is_ahead(mark: str, shown_mark: str) -> bool:
    """Has the mark more hands, in the same minute? A restored backup is behind for longer."""
    theirs, ours = _MARK.fullmatch(mark), _MARK.fullmatch(shown_mark)
    if theirs is None or ours is None or theirs[1] != ours[1] or theirs[3] != ours[3]:
        return False
    return int(theirs[2]) > int(ours[2])


def remembered_page(
    loaded_tournament: LoadedTournament, render: Callable[[], str], **parameters: object
) -> bytes:
    """The page at the address that was asked for, as it is now for this role and reader.

    `parameters` are those of the query on which it depends.
    """
    key = (
        loaded_tournament.public_id,
        loaded_tournament.revision.after,
        mark_on_page(loaded_tournament),
        role_in_tournament(loaded_tournament.public_id),
        clubs_mark(loaded_tournament),
        *request_key(**parameters),
    )
    return cached_page(key, lambda: _in_turn(render))


def rare_page(loaded_tournament: LoadedTournament, render: Callable[[], str]) -> bytes:
    """A page that hardly anybody else asks for, and so is not kept.

    :raises RateLimitExceeded: an address without a role asked for too many of them.
    """
    if not role_in_tournament(loaded_tournament.public_id):
        count_rare_page()
    return _in_turn(render).encode()


def _in_turn(render: Callable[[], str]) -> str:
    with _turn:
        return render()
