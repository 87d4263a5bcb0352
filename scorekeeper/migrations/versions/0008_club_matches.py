"""club matches: the matches that are played at a club

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

LOST = {"club_match": "SELECT count(*) FROM club_match"}


def upgrade() -> None:
    op.create_table(
        "club_match",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_club_match_match_id_match")
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_club_match_club_id_club")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_club_match")),
    )
    op.create_index("ix_club_match_club_id", "club_match", ["club_id"])


def downgrade() -> None:
    op.drop_table("club_match")
