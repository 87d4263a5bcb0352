"""The end of a match at a table of a tournament, and the hands of it that count there. Pure."""

from itertools import takewhile
from typing import NamedTuple

from scorekeeper.rules.match import Adjust, Row, Standing
from scorekeeper.rules.model import BySide, Hand
from scorekeeper.services.tournaments.tournament_set_up import Length


class RoundEnd(NamedTuple):
    """A match as its table has it."""

    rows: tuple[Row, ...]
    """The hands, penalties and rulings that count."""
    is_over: bool
    is_level: bool
    """Would be over, but a winner is needed: one more hand is played."""

    @property
    def totals(self) -> BySide[int]:
        """The totals after all rows that count."""
        return self.rows[-1].totals if self.rows else BySide(0, 0)

    @property
    def hands(self) -> tuple[Row, ...]:
        """The rows that are hands."""
        return tuple(row for row in self.rows if isinstance(row.entry, Hand))

    @property
    def is_carried_over(self) -> bool:
        """Does it begin with points for a side? They were won in hands that are not in it."""
        before = takewhile(
            lambda entry: isinstance(entry, Adjust), (row.entry for row in self.rows)
        )
        return any(isinstance(one, Adjust) and max(one.A, one.B) > 0 for one in before)


def round_end(standing: Standing, length: Length, limit: int, *, needs_winner: bool) -> RoundEnd:
    """The match as it stands; `needs_winner` is a knockout's.

    What is written between the last hand that counts and the next one, such as a penalty, counts.
    """
    rows = tuple(row for row in standing.rows if row.counts)
    count = _counting_rows(rows, limit, needs_winner=needs_winner) if length == "hands" else None
    found = RoundEnd(rows[:count], standing.is_over or count is not None, is_level=False)
    if found.is_over and needs_winner and standing.winner is None and _is_level(found.totals):
        return found._replace(is_over=False, is_level=True)
    return found


def _counting_rows(rows: tuple[Row, ...], limit: int, *, needs_winner: bool) -> int | None:
    """How many rows count, once there are hands enough; None before."""
    hands = 0
    for at, row in enumerate(rows):
        if isinstance(row.entry, Hand):
            if hands >= limit and not (needs_winner and _is_level(rows[at - 1].totals)):
                return at
            hands += 1
    return len(rows) if hands >= limit else None


def _is_level(totals: BySide[int]) -> bool:
    return totals.A == totals.B
