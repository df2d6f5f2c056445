"""The store of the events of rooms: SQLite in a file, or PostgreSQL for several servers.

One thread writes (`writer`): all that waits goes into one transaction, and is acknowledged once it is on disk.
Anybody reads (`log`). The store knows that events are numbered without a gap, and nothing else of a room.
"""
