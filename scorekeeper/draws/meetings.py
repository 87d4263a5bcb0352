"""Who met whom, and who had which score, by the rounds so far."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from scorekeeper.draws.model import BYE, Bye, Round, Table

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
