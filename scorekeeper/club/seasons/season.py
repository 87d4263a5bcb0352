"""The values of a season: its rules, its events, and the rows of its standings."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.club.seasons.event_points import RankedPair, Scheme

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
