"""What is to come at a club, as a page and as a calendar to subscribe to."""

from flask import Response, render_template, url_for

from scorekeeper.export.club_calendar import club_calendar, tournaments_to_come
from scorekeeper.services.clubs.club_service import LoadedClub, find_club
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_evenings import evenings_of
from scorekeeper.web.clubs.club_rights import club_context
from scorekeeper.web.qr import outside_url
from scorekeeper.web.sheets import local_now


@pages.get("/c/<club_id>/calendar")
def calendar(club_id: str) -> str:
    """Show the club's tournaments of today and of later days."""
    loaded_club = find_club(club_id)
    return render_template(
        "clubs/calendar.html",
        **club_context(loaded_club),
        coming=_coming(loaded_club),
        calendar_url=url_for(".calendar_file", club_id=club_id, _external=True),
    )


@pages.get("/c/<club_id>/calendar.ics")
def calendar_file(club_id: str) -> Response:
    """The same as a calendar; other programs ask for it anew every day."""
    loaded_club = find_club(club_id)

    def address(public_id: str) -> str:
        return outside_url("tournaments.show", tournament_id=public_id)

    content = club_calendar(loaded_club.club, _coming(loaded_club), address)
    response = Response(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="tefteri-club.ics"'
    return response


def _coming(loaded_club: LoadedClub) -> list[LoadedTournament]:
    tournaments = [one.loaded_tournament for one in evenings_of(loaded_club.club)]
    return tournaments_to_come(tournaments, local_now().date())
