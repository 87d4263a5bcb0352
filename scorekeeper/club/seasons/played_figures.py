"""What was played by a person, a pair, or two pairs against each other: sums over hands."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.club.seasons.season import Persons
from scorekeeper.rules.model import KAPO, Bid

BidLevel = Literal["80", "90", "100", "110", "kapo"]
BID_LEVELS: Final[tuple[BidLevel, ...]] = get_args(BidLevel)
"""The last number stands for all above it, too."""


def level_of(bid: Bid) -> BidLevel:
    """The level of a bid.

    >>> level_of(86), level_of(250), level_of("kapo")
    ('80', '110', 'kapo')
    """
    if bid == KAPO:
        return "kapo"
    assert isinstance(bid, int)
    return BID_LEVELS[min(bid // 10 - 8, 3)]


class Share(NamedTuple):
    """Some of all."""

    part: int
    all: int


class Differences(NamedTuple):
    """The differences of the hands' scores, added up, and their squares."""

    hands: int
    sum: int
    squares: int

    @property
    def mean(self) -> Fraction | None:
        """The difference per hand; None without a hand."""
        return Fraction(self.sum, self.hands) if self.hands else None

    @property
    def squared_error(self) -> Fraction | None:
        """The square of the mean's standard error; None below two hands."""
        if self.hands < 2:
            return None
        spread = self.squares - Fraction(self.sum**2, self.hands)
        return spread / ((self.hands - 1) * self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFigures:
    """What a person or a pair has played."""

    matches: int
    won: int
    lost: int
    passed_out: int
    points_for: int
    points_against: int
    differences: Differences
    bids: Mapping[BidLevel, Share]
    """Made of all."""
    against_bids: Mapping[BidLevel, Share]
    """The other side's."""
    doubled: Share
    """Won of all."""
    kapos: tuple[int, int]
    """For and against."""
    pilottas: int
    declared: int
    typed: int = 0
    """Matches beside these, of which the result alone is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """What two pairs have played against each other, seen from the first."""

    matches: int
    won: tuple[int, int]
    differences: Differences
    typed: int = 0
    """Matches beside these, of which the result alone is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """All that was played in one unit of scores."""

    unit: Literal["tenths", "points"]
    figures: Mapping[Persons, PlayFigures]
    """Of each person and of each pair, in the order of their ids."""
    meetings: Mapping[tuple[Persons, Persons], Meetings]
    """Of two pairs, the first in the order of ids first."""
