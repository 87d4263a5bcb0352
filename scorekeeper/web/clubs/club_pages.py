"""The clubs of this phone, a new one, and a club's own page."""

from functools import partial
from typing import Final

from flask import Response, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import club_words
from scorekeeper.rules.presets import PRESETS
from scorekeeper.services import matches
from scorekeeper.services.club_acts.body import LONGEST_CLUB_TEXT, ClubRefused
from scorekeeper.services.club_acts.club_set_ups import ClubChanged, ClubCreated
from scorekeeper.services.clubs import club_service
from scorekeeper.services.clubs.club_service import find_club
from scorekeeper.services.tournaments.service import tournaments_of
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_evenings import evenings_of
from scorekeeper.web.clubs.club_form import ClubForm
from scorekeeper.web.clubs.club_games import games_of
from scorekeeper.web.clubs.club_rights import club_context, organised_club
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.match_form import form_context, turned_now, turned_switches
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.season_ticks import seasons_to_count_in
from scorekeeper.web.typed_drafts import draft_attributes

_MOST_GAMES: Final = 5
"""Matches on the club's own page; all are on a page of theirs."""
_MOST_EVENINGS: Final = 5
"""Tournaments that are shown there without a tap."""


@pages.get("/clubs/")
def index() -> str:
    """Show the clubs that this phone organises or helps in."""
    phone = phone_id()
    clubs, damaged = club_service.club_list_of(phone) if phone is not None else ([], [])
    return render_template("clubs/index.html", clubs=clubs, damaged=damaged, words=club_words)


@pages.get("/clubs/new")
def new() -> Response:
    """The form of a new club."""
    form = ClubForm(formdata=None)
    form.fill("", "", PRESETS["cafe"])
    return _form(form, matches.new_operation_id())


@pages.post("/clubs/")
@new_matches
def create() -> BaseResponse:
    """Begin it; the same form again leads to the same club."""
    form, op_id = ClubForm(formdata=request.form), request.form.get("op_id", "")
    if not matches.is_operation_id(op_id):
        op_id = matches.new_operation_id()
    if not form.validate():
        return _form(form, op_id, status=422)
    try:
        body = ClubCreated(**form.head())
        body.check_head()
        loaded_club = club_service.create_club(body, known_phone(op_id), op_id)
    except ClubRefused as refusal:
        return _form(form, op_id, refusal)
    return go_to(".show", club_id=loaded_club.public_id)


@pages.get("/c/<club_id>/")
def show(club_id: str) -> str:
    """Show the club: its seasons, its evenings and who plays there."""
    loaded_club = find_club(club_id)
    phone = phone_id()
    context = club_context(loaded_club)
    mine = tournaments_of(phone) if phone is not None and context["role"] else []
    to_give = [one for one in mine if one.public_id not in loaded_club.club.tournaments]
    return render_template(
        "clubs/show.html",
        **context,
        evenings=evenings_of(loaded_club.club),
        shown_evenings=_MOST_EVENINGS,
        open_seasons=seasons_to_count_in(loaded_club),
        games=games_of(loaded_club, _MOST_GAMES),
        # A final is mostly no evening more: it comes last, and no season is ticked for it.
        to_give=sorted(to_give, key=lambda one: bool(one.tournament.final_of)),
    )


@pages.get("/c/<club_id>/setup")
def setup(club_id: str) -> Response:
    """The form, as the club is called and plays."""
    club = organised_club(club_id).club
    form = ClubForm(formdata=None)
    form.fill(club.name, club.place, club.rules)
    return _form(form, "", club_id=club_id, turned=turned_switches(club.rules))


@pages.post("/c/<club_id>/setup")
def change(club_id: str) -> BaseResponse:
    """Call it otherwise, or play by other rules from now on."""
    organised_club(club_id)
    form = ClubForm(formdata=request.form)
    if not form.validate():
        return _form(form, "", club_id=club_id, status=422)
    try:
        body = ClubChanged(**form.head())
        club_service.write_in_club(club_id, phone_id(), *operation(), body)
    except ClubRefused as refusal:
        return _form(form, "", refusal, club_id=club_id)
    return go_to(".show", club_id=club_id)


def _new_club_context() -> dict[str, object]:
    phone = phone_id()
    begun = len(club_service.clubs_of(phone)) if phone is not None else 0
    return {"loaded_club": None, "draft": partial(draft_attributes, mark=begun)}


def _form(
    form: ClubForm,
    op_id: str,
    refusal: ClubRefused | None = None,
    club_id: str = "",
    *,
    turned: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    invite_phone()
    faults = refusal.faults if refusal else ()
    page = render_template(
        "clubs/setup.html",
        **(club_context(find_club(club_id)) if club_id else _new_club_context()),
        **form_context(form, turned_now() if turned is None else turned),
        rules_url=url_for("setup.rules"),
        op_id=op_id,
        wrong={one.field: club_words.club_fault(one.code) for one in faults},
        longest_text=LONGEST_CLUB_TEXT,
    )
    return make_response(page, 422 if refusal else status)
