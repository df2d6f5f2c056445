"""The tables: rooms, their events, the posts that were answered, and the mark of the database itself."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, MetaData, PrimaryKeyConstraint, Table, Text

METADATA: Final = MetaData()

ROOM: Final = Table(
    "room",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("last", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
)
"""`secret` never leaves the server; `last` is the number of the newest event, and who writes holds its row."""

EVENT: Final = Table(
    "event",
    METADATA,
    Column("room", Text, ForeignKey("room.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("public", LargeBinary, nullable=False),
    Column("private", LargeBinary, nullable=False),
    Column("seers", Text, nullable=False),
    PrimaryKeyConstraint("room", "number"),
    sqlite_with_rowid=False,
)
"""The stored bytes of each event, as `room.events.Event` has them; `seers` are names with blanks between them."""

POST: Final = Table(
    "post",
    METADATA,
    Column("room", Text, ForeignKey("room.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("room", "key"),
    sqlite_with_rowid=False,
)
"""Answered posts: who sent which key (hashed together), the hash of what was asked, and the number of the answer."""

MARK: Final = Table("mark", METADATA, Column("value", Text, primary_key=True))
"""One row: the mark by which a database is told from copies of it (see `mark`)."""
