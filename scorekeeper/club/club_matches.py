"""Matches of a club: they belong to it by their scorer, and its roster sits in them.

The acts are the match's own: the club's address alone gives no right to write into the club.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from scorekeeper.club.acts.club_fields import ClubFault, ClubRefused
from scorekeeper.club.club_service import CLUBS, LoadedClub, find_club
from scorekeeper.club.club_state import Club
from scorekeeper.club.seasons.played_figures import SeatedPersons
from scorekeeper.journal.owner import NotFound, part_op_id
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.hand_acts import Inserted
from scorekeeper.match.acts.head_acts import Changed
from scorekeeper.match.acts.meta import ClubJoined, ClubLeft, ClubProposed, MemberBy, PersonsSeated
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import MATCHES, LoadedMatch, NotScorer, RevisionConflict, find_match
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, Seat
from scorekeeper.store import club_queries, tournament_queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import writing
from scorekeeper.store.streams import CLUB_HEADS

_OF_CLUBS: Final = frozenset({ClubJoined, ClubLeft, ClubProposed, PersonsSeated})


class Membership(NamedTuple):
    """The club of a match, by the acts of the match."""

    club: str = ""
    """The address of the club that it is played at; empty for none."""
    proposed: str = ""
    """The club whose organiser asked last, and has no answer yet."""
    refused: Mapping[str, MemberBy] = {}
    """The role that last said that the match is not a club's, by the club's address."""
    seated_at: int = 0
    """The seq of the act that said last who sits where; 0 where none did."""
    asked: Mapping[str, int] = {}
    """How often organisers asked for it, by the club's address."""


def known_seats(persons: SeatedBy, club: Club) -> SeatedBy:
    """Return the seated persons of the roster; empty if one of them would sit on two chairs."""
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
    """The persons at the table from one change of the chairs until the next."""

    since: int
    """The seq of the change; 0 for the first seating."""
    persons: SeatedBy
    """As far as they are known."""


def seatings_of(ledger: Ledger) -> tuple[Seating, ...]:
    """Return each seating of the match, in order. A person who keeps a chair stays in the next."""
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


_MOST_OF_A_CLUB: Final = 3
"""Proposals for one match: a stranger's club leaves the right one its own."""
_MOST_PROPOSALS: Final = 100
"""The most proposals to one match by all clubs: a stranger can make many clubs to fill a match."""


def club_of(loaded_match: LoadedMatch) -> LoadedClub | None:
    """The club that the match is played at; None for none, or one that is damaged."""
    return _club_at(membership_of(loaded_match.ledger).club)


def proposed_club_of(loaded_match: LoadedMatch) -> LoadedClub | None:
    """The club whose organiser asked for the match and has no answer yet."""
    return _club_at(membership_of(loaded_match.ledger).proposed)


def _club_at(address: str) -> LoadedClub | None:
    try:
        return find_club(address) if address else None
    except (NotFound, DamagedEvent):
        return None


def matches_at(loaded_club: LoadedClub, most: int = 0, first: int = 0) -> list[LoadedMatch]:
    """Return the club's matches outside of tournaments, the newest first; no damaged ones.

    With `most` at most that number after the newest `first`, fewer if one of them is damaged.
    """
    addresses = club_queries.matches_at(loaded_club.id)[::-1]
    found = MATCH_JOURNAL.find_all(addresses[first : first + most] if most else addresses)
    return [LoadedMatch(public_id, ledger) for public_id, ledger in found]


def count_matches_at(loaded_club: LoadedClub) -> int:
    """How many matches `matches_at` looks for."""
    return club_queries.count_matches_at(loaded_club.id)


def join_club(public_id: str, phone_id: int | None, op_id: str, club: str) -> LoadedMatch:
    """The match, which its scorer says is played at the club.

    :raises NotFound: there is no such match.
    :raises NotFound: there is no such club.
    :raises NotScorer: this phone may not write in the match.
    :raises ClubRefused: a tournament's match, or the club's organiser took it out.
    :raises OperationIdReused, Full, DatabaseUnavailable: as of `matches.append_act`.
    """

    def is_new(membership: Membership) -> bool:
        if tournament_queries.table_with(public_id) is not None:
            raise ClubRefused(ClubFault("match_at_table", "match"))
        if membership.refused.get(club) == "organiser":
            raise ClubRefused(ClubFault("match_refused", "match"))
        return membership.club != club

    return _write(public_id, phone_id, op_id, ClubJoined(club=club), "scorer", is_new)


def propose_club(public_id: str, phone_id: int | None, op_id: str, club: str) -> LoadedMatch:
    """Ask the match's scorer whether it may be the club's, and return the match.

    :raises NotScorer: this phone does not organise the club.
    :raises ClubRefused: a tournament's match, or its scorer said no before.
    """

    def is_new(membership: Membership) -> bool:
        if tournament_queries.table_with(public_id) is not None:
            raise ClubRefused(ClubFault("match_at_table", "match"))
        asked = membership.asked
        is_too_often = (
            asked.get(club, 0) >= _MOST_OF_A_CLUB or sum(asked.values()) >= _MOST_PROPOSALS
        )
        if membership.refused.get(club) == "scorer" or is_too_often:
            raise ClubRefused(ClubFault("match_refused", "match"))
        return club not in (membership.club, membership.proposed)

    return _write(public_id, phone_id, op_id, ClubProposed(club=club), "organiser", is_new)


