"""what a phone is in a match: its scorer, or a side's; links that make it so

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LOST = {
    "role": "SELECT count(*) FROM role WHERE NOT writes OR side IS NOT NULL",
    "link": "SELECT count(*) FROM link",
}


def upgrade() -> None:
    op.create_table(
        "role",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("writes", sa.Boolean(), nullable=False),
        sa.Column("side", sa.String(length=1), nullable=True),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("removed_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint("side IN ('A', 'B')", name=op.f("ck_role_side_known")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_role_match_id_match")),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_role_phone_id_phone")),
        sa.PrimaryKeyConstraint("match_id", "phone_id", name=op.f("pk_role")),
    )
    op.execute(
        "INSERT INTO role (match_id, phone_id, writes, since, removed_at)"
        " SELECT match_id, phone_id, TRUE, since, removed_at FROM scorer"
    )
    op.create_index("ix_role_phone_id", "role", ["phone_id"])
    op.drop_table("scorer")
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_link_match_id_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_link_secret_hash")),
    )
    op.create_index("ix_link_match_id", "link", ["match_id"])


def downgrade() -> None:
    op.drop_table("link")
    op.create_table(
        "scorer",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("removed_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_scorer_match_id_match")),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_scorer_phone_id_phone")),
        sa.PrimaryKeyConstraint("match_id", "phone_id", name=op.f("pk_scorer")),
    )
    op.execute(
        "INSERT INTO scorer (match_id, phone_id, since, removed_at)"
        " SELECT match_id, phone_id, since, removed_at FROM role WHERE writes"
    )
    op.create_index("ix_scorer_phone_id", "scorer", ["phone_id"])
    op.drop_table("role")
