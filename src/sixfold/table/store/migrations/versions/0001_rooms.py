"""Rooms, their events, the posts that were answered, and the mark by which a database is told from copies of it.

Events have row ids, posts have none: rows as long as an event would leave most of an index's pages empty.
"""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision: str | None = None


def upgrade() -> None:
    """An empty database becomes one that keeps rooms."""
    op.create_table(
        "room",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("room", sa.Text, sa.ForeignKey("room.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("private", sa.LargeBinary, nullable=False),
        sa.Column("seers", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "number"),
    )
    op.create_table(
        "post",
        sa.Column("room", sa.Text, sa.ForeignKey("room.id"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("room", "key"),
        sqlite_with_rowid=False,
    )
    op.create_table("mark", sa.Column("value", sa.Text, primary_key=True))  # filled when the database is opened
