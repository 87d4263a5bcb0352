"""The two pairs who sat at a club's match last, and what they have played against each other."""

from typing import NamedTuple

from scorekeeper.seasons.play_record import add_up
from scorekeeper.seasons.played_figures import Differences, Meetings, PlayRecord
from scorekeeper.seasons.season import Persons
from scorekeeper.services.clubs.club_matches import club_of
from scorekeeper.services.clubs.club_record import counted_matches
from scorekeeper.services.clubs.club_service import LoadedClub
from scorekeeper.services.clubs.hidden_names import does_match_tell
from scorekeeper.services.clubs.match_membership import persons_by_side, seatings_of
from scorekeeper.services.matches import LoadedMatch


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
    """What two pairs have played against each other, seen from the first named."""
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

    None also where the match names somebody who is a number to strangers: its picture is for them.
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
