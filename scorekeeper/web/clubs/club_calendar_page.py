"""What is to come at a club, as a page and as a calendar to subscribe to."""

from flask import Response, render_template

from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.export.club_export import club_calendar, tournaments_to_come
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_evenings import evenings_of
from scorekeeper.web.clubs.club_rights import club_context
from scorekeeper.web.match.sheets import local_now
from scorekeeper.web.qr import outside_url
from scorekeeper.web.request_roles import role_in_club


@pages.get("/c/<club_id>/calendar")
def calendar(club_id: str) -> str:
    """Show the club's tournaments of today and of later days."""
    loaded_club = find_club(club_id)
    coming, closed = _coming(loaded_club)
    return render_template(
        "clubs/calendar.html",
        **club_context(loaded_club),
        coming=coming,
        closed=() if role_in_club(club_id) else closed,
        calendar_url=outside_url(".calendar_file", club_id=club_id),
    )


@pages.get("/c/<club_id>/calendar.ics")
def calendar_file(club_id: str) -> Response:
    """The same as a calendar; other programs ask for it anew every day."""
    loaded_club = find_club(club_id)

    coming, closed = _coming(loaded_club)

    def address(public_id: str) -> str:
        if public_id in closed:
            return ""
        return outside_url("tournaments.show", tournament_id=public_id)

    content = club_calendar(loaded_club.club, coming, address)
    response = Response(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="tefteri-club.ics"'
    return response


def _coming(loaded_club: LoadedClub) -> tuple[list[LoadedTournament], frozenset[str]]:
    """The tournaments to come, and the addresses of those that strangers are not led to."""
    evenings = evenings_of(loaded_club.club)
    closed = frozenset(one.loaded_tournament.public_id for one in evenings if not one.is_open)
    there = [one.loaded_tournament for one in evenings]
    return tournaments_to_come(there, local_now().date()), closed
