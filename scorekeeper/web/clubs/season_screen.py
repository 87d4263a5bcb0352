"""A season's standings for a projector, one screen after the other by itself."""

from flask import render_template, request, url_for

from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.club_service import find_club
from scorekeeper.club.seasons.intervals import decimal_text
from scorekeeper.explain.club_words import points_text
from scorekeeper.explain.season_words import season_name, season_names, standing_lines
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.forms import clamp_page, whole_number
from scorekeeper.web.qr import outside_url, shown_address
from scorekeeper.web.tournaments.projector import SIZES, USUAL_LONGEST


@pages.get("/c/<club_id>/seasons/<int:number>/screen")
def season_screen(club_id: str, number: int) -> str:
    """Show one screen, which leads to the next; after the last one to the first."""
    loaded_club = find_club(club_id)
    club, size = loaded_club.club, SIZES["standings"]
    counted = count_season(club, season_at(club, number))
    asked = whole_number(request.args.get("page"), digits=4) or 1
    page, count = clamp_page(asked, len(counted.rows), size)
    stays = "stay" in request.args

    def address(page: int, *, stays: bool) -> str:
        stay = 1 if stays else None
        return url_for(".season_screen", club_id=club_id, number=number, page=page, stay=stay)

    following = page if stays else page % count + 1
    return render_template(
        "clubs/screen.html",
        **club_context(loaded_club),
        **shown_address(outside_url("clubs.standings", club_id=club_id, number=number)),
        season=counted.season,
        title=season_name(counted.season),
        rows=counted.rows[(page - 1) * size : page * size],
        page=page,
        count=count,
        names=season_names(club, counted, is_inside=False),
        decimal=lambda number: points_text(decimal_text(number)),
        rules=standing_lines(club, counted, is_inside=False),
        stays=stays,
        other=address(page, stays=not stays),
        goes_on=f"{USUAL_LONGEST}; url={address(following, stays=stays)}",
    )
