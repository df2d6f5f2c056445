"""The mark by which a database is told from copies of it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A table for the mark; it is filled when the database is opened."""
    op.create_table("mark", sa.Column("value", sa.Text, primary_key=True))
