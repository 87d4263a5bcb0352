"""The record of a club: the play in its matches, and at the tables of its tournaments.

The counts of a match are kept in memory. They hold while the match's last event in the database is
the counted one and its persons are the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache

from scorekeeper.club.club_matches import (
    club_of,
    membership_of,
    persons_by_side,
    seated_persons,
    seatings_of,
)
from scorekeeper.club.club_service import LoadedClub
from scorekeeper.club.club_state import Club
from scorekeeper.club.erased_names import does_match_tell
from scorekeeper.club.seasons.play_record import MatchSums, add_up, match_sums, with_result
from scorekeeper.club.seasons.played_figures import (
    Differences,
    MatchHighlights,
    Meetings,
    PlayRecord,
    SeatedMatch,
    SeatedPersons,
    match_highlights,
)
from scorekeeper.club.seasons.season import Persons
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.hand_acts import Claimed
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.store import club_queries, tournament_queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent
from scorekeeper.store.tournament_queries import TournamentMatchRow
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.table_results import players_of

_MOST_COUNTED: Final = 10_000
"""Matches in memory, of all clubs: about 60 MB."""
_AT_ONCE: Final = 500
"""Matches read from the database at a time."""


class MatchPlace(NamedTuple):
    """A match of a club, with the persons that its tournament knows at the table."""

    match_id: int
    public_id: str
    tournament: str = ""
    """The address of the tournament at a table of which it is played; empty for none."""
    persons: tuple[tuple[str, ...], ...] = ()
    """The entries of the roster on the chairs of a tournament's table: A1, A2, B1, B2."""
    result: tuple[int, int] | None = None
    """The result that the desk wrote for a table that was played."""
    is_decided: bool = False
    """Was it decided by a forfeit or a ruling? Then its hands alone count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMatch:
    """A match of a club, and what it adds to the record. No name is in it."""

    place: MatchPlace
    started: str
    """When it was started, as its sheet has it: `2026-02-06T20:15:00+02:00`."""
    preset: str
    """The preset of its rules."""
    sums: MatchSums
    highlights: MatchHighlights
    persons: tuple[tuple[str, str], ...]
    """The entries of the roster that sat there, each with the person that it is."""
    last: tuple[int, str, datetime | None]
    """The last event that was counted."""

    @property
    def public_id(self) -> str:
        """The address of the match."""
        return self.place.public_id


_memory: Final[LRUCache[tuple[str, int], RecordMatch]] = LRUCache(_MOST_COUNTED)
_lock: Final = Lock()


def counted_matches(
    loaded_club: LoadedClub, before_many: Callable[[], None] = lambda: None
) -> tuple[RecordMatch, ...]:
    """All matches of the club and of its tournaments, as they stand, in the order of their starts.

    One that is damaged is left out. `before_many` is called where more are not in memory than are
    read at a time.
    """
    places = sorted({one.match_id: one for one in _places_of(loaded_club)}.values())
    with _lock:
        unknown = sum((loaded_club.public_id, one.match_id) not in _memory for one in places)
    if unknown > _AT_ONCE:
        before_many()
    found: dict[int, RecordMatch] = {}
    for at in range(0, len(places), _AT_ONCE):
        found |= _count(loaded_club, places[at : at + _AT_ONCE])
    return tuple(found[one.match_id] for one in places if one.match_id in found)


def record_of(matches: Iterable[RecordMatch]) -> tuple[PlayRecord, ...]:
    """The record of these matches: in tenths and in points, as far as there are any."""
    return add_up(one.sums for one in matches)


def forget_counted() -> None:
    """Drop the memory: the next reader counts from nothing."""
    with _lock:
        _memory.clear()


def _places_of(loaded_club: LoadedClub) -> Iterator[MatchPlace]:
    """The matches of the club, and those at tables of its tournaments."""
    for match_id, public_id in club_queries.matches_at(loaded_club.id):
        yield MatchPlace(match_id, public_id)
    club = loaded_club.club
    by_id = {one.id: one for one in TOURNAMENTS.find_all(club.tournaments)}
    for tournament_id, row in tournament_queries.tables_in(by_id):
        if place := _place_at(club, by_id[tournament_id], row):
            yield place


def _place_at(
    club: Club, loaded_tournament: LoadedTournament, row: TournamentMatchRow
) -> MatchPlace | None:
    """The match at a table; None where its round was taken back."""
    tournament = loaded_tournament.tournament
    drawn_round = next((one for one in tournament.rounds if one.act.seq == row.drawn), None)
    table = drawn_round.table(row.number) if drawn_round else None
    if drawn_round is None or table is None:
        return None
    known = club.tournaments[loaded_tournament.public_id].players
    # The persons of a pair before a substitution are not known.
    pairs = [tournament.side(key) for key in (table.a, table.b)]
    sides = [
        ("", "")
        if any(drawn_round.number <= one.until for one in pair.were)
        else _persons_at(key, known)
        for key, pair in zip((table.a, table.b), pairs, strict=True)
    ]
    address, written = loaded_tournament.public_id, table.result
    is_decided = written is not None and written.is_decided
    result = written.score if written and not is_decided else None
    return MatchPlace(row.match_id, row.public_id, address, tuple(sides), result, is_decided)


def _persons_at(key: str, known: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """The persons at a side of a table: a pair's own, or the two players that sat there."""
    keys = players_of((key,))
    if len(keys) == 1:
        return known.get(key, ("", ""))
    one, other = (known.get(player, ("", ""))[0] for player in keys)
    return one, other


