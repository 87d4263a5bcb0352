"""Pages of a tournament that are made once for all who ask for them in the same minute."""

from collections.abc import Callable
from threading import Lock
from typing import Final

from cachetools import TTLCache
from flask import request

from scorekeeper.i18n import current_locale
from scorekeeper.services import clock
from scorekeeper.services.tournaments.keeping import Held
from scorekeeper.services.tournaments.playing import mark_of
from scorekeeper.web.page_memory import remembered
from scorekeeper.web.security import role_in_tournament

SECONDS: Final = 5
"""How old the hands may be that a reader is shown: in a hall there is a new one each second."""
RECENT: Final[TTLCache[tuple[str, int], str]] = TTLCache(256, SECONDS)
"""The marks that readers are shown."""
_lock: Final = Lock()
_SHARED: Final = frozenset({"page", "mark"})
"""What is asked for in the same words by many."""


def mark_now(held: Held) -> str:
    """Another one for each state; and each minute, in which tables fall silent."""
    return f"{mark_of(held)}-{clock.now():%H%M}"


def mark_shown(held: Held) -> str:
    """The mark of what is shown: now, or of some seconds ago to who only reads."""
    if role_in_tournament(held.public_id):
        return mark_now(held)
    state = held.public_id, held.revision
    with _lock:
        mark = RECENT.get(state)
    if mark is None:
        mark = mark_now(held)
        with _lock:
            RECENT[state] = mark
    return mark


def remembered_page(held: Held, render: Callable[[], str]) -> str:
    """The page at the address that was asked for, as it is now for this role and reader.

    What hardly anybody else will ask for is not kept.
    """
    if request.args.keys() - _SHARED:
        return render()
    key = (
        held.public_id,
        mark_shown(held),
        role_in_tournament(held.public_id),
        current_locale(),
        request.cookies.get("theme"),
        request.script_root + request.full_path,
    )
    return remembered(key, render)
