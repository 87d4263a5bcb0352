"""The standings of a season: each number opens to the evenings that it is the sum of."""

from typing import Final

from flask import abort, render_template, request

from scorekeeper.club.club_seasons import count_season, rules_changes, season_mark
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_state import Club, ClubSeason
from scorekeeper.club.hidden_names import closed_tournaments
from scorekeeper.club.seasons.intervals import decimal_text
from scorekeeper.explain import club_words
from scorekeeper.explain.season_words import (
    rules_lines,
    season_names,
    standing_lines,
    sum_text,
    tie_lines,
)
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context
from scorekeeper.web.clubs.season_previews import season_preview
from scorekeeper.web.forms import clamp_page, whole_number
from scorekeeper.web.page_memory import cached_page, request_key
from scorekeeper.web.request_roles import role_in_club

MOST_UNITS: Final = 200
"""Pairs, or players, on a page."""
_MOST_KEPT: Final = 50
"""Pages of a season that are kept."""


@pages.get("/c/<club_id>/seasons/<int:number>")
def standings(club_id: str, number: int) -> str | bytes:
    """Show the standings, or what they would be if another number of evenings counted."""
    loaded_club = find_club(club_id)
    season = season_at(loaded_club.club, number)
    page = whole_number(request.args.get("page"), digits=3) or 1
    if "best" in request.args or page > _MOST_KEPT:
        return _render(loaded_club, season, page)  # hardly anybody else asks for it
    key = (
        "season",
        season_mark(loaded_club.club, season),
        role_in_club(club_id),
        *request_key(page=page),
    )
    return cached_page(key, lambda: _render(loaded_club, season, page))


def _render(loaded_club: LoadedClub, season: ClubSeason, page: int) -> str:
    club, is_inside = loaded_club.club, bool(role_in_club(loaded_club.public_id))
    best = whole_number(request.args.get("best"), 3)
    is_other = bool(best) and best != season.rules.get("best")
    rules = {**season.rules, "best": best} if is_other else None
    counted = count_season(club, season, rules)
    page, pages_there = clamp_page(page, len(counted.rows), MOST_UNITS)
    first = (page - 1) * MOST_UNITS
    return render_template(
        "clubs/standings.html",
        **club_context(loaded_club),
        season=season,
        link_preview=None if is_other else season_preview(loaded_club, counted),
        counted=counted,
        rows=counted.rows[first : first + MOST_UNITS],
        first=first,
        page=page,
        pages=pages_there,
        closed=() if is_inside else closed_tournaments(club, counted),
        best=best if is_other else season.rules.get("best"),
        is_other=is_other,
        names=season_names(club, counted, is_inside=is_inside),
        decimal=lambda number: club_words.points_text(decimal_text(number)),
        words=club_words,
        rules_lines=rules_lines,
        standing_lines=standing_lines(club, counted, is_inside=is_inside),
        sum_text=sum_text,
        tie_lines=tie_lines,
        changes=rules_changes(club, season.number),
    )


def season_at(club: Club, number: int) -> ClubSeason:
    """The season with this number; 404 where there is none."""
    if not 1 <= number <= len(club.seasons):
        abort(404)
    return club.seasons[number - 1]
