"""The seasons of a club that are to count a tournament: those that are offered, those ticked."""

from flask import request

from scorekeeper.club.club_service import LoadedClub
from scorekeeper.club.club_state import ClubSeason
from scorekeeper.club.club_tournaments import open_seasons
from scorekeeper.tournament.service import TOURNAMENTS
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.sheets import local_now
from scorekeeper.web.request_roles import role_in_club


def seasons_to_count_in(loaded_club: LoadedClub) -> list[ClubSeason]:
    """The seasons that may count one more tournament, for the organiser, who alone ticks them."""
    club = loaded_club.club
    if role_in_club(loaded_club.public_id) != "organiser":
        return []
    found = TOURNAMENTS.find_all(club.tournaments)
    days = {one.public_id: one.tournament.set_up.day for one in found}
    return open_seasons(club, days, local_now().date())


def sent_seasons(club_id: str) -> list[int]:
    """The numbers of the seasons that are ticked, where the organiser ticks them."""
    if role_in_club(club_id) != "organiser":
        return []
    sent = (whole_number(one, digits=4) for one in request.form.getlist("season"))
    return [number for number in dict.fromkeys(sent) if number]
