"""A match and who sat in it, hand by hand, and when it ended."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.match import Match, Standing
from scorekeeper.rules.model import BySide
from scorekeeper.seasons.season import Persons

SeatedPersons = BySide[Persons]
"""The persons on each side, as far as they are known: sorted ids, two of them a pair."""


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match, the persons at the table at each of its entries, and those of the hand to come."""

    match: Match
    seated: Sequence[SeatedPersons]
    next_seated: SeatedPersons
    """At a claim, who sat in the hand that was claimed in."""


def seated_at_end(
    standing: Standing, seated: Sequence[SeatedPersons], next_seated: SeatedPersons
) -> SeatedPersons | None:
    """Who sat there when the match ended: in its last hand, or in the one that was claimed in."""
    if standing.end == "claim":
        return next_seated
    rows = zip(standing.rows, seated, strict=True)
    hands = [persons for row, persons in rows if row.counts and row.scored is not None]
    return hands[-1] if hands else None
