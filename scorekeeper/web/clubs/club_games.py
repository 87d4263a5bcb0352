"""The matches of a club: the list of them, the code on the wall, who is offered for a chair."""

from typing import Final, NamedTuple

from flask import abort, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_matches import count_matches_at, matches_at
from scorekeeper.club.club_service import LoadedClub, find_club, offered_persons
from scorekeeper.club.erased_names import does_match_tell
from scorekeeper.explain.club_words import sides_at_club
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.web.club_here import forget_club, offers_of
from scorekeeper.web.clubs.club_form import club_context, pages
from scorekeeper.web.forms import clamp_page, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.printing import outside_url, shown_address
from scorekeeper.web.request_roles import role_in_club

MOST_GAMES: Final = 100
"""Matches on a page."""


class ClubGame(NamedTuple):
    """A match of a club, and what its sides are called there."""

    loaded_match: LoadedMatch
    sides: BySide[str]
    is_open: bool
    """Is this reader led to it? Its own pages have the names that were typed."""


def games_of(loaded_club: LoadedClub, most: int = 0, first: int = 0) -> list[ClubGame]:
    """The matches of the club that belong to no tournament, the newest first.

    With `most` so many alone, behind the newest `first`.
    """
    club, is_inside = loaded_club.club, bool(role_in_club(loaded_club.public_id))
    return [
        ClubGame(
            one,
            sides_at_club(one, club, is_inside=is_inside),
            is_open=is_inside or not does_match_tell(club, one.public_id, one.ledger),
        )
        for one in matches_at(loaded_club, most, first)
    ]


@pages.get("/c/<club_id>/matches")
def games(club_id: str) -> str:
    """The matches that were played at the club and belong to no tournament, the newest first."""
    loaded_club = find_club(club_id)
    asked = whole_number(request.args.get("page"), digits=4) or 1
    page, pages_there = clamp_page(asked, count_matches_at(loaded_club), MOST_GAMES)
    return render_template(
        "clubs/games.html",
        **club_context(loaded_club),
        games=games_of(loaded_club, MOST_GAMES, (page - 1) * MOST_GAMES),
        page=page,
        pages=pages_there,
    )


@pages.get("/c/<club_id>/wall")
def wall(club_id: str) -> str:
    """The club's address as a code, for the wall: who opens it begins a match there."""
    loaded_club = find_club(club_id)
    address = outside_url("clubs.show", club_id=club_id)
    return render_template("clubs/wall.html", **club_context(loaded_club), **shown_address(address))


@pages.get("/c/<club_id>/offered/<seat>")
def offered(club_id: str, seat: str) -> str:
    """The persons who may be meant by the name that is typed for this chair."""
    if seat not in SEATS:
        abort(404)
    loaded_club, text = find_club(club_id), request.args.get(f"player_{seat}", "")
    persons = offered_persons(loaded_club.club, text, is_inside=bool(role_in_club(club_id)))
    chosen = request.args.get(f"person_{seat}", "")
    found = offers_of(loaded_club, persons, chosen)
    return render_template("clubs/_offered.html", seat=seat, found=found)


@pages.post("/clubs/leave")
def leave_here() -> BaseResponse:
    """Let this phone's next match be played at no club."""
    response = go_to("setup.new")
    forget_club(response)
    return response
