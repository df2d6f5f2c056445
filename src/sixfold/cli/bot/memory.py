"""The memory of a bot: a file to which each change is added, so that a bot that is killed goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from errno import ENOSPC
from pathlib import Path
from threading import RLock
from typing import Any, Final

import msgspec

from sixfold.base import machine
from sixfold.base.files import append
from sixfold.errors import StudyError, file_named
from sixfold.show.files import replace

LEAST: Final = 1_000_000
"""Bytes of a file that is not written anew before the next start."""

Change = tuple[str, str, Any]
"""A field of the memory, the name of an entry in it (empty for all of the field), and its value; null takes it away."""


class Credentials(msgspec.Struct, frozen=True):
    """The rights of somebody in a room: their token, and who they are there."""

    token: str
    person: str


class Channel(msgspec.Struct):
    """A channel: the link of its room, the seat that listens there, and those of people by their name in the chat.

    `told` is the number of the last event that the channel was told of, and `game` is meant where a check names none.
    `shown` is the link as somebody brought it, if its address is not the one at which the bot reaches the table.
    """

    link: str
    ears: Credentials
    told: int
    game: str = ""
    seats: dict[str, Credentials] = {}
    shown: str = ""


class Message(msgspec.Struct, frozen=True):
    """A message that is not sent yet: into a channel, or to a `user` alone. The same key again is the same message."""

    channel: str
    key: str
    text: str
    user: str = ""


class Doing(msgspec.Struct, frozen=True):
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


class MemoryFile:
    """The memory in a file, for one bot at a time. Each change is a line; now and then the file is written anew.

    Raises StudyError (study/file) for a file that cannot be read, is none, or is another bot's at this moment.
    """

    def __init__(self, path: str) -> None:
        self._path = os.path.realpath(path)
        self._lock = RLock()
        self._unsaved: set[str] = set()
        with ExitStack() as not_ours, file_named(path, "opened"):
            # Beside the file: it is replaced now and then, and some systems replace no file that is open.
            self._held = machine.growing(f"{self._path}.lock", 0o600)
            not_ours.callback(os.close, self._held)
            if not machine.locked(self._held):
                raise self._refused("is used by another bot")
            self._file = machine.growing(self._path, 0o600)
            not_ours.callback(self._let_go)
            if os.fstat(self._file).st_nlink != 1:
                raise self._refused("has several names (hard links)")
            with open(self._file, "rb", closefd=False) as file:
                self.now = self._read(file.read())
            not_ours.pop_all()
        with file_named(path, "written"):
            self._write_anew()

    def _refused(self, why: str) -> StudyError:
        return StudyError("study/file", f"{self._path[:200]} {why}: it stays as it is.")

    def _read(self, raw: bytes) -> Memory:
        whole: dict[str, Any] = {}
        try:
            for line in raw[: raw.rfind(b"\n") + 1].splitlines():  # a kill can leave a line without an end
                for field, name, value in msgspec.json.decode(line, type=list[Change]):
                    if not name:
                        whole[field] = value
                    elif value is not None:
                        whole.setdefault(field, {})[name] = value
                    elif field in whole:
                        whole[field].pop(name, None)
            return msgspec.convert(whole, Memory) if raw else Memory(os.urandom(32).hex())
        except (msgspec.MsgspecError, AttributeError, TypeError):
            raise self._refused("is no file of sixfold bot") from None

    @contextmanager
    def changing(self, *names: str) -> Iterator[Memory]:
        """Change the entries with these names, and fields without names. It is on disk when the block ends."""
        with self._lock:
            yield self.now
            self._unsaved.update(names)
            with file_named(self._path, "written"):
                if os.fstat(self._file).st_size > self._most:
                    self._write_anew()
                elif not append(self._file, self._line(self._unsaved)):
                    raise OSError(ENOSPC, os.strerror(ENOSPC))
            self._unsaved.clear()

    def _write_anew(self) -> None:
        """Write the file without what is past; others see the one before or this one."""
        entries = [name for _, value in self._fields() if isinstance(value, dict) for name in value]
        line = self._line(entries)
        self._let_go()
        try:
            replace(Path(self._path), lambda stream: stream.write(line), mode=0o600)
        finally:
            self._file = machine.growing(self._path, 0o600)
        self._most = max(LEAST, 4 * len(line))

    def _line(self, names: Iterable[str]) -> bytes:
        changes: list[Change] = []
        for field, value in self._fields():
            if isinstance(value, dict):
                changes += [(field, name, value.get(name)) for name in names]
            else:
                changes.append((field, "", value))
        return msgspec.json.encode(changes) + b"\n"

    def _fields(self) -> Iterator[tuple[str, Any]]:
        return ((field, getattr(self.now, field)) for field in Memory.__struct_fields__)

    def _let_go(self) -> None:
        os.close(self._file)

    def close(self) -> None:
        """Let another bot have the file."""
        self._let_go()
        os.close(self._held)
