"""clubs: their events, who organises and helps

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LOST = {"club": "SELECT count(*) FROM club"}


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=22), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_club_phone_id_phone")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("public_id", name=op.f("uq_club_public_id")),
    )
    op.create_table(
        "club_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("digest", sa.String(length=32), server_default="", nullable=False),
        sa.Column("asked", sa.String(length=32), nullable=False),
        sa.CheckConstraint("seq > 0", name=op.f("ck_club_event_seq_positive")),
        sa.ForeignKeyConstraint(
            ["phone_id"], ["phone.id"], name=op.f("fk_club_event_phone_id_phone")
        ),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_club_event_club_id_club"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_event")),
        sa.UniqueConstraint("op_id", name=op.f("uq_club_event_op_id")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_club_event_club_id_seq")),
    )
    op.create_table(
        "club_role",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.CheckConstraint("role IN ('organiser', 'helper')", name=op.f("ck_club_role_role_known")),
        sa.ForeignKeyConstraint(
            ["phone_id"], ["phone.id"], name=op.f("fk_club_role_phone_id_phone")
        ),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_club_role_club_id_club"),
        ),
        sa.PrimaryKeyConstraint("club_id", "phone_id", name=op.f("pk_club_role")),
    )
    op.create_index("ix_club_role_phone_id", "club_role", ["phone_id"])
    op.create_table(
        "club_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_club_link_club_id_club"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_link")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_club_link_secret_hash")),
    )
    op.create_index("ix_club_link_club_id", "club_link", ["club_id"])


def downgrade() -> None:
    for table in ("link", "role", "event"):
        op.drop_table(f"club_{table}")
    op.drop_table("club")
