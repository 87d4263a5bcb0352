"""The standings of a season: each number opens to the evenings that it is the sum of."""

from flask import abort, render_template, request

from scorekeeper.explain import club_words
from scorekeeper.explain.season_names import season_names
from scorekeeper.explain.season_words import rules_lines, sum_text
from scorekeeper.i18n import current_locale
from scorekeeper.seasons.exact import decimal_text
from scorekeeper.services.clubs.club_seasons import count_season, rules_changes, season_mark
from scorekeeper.services.clubs.club_service import LoadedClub, find_club
from scorekeeper.services.clubs.club_state import Club, ClubSeason
from scorekeeper.services.clubs.hidden_names import closed_tournaments
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context
from scorekeeper.web.forms import whole_number
from scorekeeper.web.page_memory import cached_page
from scorekeeper.web.preferences import chosen_looks
from scorekeeper.web.request_roles import role_in_club


@pages.get("/c/<club_id>/seasons/<int:number>")
def standings(club_id: str, number: int) -> str:
    """Show the standings, or what they would be if another number of evenings counted."""
    loaded_club = find_club(club_id)
    season = season_at(loaded_club.club, number)
    key = (
        "season",
        season_mark(loaded_club.club, season),
        role_in_club(club_id),
        current_locale(),
        *chosen_looks(),
        request.script_root + request.full_path,
    )
    return cached_page(key, lambda: _render(loaded_club, season))


def _render(loaded_club: LoadedClub, season: ClubSeason) -> str:
    is_inside = bool(role_in_club(loaded_club.public_id))
    best = whole_number(request.args.get("best"), 3)
    is_other = bool(best) and best != season.rules.get("best")
    rules = {**season.rules, "best": best} if is_other else None
    counted = count_season(loaded_club.club, season, rules)
    return render_template(
        "clubs/standings.html",
        **club_context(loaded_club),
        season=season,
        counted=counted,
        closed=() if is_inside else closed_tournaments(loaded_club.club, counted),
        best=best if is_other else season.rules.get("best"),
        is_other=is_other,
        names=season_names(loaded_club.club, counted, is_inside=is_inside),
        decimal=lambda number: club_words.points_text(decimal_text(number)),
        words=club_words,
        rules_lines=rules_lines,
        sum_text=sum_text,
        changes=rules_changes(loaded_club.club, season.number),
    )


def season_at(club: Club, number: int) -> ClubSeason:
    """The season with this number; 404 where there is none."""
    if not 1 <= number <= len(club.seasons):
        abort(404)
    return club.seasons[number - 1]
