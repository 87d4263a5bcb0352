"""Setting up the final of a season."""

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club import season_final
from scorekeeper.club.club_seasons import CountedSeason, count_season
from scorekeeper.club.club_service import LoadedClub
from scorekeeper.club.club_state import Club
from scorekeeper.explain import tournament_words
from scorekeeper.explain.season_words import season_name, season_names
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.names import shorten
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context, organised_club
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.finals import LONGEST_NAME_OF_FINAL


@pages.get("/c/<club_id>/seasons/<int:number>/final")
def season_final_form(club_id: str, number: int) -> Response:
    """Show of how many pairs the final may be, and which they are."""
    return _page(organised_club(club_id), number)


@pages.post("/c/<club_id>/seasons/<int:number>/final")
@new_matches
def make_season_final(club_id: str, number: int) -> BaseResponse:
    """Set it up; the same form again leads to the same tournament."""
    loaded_club = organised_club(club_id)
    season = season_at(loaded_club.club, number)
    op_id, _revision = operation()
    count = whole_number(request.form.get("count"), digits=2) or 0
    name = _("%(name)s – Final", name=shorten(season_name(season), LONGEST_NAME_OF_FINAL))
    try:
        final = season_final.set_up_season_final(
            club_id, phone_id(), op_id, number, count, name, _names
        )
    except TournamentRefused as refusal:
        wrong = tournament_words.FAULTS.say(refusal.faults[0].code)
        return _page(loaded_club, number, wrong)
    return go_to("tournaments.show", tournament_id=final.public_id)


def _names(club: Club, counted: CountedSeason) -> dict[str, str]:
    """The names in the final. It is for strangers, too: who is a number to them stays one."""
    return season_names(club, counted, is_inside=False)


def _page(loaded_club: LoadedClub, number: int, wrong: str = "") -> Response:
    club = loaded_club.club
    counted = count_season(club, season_at(club, number))
    sizes = season_final.season_final_sizes(counted)
    page = render_template(
        "clubs/final.html",
        **club_context(loaded_club),
        season=counted.season,
        sizes=sizes,
        pairs={size: season_final.final_pairs(counted, size) for size in sizes},
        by_pair=counted.played.by == "pair",
        names=_names(club, counted),
        wrong=wrong,
        final_name=tournament_words.final_name,
    )
    return make_response(page, 422 if wrong else 200)
