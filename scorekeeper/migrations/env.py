"""How Alembic reaches the database: by the app's own engine, one transaction for all."""

from alembic import context

from scorekeeper.store import models  # noqa: F401  the tables are known once imported
from scorekeeper.store.db import db


def run() -> None:
    """Migrate online; there is no offline mode, because a script has no backup."""
    with db.engine.connect() as connection:
        # Batch mode rebuilds tables; with foreign keys on, dropping the old one is refused.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.rollback()
        context.configure(connection=connection, target_metadata=db.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()


run()
