"""The matches of a club that a page of its record is about: filtered, and opened to their hands."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.club.club_record import RecordMatch, seated_at
from scorekeeper.club.club_state import Club
from scorekeeper.club.seasons.play_record import counts_of
from scorekeeper.club.seasons.played_figures import BID_LEVELS, MatchHighlights
from scorekeeper.club.seasons.season import Persons
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import SIDES, Side

PlayUnit = str
"""`tenths` or `points`: their hands are never added."""
HAND_FIGURES: Final[dict[str, str]] = {
    "hands": "hands",
    **{f"bids-{level}": f"bids {level}" for level in BID_LEVELS},
    **{f"against-{level}": f"against_bids {level}" for level in BID_LEVELS},
    "doubled": "doubled",
    "kapos-for": "kapos_for",
    "kapos-against": "kapos_against",
    "pilottas": "pilottas",
    "declared": "declared",
}
"""The figures that open to their hands, by their names in an address: the names of their sums."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFilter:
    """Which matches are counted; all that is empty lets every match through."""

    tournaments: frozenset[str] | None = None
    """Of a season."""
    preset: str = ""
    since: str = ""
    """A day, as `2026-02-06`."""
    until: str = ""

    def takes(self, match: RecordMatch) -> bool:
        """Does the match count?"""
        day = match.started[:10]
        return (
            (self.tournaments is None or match.place.tournament in self.tournaments)
            and self.preset in ("", match.preset)
            and (not self.since or (bool(day) and day >= self.since))
            and (not self.until or (bool(day) and day <= self.until))
        )


class RecordHand(NamedTuple):
    """A hand that a figure counts."""

    match: RecordMatch
    hand_id: int
    row: Row
    side: Side
    """The side of the persons of the figure."""
    is_part: bool
    """Was the bid made, the doubled hand won?"""


class ClubBest(NamedTuple):
    """The matches and the hand that a club remembers, of these in one unit."""

    matches: int
    typed: int
    """Matches beside these, of which the result alone is known."""
    comeback: RecordMatch | None
    closest: RecordMatch | None
    longest: RecordMatch | None
    highest: RecordMatch | None


def matches_of(matches: Iterable[RecordMatch], unit: PlayUnit, who: Persons) -> list[RecordMatch]:
    """The matches in which these persons played a hand, or whose result was typed, newest first."""
    found = [
        one
        for one in matches
        if one.sums.unit == unit and who in one.sums.persons and _has_played(one, who)
    ]
    return sorted(found, key=_age, reverse=True)


def _has_played(match: RecordMatch, who: Persons) -> bool:
    counts = match.sums.persons[who]
    return bool(counts["matches"] or counts["typed"])


def meetings_of(
    matches: Iterable[RecordMatch], unit: PlayUnit, pairs: tuple[Persons, Persons]
) -> list[RecordMatch]:
    """The matches in which these pairs met, the newest first."""
    found = [one for one in matches if one.sums.unit == unit and pairs in one.sums.meetings]
    return sorted(found, key=_age, reverse=True)


def _age(match: RecordMatch) -> tuple[str, int]:
    return match.started, match.place.match_id


def hands_of(
    club: Club, matches: Sequence[RecordMatch], who: Persons, figure: str, skipped: int, most: int
) -> list[RecordHand]:
    """Return the hands that a figure counts, the newest match first, after the skipped ones."""
    name = HAND_FIGURES[figure]
    wanted: list[RecordMatch] = []
    before, there = skipped, 0
    for one in matches:
        count = one.sums.persons[who][name]
        if not wanted and before >= count:
            before -= count
            continue
        if count:
            wanted.append(one)
            there += count
        if there >= before + most:
            break
    found = [hand for one in _opened(wanted) for hand in _hands(club, *one, who, name)]
    return found[before : before + most]


def _opened(matches: Sequence[RecordMatch]) -> Iterator[tuple[RecordMatch, Ledger]]:
    ledgers = dict(MATCH_JOURNAL.find_all([(one.place.match_id, one.public_id) for one in matches]))
    return ((one, ledgers[one.public_id]) for one in matches if one.public_id in ledgers)


def _hands(
    club: Club, match: RecordMatch, ledger: Ledger, who: Persons, name: str
) -> Iterator[RecordHand]:
    seated = seated_at(match.place, ledger, club)
    for row, hand_id, persons in zip(ledger.standing.rows, ledger.hand_ids, seated, strict=True):
        if not row.counts or row.scored is None or row.scored.passed_out:
            continue
        for side in SIDES:
            if set(who) <= set(persons.of(side)):
                counts = counts_of(row, side)
                if counts.get(name):
                    yield RecordHand(match, hand_id, row, side, bool(counts.get(f"{name} part")))


def best_of(matches: Iterable[RecordMatch], unit: PlayUnit) -> ClubBest:
    """Return the club's records in this unit; of equal ones the earliest."""
    listed = sorted((one for one in matches if one.sums.unit == unit), key=_age)
    played = [one for one in listed if one.highlights.hands]
    ended = [one for one in played if one.highlights.winner]
    known = [one for one in listed if one.highlights.hands or one.place.result is not None]
    return ClubBest(
        matches=len(played),
        typed=len(known) - len(played),
        comeback=_first([one for one in ended if one.highlights.comeback], _comeback),
        closest=_first([one for one in known if one.highlights.winner], _closeness),
        longest=_first(ended, _length),
        highest=_first([one for one in played if one.highlights.highest], _highest),
    )


def _first(
    found: list[RecordMatch], figure: Callable[[MatchHighlights], int]
) -> RecordMatch | None:
    return max(found, key=lambda one: figure(one.highlights), default=None)


def _comeback(highlights: MatchHighlights) -> int:
    return highlights.comeback


def _closeness(highlights: MatchHighlights) -> int:
    return -highlights.margin


def _length(highlights: MatchHighlights) -> int:
    return highlights.hands


def _highest(highlights: MatchHighlights) -> int:
    return highlights.highest.score if highlights.highest else 0
