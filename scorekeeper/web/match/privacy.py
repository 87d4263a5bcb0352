"""Show what is stored about people, and erase the names of a match."""

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.evenings import has_others
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.rules.model import BySide
from scorekeeper.tournament.places import place_of
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import match_context, own_match
from scorekeeper.web.match.readers import reader_of
from scorekeeper.web.phone_identity import phone_id

pages = Blueprint("privacy", __name__)


@pages.get("/privacy")
def show() -> str:
    """Show what Tefteri knows about players, in plain words."""
    return render_template("privacy/page.html")


@pages.get("/m/<public_id>/names")
def names(public_id: str) -> Response:
    """Show what the match says about people, how to export it and how to erase it."""
    return _page(find_match(public_id))


@pages.post("/m/<public_id>/names")
def erase_names(public_id: str) -> BaseResponse:
    """Erase the names, once it is ticked that they shall go."""
    loaded_match = own_match(public_id)
    if not is_sure():
        return _page(loaded_match, 422)
    erase_match(public_id, phone_id())
    return go_to("matches.show", public_id=public_id)


def is_sure() -> bool:
    """Is the box ticked without which nothing is erased?"""
    return request.form.get("sure") == "1"


def _page(loaded_match: LoadedMatch, status: int = 200) -> Response:
    erasing_act = loaded_match.ledger.act(loaded_match.ledger.last_name_erasure)
    page = render_template(
        "privacy/match.html",
        **match_context(loaded_match),
        default=names_to_show(BySide("", ""), reader_of(loaded_match).side),
        place=place_of(loaded_match.public_id),
        has_others=has_others(loaded_match.public_id),
        erased_at=erasing_act.at if erasing_act else None,
        is_unsure=status == 422,
    )
    return make_response(page, status)
