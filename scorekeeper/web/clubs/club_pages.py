"""The clubs of this phone, a new one, a club's own page, and its links."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from flask import Response, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club import club_tournaments
from scorekeeper.club.acts.club_fields import LONGEST_CLUB_TEXT, ClubRefused
from scorekeeper.club.acts.club_set_ups import ClubCreated
from scorekeeper.club.acts.roster import TournamentLeft
from scorekeeper.club.club_service import CLUB_ROLE_LINKS, CLUBS, LoadedClub, find_club
from scorekeeper.club.club_state import Club
from scorekeeper.explain import club_words
from scorekeeper.explain.tournament_words import title_of
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n.number_words import long_date
from scorekeeper.journal.identifiers import is_operation_id, is_public_id, new_operation_id
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.pair_names import plain
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.web.club_here import MOST_IN_ONE
from scorekeeper.web.club_operations import with_stored_rules
from scorekeeper.web.clubs.club_form import (
    CLUB_FORMS,
    ClubForm,
    club_context,
    helped_club,
    organised_club,
    pages,
    refusal_text,
)
from scorekeeper.web.clubs.club_games import evenings_of, games_of
from scorekeeper.web.forms import draft_attributes, operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.match.match_form import form_context, turned_now, turned_switches
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.role_link_pages import RoleLinkPages
from scorekeeper.web.tournaments.setup_form import seasons_to_count_in, sent_seasons

CLUB_LINK_PAGES: Final = RoleLinkPages(
    CLUB_ROLE_LINKS, "clubs", "club_id", organised_club, club_context, refusal_text
)
CLUB_LINK_PAGES.add_to(pages, "/c/")


_MOST_GAMES: Final = 5
"""Matches on the club's own page; all are on a page of theirs."""
_MOST_EVENINGS: Final = 5
"""Tournaments that are shown there without a tap."""


@pages.get("/clubs/")
def index() -> str:
    """Show the clubs that this phone organises or helps in."""
    phone = phone_id()
    clubs, damaged = CLUBS.list_of(phone) if phone is not None else ([], [])
    return render_template("clubs/index.html", clubs=clubs, damaged=damaged, words=club_words)


@pages.get("/clubs/new")
def new() -> Response:
    """The form of a new club."""
    form = ClubForm(formdata=None)
    form.fill("", "", PRESETS["cafe"])
    return _form(form, new_operation_id())


@pages.post("/clubs/")
@new_matches
def create() -> BaseResponse:
    """Begin it; the same form again leads to the same club."""
    form, op_id = ClubForm(formdata=request.form), request.form.get("op_id", "")
    if not is_operation_id(op_id):
        op_id = new_operation_id()
    if not form.validate():
        return _form(form, op_id, status=422)
    try:
        body = ClubCreated.read(with_stored_rules(form.head()))
        body.check_first()
        loaded_club = CLUBS.begin_once(body, known_phone(op_id), op_id)
    except ClubRefused as refusal:
        return _form(form, op_id, refusal)
    return go_to(".show", club_id=loaded_club.public_id)


@pages.get("/c/<club_id>/")
def show(club_id: str) -> Response:
    """Show the club: its seasons, its evenings and who plays there."""
    return _page(find_club(club_id))


@pages.post("/c/<club_id>/tournaments")
def give_tournament(club_id: str) -> BaseResponse:
    """Give the club a tournament that this phone organises, and the seasons that are ticked."""
    loaded_club = helped_club(club_id)
    typed = request.form.get("tournament", "")
    address = typed if is_public_id(typed) else _address_meant(loaded_club.club, typed)
    if not address:
        return _page(loaded_club, typed, _("Choose one of your tournaments."))
    seasons = sent_seasons(club_id)
    club_tournaments.give_tournament(club_id, phone_id(), *operation(), address, seasons)
    return go_to(".players", club_id=club_id, address=address)


def _tournaments_to_give(club: Club) -> list[LoadedTournament]:
    """The tournaments that this phone organises and the club does not have.

    A final is mostly no evening more: it comes last, and no season is ticked for it.
    """
    phone = phone_id()
    mine = TOURNAMENTS.whole_of(phone) if phone is not None else []
    to_give = [one for one in mine if one.public_id not in club.tournaments]
    return sorted(to_give, key=lambda one: bool(one.tournament.final_of))


def _names_to_give(to_give: Sequence[LoadedTournament]) -> dict[str, str]:
    """The name of each tournament by its address: title and day, and the address of a twin."""
    names: dict[str, str] = {}
    for one in to_give:
        set_up = one.tournament.set_up
        day = f" · {long_date(set_up.day)}" if set_up.day else ""
        name = title_of(set_up) + day
        is_twin = name in names.values()
        names[one.public_id] = f"{name} ({one.public_id})" if is_twin else name
    return names


def _address_meant(club: Club, typed: str) -> str:
    """The address of the tournament whose name is typed, or part of one name alone."""
    names = _names_to_give(_tournaments_to_give(club))
    whole = [address for address, name in names.items() if name == typed.strip()]
    part = [address for address, name in names.items() if plain(typed) in plain(name)]
    found = whole or part
    return found[0] if plain(typed) and len(found) == 1 else ""


def _taken_out(club: Club) -> LoadedTournament | None:
    """Return the tournament that the address says was just taken out of the club."""
    address = request.args.get("left", "")
    were_here = (act.body.tournament for act in club.acts if isinstance(act.body, TournamentLeft))
    if address in club.tournaments or address not in were_here:
        return None
    return next(iter(TOURNAMENTS.find_all([address])), None)


def _page(loaded_club: LoadedClub, typed: str = "", wrong: str = "") -> Response:
    context = club_context(loaded_club)
    to_give = _tournaments_to_give(loaded_club.club) if context["role"] else []
    page = render_template(
        "clubs/show.html",
        **context,
        evenings=evenings_of(loaded_club.club),
        taken_out=_taken_out(loaded_club.club) if context["role"] else None,
        shown_evenings=_MOST_EVENINGS,
        open_seasons=seasons_to_count_in(loaded_club),
        games=games_of(loaded_club, _MOST_GAMES),
        to_give=to_give,
        names_to_give=_names_to_give(to_give),
        is_long=len(to_give) > MOST_IN_ONE,
        typed=typed,
        ticked=sent_seasons(loaded_club.public_id) if wrong else None,
        wrong=wrong,
    )
    return make_response(page, 422 if wrong else 200)


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
    loaded_club = organised_club(club_id)
    form = ClubForm(formdata=request.form)
    if not form.validate():
        return _form(form, "", club_id=club_id, status=422)
    try:
        CLUB_FORMS.perform(loaded_club, "change", form.head())
    except ClubRefused as refusal:
        return _form(form, "", refusal, club_id=club_id)
    return go_to(".show", club_id=club_id)


def _new_club_context() -> dict[str, object]:
    phone = phone_id()
    begun = len(CLUBS.whole_of(phone)) if phone is not None else 0
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
