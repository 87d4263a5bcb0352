"""Erase the names in matches, tournaments and clubs without a new act for some days."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

from scorekeeper.club.club_service import find_club
from scorekeeper.club.erased_names import closing_of, redact_club
from scorekeeper.jobs.queue import forget_papers_with_names
from scorekeeper.match.erasure import AT_ONCE, forget_sheets, redact_matches
from scorekeeper.store import club_queries, queries, tournament_queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.tournament.erasure import begin, finish
from scorekeeper.tournament.service import find_tournament


def erase_old(days: int, now: datetime, between: Callable[[], None] = lambda: None) -> int:
    """Erase names where no act was written for these days, and return the number of erased owners.

    `now` is UTC without a zone. A match at a tournament's table goes with its tournament. That goes
    as a whole, by the last act in it, at one of its tables or in a rematch. A repeat goes on where
    the last run ended, and also ends erasures that others began.

    `between` is called between the steps, which never divide a tournament; an error that it raises
    ends the run.

    :raises DatabaseUnavailable: the database was locked too long; what was erased before stays so.
    :raises DamagedEvent: one is damaged and keeps its names; all others are done.
    """
    before = now - timedelta(days=days)
    try:
        return _erase_before(before, between)
    finally:
        _forget_sheets()


def _erase_before(before: datetime, between: Callable[[], None]) -> int:
    count, last = 0, 0
    damages: list[DamagedEvent] = []
    while found := queries.old_matches(before, last, AT_ONCE):
        last = found[-1][0]
        count += _erase_matches(dict(found), before)
        between()
    for erase in _steps(before):
        try:
            count += erase()
        except DamagedEvent as damage:
            damages.append(damage)
        between()
    if damages:
        raise damages[0]
    return count


def _steps(before: datetime) -> Iterator[Callable[[], int]]:
    """Yield a function for each tournament or club to erase, the half-erased ones first."""
    for address in tournament_queries.half_erased_tournaments():
        yield partial(_finish_tournament, address)
    for old, erase in (
        (tournament_queries.old_tournament, _erase_tournament),
        (club_queries.old_club, _erase_club),
    ):
        last = 0
        while found := old(before, last):
            last, address = found
            yield partial(erase, last, address, before)


def _erase_matches(found: dict[int, str], before: datetime) -> int:
    with writing(*found.values()):
        # A hand may have been saved meanwhile.
        still = [one.owner_id for one in MATCH_EVENTS.last_events_of(found) if one.at < before]
        return redact_matches(still, "age")


def _erase_tournament(row_id: int, address: str, before: datetime) -> int:
    with writing(address):
        # A hand may have been saved there meanwhile.
        if tournament_queries.old_tournament(before, row_id - 1) != (row_id, address):
            return 0
        loaded_tournament = find_tournament(address)
        begin(loaded_tournament, loaded_tournament.phone, "age")
    return _finish_tournament(address)


def _finish_tournament(address: str) -> int:
    finish(address)
    return 1


def _erase_club(row_id: int, address: str, before: datetime) -> int:
    closing = closing_of(find_club(address))
    with writing(address):
        if club_queries.old_club(before, row_id - 1) != (row_id, address):
            return 0
        loaded_club = find_club(address)
        redact_club(loaded_club, loaded_club.phone, "age", closing)
    return 1


def _forget_sheets() -> None:
    """Delete papers with erased names on them, also where the process that erased was killed."""
    forget_sheets()
    forget_papers_with_names()
