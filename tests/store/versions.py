"""Migrations of versions to come."""

from alembic.script import ScriptDirectory

from tests.support.processes import PROJECT

MIGRATION = """
import time
import sqlalchemy as sa
from alembic import op
revision, down_revision = "{revision}", "{before}"
def upgrade():
    {upgrade}
def downgrade():
    pass
"""
REBUILD_MATCHES = """rebuilds = op.get_bind().dialect.name == "sqlite"
    with op.batch_alter_table("match", recreate="always" if rebuilds else "never") as table:
        table.add_column(sa.Column("colour", sa.String(9)))"""
SLOW = """op.execute("DELETE FROM event")
    op.add_column("match", sa.Column("colour", sa.String(9)))
    print("half", flush=True)
    time.sleep(60)"""


def this_version():
    """The newest migration of the program as it is."""
    folder = str(PROJECT / "scorekeeper" / "migrations")
    return ScriptDirectory(folder).get_current_head()
