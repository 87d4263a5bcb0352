"""The standings of a season, each number opening to its evenings; on a projector, elsewhere."""

from typing import Final

from flask import abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_seasons import CountedSeason, count_season, rules_changes, season_mark
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_state import Club, ClubSeason
from scorekeeper.club.erased_names import closed_tournaments
from scorekeeper.club.seasons.played_figures import decimal_text
from scorekeeper.explain import club_words
from scorekeeper.explain.club_words import points_text
from scorekeeper.explain.season_words import (
    nothing_counted,
    rules_lines,
    season_name,
    season_names,
    standing_lines,
    sum_text,
    tie_lines,
    unfinished_evenings,
)
from scorekeeper.printing.link_card import LinkCard, season_card
from scorekeeper.printing.printer import PRINTER
from scorekeeper.web.clubs.club_form import club_context, pages
from scorekeeper.web.forms import clamp_page, whole_number
from scorekeeper.web.frames import (
    At,
    LinkPreview,
    card_response,
    embed_line,
    in_asked_language,
    link_preview,
)
from scorekeeper.web.limits import prints
from scorekeeper.web.page_memory import cached_page, request_key
from scorekeeper.web.phone_identity import role_in_club
from scorekeeper.web.printing import outside_url, shown_address
from scorekeeper.web.tournaments.public import SIZES, USUAL_LONGEST


def season_preview(loaded_club: LoadedClub, counted: CountedSeason) -> LinkPreview:
    """The tags of the page of its standings."""
    at: At = {"club_id": loaded_club.public_id, "number": counted.season.number}
    drawn = season_card(loaded_club.club, counted)
    return link_preview(drawn, "clubs.standings", "clubs.season_picture", at, embeds=True)


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
        nothing=nothing_counted(club, counted),
        rules_lines=rules_lines,
        standing_lines=standing_lines(club, counted, is_inside=is_inside),
        sum_text=sum_text,
        tie_lines=tie_lines,
        unfinished=[one.public_id for one in unfinished_evenings(counted)],
        changes=rules_changes(club, season.number),
    )


def season_at(club: Club, number: int) -> ClubSeason:
    """Return the season with this number, or answer 404."""
    if not 1 <= number <= len(club.seasons):
        abort(404)
    return club.seasons[number - 1]


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
        nothing=nothing_counted(club, counted),
        rules=standing_lines(club, counted, is_inside=False),
        stays=stays,
        other=address(page, stays=not stays),
        goes_on=f"{USUAL_LONGEST}; url={address(following, stays=stays)}",
    )


@pages.get("/c/<club_id>/seasons/<int:number>/elsewhere")
def season_elsewhere(club_id: str, number: int) -> str:
    """Show the preview that a chat shows of the link, and the line for another site."""
    PRINTER.start()
    loaded_club, counted = _counted(club_id, number)
    return render_template(
        "elsewhere/season.html",
        **club_context(loaded_club),
        season=counted.season,
        title=season_name(counted.season),
        shown=season_preview(loaded_club, counted),
        line=embed_line("clubs.embed_season", {"club_id": club_id, "number": number}),
    )


@pages.get("/c/<club_id>/seasons/<int:number>/card.png")
@prints
def season_picture(club_id: str, number: int) -> BaseResponse:
    """Send the picture that a chat shows beside the season's link."""

    def make() -> LinkCard:
        loaded_club, counted = _counted(club_id, number)
        return season_card(loaded_club.club, counted)

    return card_response(make)


@pages.get("/embed/c/<club_id>/seasons/<int:number>")
@in_asked_language
def embed_season(club_id: str, number: int) -> bytes:
    """The season's standings for a frame in another site, as a stranger sees them."""
    club = find_club(club_id).club
    key = ("embed", season_mark(club, season_at(club, number)), *request_key())
    return cached_page(key, lambda: _framed(club_id, number))


def _framed(club_id: str, number: int) -> str:
    loaded_club, counted = _counted(club_id, number)
    return render_template(
        "embeds/season.html",
        season=counted.season,
        title=season_name(counted.season),
        rows=counted.rows,
        nothing=nothing_counted(loaded_club.club, counted),
        names=season_names(loaded_club.club, counted, is_inside=False),
        decimal=lambda points: points_text(decimal_text(points)),
        address=outside_url("clubs.standings", club_id=club_id, number=number),
    )


def _counted(club_id: str, number: int) -> tuple[LoadedClub, CountedSeason]:
    loaded_club = find_club(club_id)
    return loaded_club, count_season(loaded_club.club, season_at(loaded_club.club, number))
