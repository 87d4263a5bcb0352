"""The first page: this phone's matches. One can be taken out of the list, and put back."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.rules.model import HIGHEST_TARGET
from scorekeeper.services import matches
from scorekeeper.services.matches import Kept, find_match
from scorekeeper.services.tournaments.places import place_of
from scorekeeper.web.fragments import go_to
from scorekeeper.web.matches import goal_text
from scorekeeper.web.security import phone_id

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    """The phone's matches, running ones first."""
    phone = phone_id()
    return render_template(
        "home/page.html",
        matches=matches.matches_of(phone) if phone is not None else [],
        goal=_goal,
        removed=_just_removed(),
        has_removed=phone is not None and matches.has_removed(phone),
    )


@pages.get("/removed")
def removed() -> str:
    """The matches that were taken out of the phone's list."""
    phone = phone_id()
    found = matches.matches_of(phone, removed=True) if phone is not None else []
    return render_template("home/removed.html", matches=found, goal=_goal)


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


def _goal(kept: Kept) -> str:
    """What ends the match. Only a table without a target of its own plays to the highest."""
    is_limited = kept.ledger.match.rules.target == HIGHEST_TARGET
    return goal_text(kept, place_of(kept.public_id) if is_limited else None)


def _just_removed() -> Kept | None:
    """The match that was taken out a moment ago, to be put back."""
    public_id = request.args.get("removed", "")
    if not public_id or not matches.is_removed(public_id, phone_id()):
        return None
    return find_match(public_id)
