"""The first page: this phone's matches. One can be taken out of the list, and put back."""

from collections.abc import Container, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.match import matches
from scorekeeper.match.matches import DamagedEvent, LoadedMatch, find_match
from scorekeeper.match.phones import roles_of
from scorekeeper.rules.model import HIGHEST_TARGET, BySide
from scorekeeper.tournament.places import at_tables, place_of
from scorekeeper.web.fragments import came_from, go_to
from scorekeeper.web.match.matches import goal_text, list_context
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.same_origin import own_path

pages = Blueprint("home", __name__)

_NEARBY: Final = 2
"""Running matches that stand below the first one; all others are behind "older matches"."""
_TRACK: Final = 163
"""How long the race of a side is drawn."""


@dataclass(frozen=True, slots=True)
class CurrentMatch:
    """The match that the first page shows large: the newest that is running, or the last one."""

    loaded_match: LoadedMatch
    goal: str
    is_limited: bool
    """Is it played to a number of hands or minutes, not to a total?"""
    reached: BySide[float]
    """How much of its race each side has behind it."""


@pages.get("/")
def show() -> str:
    """The phone's matches, running ones first."""
    phone = phone_id()
    found = matches.matches_of(phone) if phone is not None else []
    roles = roles_of(phone)
    nearby = [
        loaded_match
        for loaded_match in found[1 : _NEARBY + 1]
        if not loaded_match.ledger.standing.is_over
    ]
    return render_template(
        "home/page.html",
        is_unknown=phone is None,
        current=_current(found[0]) if found else None,
        nearby=nearby,
        older=found[len(nearby) + 1 :],
        damaged=matches.damaged_of(phone, found) if phone is not None else [],
        goal=_goal,
        may_begin=_may_begin(found, roles),
        **list_context(roles, phone),
        removed=_last_removed_match(),
    )


@pages.get("/settings")
def settings() -> str:
    """Language and looks, and what a table seldom wants; the way back leads to the page before."""
    back = own_path(request.args.get("next"), came_from())
    phone = phone_id()
    return render_template(
        "home/settings.html",
        back=back,
        next=url_for(".settings", next=back),
        has_removed=phone is not None and matches.has_removed(phone),
    )


@pages.get("/removed")
def removed() -> str:
    """The matches that were taken out of the phone's list."""
    phone = phone_id()
    found = matches.matches_of(phone, removed=True) if phone is not None else []
    roles = roles_of(phone)
    damaged_ids = [] if phone is None else matches.damaged_of(phone, found, removed=True)
    return render_template(
        "home/removed.html",
        matches=found,
        damaged=damaged_ids,
        goal=_goal,
        may_begin=_may_begin(found, roles),
        **list_context(roles, phone),
    )


@pages.post("/m/<public_id>/remove")
def remove(public_id: str) -> BaseResponse:
    """Take the match out of this phone's list; the match itself stays."""
    matches.list_match(public_id, phone_id(), listed=False)
    return go_to("home.show", removed=public_id)


@pages.post("/m/<public_id>/put-back")
def put_back(public_id: str) -> BaseResponse:
    """Put the match back into this phone's list."""
    matches.list_match(public_id, phone_id(), listed=True)
    return go_to("home.show")


def _may_begin(found: Iterable[LoadedMatch], roles: Container[str]) -> set[str]:
    """The matches that this phone may play again; a tournament's desk draws what follows there."""
    over = {one.public_id for one in found if one.ledger.standing.is_over}
    begun_here = {one for one in over if one in roles}
    return begun_here - at_tables(begun_here)


def _goal(loaded_match: LoadedMatch) -> str:
    """How the match ends, in words."""
    return goal_text(
        loaded_match, place_of(loaded_match.public_id) if _is_limited(loaded_match) else None
    )


def _is_limited(loaded_match: LoadedMatch) -> bool:
    """Is the match limited by hands or minutes? Only such a table plays to the highest target."""
    return loaded_match.ledger.match.rules.target == HIGHEST_TARGET


def _current(loaded_match: LoadedMatch) -> CurrentMatch:
    totals = loaded_match.ledger.standing.totals
    is_limited = _is_limited(loaded_match)
    full = max(1, *totals) if is_limited else loaded_match.ledger.match.rules.target
    progress = [round(_TRACK * min(max(total / full, 0), 1), 1) for total in totals]
    return CurrentMatch(loaded_match, _goal(loaded_match), is_limited, BySide(*progress))


def _last_removed_match() -> LoadedMatch | None:
    """The match that was taken out a moment ago, to be put back."""
    public_id = request.args.get("removed", "")
    if not public_id or not matches.is_removed(public_id, phone_id()):
        return None
    with suppress(DamagedEvent):  # its line in the list of those taken out says so
        return find_match(public_id)
    return None
