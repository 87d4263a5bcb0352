"""How Alembic reaches the database: by the app's own engine, one transaction for all."""

from alembic import context
from sqlalchemy.engine import Connection

from scorekeeper.store import models  # noqa: F401  the tables are known once imported
from scorekeeper.store.db import backend, db


def run() -> None:
    """Migrate online; there is no offline mode, because a script has no backup."""
    given = context.config.attributes.get("connection")
    if given is not None:
        migrate(given)  # in a transaction of its owner's
        return
    with db.engine.connect() as connection:
        backend().begin_migration(connection)
        migrate(connection)


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
