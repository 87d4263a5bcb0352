"""The evening of a match: its series, what was played in it and when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final, NamedTuple

from scorekeeper.journal.owner import NotFound
from scorekeeper.match.acts.draft import players_of
from scorekeeper.match.acts.hand_acts import Claimed, Recorded, Stopped
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import find_match
from scorekeeper.rules.evening import Evening, Played, evening_of, matches_won
from scorekeeper.rules.model import BySide
from scorekeeper.store import queries

_PLAY: Final = (Recorded, Claimed, Stopped)
"""Acts that are written while the cards are on the table. A correction may come the next day."""


@dataclass(frozen=True, slots=True)
class EveningSitting:
    """A match of the series and when it was played."""

    public_id: str
    ledger: Ledger
    began: datetime | None = None
    """The start in UTC; None where the length is not known, as for a match from a file, whose acts
    all have one moment."""
    ended: datetime | None = None
    """UTC, when its last hand, claim or stop was written."""

    @property
    def time(self) -> timedelta | None:
        """How long it was played."""
        return self.ended - self.began if self.began and self.ended else None


@dataclass(frozen=True, slots=True)
class Series:
    """All matches of the same four in a row."""

    matches: tuple[EveningSitting, ...]
    """In the order in which they were started."""
    evening: Evening

    @property
    def began(self) -> datetime | None:
        """UTC, when the first match with a time was started."""
        return min((one.began for one in self.matches if one.began), default=None)

    @property
    def ended(self) -> datetime | None:
        """UTC, when the last hand was written."""
        return max((one.ended for one in self.matches if one.ended), default=None)

    @property
    def time(self) -> timedelta | None:
        """How long was played, without what lies between the matches."""
        times = [one.time for one in self.matches if one.time]
        return sum(times, timedelta()) if times else None


def series_of(public_id: str) -> Series:
    """The series of the match with this address; a match without rematches is a series of one.

    :raises NotFound: there is no such match.
    :raises DamagedEvent: something in the series is not what was written.
    """
    addresses = queries.matches_in_series(public_id)
    if not addresses:
        raise NotFound(public_id)
    ledgers = dict(MATCH_JOURNAL.find_all(addresses))
    # Without one that is damaged the tally would be another one: let that one say what is wrong.
    return series_in((one, ledgers.get(one) or find_match(one).ledger) for _, one in addresses)


class EveningStanding(NamedTuple):
    """A match's number in its evening, and how the matches before it stand."""

    number: int
    """Counted from 1."""
    won: BySide[int]
    """Matches before it that each side has won."""


def standing_before(public_id: str) -> EveningStanding | None:
    """Return how the matches of the evening before this one stand.

    None for the first match of an evening, and where one before it is damaged.
    """
    addresses = queries.matches_in_series(public_id)
    before = list(takewhile(lambda one: one[1] != public_id, addresses))
    ledgers = [ledger for _, ledger in MATCH_JOURNAL.find_all(before)] if before else []
    if not before or len(ledgers) < len(before):
        return None
    return EveningStanding(len(before) + 1, matches_won(ledger.standing for ledger in ledgers))


def has_others(public_id: str) -> bool:
    """Are there other matches in the series of this one?"""
    return len(queries.matches_in_series(public_id)) > 1


def series_in(ledgers: Iterable[tuple[str, Ledger]]) -> Series:
    """The series that these matches make, each with its address."""
    sittings = tuple(_sitting(public_id, ledger) for public_id, ledger in ledgers)
    return Series(sittings, evening_of([_played(one.ledger) for one in sittings]))


def _sitting(public_id: str, ledger: Ledger) -> EveningSitting:
    began = None if ledger.is_from_file else ledger.acts[0].at
    start_times = [
        act.at
        for act in ledger.acts
        if isinstance(act.body, _PLAY) and act.seq not in ledger.undone and act.at is not None
    ]
    if began is None or not start_times or max(start_times) <= began:
        return EveningSitting(public_id, ledger)
    return EveningSitting(public_id, ledger, began, max(start_times))


def _played(ledger: Ledger) -> Played:
    match = ledger.match
    return Played(ledger.standing, match.rules.unit, ledger.players, players_of(match))
