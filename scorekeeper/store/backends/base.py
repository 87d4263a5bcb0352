"""The interface that each database backend implements."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy.engine import Connection, Engine, ExceptionContext
from sqlalchemy.orm import Session

from scorekeeper.store.faults import DatabaseUnavailable, NotWritable


class Backend(Protocol):
    """A database, as the program uses it."""

    def engine_options(self) -> dict[str, object]:
        """How SQLAlchemy is to connect."""

    def listen(self, engine: Engine) -> None:
        """Set up every connection that the engine makes."""

    def transaction(self, engine: Engine, session: Session) -> AbstractContextManager[None]:
        """Let the session write: it reads what is there now, and what it wrote is committed and
        synced at the end, or nothing of it."""

    def lock(self, session: Session, names: Iterable[str]) -> None:
        """Let nobody else write under these names until the session's transaction ends."""

    def alone(self, engine: Engine) -> AbstractContextManager[None]:
        """Hold the right to write, so that nobody else writes meanwhile."""

    def count_on(self, session: Session, table: str) -> None:
        """Let the next row's id be the one after the last, which was written with its own."""

    def begin_migration(self, connection: Connection) -> None:
        """Let what the connection begins next be a migration."""

    def first_row(
        self, connection: object, statement: str, values: tuple[object, ...]
    ) -> tuple[object, ...] | None:
        """Run a statement on the driver's own connection, `?` for each value; None for no row."""

    def fault_of(self, error: BaseException | None) -> DatabaseUnavailable | NotWritable | None:
        """Translate an error of the driver into a fault; None where it means something else."""

    def fault_in(self, context: ExceptionContext) -> DatabaseUnavailable | NotWritable | None:
        """Translate an error that SQLAlchemy caught into a fault; None for other errors."""

    def has_other_key(self, engine: Engine) -> bool:
        """Is a server connected to it whose secret key is another than ours?"""

    def forget_overwritten(self, engine: Engine) -> None:
        """Empty the write-ahead log of what was overwritten, as far as that is possible now."""

    def health(self, connection: Connection) -> dict[str, str]:
        """Describe the database for `/healthz`."""

    def size(self, engine: Engine) -> int:
        """The size of the database in bytes, with the files that belong to it."""
