"""A match and who sat in it, hand by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.match import Match
from scorekeeper.rules.model import BySide
from scorekeeper.seasons.season import Persons

SeatedPersons = BySide[Persons]
"""The persons on each side, as far as they are known: sorted ids, two of them a pair."""


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match, and the persons at the table at each of its entries."""

    match: Match
    seated: Sequence[SeatedPersons]
