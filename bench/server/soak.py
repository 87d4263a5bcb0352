"""Hands are written and watched for long, while a server is killed each minute and started again.

Two servers are on the database. In the first third of the time they are killed in turn. In the rest
only the second one is: what the first one holds then, its memories full of matches from the
beginning, must not grow.
"""

import random
import threading
import time
from collections.abc import Generator
from typing import Final, NamedTuple

from bench.seeding import House
from bench.server.databases import Database
from bench.server.processes import memory_at
from bench.server.setups import SetUp
from bench.server.tables import Table, Watcher, live
from bench.table import Row, at_most, megabytes, row
from bench.wire import ask, get
from tests.faults.truth import ask as rows_of
from tests.faults.truth import check_file, check_match, written
from tests.server import Server


class Size(NamedTuple):
    """How much is measured."""

    seconds: float
    every: float
    """Seconds between two kills."""
    tables: int
    pause: float
    """Seconds between two hands of a table."""
    kept: int
    """Matches to fill the memories of a server process with: its 20,000 acts, and its pages."""


_HANDS: Final = 15
"""In each of these matches."""
_ROUNDS: Final = 3
"""A connection lands at either process; after so many looks at each match both know most."""


def soak_rows(database: Database, size: Size) -> Generator[Row, None, str]:
    """Let it soak, hold the invariant against what was acknowledged, and tell the memory.

    What comes back says in a line how much was done meanwhile.

    :raises AssertionError: a hand that was called saved is not there once and in its order, or
        something else is.
    """
    watched: list[str] = []

    def fill(house: House) -> None:
        watched.extend(house.copies(house.play(_HANDS), size.kept))

    with SetUp(database, 2, fill) as set_up:
        return (yield from _Soak(set_up, watched, size).rows())


class _Soak:
    def __init__(self, set_up: SetUp, watched: list[str], size: Size) -> None:
        self._set_up, self._watched, self._size = set_up, watched, size
        self._lasting, self._other = set_up.servers
        self._tables = [Table(set_up.servers, size.pause) for _ in range(size.tables)]
        self._watcher = Watcher(set_up.servers, watched, self._tables)
        self._kills = 0
        self._due = 0.0
        """When the next one is killed, by the monotonic clock."""
        self._before = count_hands(self._lasting)

    def rows(self) -> Generator[Row, None, str]:
        everybody: list[threading.Thread] = [*self._tables, self._watcher]
        for one in everybody:
            one.start()
        before, after = self._live_through()
        for one in [*self._tables, self._watcher]:
            one.stop()
        hands = self._check()
        what = f"Memory of a server after {self._size.seconds / 1.5:.0f} s / before"
        yield row(f"{what}, {self._set_up.name}", [after], [before], megabytes, at_most(1.1))
        return (
            f"{self._set_up.name}, {self._size.seconds:g} s: {self._kills} kills,"
            f" {hands:,} hands called saved and each there once and in its order,"
            f" {self._watcher.answers:,} polls answered"
        )

    def _live_through(self) -> tuple[float, float]:
        """The memory of the server that is spared, when it is warm and at the end."""
        begun = self._due = time.monotonic()
        while time.monotonic() - begun < self._size.seconds / 3:
            self._kill(self._set_up.servers[self._kills % 2])
        self._warm(self._lasting)
        self._kill(self._other)
        before = float(memory_at(self._lasting.pid))
        while time.monotonic() - begun < self._size.seconds:
            self._kill(self._other)
        return before, float(memory_at(self._lasting.pid))

    def _kill(self, server: Server) -> None:
        # From kill to kill, however long the server takes to be there again.
        self._due += self._size.every * random.uniform(0.8, 1.2)
        time.sleep(max(0, self._due - time.monotonic()))
        server.kill()
        server.start()
        self._kills += 1
        check_file(server)

    def _warm(self, server: Server) -> None:
        for public_id in self._watched * _ROUNDS:
            ask(server.port, get(live(public_id)))

    def _check(self) -> int:
        """All hands that were called saved."""
        server = self._lasting
        check_file(server)
        saved = 0
        for table in self._tables:
            for scorer, acknowledged in table.played:
                assert written(server, scorer) == list(acknowledged.items())
                check_match(server, scorer, acknowledged)
                saved += len(acknowledged)
        assert count_hands(server) - self._before == saved, "hands that nobody wrote"
        return saved


def count_hands(server: Server) -> int:
    """All hands in the database."""
    ((count,),) = rows_of(server, "SELECT count(*) FROM event WHERE kind = 'recorded'")
    return int(count)
