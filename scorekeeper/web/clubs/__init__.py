"""Clubs: their roster, their tournaments, and the standings of their seasons."""

from scorekeeper.web.clubs import (
    club_calendar_page,
    club_evenings,
    club_games,
    club_link_pages,
    club_names,
    club_pages,
    club_roster,
    club_standings,
    record_lists,
    record_pages,
    saved_club,
    season_elsewhere,
    season_files,
    season_final_page,
    season_screen,
    season_setup,
)
from scorekeeper.web.clubs.blueprint import pages

__all__ = [
    "club_calendar_page",
    "club_evenings",
    "club_games",
    "club_link_pages",
    "club_names",
    "club_pages",
    "club_roster",
    "club_standings",
    "pages",
    "record_lists",
    "record_pages",
    "saved_club",
    "season_elsewhere",
    "season_files",
    "season_final_page",
    "season_screen",
    "season_setup",
]
