"""A database that was filled, and the servers on it."""

import secrets
from collections.abc import Callable
from typing import Final

from bench.seeding import House
from bench.server.databases import Database
from bench.server.processes import cpu_at
from tests.server import Server

_NAMES: Final = {1: "one server", 2: "two servers"}


class SetUp:
    """So many servers of real processes on one database, ended with the block.

    Two servers on SQLite are two groups of processes on one machine that share an instance
    folder; on PostgreSQL they share nothing but the database and the secret key.
    """

    def __init__(self, database: Database, servers: int, fill: Callable[[House], None]) -> None:
        """`fill` puts matches into the empty database."""
        self.database = database
        self.name = f"{database.kind}, {_NAMES[servers]}"
        house = House(database.instance(0), database.url)
        fill(house)
        house.close()
        database.settle()
        key = secrets.token_urlsafe(48)
        self.servers = [
            Server(database.instance(number), database_url=database.url, SECRET_KEY=key)
            for number in range(servers)
        ]

    def __enter__(self) -> "SetUp":
        for server in self.servers:
            server.start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.stop()

    def cpu(self) -> float:
        """Seconds of CPU that the servers, and PostgreSQL, have used so far."""
        pids = [*(server.pid for server in self.servers), self.database.pid]
        return sum(cpu_at(pid) for pid in pids if pid is not None)

    @property
    def ports(self) -> list[int]:
        """Of the servers."""
        return [server.port for server in self.servers]
