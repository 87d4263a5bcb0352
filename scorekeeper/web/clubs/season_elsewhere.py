"""A season shown elsewhere: beside its link in a chat, and in a club's own site."""

from flask import render_template
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_seasons import CountedSeason, count_season, season_mark
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.seasons.intervals import decimal_text
from scorekeeper.explain.club_words import points_text
from scorekeeper.explain.season_words import season_name, season_names
from scorekeeper.printing.link_card import LinkCard, season_card
from scorekeeper.printing.printer import PRINTER
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.clubs.season_previews import season_preview
from scorekeeper.web.embed_lines import embed_line, in_asked_language
from scorekeeper.web.limits import prints
from scorekeeper.web.link_preview import card_response
from scorekeeper.web.page_memory import cached_page, request_key
from scorekeeper.web.qr import outside_url


@pages.get("/c/<club_id>/seasons/<int:number>/elsewhere")
def season_elsewhere(club_id: str, number: int) -> str:
    """What a chat shows of its link, and the line for another site."""
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
    """What a chat shows beside the season's link."""

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
        names=season_names(loaded_club.club, counted, is_inside=False),
        decimal=lambda points: points_text(decimal_text(points)),
        address=outside_url("clubs.standings", club_id=club_id, number=number),
    )


def _counted(club_id: str, number: int) -> tuple[LoadedClub, CountedSeason]:
    loaded_club = find_club(club_id)
    return loaded_club, count_season(loaded_club.club, season_at(loaded_club.club, number))
