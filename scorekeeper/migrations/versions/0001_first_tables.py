"""first tables

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("public_id", name=op.f("uq_match_public_id")),
    )
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phone")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_phone_secret_hash")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("seq > 0", name=op.f("ck_event_seq_positive")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_event_match_id_match")),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_event_phone_id_phone")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("match_id", "seq", name=op.f("uq_event_match_id_seq")),
        sa.UniqueConstraint("op_id", name=op.f("uq_event_op_id")),
    )
    op.create_table(
        "scorer",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_scorer_match_id_match")),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_scorer_phone_id_phone")),
        sa.PrimaryKeyConstraint("match_id", "phone_id", name=op.f("pk_scorer")),
    )
    with op.batch_alter_table("scorer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_scorer_phone_id"), ["phone_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("scorer", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_scorer_phone_id"))

    op.drop_table("scorer")
    op.execute("DROP TABLE IF EXISTS event_digest")  # of migration 0006
    op.drop_table("event")
    op.drop_table("phone")
    op.drop_table("match")
