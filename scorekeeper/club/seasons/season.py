"""The values of a season: its rules, its events and what each is worth, its standings' rows."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple, Protocol, get_args


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


SeasonBy = Literal["pair", "player"]
SeasonTie = Literal["wins", "countback", "total", "difference", "events"]
SEASON_TIES: Final[tuple[SeasonTie, ...]] = get_args(SeasonTie)

Persons = tuple[str, ...]
"""Who is counted: a pair's two ids, sorted, or one person's."""


def persons_order(persons: Persons) -> tuple[str, Persons]:
    """Where persons stand in a list: by their ids joined by a space, by code point."""
    return " ".join(persons), persons


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEvent:
    """A tournament of the season."""

    id: str
    date: str
    """A day: `2026-02-06`."""
    weight: Fraction = Fraction(1)
    ranking: tuple[RankedPair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """All that a season's standings follow from."""

    by: SeasonBy
    points: Scheme
    best: int | None = None
    """So many of a unit's events are counted; None: all."""
    minimum: int = 0
    """Who has played fewer events is not classed."""
    ties: tuple[SeasonTie, ...] = ()
    events: tuple[SeasonEvent, ...]


class SeasonResult(NamedTuple):
    """What persons did in an event."""

    event: str
    """Its id."""
    ranked: RankedPair
    points: Fraction
    """With the weight."""
    is_counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A pair or a person in the standings of a season."""

    unit: Persons
    place: int | None
    """None where it is not classed."""
    results: tuple[SeasonResult, ...]
    """In the order of dates."""

    @property
    def counted(self) -> tuple[SeasonResult, ...]:
        """The results that are counted, in the order of dates."""
        return tuple(result for result in self.results if result.is_counted)

    @property
    def points(self) -> Fraction:
        """The season points."""
        return sum((result.points for result in self.counted), Fraction(0))

    @property
    def total(self) -> Fraction:
        """The points of all events, dropped ones too."""
        return sum((result.points for result in self.results), Fraction(0))
