"""A room of one, kept in a file: a line for each event, written whole and on disk before anything of it is shown."""

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from sixfold.base import machine
from sixfold.base.bounds import EXPORT_LENGTH
from sixfold.base.files import append, read_bytes
from sixfold.errors import RecordError, StudyError, file_named
from sixfold.rules.rule import System
from sixfold.table.room.commands import Command, Join, Open, Unwitnessed
from sixfold.table.room.dispatch import decide, replay
from sixfold.table.room.fair import Randomness
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.log_export import written
from sixfold.table.room.results import failure_of
from sixfold.table.room.state import RoomState
from sixfold.table.room.view import view
from sixfold.table.room.visibility import Person, seen_by

NAME = "Player"


class Header(Struct, frozen=True):
    """The first line of a file: its version, and the room with its secret."""

    play: Literal[1]
    room: str
    secret: bytes


class EventLine(Struct, frozen=True, omit_defaults=True):
    """The line of an event: its public and its private part, as they are stored, and who sees the private one."""

    stored: str
    private: str = ""
    seers: tuple[str, ...] = ()


class KeptRoom:
    """The seat of somebody who plays alone: a room in a file, with its secret in the first line.

    `fresh` gives so many random bytes and `clock` the time. Raises StudyError (study/file) where the file cannot be
    read or written or somebody plays in it already, RecordError for one that is not of this kind.
    """

    def __init__(
        self,
        path: str,
        systems: Mapping[str, System],
        fresh: Callable[[int], bytes] = os.urandom,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.path = path
        self.systems = systems
        self._fresh = fresh
        self._clock = clock
        self._state = RoomState(systems)
        self.events: list[LogEvent] = []
        self.left_over = 0
        with ExitStack() as not_kept:
            with file_named(path, "opened"):
                self._file = machine.growing(path, 0o600)
            not_kept.callback(os.close, self._file)
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise StudyError("study/file", f"{path[:200]} is not a file that can hold an evening.")
            if not machine.locked(self._file):
                raise StudyError("study/file", f"Somebody is already playing in {path[:200]}.")
            self._begin()
            not_kept.pop_all()

    @property
    def person(self) -> str:
        return next(iter(self._state.people))

    @property
    def _me(self) -> Person:
        return self._state.people[self.person]

    @property
    def new(self) -> bool:
        """Whether nothing was rolled or done here before."""
        return all(seen_by(event, None)["kind"] in ("opened", "joined", "lane") for event in self.events)

    def view(self, games: Iterable[str] = ()) -> Mapping[str, Any]:
        return view(self._state, self.person, games)

    def log(self) -> Iterable[Mapping[str, Any]]:
        return [seen_by(event, self._me) for event in self.events]

    def export(self, form: str) -> str:
        return written(form, self._state.room, self.events, self._me)

    def entropy(self) -> str:
        return self._fresh(16).hex()

    def do(self, command: Command) -> Mapping[str, Any]:
        decided = decide(self._state, command, self._randomness(), self._clock())
        self._append(b"".join(map(_line, decided.events)))
        self._state = decided.state
        self.events += decided.events
        shown = seen_by(self.events[decided.number - 1], self._me)
        if shown["kind"] == "failed":
            raise failure_of(shown)
        return shown

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    # -- the file --------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        raw = read_bytes(self.path, EXPORT_LENGTH)
        lines = raw[: raw.rfind(b"\n") + 1].splitlines(keepends=True)
        if raw and not lines and not raw.startswith(b'{"play"'[: len(raw)]):
            raise self._other()
        self._open_again(lines) if lines else self._open_new()

    def _open_new(self) -> None:
        self._cut(0)
        self._secret = self._fresh(32)
        opened = decide(RoomState(self.systems), Open("A room of one"), self._randomness(), self._clock())
        joined = decide(opened.state, Join(opened.given["master"], NAME), self._randomness(), self._clock())
        self._state, self.events = joined.state, [*opened.events, *joined.events]
        self._append(encode(Header(1, self._state.room, self._secret)) + b"\n" + b"".join(map(_line, self.events)))

    def _open_again(self, lines: list[Any]) -> None:
        """Fold what was kept. A roll that a stop interrupted is finished, or left out if it was never shown."""
        try:
            self._secret = decode(lines[0], type=Header).secret
            self.events = [_event(number, line) for number, line in enumerate(lines[1:], start=1)]
        except (DecodeError, RecursionError):
            raise self._other() from None
        self._state = replay(self.events, self.systems)
        if not self._state.people or self.person not in self._state.lanes:
            self._open_new()
            return
        unfinished = [q for q in self._state.questions.values() if not q.open]
        if unfinished and not self._state.calls:
            self.events.pop()
            lines.pop()
            self._state = replay(self.events, self.systems)
        self._cut(sum(map(len, lines)))
        for call in list(self._state.calls):
            self.do(Unwitnessed(call))

    def _randomness(self) -> Randomness:
        return Randomness(self._secret, self._fresh(32))

    def _cut(self, length: int) -> None:
        """Cut off everything after the last whole event."""
        with file_named(self.path, "written"):
            self.left_over = os.fstat(self._file).st_size - length
            if self.left_over:
                os.ftruncate(self._file, length)

    def _append(self, data: bytes) -> None:
        with file_named(self.path, "written"):
            whole = append(self._file, data)
        if not whole:
            raise StudyError(
                "study/file", f"{self.path[:200]} could not be written completely: the disk is full. Nothing happened."
            )

    def _other(self) -> RecordError:
        return RecordError("record/malformed", f"{self.path[:200]} is not a file of sixfold play: it stays as it is.")


def _line(event: LogEvent) -> bytes:
    kept = EventLine(event.public.decode(), event.private.decode(), tuple(event.seers))
    return encode(kept) + b"\n"


def _event(number: int, line: bytes) -> LogEvent:
    kept = decode(line, type=EventLine)
    return LogEvent(number, kept.stored.encode(), kept.private.encode(), kept.seers)
