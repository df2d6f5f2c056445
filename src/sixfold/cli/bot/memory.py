"""The memory of a bot: one file, written whole, so that a bot that is killed goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

import msgspec

from sixfold.errors import StudyError, file_named


class Seat(msgspec.Struct):
    """The seat of somebody in a room."""

    token: str
    person: str


class Channel(msgspec.Struct):
    """A channel: the link of its room, the seat that listens there, and those of people by their name in the chat.

    `told` is the number of the last event that the channel was told of, and `game` is meant where a check names none.
    `shown` is the link as somebody brought it, if its address is not the one at which the bot reaches the table.
    """

    link: str
    ears: Seat
    told: int
    game: str = ""
    seats: dict[str, Seat] = {}
    shown: str = ""


class Message(msgspec.Struct):
    """A message that is not sent yet: into a channel, or to a `user` alone. The same key again is the same message."""

    channel: str
    key: str
    text: str
    user: str = ""


class Doing(msgspec.Struct):
    """A line's request to the table: it is kept before it is asked, so that a line that is read again, after a crash,
    asks the same although things at the table have changed. It goes when the line is answered.
    """

    channel: str
    user: str
    method: str
    path: str
    body: dict[str, Any]


class Memory(msgspec.Struct):
    """All of it. `doing` has the lines in work, by their messages. `since`, `done` and `whispers` are Matrix's: the
    place in its log, the messages after it that were answered, and the room in which each user is whispered to.
    """

    secret: str
    bot: int = 1
    channels: dict[str, Channel] = {}
    unsent: list[Message] = []
    doing: dict[str, Doing] = {}
    since: str = ""
    done: list[str] = []
    whispers: dict[str, str] = {}


class Kept:
    """The memory in a file. Raises StudyError (study/file) for one that cannot be read or is none."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = RLock()
        self.now = Memory(os.urandom(32).hex())
        with file_named(path, "opened"):
            if os.path.exists(path):
                with open(path, "rb") as file:
                    self.now = self._read(file.read())
        with self.changing():
            pass

    def _read(self, raw: bytes) -> Memory:
        try:
            return msgspec.json.decode(raw, type=Memory)
        except msgspec.DecodeError:
            said = f"{self._path[:200]} is no file of sixfold bot: it stays as it is."
            raise StudyError("study/file", said) from None

    @contextmanager
    def changing(self) -> Iterator[Memory]:
        """Change it; the file is written, and on disk, when the block ends."""
        with self._lock:
            yield self.now
            beside = f"{self._path}.new"
            with file_named(self._path, "written"):
                with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                    file.write(msgspec.json.encode(self.now))
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(beside, self._path)
