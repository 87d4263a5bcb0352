"""The club that a match is played at, and who of its roster sits where, as its acts say. Pure."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from scorekeeper.club.club_state import Club
from scorekeeper.club.seasons.match_highlights import SeatedPersons
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.hand_acts import Inserted
from scorekeeper.match.acts.head_acts import Changed
from scorekeeper.match.acts.meta import ClubJoined, ClubLeft, ClubProposed, MemberBy, PersonsSeated
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, Seat

_OF_CLUBS: Final = frozenset({ClubJoined, ClubLeft, ClubProposed, PersonsSeated})


class Membership(NamedTuple):
    """A match's club: what its acts say of it."""

    club: str = ""
    """The address of the club that it is played at; empty for none."""
    proposed: str = ""
    """The club whose organiser asked last, and has no answer yet."""
    refused: Mapping[str, MemberBy] = {}
    """Who said last that it is not a club's, by the club's address."""
    seated_at: int = 0
    """The seq of the act that said last who sits where; 0 where none did."""
    asked: Mapping[str, int] = {}
    """How often organisers asked for it, by the club's address."""


def known_seats(persons: SeatedBy, club: Club) -> SeatedBy:
    """The persons who are in the roster; nobody where one of them would sit on two chairs."""
    known = {seat: one for seat, one in persons.items() if one in club.persons}
    return known if sum(map(len, persons_by_side(known, club))) == len(known) else {}


def membership_of(ledger: Ledger) -> Membership:
    """Say which club the match is played at."""
    club = proposed = ""
    refused: dict[str, MemberBy] = {}
    asked: Counter[str] = Counter()
    seated_at = 0
    # Every page of a match asks, and nearly all its acts are hands.
    for act in [one for one in ledger.acts if type(one.body) in _OF_CLUBS]:
        match act.body:
            case ClubJoined(club=joined):
                club, seated_at = joined, 0 if joined != club else seated_at
                proposed = "" if joined == proposed else proposed
                refused.pop(joined, None)
            case ClubLeft(club=left, by=by):
                club = "" if left == club else club
                proposed = "" if left == proposed else proposed
                refused[left] = by
            case ClubProposed(club=asking):
                proposed = asking
                asked[asking] += 1
                refused.pop(asking, None)
            case PersonsSeated(club=seated) if seated == club:
                seated_at = act.seq
    return Membership(club, proposed, refused, seated_at, asked)


class Seating(NamedTuple):
    """Who sat at the table from a change of the chairs on, until the next one."""

    since: int
    """The seq of the change; 0 for who began the match."""
    persons: SeatedBy
    """As far as they are known."""


def seatings_of(ledger: Ledger) -> tuple[Seating, ...]:
    """Each seating of the match, in order. Who kept a chair is known in the next one, too."""
    membership = membership_of(ledger)
    told: Mapping[int, SeatedBy] = {}
    act = ledger.act(membership.seated_at)
    if act is not None and isinstance(act.body, PersonsSeated):
        told = act.body.seats
    persons = told.get(0, {})
    seatings = [Seating(0, persons)]
    for since, chairs in _changes_of_chairs(ledger).items():
        kept = {seat: one for seat, one in persons.items() if seat not in chairs}
        persons = told.get(since, kept)
        seatings.append(Seating(since, persons))
    return tuple(seatings)


def _changes_of_chairs(ledger: Ledger) -> dict[int, frozenset[Seat]]:
    """The chairs that others took, by the seqs of the changes that say so and stand."""
    return {
        act.seq: frozenset(act.body.players)
        for act in ledger.acts
        if isinstance(act.body, Changed) and act.body.from_now and act.seq not in ledger.undone
    }


def seating_at_entries(ledger: Ledger) -> tuple[int, ...]:
    """The seq of the seating (`Seating.since`) at each of the match's entries.

    A hand that was inserted shares it with the one that it was put before.
    """
    changes = _changes_of_chairs(ledger)
    present, found = 0, dict[int, int]()
    for act in ledger.acts:
        if act.seq in changes:
            present = act.seq
        elif isinstance(act.body, Inserted):
            found[act.seq] = found.get(act.body.before, present)
        elif act.body.written is not None:
            found[act.seq] = present
    return tuple(found[hand_id] for hand_id in ledger.hand_ids)


def seated_persons(ledger: Ledger, club: Club) -> tuple[SeatedPersons, ...]:
    """The persons on each side at each of the match's entries, whatever entry of the roster."""
    by_seating = {
        seating.since: persons_by_side(seating.persons, club) for seating in seatings_of(ledger)
    }
    return tuple(by_seating[since] for since in seating_at_entries(ledger))


def persons_by_side(persons: SeatedBy, club: Club) -> SeatedPersons:
    """The persons on each side; without one who would sit on two chairs."""
    known = {seat: club.who_is(one) for seat, one in persons.items() if one in club.persons}
    once = [one for one in known.values() if list(known.values()).count(one) == 1]
    sides = (
        [known[seat] for seat in SEATS if side_of(seat) == side and known.get(seat) in once]
        for side in SIDES
    )
    return BySide(*(tuple(sorted(side)) for side in sides))
