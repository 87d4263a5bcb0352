"""tournaments: their events, the matches of their tables, who organises and helps

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

LOST = {"tournament": "SELECT count(*) FROM tournament"}


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["phone_id"], ["phone.id"], name=op.f("fk_tournament_phone_id_phone")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
        sa.UniqueConstraint("public_id", name=op.f("uq_tournament_public_id")),
    )
    op.create_table(
        "tournament_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("asked", sa.String(length=32), nullable=False),
        sa.CheckConstraint("seq > 0", name=op.f("ck_tournament_event_seq_positive")),
        sa.ForeignKeyConstraint(
            ["phone_id"], ["phone.id"], name=op.f("fk_tournament_event_phone_id_phone")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_event_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_event")),
        sa.UniqueConstraint("op_id", name=op.f("uq_tournament_event_op_id")),
        sa.UniqueConstraint(
            "tournament_id", "seq", name=op.f("uq_tournament_event_tournament_id_seq")
        ),
    )
    op.create_table(
        "tournament_table",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_tournament_table_match_id_match")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_table_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_tournament_table")),
    )
    op.create_index("ix_tournament_table_tournament_id", "tournament_table", ["tournament_id"])
    op.create_table(
        "tournament_role",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.CheckConstraint(
            "role IN ('organiser', 'helper')", name=op.f("ck_tournament_role_role_known")
        ),
        sa.ForeignKeyConstraint(
            ["phone_id"], ["phone.id"], name=op.f("fk_tournament_role_phone_id_phone")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_role_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("tournament_id", "phone_id", name=op.f("pk_tournament_role")),
    )
    op.create_index("ix_tournament_role_phone_id", "tournament_role", ["phone_id"])
    op.create_table(
        "tournament_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_tournament_link_tournament_id_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_link")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_tournament_link_secret_hash")),
    )
    op.create_index("ix_tournament_link_tournament_id", "tournament_link", ["tournament_id"])


def downgrade() -> None:
    op.execute("DROP TABLE IF EXISTS tournament_event_digest")  # of migration 0006
    for table in ("link", "role", "table", "event"):
        op.drop_table(f"tournament_{table}")
    op.drop_table("tournament")
