"""jobs: what workers do in their own time

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# Of jobs nothing: what was asked for can be asked for again. But a version without jobs cannot
# read that names were erased, and comes to a stop at such a match, in a backup too.
LOST = {
    "event": "SELECT count(*) FROM event WHERE kind IN ('names_erased', 'reasons_erased')",
    "tournament_event": (
        "SELECT count(*) FROM tournament_event"
        " WHERE kind IN ('erasing_begun', 'names_erased', 'pair_erased')"
    ),
}
CHECKS = {
    "state_known": "state IN ('waiting', 'running', 'done', 'failed', 'cancelled')",
    "page_of_pages": "page >= 0 AND page <= pages",
    "attempts_counted": "attempts >= 0",
    "lease_while_running": "(state = 'running') = (lease IS NOT NULL)",
    "lease_has_an_end": "(lease IS NULL) = (until IS NULL)",
    "failed_says_why": "(state = 'failed') = (reason IS NOT NULL)",
    "ended_has_a_time": "(state IN ('waiting', 'running')) = (ended_at IS NULL)",
}


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease", sa.String(length=32), nullable=True),
        sa.Column("until", sa.DateTime(), nullable=True),
        sa.Column("reason", sa.String(length=10), nullable=True),
        sa.Column("asked_at", sa.DateTime(), nullable=False),
        sa.Column("begun_at", sa.DateTime(), nullable=True),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        *(sa.CheckConstraint(rule, name=op.f(f"ck_job_{name}")) for name, rule in CHECKS.items()),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_job_tournament_id_tournament")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("name", name=op.f("uq_job_name")),
        sa.UniqueConstraint("lease", name=op.f("uq_job_lease")),
    )
    for column in ("tournament_id", "state"):
        op.create_index(f"ix_job_{column}", "job", [column])


def downgrade() -> None:
    op.drop_table("job")
