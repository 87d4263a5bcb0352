"""the series that a match belongs to; matches taken out of a phone's list

Revision ID: 0002
Revises: 0001
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# A match's series is found again; what was taken out of a list comes back.
LOST = {"scorer": "SELECT count(*) FROM scorer WHERE removed_at IS NOT NULL"}


def upgrade() -> None:
    # No batch: it would copy the whole table for one more column. SQLite takes its foreign key only
    # in the same statement, which Alembic does not write.
    op.execute(
        "ALTER TABLE match ADD COLUMN series_id INTEGER CONSTRAINT fk_match_series_id_match REFERENCES match (id)"
    )
    op.add_column("scorer", sa.Column("removed_at", sa.DateTime()))
    op.create_index("ix_match_series_id", "match", ["series_id"])
    _fill_series(op.get_bind())


def _fill_series(connection: sa.Connection) -> None:
    """A rematch belongs to the series of the match before it; any other begins its own."""
    match = sa.table("match", sa.column("id"), sa.column("public_id"), sa.column("series_id"))
    event = sa.table("event", sa.column("match_id"), sa.column("seq"), sa.column("data"))
    connection.execute(sa.update(match).values(series_id=match.c.id))
    addresses = sa.select(match.c.public_id, match.c.id)
    series_of = {row.public_id: row.id for row in connection.execute(addresses)}
    rematches = connection.execute(
        sa.select(match.c.id, match.c.public_id, event.c.data)
        .join_from(match, event, (event.c.match_id == match.c.id) & (event.c.seq == 1))
        .where(event.c.data.contains('"rematch_of"'))
        .order_by(match.c.id)
    )
    for match_id, public_id, data in rematches.all():
        before = json.loads(data).get("rematch_of")
        if before in series_of:
            series_of[public_id] = series_of[before]
            changed = sa.update(match).where(match.c.id == match_id)
            connection.execute(changed.values(series_id=series_of[before]))


def downgrade() -> None:
    op.drop_index("ix_match_series_id", "match")
    op.drop_column("scorer", "removed_at")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_column("series_id")
