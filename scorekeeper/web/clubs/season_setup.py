"""Setting a season up, and changing what it counts."""

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.acts.refusals import LONGEST_CLUB_TEXT, ClubRefused
from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.explain import club_words
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_evenings import evenings_of
from scorekeeper.web.clubs.club_rights import club_context, organised_club
from scorekeeper.web.clubs.season_form import SeasonForm
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id


@pages.get("/c/<club_id>/seasons/<int:number>/setup")
def season_setup(club_id: str, number: int) -> Response:
    """The form of a season, or of the next one."""
    loaded_club = organised_club(club_id)
    seasons = loaded_club.club.seasons
    if not 1 <= number <= len(seasons) + 1:
        abort(404)
    is_new = number > len(seasons)
    form = SeasonForm.new(loaded_club.club) if is_new else SeasonForm.of(seasons[number - 1])
    return _page(loaded_club, number, form)


@pages.post("/c/<club_id>/seasons/<int:number>/setup")
def set_season_up(club_id: str, number: int) -> BaseResponse:
    """Set the season up, or change what is new of it."""
    loaded_club = organised_club(club_id)
    form = SeasonForm.sent(request.form, loaded_club.club)
    body = form.body(number)
    try:
        CLUBS.write(club_id, phone_id(), *operation(), body)
    except ClubRefused as refusal:
        if refusal.faults[0].code == "no_season":
            abort(404)
        if refusal.faults[0].code != "nothing_new":
            return _page(loaded_club, number, form, refusal)
    return go_to(".standings", club_id=club_id, number=number)


def _page(
    loaded_club: LoadedClub, number: int, form: SeasonForm, refusal: ClubRefused | None = None
) -> Response:
    page = render_template(
        "clubs/season.html",
        **club_context(loaded_club),
        number=number,
        is_new=number > len(loaded_club.club.seasons),
        form=form,
        wrong=form.wrong(refusal) if refusal else {},
        is_unwritten=refusal is not None,
        evenings=evenings_of(loaded_club.club),
        longest=LONGEST_CLUB_TEXT,
        words=club_words,
    )
    return make_response(page, 422 if refusal else 200)
