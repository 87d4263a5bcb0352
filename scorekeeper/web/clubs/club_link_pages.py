"""Links that make a phone an organiser's or a helper's of a club: made here, opened here."""

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import club_words
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.services.club_acts.body import ClubRefused
from scorekeeper.services.clubs import club_links
from scorekeeper.services.clubs.club_service import ClubConflict, LoadedClub, find_club
from scorekeeper.services.role_links import LINK_ROLES, UnknownLink
from scorekeeper.web import limits
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context, organised_club
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.pencil_links import given_secret
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.qr import outside_url, shown_address


@pages.get("/c/<club_id>/links")
def helpers(club_id: str) -> Response:
    """Show who helps, and the links that can be made."""
    return _helpers(organised_club(club_id))


@pages.post("/c/<club_id>/links")
def make_link(club_id: str) -> Response:
    """A new link, as a QR code and an address, shown this once; a helper's under a name."""
    role = next((one for one in LINK_ROLES if one == request.form.get("role")), None)
    loaded_club = organised_club(club_id)
    if role is None:
        abort(400)
    number = whole_number(request.form.get("helper"), 2) or 0
    name = tidy_name(request.form.get("called", ""))
    try:
        if role == "helper" and not number:
            number, secret = club_links.name_club_helper(club_id, phone_id(), name)
        else:
            secret = club_links.make_club_link(club_id, phone_id(), role, number)
    except ClubRefused as refusal:
        fault = refusal.faults[0]
        wrong = club_words.club_fault(fault.code, fault.field)
        return _helpers(loaded_club, 422, called=name, wrong=wrong)
    loaded_club = find_club(club_id)
    page = render_template(
        "clubs/link.html",
        **club_context(loaded_club),
        helper=loaded_club.club.helper(number) if number else None,
        helper_name=club_words.club_helper_name,
        **shown_address(club_link_address(secret)),
    )
    return make_response(page)


@pages.post("/c/<club_id>/helpers/<int:helper>/remove")
def remove_helper(club_id: str, helper: int) -> BaseResponse:
    """Let this helper help no more."""
    organised_club(club_id)
    try:
        club_links.remove_club_helper(club_id, phone_id(), *operation(), helper)
    except (ClubConflict, ClubRefused):  # removed or named by another organiser meanwhile
        return _helpers(find_club(club_id), 409, is_stale=True)
    return go_to(".helpers", club_id=club_id)


def _helpers(loaded_club: LoadedClub, status: int = 200, **context: object) -> Response:
    defaults: dict[str, object] = {"called": "", "wrong": "", "is_stale": False}
    page = render_template(
        "clubs/links.html",
        **club_context(loaded_club),
        helper_name=club_words.club_helper_name,
        longest_name=LONGEST_NAME,
        **{**defaults, **context},
    )
    return make_response(page, status)


def club_link_address(secret: str) -> str:
    """The whole address of an organiser's or a helpers' link."""
    return f"{outside_url('clubs.ask')}#{secret}"


@pages.get("/clubs/link")
def ask() -> Response:
    """The page that hands the fragment over; without scripts the link is put in by hand."""
    return _page()


@pages.post("/clubs/link")
def look() -> BaseResponse:
    """Show what the link is for, with a button that opens it."""
    secret = given_secret()
    try:
        opened_link = club_links.look_up_club(secret)
    except UnknownLink:
        return _refuse()
    return _page(opened=opened_link, secret=secret)


@pages.post("/clubs/link/open")
def open_link() -> BaseResponse:
    """Make this phone what the link says, and show the club."""
    secret = given_secret()
    try:
        club_links.look_up_club(secret)  # before a phone is enrolled for it
        opened_link = club_links.open_club_link(secret, known_phone(secret))
    except UnknownLink:
        return _refuse()
    return go_to(".show", club_id=opened_link.loaded_club.public_id)


def _refuse() -> Response:
    limits.count_failed_secret()
    return _page(422, is_wrong=True)


def _page(status: int = 200, **context: object) -> Response:
    invite_phone()  # two taps are of one phone
    template = "clubs/_opened.html" if is_htmx() else "clubs/open.html"
    context = {"opened": None, "is_wrong": False, "words": club_words, **context}
    return make_response(render_template(template, **context), status)