def _count(loaded_club: LoadedClub, places: Sequence[MatchPlace]) -> dict[int, RecordMatch]:
    """Return the counts of these matches, by their row ids.

    Only a match that is new or has changed is counted again.
    """
    by_id = {one.match_id: one for one in places}
    last = {one.owner_id: one for one in MATCH_EVENTS.last_events_of(by_id)}
    found = {}
    for match_id, place in by_id.items():
        with _lock:
            known = _memory.get((loaded_club.public_id, match_id))
        if known and _is_current(known, place, last.get(match_id), loaded_club.club):
            found[match_id] = known
    rows = MATCH_EVENTS.events_of(one for one in by_id if one not in found)
    for match_id, events in groupby(rows, key=lambda one: one.owner_id):
        with suppress(DamagedEvent):
            ledger = MATCH_JOURNAL.replay(MATCH_JOURNAL.acts_of(events))
            counted = _counted(by_id[match_id], ledger, loaded_club)
            if counted is not None:
                found[match_id] = counted
                with _lock:
                    _memory[loaded_club.public_id, match_id] = counted
    return found


def _is_current(
    known: RecordMatch, place: MatchPlace, last: StoredEvent | None, club: Club
) -> bool:
    """Whether the match is as it was counted, with the same persons."""
    if last is None or not last.is_whole or known.place != place:
        return False
    is_same = (last.seq, last.op_id, last.at) == known.last
    return is_same and all(club.who_is(entry) == person for entry, person in known.persons)


def _counted(place: MatchPlace, ledger: Ledger, loaded_club: LoadedClub) -> RecordMatch | None:
    club, seated = loaded_club.club, seated_at(place, ledger, loaded_club.club)
    next_seated = _next_seated(place, ledger, club)
    if place.tournament:
        entries = set(_chairs(place).values())
    elif membership_of(ledger).club == loaded_club.public_id:
        entries = {one for seating in seatings_of(ledger) for one in seating.persons.values()}
    else:
        return None
    act = ledger.acts[-1]
    sums = match_sums(SeatedMatch(ledger.match, seated, next_seated))
    highlights = match_highlights(ledger.standing, seated, next_seated)
    if place.result is not None or (place.is_decided and sums.persons):
        sat = persons_by_side(_chairs(place), club)
        sums = with_result(sums, sat, place.result)
        highlights = highlights.with_result(sat, place.result)
    return RecordMatch(
        place=place,
        started=ledger.match.started,
        preset=ledger.match.rules.preset,
        sums=sums,
        highlights=highlights,
        persons=tuple((one, club.who_is(one)) for one in sorted(entries) if one in club.persons),
        last=(act.seq, act.op_id, act.at),
    )


def seated_at(place: MatchPlace, ledger: Ledger, club: Club) -> Sequence[SeatedPersons]:
    """The persons on each side at each of the match's entries."""
    if place.tournament:
        return [persons_by_side(_chairs(place), club)] * len(ledger.hand_ids)
    return seated_persons(ledger, club)


def _next_seated(place: MatchPlace, ledger: Ledger, club: Club) -> SeatedPersons:
    """Return the persons at the table for the hand to come, or for the hand of a claim."""
    if place.tournament:
        return persons_by_side(_chairs(place), club)
    claims = [act.seq for act in ledger.acts if isinstance(act.body, Claimed)]
    until = claims[-1] if ledger.standing.end == "claim" else ledger.acts[-1].seq
    seatings = [one for one in seatings_of(ledger) if one.since <= until]
    return persons_by_side(seatings[-1].persons, club)


def _chairs(place: MatchPlace) -> SeatedBy:
    (a1, a2), (b1, b2) = place.persons
    chairs: SeatedBy = {"A1": a1, "A2": a2, "B1": b1, "B2": b2}
    return {seat: one for seat, one in chairs.items() if one}


class TwoPairs(NamedTuple):
    """The pairs at a table of a club: of side A, of side B."""

    loaded_club: LoadedClub
    a: Persons
    b: Persons


def two_pairs_at(loaded_match: LoadedMatch) -> TwoPairs | None:
    """The pairs who sat there last; None where the match is no club's, or one is not known."""
    loaded_club = club_of(loaded_match)
    if loaded_club is None:
        return None
    last = seatings_of(loaded_match.ledger)[-1].persons
    sides = persons_by_side(last, loaded_club.club)
    if len(sides.A) < 2 or len(sides.B) < 2:
        return None
    return TwoPairs(loaded_club, sides.A, sides.B)


def meetings_seen_from(record: PlayRecord, one: Persons, other: Persons) -> Meetings | None:
    """Return the meetings of two pairs, seen from the first one."""
    if (one, other) in record.meetings:
        return record.meetings[one, other]
    found = record.meetings.get((other, one))
    if found is None:
        return None
    hands, total, squares = found.differences
    return Meetings(
        matches=found.matches,
        won=(found.won[1], found.won[0]),
        differences=Differences(hands, -total, squares),
        typed=found.typed,
    )


def won_between(loaded_match: LoadedMatch) -> tuple[int, int] | None:
    """The matches in its unit that each of the two pairs at the table has won against the other.

    None also where the match names a person shown by number: strangers see its picture.
    """
    pairs = two_pairs_at(loaded_match)
    if pairs is None:
        return None
    club = pairs.loaded_club.club
    if does_match_tell(club, loaded_match.public_id, loaded_match.ledger):
        return None
    met = {(pairs.a, pairs.b), (pairs.b, pairs.a)}
    theirs = [
        one.sums for one in counted_matches(pairs.loaded_club) if met & set(one.sums.meetings)
    ]
    for record in add_up(theirs):
        meetings = meetings_seen_from(record, pairs.a, pairs.b)
        if record.unit == loaded_match.ledger.match.rules.unit and meetings:
            return meetings.won
    return None
