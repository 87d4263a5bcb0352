"""Clubs: their roster, their tournaments, and the standings of their seasons."""

from scorekeeper.web.clubs import (
    club_games,
    club_pages,
    club_roster,
    club_standings,
    record_pages,
    season_files,
    season_setup,
)
from scorekeeper.web.clubs.club_form import pages

__all__ = [
    "club_games",
    "club_pages",
    "club_roster",
    "club_standings",
    "pages",
    "record_pages",
    "season_files",
    "season_setup",
]
