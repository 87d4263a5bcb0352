"""A match shown elsewhere: beside its link in a chat, and over the picture of a stream."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.match.acts.meta import has_names_in_previews
from scorekeeper.match.evenings import series_of
from scorekeeper.match.matches import find_match
from scorekeeper.match.pencil.saying import choose_previews
from scorekeeper.printing.link_card import evening_card, match_card
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.tournament.places import place_of, tournament_of
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import prints
from scorekeeper.web.link_preview import card_response
from scorekeeper.web.match.match_previews import match_preview
from scorekeeper.web.match.matches import match_context, own_match
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.printing import on_unavailable
from scorekeeper.web.qr import outside_url

pages = Blueprint("elsewhere", __name__, url_prefix="/m/<public_id>")
pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("/elsewhere")
def show(public_id: str) -> str:
    """What a chat shows of the match's link, and the address for a stream."""
    PRINTER.start()
    loaded_match, place = find_match(public_id), place_of(public_id)
    return render_template(
        "elsewhere/match.html",
        **match_context(loaded_match),
        shown=match_preview(public_id, match_card(loaded_match, place)),
        has_names=has_names_in_previews(loaded_match.ledger),
        is_of_tournament=tournament_of(public_id) is not None,
        overlay=outside_url("watching.overlay", public_id=public_id),
    )


@pages.post("/previews")
def choose(public_id: str) -> BaseResponse:
    """The scorer says whether the link's preview has names."""
    own_match(public_id)
    op_id, _revision = operation()
    choose_previews(public_id, phone_id(), op_id, names=request.form.get("names") == "1")
    return go_to(".show", public_id=public_id)


@pages.get("/card.png")
@prints
def card(public_id: str) -> BaseResponse:
    """What a chat shows beside the match's link."""
    find_match(public_id)
    return card_response(lambda: match_card(find_match(public_id), place_of(public_id)))


@pages.get("/evening.png")
@prints
def evening(public_id: str) -> BaseResponse:
    """What a chat shows beside the evening's link."""
    return card_response(lambda: evening_card(series_of(public_id)))
