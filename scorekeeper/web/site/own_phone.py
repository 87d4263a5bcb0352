"""This phone: the list of its rights, and signing it out of all of them."""

from typing import Final

from flask import Blueprint, Response, abort, make_response, render_template, request, session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import current_settings
from scorekeeper.keeping import phone_rights
from scorekeeper.match.phones import PhoneRole
from scorekeeper.web.club_here import forget_club
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import list_context
from scorekeeper.web.match.privacy import is_sure
from scorekeeper.web.match.readers import forget_answers
from scorekeeper.web.phone_identity import forget_phone, phone_id

pages = Blueprint("own_phone", __name__, url_prefix="/phone")
_SIGNED_OUT: Final = "signed_out"
"""Said once: the page then lets the phone forget what it keeps, which no address may do."""


@pages.get("/")
def show() -> Response:
    """The matches, tournaments and clubs in which this phone may do something."""
    return _page()


@pages.post("/sign-out")
def sign_out() -> BaseResponse:
    """Sign the phone out of all of them, once that is ticked and what it leaves was named."""
    if current_settings().demo_phone:  # it is shared by all who open the demo
        abort(403)
    phone = phone_id()
    if phone is not None and not (is_sure() and _left_by(phone) <= {*request.form.getlist("left")}):
        return _page(422)
    response = go_to(".show")
    if phone is not None:
        phone_rights.sign_out(phone)
        forget_phone()
        forget_answers(response)
        forget_club(response)
        session[_SIGNED_OUT] = True
    return response


def _left_by(phone: int) -> set[str]:
    """The addresses of the unfinished games in which no other phone may write."""
    matches = phone_rights.matches_with_rights(phone)
    tournaments = phone_rights.tournaments_with_rights(phone)
    clubs = phone_rights.clubs_with_rights(phone)
    return {
        *(one.loaded_match.public_id for one in matches if one.is_left),
        *(one.loaded_tournament.public_id for one in tournaments if one.is_alone),
        *(one.loaded_club.public_id for one in clubs if one.is_alone),
    }


def _page(status: int = 200) -> Response:
    phone = phone_id()
    matches = phone_rights.matches_with_rights(phone) if phone is not None else []
    roles = {one.loaded_match.public_id: PhoneRole(one.writes, one.side) for one in matches}
    page = render_template(
        "privacy/phone.html",
        matches=matches,
        tournaments=phone_rights.tournaments_with_rights(phone) if phone is not None else [],
        clubs=phone_rights.clubs_with_rights(phone) if phone is not None else [],
        **list_context(roles, phone),
        has_rights=phone is not None and phone_rights.has_rights(phone),
        is_unsure=status == 422,
        is_out=session.pop(_SIGNED_OUT, False),
    )
    return make_response(page, status)