def leave_club(
    public_id: str, phone_id: int | None, op_id: str, club: str, by: MemberBy
) -> LoadedMatch:
    """The match, which is not the club's; from its scorer also the no to the club's organiser.

    :raises NotScorer: this phone is neither the scorer's, nor organises the club.
    """

    def is_new(membership: Membership) -> bool:
        return club in (membership.club, membership.proposed)

    return _write(public_id, phone_id, op_id, ClubLeft(club=club, by=by), by, is_new)


def seat_persons(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    club: str,
    seats: Mapping[int, SeatedBy],
    shown: int | None = None,
) -> LoadedMatch:
    """Seat persons of the club in the match, and return it. The club's helpers may do it, too.

    `shown` is the seq of the last seating (`Membership.seated_at`) that the phone saw.

    :raises ClubRefused: it is not the club's, or no such person, or one is on two chairs.
    :raises RevisionConflict: another phone seated persons meanwhile.
    """
    loaded_club = find_club(club)
    told = {
        since: {seat: one for seat, one in seated.items() if one} for since, seated in seats.items()
    }

    def is_new(membership: Membership) -> bool:
        if membership.club != club:
            raise ClubRefused(ClubFault("match_elsewhere", "match"))
        for seated in told.values():
            _check_seated(loaded_club.club, seated)
        loaded_match = find_match(public_id)
        if shown is not None and shown != membership.seated_at:
            raise RevisionConflict(loaded_match)
        now = {one.since: one.persons for one in seatings_of(loaded_match.ledger)}
        return told != now

    return _write(public_id, phone_id, op_id, PersonsSeated(club=club, seats=told), None, is_new)


def start_at_club(
    loaded_match: LoadedMatch, phone_id: int, op_id: str, club: str, seats: SeatedBy
) -> LoadedMatch:
    """The match that was started by this operation, as one of the club's, and who sits there.

    Sent again, it changes nothing. A club that there is not, or a person, is left out: the match
    goes on without.
    """
    loaded_club = _club_at(club)
    if loaded_club is None:
        return loaded_match
    public_id = loaded_match.public_id
    try:
        loaded_match = join_club(public_id, phone_id, part_op_id(op_id, "club"), club)
    except ClubRefused:  # begun once more, when the club's organiser had taken it out
        return loaded_match
    if known := known_seats(seats, loaded_club.club):
        seats_op = part_op_id(op_id, "seats")
        loaded_match = seat_persons(public_id, phone_id, seats_op, club, {0: known})
    return loaded_match


def carry_on(before: LoadedMatch, rematch: LoadedMatch, phone_id: int, op_id: str) -> LoadedMatch:
    """The rematch, at the club of the match before and with the persons who sat there last."""
    club = club_of(before)
    if club is None:
        return rematch
    persons = seatings_of(before.ledger)[-1].persons
    return start_at_club(rematch, phone_id, op_id, club.public_id, persons)


def _check_seated(club: Club, seated: SeatedBy) -> None:
    if any(one not in club.persons for one in seated.values()):
        raise ClubRefused(ClubFault("no_person", "seats"))
    persons = {seat: club.who_is(one) for seat, one in seated.items()}
    for person in persons.values():
        chairs = tuple(seat for seat, one in persons.items() if one == person)
        if len(chairs) > 1:
            raise ClubRefused(ClubFault("sits_twice", "seats", person, places=chairs))


def _write(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    body: ClubJoined | ClubLeft | ClubProposed | PersonsSeated,
    by: MemberBy | None,
    is_new: Callable[[Membership], bool],
) -> LoadedMatch:
    """Append the act, by the match's scorer or the club's organiser; its helpers where None."""
    loaded_club = find_club(body.club)
    with writing(public_id, op_id):
        loaded_match = MATCHES.find(public_id)
        if phone_id is None or not _may(loaded_match, phone_id, loaded_club, by):
            raise NotScorer
        if MATCHES.is_said(loaded_match, phone_id, op_id, body):
            return loaded_match
        if not is_new(membership_of(loaded_match.ledger)):
            return loaded_match
        loaded_match = MATCHES.append(loaded_match, phone_id, op_id, body)
        row = CLUB_HEADS.row_at(membership_of(loaded_match.ledger).club)
        club_queries.set_club_of(loaded_match.id, row.id if row else None)
    MATCHES.remember(loaded_match)
    return loaded_match


def _may(
    loaded_match: LoadedMatch, phone_id: int, loaded_club: LoadedClub, by: MemberBy | None
) -> bool:
    role = MATCHES.role_of(loaded_match, phone_id)
    is_scorer = role is not None and role.writes
    if by == "scorer":
        return is_scorer
    club_role = CLUBS.role_of(loaded_club, phone_id)
    return club_role == "organiser" if by else is_scorer or bool(club_role)
