"""What the program asks of a database backend."""

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

    def turn(self) -> AbstractContextManager[None]:
        """The time of one writing transaction, as long as it takes."""

    def begin(self, session: Session) -> None:
        """Let the session begin to write; it reads what is there now."""

    def lock(self, session: Session, names: Iterable[str]) -> None:
        """Let nobody else write under these names until the session's transaction ends."""

    def alone(self, engine: Engine) -> AbstractContextManager[None]:
        """The right to write, which nobody else has meanwhile."""

    def count_on(self, session: Session, table: str) -> None:
        """Let the next row's id be the one after the last, which was written with its own."""

    def begin_migration(self, connection: Connection) -> None:
        """Let what the connection begins next be a migration."""

    def first_row(
        self, connection: object, statement: str, values: tuple[object, ...]
    ) -> tuple[object, ...] | None:
        """Asked of the driver's own connection, with `?` for each value; None for no row."""

    def fault_of(self, error: BaseException | None) -> DatabaseUnavailable | NotWritable | None:
        """What an error of the driver's means for a writer; None where it is something else."""

    def fault_in(self, context: ExceptionContext) -> DatabaseUnavailable | NotWritable | None:
        """The same of one that SQLAlchemy met."""

    def has_other_key(self, engine: Engine) -> bool:
        """Is a server connected to it whose secret key is another than ours?"""

    def forget_overwritten(self, engine: Engine) -> None:
        """Let what was overwritten stand in no log beside it, as far as that can be had now."""

    def health(self, connection: Connection) -> dict[str, str]:
        """What `/healthz` tells of it."""

    def size(self, engine: Engine) -> int:
        """Its bytes, with all that belongs to it."""
