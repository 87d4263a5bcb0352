"""How Alembic reaches the database: by the app's own engine, one transaction for all."""

from alembic import context

from scorekeeper.store import models  # noqa: F401  the tables are known once imported
from scorekeeper.store.db import db


def run() -> None:
    """Migrate online; there is no offline mode, because a script has no backup."""
    with db.engine.connect() as connection:
        connection.detach()  # foreign keys stay off in it; nobody else shall have it
        # Batch mode rebuilds tables; with foreign keys on, dropping the old one is refused. Inside
        # a transaction SQLite would ignore this.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.rollback()
        connection.execution_options(begin="IMMEDIATE")
        context.configure(
            connection=connection,
            target_metadata=db.metadata,
            render_as_batch=True,
            transactional_ddl=True,
        )
        with context.begin_transaction():
            context.run_migrations()


run()
