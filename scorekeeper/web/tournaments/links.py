"""Links that make a phone an organiser's or a helper's: made here, opened here."""

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.rules.names import tidy_name
from scorekeeper.services.role_links import LINK_ROLES, UnknownLink
from scorekeeper.services.tournament_acts.body import TournamentRefused
from scorekeeper.services.tournaments import links
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    TournamentConflict,
    find_tournament,
)
from scorekeeper.web import limits
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.pencil_links import given_secret
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.qr import outside_url, shown_address
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised


@pages.get("/t/<tournament_id>/links")
def helpers(tournament_id: str) -> Response:
    """Show who helps, and the links that can be made."""
    return _helpers(organised(tournament_id))


@pages.post("/t/<tournament_id>/links")
def make_link(tournament_id: str) -> Response:
    """A new link, as a QR code and an address, shown this once; a helper's under a name."""
    role = next((one for one in LINK_ROLES if one == request.form.get("role")), None)
    loaded_tournament = organised(tournament_id)
    if role is None:
        abort(400)
    number = whole_number(request.form.get("helper"), 2) or 0
    name = tidy_name(request.form.get("called", ""))
    try:
        if role == "helper" and not number:
            number, secret = links.name_helper(tournament_id, phone_id(), name)
        else:
            secret = links.make_link(tournament_id, phone_id(), role, number)
    except TournamentRefused as refusal:
        wrong = words.FAULTS.say(refusal.faults[0].code)
        return _helpers(loaded_tournament, 422, called=name, wrong=wrong)
    loaded_tournament = find_tournament(tournament_id)
    page = render_template(
        "tournaments/link.html",
        **context_of(loaded_tournament),
        helper=loaded_tournament.tournament.helper(number) if number else None,
        **shown_address(role_address(secret)),
    )
    return make_response(page)


@pages.post("/t/<tournament_id>/helpers/<int:helper>/remove")
def remove_helper(tournament_id: str, helper: int) -> BaseResponse:
    """Let this helper help no more."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    try:
        links.remove_helper(tournament_id, phone_id(), op_id, revision, helper)
    except TournamentConflict as conflict:
        return _helpers(conflict.loaded_tournament, 409, is_stale=True)
    except TournamentRefused:  # removed already, by another organiser
        return _helpers(loaded_tournament, 409, is_stale=True)
    return go_to(".helpers", tournament_id=tournament_id)


def _helpers(loaded_tournament: LoadedTournament, status: int = 200, **context: object) -> Response:
    defaults: dict[str, object] = {"called": "", "wrong": "", "is_stale": False}
    page = render_template(
        "tournaments/links.html", **context_of(loaded_tournament), **{**defaults, **context}
    )
    return make_response(page, status)


def role_address(secret: str) -> str:
    """The whole address of an organiser's or a helpers' link."""
    return f"{outside_url('tournaments.ask')}#{secret}"


@pages.get("/tournaments/link")
def ask() -> Response:
    """The page that hands the fragment over; without scripts the link is put in by hand."""
    return _page()


@pages.post("/tournaments/link")
def look() -> BaseResponse:
    """Show what the link is for, with a button that opens it."""
    secret = given_secret()
    try:
        opened_link = links.look_up(secret)
    except UnknownLink:
        return _refuse()
    return _page(opened=opened_link, secret=secret)


@pages.post("/tournaments/link/open")
def open_link() -> BaseResponse:
    """Make this phone what the link says, and show the tournament."""
    secret = given_secret()
    try:
        links.look_up(secret)  # before a phone is enrolled for it
        opened_link = links.open_link(secret, known_phone(secret))
    except UnknownLink:
        return _refuse()
    return go_to(".show", tournament_id=opened_link.loaded_tournament.public_id)


def _refuse() -> Response:
    limits.count_failed_secret()
    return _page(422, is_wrong=True)


def _page(status: int = 200, **context: object) -> Response:
    invite_phone()  # two taps are of one phone
    template = "tournaments/_opened.html" if is_htmx() else "tournaments/open.html"
    context = {"opened": None, "is_wrong": False, **context}
    return make_response(render_template(template, **context), status)
