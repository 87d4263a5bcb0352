"""oEmbed: a site that is given one of our addresses asks here for the frame that shows it."""

from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, jsonify, request
from werkzeug.exceptions import HTTPException

from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.club_service import find_club
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web.clubs.club_standings import season_at, season_preview
from scorekeeper.web.forms import whole_number
from scorekeeper.web.frames import EMBED_SIZE, LinkPreview, embed_line
from scorekeeper.web.printing import outside_url, server_address
from scorekeeper.web.tournaments.elsewhere import standings_preview, tournament_preview
from scorekeeper.web.tournaments.public import check_table

pages = Blueprint("oembed", __name__)

_FRAMES: Final = {
    "tournaments.show": "tournaments.embed_standings",
    "tournaments.standings": "tournaments.embed_standings",
    "tournaments.board": "tournaments.embed_round",
    "tournaments.embed_standings": "tournaments.embed_standings",
    "tournaments.embed_round": "tournaments.embed_round",
    "tournaments.embed_table": "tournaments.embed_table",
    "clubs.standings": "clubs.embed_season",
    "clubs.embed_season": "clubs.embed_season",
}
"""The page for a frame, by the page whose address is given."""
_NARROWEST: Final = 200
"""Pixels below which a frame shows nothing that can be read."""


@pages.get("/oembed")
def show() -> Response:
    """The frame of the page with this address; 404 where it may not be framed."""
    if request.args.get("format", "json") != "json":
        abort(501)
    endpoint, values = _page_at(request.args.get("url", ""))
    if endpoint not in _FRAMES:
        abort(404)
    width, height = (
        _at_most(request.args.get(name), size)
        for name, size in zip(("maxwidth", "maxheight"), EMBED_SIZE, strict=True)
    )
    preview = _preview(endpoint, values)
    frame = _FRAMES[endpoint]
    values = {
        name: values[name]
        for name in values
        if current_app.url_map.is_endpoint_expecting(frame, name)
    }
    return jsonify(
        version="1.0",
        type="rich",
        provider_name="Tefteri",
        provider_url=outside_url("home.show"),
        title=preview.title,
        html=embed_line(frame, values, width, height),
        width=width,
        height=height,
        thumbnail_url=preview.image,
        thumbnail_width=preview.width,
        thumbnail_height=preview.height,
    )


def _page_at(address: str) -> tuple[str, dict[str, str | int]]:
    """The endpoint at an address of ours, and its values; empty for any other address."""
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket without its other one
        return "", {}
    ours = {request.host, urlsplit(server_address()).netloc} - {""}
    root = request.script_root
    if parts.netloc not in ours or not parts.path.startswith(root):
        return "", {}
    adapter = current_app.url_map.bind("", url_scheme=request.scheme)
    try:
        endpoint, values = adapter.match(parts.path[len(root) :], method="GET")
    except HTTPException:
        return "", {}
    return str(endpoint), dict(values)


def _preview(endpoint: str, values: dict[str, str | int]) -> LinkPreview:
    if endpoint.startswith("clubs."):
        loaded_club = find_club(str(values["club_id"]))
        season = season_at(loaded_club.club, int(values["number"]))
        return season_preview(loaded_club, count_season(loaded_club.club, season))
    loaded_tournament = find_tournament(str(values["tournament_id"]))
    if "table" in values:
        check_table(loaded_tournament, int(values["table"]))
    is_standings = _FRAMES[endpoint] == "tournaments.embed_standings"
    return (standings_preview if is_standings else tournament_preview)(loaded_tournament)


def _at_most(text: str | None, usual: int) -> int:
    asked = whole_number(text, digits=5)
    return usual if asked is None else max(min(asked, usual), _NARROWEST)
