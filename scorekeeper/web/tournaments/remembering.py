"""Pages of a tournament that are made once for all who ask for them in the same minute."""

from collections.abc import Callable

from flask import request

from scorekeeper.i18n import current_locale
from scorekeeper.services import clock
from scorekeeper.services.tournaments.keeping import Held
from scorekeeper.services.tournaments.playing import mark_of
from scorekeeper.web.page_memory import remembered
from scorekeeper.web.security import role_in_tournament


def mark_now(held: Held) -> str:
    """Another one for each state; and each minute, in which tables fall silent."""
    return f"{mark_of(held)}-{clock.now():%H%M}"


def remembered_page(held: Held, render: Callable[[], str]) -> str:
    """The page at the address that was asked for, as it is now for this role and reader."""
    key = (
        held.public_id,
        mark_now(held),
        role_in_tournament(held.public_id),
        current_locale(),
        request.cookies.get("theme"),
        request.script_root + request.full_path,
    )
    return remembered(key, render)
