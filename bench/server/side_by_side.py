"""Four set-ups side by side: their saves, their polls and their memory."""

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from bench.flows import Played
from bench.load import Load
from bench.seeding import House
from bench.server.databases import Databases
from bench.server.empty import empty
from bench.server.memory import memory_rows
from bench.server.polls import CHANGED, UNCHANGED, Poll, poll_rows
from bench.server.saves import save_rows
from bench.server.setups import SetUp
from bench.server.sizes import Sizes
from bench.server.sunday import Each
from bench.table import Row

_HANDS: Final = 15
"""Of each match before it is written in or looked at."""


class SetUpsSideBySide:
    """Every set-up with a database of its own; all servers run while any is measured."""

    def __init__(
        self, databases: Databases, kinds: list[str], sizes: Sizes, place: Path, stack: ExitStack
    ) -> None:
        self._sizes, self._databases = sizes, databases
        self._pools: list[list[Played]] = []
        self._set_ups = [
            stack.enter_context(
                SetUp(databases.new(kind, f"{kind.lower()}-on-{count}"), count, self._fill)
            )
            for kind in kinds
            for count in (1, 2)
        ]
        self._limits = [
            stack.enter_context(empty(place / name)) for name in ("empty", "also-empty")
        ]
        self._load = stack.enter_context(closing(Load()))
        self.costs: dict[str, Each] = {}
        """Seconds of CPU, by the set-ups' names, once all rows were told; of saves by the most
        writers."""

    def rows(self) -> Iterator[Row]:
        """Every row as it is measured, memory last."""
        for writers in self._sizes.writers:
            saves = yield from self._saves(writers)
        changed = yield from self._polls(CHANGED)
        unchanged = yield from self._polls(UNCHANGED)
        yield from memory_rows(self._set_ups, self._limits[0], self._databases.cluster)
        for name in saves:
            self.costs[name] = Each(saves[name], changed[name], unchanged[name])

    def _saves(self, writers: int) -> Generator[Row, None, dict[str, float]]:
        pools = [[pool.pop() for _ in range(self._sizes.pool)] for pool in self._pools]
        return save_rows(self._set_ups, pools, self._load, writers, self._sizes.saves)

    def _polls(self, poll: Poll) -> Generator[Row, None, dict[str, float]]:
        shown = [pool[0] for pool in self._pools]
        size = self._sizes.polls
        return poll_rows(self._set_ups, shown, self._limits, self._load, poll, size)

    def _fill(self, house: House) -> None:
        count = 1 + self._sizes.pool * len(self._sizes.writers)
        self._pools.append(house.strangers(house.play(_HANDS), count))
