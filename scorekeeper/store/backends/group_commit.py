"""Commits together the writes of several threads of this process.

A save on SQLite waits longest for the disk. While another thread waits for its turn, the
transaction stays open for it, and the last thread commits for all. So no save returns before its
writes are on the disk. A save that fails takes back only its own writes.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Condition, Event
from typing import Final, TypeAlias

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import Session

from scorekeeper.store.faults import DatabaseLocked, DatabaseUnavailable, NotWritable

FileLock: TypeAlias = Callable[[float], AbstractContextManager[None]]
"""Locks other processes out, and waits at most these seconds for the lock."""


class GroupCommit:
    """Writing transactions of one database file, one after the other."""

    def __init__(self, lock: FileLock, seconds: float) -> None:
        """`seconds` is how long a turn to write is waited for at most."""
        self._lock: Final = lock
        self._seconds: Final = seconds
        self._turns: Final = Condition()
        self._is_writing = False
        self._waiting = 0
        self._group: _Group | None = None

    @contextmanager
    def transaction(self, engine: Engine, session: Session) -> Iterator[None]:
        """Let the session write; at the end all of it is committed and synced, or nothing.

        :raises DatabaseUnavailable: a lock could not be had in time; nothing was written.
        :raises NotWritable: the disk is full or may not be written; nothing was written.
        """
        deadline = time.monotonic() + self._seconds
        self._take_turn()
        try:
            if self._group is None:
                self._group = _Group(engine, self._lock(max(0, deadline - time.monotonic())))
        except BaseException:
            self._give_turn()
            raise
        group = self._group
        try:
            with group.member(session):
                yield
        finally:
            self._leave(group)
            # A writer that fails waits, too: its reason may be another writer's uncommitted act.
            group.wait()

    def _take_turn(self) -> None:
        with self._turns:
            self._waiting += 1
            try:
                has_turn = self._turns.wait_for(lambda: not self._is_writing, self._seconds)
            finally:
                self._waiting -= 1
            if not has_turn:
                raise DatabaseLocked
            self._is_writing = True

    def _leave(self, group: "_Group") -> None:
        with self._turns:
            # A waiting writer is sure to come: giving up is decided under this lock, too.
            if self._waiting and not group.is_over:
                self._give_turn()
                return
        self._group = None
        try:
            group.end()
        finally:
            self._give_turn()

    def _give_turn(self) -> None:
        with self._turns:
            self._is_writing = False
            self._turns.notify()


class _Group:
    """An open transaction, and those who wrote in it."""

    def __init__(self, engine: Engine, lock: AbstractContextManager[None]) -> None:
        self._is_ended: Final = Event()
        self._has_members = False
        self._error: BaseException | None = None
        self.is_over = False
        """Is it over, so that nothing is committed and no thread may join?"""
        with ExitStack() as resources:
            resources.enter_context(lock)
            connection: Final[Connection] = resources.enter_context(engine.connect())
            connection.execution_options(begin="IMMEDIATE").begin()
            self._connection: Final = connection
            self._resources: Final = resources.pop_all()

    @contextmanager
    def member(self, session: Session) -> Iterator[None]:
        """Let the session write in the transaction, and take back its own part of it on any error.

        It needs a savepoint for that unless it is the first. Where its part cannot be taken back
        alone all is.
        """
        is_first, self._has_members = not self._has_members, True
        session.join_transaction_mode = "rollback_only" if is_first else "create_savepoint"
        is_taken_back = False
        try:
            # The session's way to the engine is this connection until it commits or rolls back.
            session.connection(bind_arguments={"bind": self._connection})
            try:
                yield
            except BaseException:
                if is_first or self._is_open():
                    session.rollback()
                    is_taken_back = True
                raise
            session.commit()
        except BaseException as error:
            if not is_taken_back:
                self._lose(error, session)
            elif is_first:
                self.is_over = True
            raise

    def _is_open(self) -> bool:
        """A full disk, say, ends it in the middle, and no savepoint is there any more."""
        driver_connection = self._connection.connection.driver_connection
        return driver_connection is not None and bool(driver_connection.in_transaction)

    def _lose(self, error: BaseException, session: Session) -> None:
        """Roll back all writers. Each gets the database's fault, never that of another writer."""
        self.is_over = True
        is_fault = isinstance(error, DatabaseUnavailable | NotWritable)
        self._error = error if is_fault else DatabaseLocked(str(error))
        self._connection.rollback()
        session.close()

    def end(self) -> None:
        """Commit what is written, and let all of them know.

        :raises DatabaseUnavailable, NotWritable: it could not be committed; nothing was written.
        """
        try:
            with self._resources:
                try:
                    if not self.is_over:
                        self._connection.commit()
                finally:
                    # Does nothing after a commit. A connection that is given back after one that
                    # failed would keep the transaction open.
                    self._connection.rollback()
        except BaseException as error:
            self._error = error
            raise
        finally:
            self._is_ended.set()

    def wait(self) -> None:
        """Return once it is committed.

        :raises DatabaseUnavailable, NotWritable: it was not; nothing was written.
        """
        self._is_ended.wait()
        if self._error is not None:
            raise self._error
