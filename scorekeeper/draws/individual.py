"""The values of an individual tournament: players who change partners from round to round."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import Bye, Forfeit, Table

Partnership = tuple[str, str]
"""Two players on one side of a table."""

FOUR: Final = 4
"""Players at a table; of fewer there is no tournament."""


class Foursome(NamedTuple):
    """A table: two partnerships that meet."""

    a: Partnership
    b: Partnership
    score: tuple[int, int] | None = None
    """The scores of `a` and of `b`; None before the table was played."""
    forfeit: Forfeit | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """All four."""
        return (*self.a, *self.b)

    @property
    def opponents(self) -> Iterator[tuple[str, str]]:
        """Each two who play against each other."""
        return product(self.a, self.b)


IndividualRound = tuple[Foursome | Bye, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualToDraw:
    """All that a round of players follows from."""

    players: tuple[str, ...]
    """The absent ones too."""
    seed: int = 0
    results: tuple[IndividualRound, ...] = ()
    """The rounds so far, the first one first."""
    forbidden: tuple[Table, ...] = ()
    """Each two who shall not sit at one table."""
    absent: frozenset[str] = frozenset()
    """The players who are not there in this round."""
    kept_tables: tuple[tuple[str, int], ...] = ()
    """The players that keep a table, and its number."""

    @property
    def present(self) -> tuple[str, ...]:
        """The players who are there, in the order of the list."""
        return tuple(player for player in self.players if player not in self.absent)


IndividualRule = Literal["forbidden", "partner", "second_bye", "table"]
INDIVIDUAL_RULES: Final[tuple[IndividualRule, ...]] = get_args(IndividualRule)


class BrokenForPlayers(NamedTuple):
    """A rule that a round breaks, and the players for whom it does."""

    rule: IndividualRule
    players: tuple[str, ...]


class IndividualDraw(NamedTuple):
    """A round of players as it was drawn."""

    tables: tuple[Foursome, ...]
    byes: tuple[str, ...]
    broken: tuple[BrokenForPlayers, ...]
    """Every rule that the drawn round must break."""
    numbers: tuple[int, ...] = ()
    """The numbers of the tables, ascending; () where they are 1, 2, 3 and so on."""
