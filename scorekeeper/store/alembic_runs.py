"""Runs Alembic's migrations on the app's database. Imported only where one is to run."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection

from scorekeeper.store import schema


def upgrade(to: str = "head", connection: Connection | None = None) -> None:
    """Migrate up, in a new transaction or in the connection's."""
    command.upgrade(_config(connection), to)


def downgrade(to: str, connection: Connection | None = None) -> None:
    """Migrate down, in a new transaction or in the connection's."""
    command.downgrade(_config(connection), to)


def is_before(migration: str, other: str) -> bool:
    """Whether the other migration comes after this one."""
    scripts = ScriptDirectory.from_config(_config())
    return migration in {script.revision for script in scripts.iterate_revisions(other, "base")}


def steps_down(connection: Connection, to: str) -> list[Script]:
    """The migrations that are taken back on the way down to this one, the newest first."""
    now = MigrationContext.configure(connection).get_current_revision()
    return list(ScriptDirectory.from_config(_config()).iterate_revisions(str(now), to))


def lost_by(script: Script, connection: Connection) -> dict[str, int]:
    """How many rows of each table would be lost if the migration were taken back."""
    counts = {table: connection.scalar(text(query)) for table, query in script.module.LOST.items()}
    return {table: int(rows) for table, rows in counts.items() if rows}


def _config(connection: Connection | None = None) -> Config:
    config = Config(str(schema.MIGRATIONS / "alembic.ini"))
    config.set_main_option("script_location", str(schema.MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
