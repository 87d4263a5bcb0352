"""The databases that are measured: on disk and synced, as in production."""

import sqlite3
import threading
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg

from scorekeeper.store.backends.sqlite import SYNCED, journal_mode
from tests.postgres import Cluster

DISK: Final = "/var/tmp"
"""A disk where /tmp may be memory: what is synced must be."""
_DURABLE: Final = {"max_connections": "300"}
"""As PostgreSQL comes, but for the bare inserts of 256 writers, each on a connection."""
KINDS: Final = ("SQLite", "PostgreSQL")


class Database(Protocol):
    """An empty database, and what a server and a bare insert need to reach it."""

    kind: str
    url: str | None
    """PostgreSQL's; None for a file."""
    pid: int | None
    """Of PostgreSQL's first process."""
    insert: str
    """The bare insert of an operation id and what was done."""

    def instance(self, number: int) -> Path:
        """The instance folder of this server."""

    def connect(self) -> Any:
        """A connection that commits by itself, as durably as the program's."""

    def turn(self) -> AbstractContextManager[Any]:
        """What a bare insert waits for."""

    def settle(self) -> None:
        """Let what was filled in at once be as if it had grown slowly."""


class File:
    """SQLite: all servers are of one machine and share an instance folder, and take turns."""

    kind = "SQLite"
    url = pid = None
    insert = "INSERT INTO bare (op_id, data) VALUES (?, ?)"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._turn = threading.Lock()

    def instance(self, number: int) -> Path:
        return self._folder

    def connect(self) -> sqlite3.Connection:
        file = self._folder / "tefteri.sqlite3"
        connection = sqlite3.connect(file, 30, isolation_level=None, check_same_thread=False)
        for pragma in (f"PRAGMA journal_mode={journal_mode()}", SYNCED):
            connection.execute(pragma)
        return connection

    def turn(self) -> AbstractContextManager[Any]:
        return self._turn  # SQLite would let them starve

    def settle(self) -> None:
        """It plans by its indices alone."""


class OnServer:
    """PostgreSQL: each server has an instance folder of its own."""

    kind = "PostgreSQL"
    insert = "INSERT INTO bare (op_id, data) VALUES (%s, %s)"

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self._folder = folder
        cluster.run(f'CREATE DATABASE "{folder.name}"')
        self.url: str | None = cluster.url(folder.name)
        self.pid: int | None = cluster.pid

    def instance(self, number: int) -> Path:
        return self._folder.with_name(f"{self._folder.name}-{number}")

    def connect(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(self.url or "", autocommit=True)

    def turn(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def settle(self) -> None:
        with closing(self.connect()) as connection:
            connection.execute("VACUUM ANALYZE")
            connection.execute("CHECKPOINT")


class Databases:
    """New databases of both kinds in one place; PostgreSQL runs while the block does."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self.cluster: Cluster | None = None

    def __enter__(self) -> "Databases":
        return self

    def __exit__(self, *_: object) -> None:
        if self.cluster is not None:
            self.cluster.remove()

    def new(self, kind: str, name: str) -> Database:
        """One of this kind that is empty yet; the name is new, and a word."""
        folder = self._place / name
        if kind == File.kind:
            return File(folder)
        if self.cluster is None:
            self.cluster = Cluster(_DURABLE, DISK)
            self.cluster.start()
        return OnServer(self.cluster, folder)
