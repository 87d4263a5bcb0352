"""Erase the names in matches, tournaments and clubs that nobody wrote in for so many days."""

from collections.abc import Callable
from datetime import datetime, timedelta

from scorekeeper.services.clubs.club_erasing import erase_club
from scorekeeper.services.erasing import AT_ONCE, forget_sheets, redact_matches
from scorekeeper.services.jobs.housekeeping import forget_papers_with_names
from scorekeeper.services.tournaments.erasing import begin, finish
from scorekeeper.services.tournaments.service import find_tournament
from scorekeeper.store import club_queries, queries, tournament_queries
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS


def erase_old(days: int, now: datetime, between: Callable[[], None] = lambda: None) -> int:
    """How many of them lost their names, in which nothing was done for these days.

    `now` is UTC without a zone. A match at a tournament's table goes with its tournament, which
    goes as a whole by the last that was done in it or at one of its tables, in a rematch, too. Done
    again it goes on where it was left, and so does what somebody else began to erase.

    `between` is called between the steps, which do not part a tournament; what it raises ends it.

    :raises DatabaseUnavailable: the database was locked too long; what was erased before stays so.
    """
    before = now - timedelta(days=days)
    try:
        return _erase_before(before, between)
    finally:
        _forget_sheets()


def _erase_before(before: datetime, between: Callable[[], None]) -> int:
    count, last = 0, 0
    while found := queries.old_matches(before, last, AT_ONCE):
        last = found[-1][0]
        count += _erase_matches(dict(found), before)
        between()
    for address in tournament_queries.half_erased_tournaments():
        finish(address)
        count += 1
        between()
    while addresses := tournament_queries.old_tournaments(before, 1):
        count += _erase_tournament(addresses[0], before)
        between()
    while club := club_queries.old_club(before):
        erase_club(club, None, "age")
        count += 1
        between()
    return count


def _erase_matches(found: dict[int, str], before: datetime) -> int:
    with writing(*found.values()):
        # A hand may have been saved meanwhile.
        still = [one.owner_id for one in MATCH_EVENTS.last_events_of(found) if one.at < before]
        return redact_matches(still, "age")


def _erase_tournament(address: str, before: datetime) -> int:
    with writing(address):
        if address not in tournament_queries.old_tournaments(before, 1):
            return 0
        loaded_tournament = find_tournament(address)
        begin(loaded_tournament, "age", loaded_tournament.phone)
    finish(address)
    return 1


def _forget_sheets() -> None:
    """Delete papers with erased names on them, also where the process that erased was killed."""
    forget_sheets()
    forget_papers_with_names()
