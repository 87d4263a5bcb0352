"""The values of draws: tournaments, rounds, meetings, draws, lots and problems.

Lots do not use Python's `random`: no later version promises the same numbers for a seed.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

_BYTES: Final = 5


def draw_lot(*what: int | str) -> int:
    """A number below 2**40 that follows from `what` alone: the seed, the round, the names.

    It is the beginning of the SHA-256 of the list as JSON in ASCII.

    >>> draw_lot(7, 1, "Μαρία – Γιώργος")
    651294483517
    """
    digest = hashlib.sha256(json.dumps(what).encode()).digest()
    return int.from_bytes(digest[:_BYTES], "big")


Format = Literal["round_robin", "swiss", "odd_even", "random", "knockout"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
"""The formats that an organiser can choose."""
PairFormat = Literal[Format, "ranking"]
PAIR_FORMATS: Final[tuple[PairFormat, ...]] = (*FORMATS, "ranking")
"""The formats in which pairs are drawn."""

MOST_PAIRS: Final = 1000

Version = Literal[1, 2]
VERSIONS: Final[tuple[Version, ...]] = get_args(Version)
NEWEST: Final[Version] = 2
"""How rounds are drawn. A tournament goes on by the version with which it began, so that all its
rounds can be drawn again."""

Places = Literal["none", "third", "all"]
PLACES: Final[tuple[Places, ...]] = get_args(Places)
"""The places that a knockout decides beside the first two: none, the third, or each."""

BYE: Final = ""
"""The opponent of a pair that has a bye; it is no pair's name."""


ABSENT: Final = "absent"
"""Stands where an opponent would in a round that a pair missed, and is no name of a pair."""

Forfeit = Literal["a", "b", "both"]
FORFEITS: Final[tuple[Forfeit, ...]] = get_args(Forfeit)
"""The pair that was not there to play, by its side of the table, or both."""


class Table(NamedTuple):
    """Two pairs that meet: side A and side B. While a round is drawn, one may be `BYE`."""

    a: str
    b: str

    @property
    def pairs(self) -> tuple[str, ...]:
        """The pairs at the table, without `BYE`."""
        return tuple(pair for pair in self if pair != BYE)


class PlayedPairing(NamedTuple):
    """A table of a round that is over."""

    a: str
    b: str
    score: tuple[int, int]
    """The scores of `a` and of `b`."""
    hands: tuple[int, int] | None = None
    """The hands that each side won; None where they were not counted."""
    forfeit: Forfeit | None = None
    """The absent pair. Where both were absent, neither has won, whatever the score says."""


class Bye(NamedTuple):
    """A pair that was there and had no opponent."""

    pair: str


Round = tuple[PlayedPairing | Bye, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentToDraw:
    """All that a draw follows from."""

    format: PairFormat
    pairs: tuple[str, ...]
    """In seeding order, the absent ones too."""
    seed: int = 0
    """The seed of the random lots."""
    results: tuple[Round, ...] = ()
    """The rounds so far, the first one first."""
    fixed: tuple[Table, ...] = ()
    """The tables that must be drawn in this round."""
    forbidden: tuple[Table, ...] = ()
    """The tables that must not be drawn in this round."""
    absent: frozenset[str] = frozenset()
    """The pairs that do not play in this round."""
    clubs: tuple[frozenset[str], ...] = ()
    """The pairs of each club, which meet each other only where it cannot be avoided."""
    kept_tables: tuple[tuple[str, int], ...] = ()
    """The pairs that keep a table, and its number."""
    version: Version = NEWEST
    order: tuple[str, ...] | None = None
    """All pairs as they stand, the first one first, of a ranking; None where results decide."""
    places: Places = "third"
    """The places that a knockout decides."""

    @property
    def present(self) -> tuple[str, ...]:
        """The pairs that play in this round, in seeding order."""
        return tuple(pair for pair in self.pairs if pair not in self.absent)

    @property
    def club_mates(self) -> dict[str, frozenset[str]]:
        """The others of each pair's club; empty where no club is kept apart."""
        if self.format in ("round_robin", "odd_even"):
            return {}
        if self.format == "ranking" and self.results:
            return {}
        return {pair: club - {pair} for club in self.clubs for pair in club}


PairRule = Literal[
    "fixed", "forbidden", "rematch", "second_bye", "club", "schedule", "bracket", "table"
]
RULES: Final[tuple[PairRule, ...]] = get_args(PairRule)
"""In the order in which a draw keeps them, the one that it breaks last first."""
DrawRule = Literal[PairRule, "partner"]
ALL_RULES: Final[tuple[DrawRule, ...]] = get_args(DrawRule)
"""Those of a draw of pairs, and that of a draw of players."""


class Broken(NamedTuple):
    """A rule that a round breaks, and the pairs for which it does."""

    rule: DrawRule
    pairs: tuple[str, ...]
    """The two that meet or do not, the one with the bye; none where the whole round is meant."""


class Draw(NamedTuple):
    """A round as it was drawn."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    broken: tuple[Broken, ...]
    """Every rule that the best draw must break."""
    numbers: tuple[int, ...] = ()
    """The numbers of the tables, ascending; () where they are 1, 2, 3 and so on."""


DrawCode = Literal[
    "not_json",
    "missing",
    "unknown",
    "too_few",
    "too_many",
    "twice",
    "itself",
    "stranger",
    "contradiction",
    "drawn",
    "out",
]
CODES: Final[tuple[DrawCode, ...]] = get_args(DrawCode)
"""In the order in which problems are listed."""


class DrawProblem(NamedTuple):
    """Something that keeps a round from being drawn: a code, never prose."""

    code: DrawCode
    field: str | None
    """The tournament's field; None where it is about none."""
    round: int | None = None
    """Counted from 1, of a problem in `results`."""
    pair: str | None = None
    """The pair it is about."""


def in_order(problems: list[DrawProblem]) -> tuple[DrawProblem, ...]:
    """The problems, each once, by code in the order of `CODES`, by field, round and pair."""
    return tuple(
        sorted(
            set(problems),
            key=lambda p: (CODES.index(p.code), p.field or "", p.round or 0, p.pair or ""),
        )
    )


WIN: Final = 2
DRAWN: Final = 1
"""Points of a drawn match in the score groups; a bye is a win, a missed round gives nothing."""


class History:
    """The meetings and scores of all pairs so far."""

    def __init__(self, pairs: Iterable[str], results: Iterable[Round]) -> None:
        self.met: dict[str, Counter[str]] = {pair: Counter() for pair in (*pairs, BYE)}
        """How often each pair met each other one; a meeting with `BYE` is a bye."""
        self.points: Counter[str] = Counter()
        for result in (result for played in results for result in played):
            if isinstance(result, Bye):
                self._meet(result.pair, BYE)
                self.points[result.pair] += WIN
                continue
            self._meet(result.a, result.b)
            if result.forfeit == "both":
                continue
            ours, theirs = result.score
            if ours == theirs:
                self.points.update({result.a: DRAWN, result.b: DRAWN})
            else:
                self.points[result.a if ours > theirs else result.b] += WIN

    def _meet(self, a: str, b: str) -> None:
        self.met[a][b] += 1
        self.met[b][a] += 1

    def times(self, table: Table) -> int:
        """How often the two met."""
        return self.met[table.a][table.b]
