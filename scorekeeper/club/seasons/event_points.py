"""What an event of a season is worth to a pair, by one of four schemes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPair:
    """A pair in the final ranking of an event."""

    pair: tuple[str, str]
    """Sorted."""
    place: int
    wins: int
    draws: int
    losses: int
    byes: int
    score: int
    difference: int


class Scheme(Protocol):
    """What a pair gets in an event."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The pair's points before the weight; `sharing` pairs have its place, itself included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByPlace:
    """Points by place; who shares places gets the mean of what these are worth."""

    table: tuple[int, ...]
    rest: int = 0
    """What a place behind the table's end is worth."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The mean of the entries of the places that are shared."""
        places = range(ranked.place, ranked.place + sharing)
        return Fraction(sum(self._entry(place) for place in places), sharing)

    def _entry(self, place: int) -> int:
        return self.table[place - 1] if place <= len(self.table) else self.rest


@dataclass(frozen=True, slots=True, kw_only=True)
class ByResults:
    """Points for each match of an event, and its score by so many where that counts."""

    win: int
    draw: int
    loss: int
    bye: int
    score_per: int = 0
    """0: the score does not count."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The sum over the matches, and the share of the score."""
        results = (
            self.win * ranked.wins
            + self.draw * ranked.draws
            + self.loss * ranked.losses
            + self.bye * ranked.byes
        )
        return results + (Fraction(ranked.score, self.score_per) if self.score_per else Fraction(0))


@dataclass(frozen=True, slots=True)
class ByScore:
    """The score of an event."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The pair's score."""
        return Fraction(ranked.score)


@dataclass(frozen=True, slots=True)
class ByDifference:
    """The difference of the scores of an event."""

    def points(self, ranked: RankedPair, sharing: int) -> Fraction:
        """The pair's difference."""
        return Fraction(ranked.difference)
