"""The limit of a save: one row, inserted and synced into the same database, and nothing else."""

import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any, Final

from bench.server.databases import Database

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS bare"
    " (id INTEGER {identity} PRIMARY KEY, op_id TEXT NOT NULL UNIQUE, data TEXT NOT NULL)"
)
_DATA: Final = '{"hand":{"bidder":"A","bid":90,"points":{"A":97},"trump":"hearts"}}'


class Inserts:
    """So many writers in threads of this process, each on a connection of its own."""

    def __init__(self, database: Database, writers: int) -> None:
        self._database = database
        self._connections = [database.connect() for _ in range(writers)]
        identity = "GENERATED ALWAYS AS IDENTITY" if database.url else ""
        self._connections[0].execute(_TABLE.format(identity=identity))

    def rate(self, seconds: float) -> float:
        """Inserts a second, by all of them."""
        beginning = threading.Barrier(len(self._connections))

        def write(connection: Any) -> float:
            beginning.wait()
            start, count = perf_counter(), 0
            while count == 0 or perf_counter() < start + seconds:
                with self._database.turn():
                    connection.execute(self._database.insert, (secrets.token_hex(16), _DATA))
                count += 1
            return count / (perf_counter() - start)

        with ThreadPoolExecutor(len(self._connections)) as writers:
            return sum(writers.map(write, self._connections))

    def close(self) -> None:
        """Let go of the connections."""
        for connection in self._connections:
            connection.close()
