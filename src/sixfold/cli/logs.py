"""Logs of records in files: appended a line each, whole or not at all, and read again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from sixfold.bounds import RECORDS_LENGTH
from sixfold.cli.console import err
from sixfold.errors import StudyError, file_error
from sixfold.playing.log import read_log
from sixfold.playing.record import Record
from sixfold.rules.rule import System
from sixfold.show.formats.json import draw as text


@contextmanager
def alone(file: int) -> Iterator[None]:
    """Keep other processes from writing; where files cannot be locked, a write at the end is still one piece."""
    try:
        import fcntl  # here, since not every platform has it
    except ImportError:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


class Log:
    """A file to which records are appended, a line of JSON each.

    Several processes may append to one file: a line is one write, which no other write comes between. A line that
    a process left half-written when it died stays as it is, and the next one begins on a line of its own.
    Raises StudyError (study/file) when the file cannot be written.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        how = os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            self._file = os.open(path, os.O_RDWR | how, 0o666)
        except (OSError, ValueError) as error:
            raise file_error(path, "written", error) from None

    def add(self, record: dict[str, Any]) -> None:
        """Append a record (its plain data)."""
        line = text(record).encode("utf-8", "backslashreplace") + b"\n"
        try:
            with alone(self._file):
                if self._ends_within_a_line():
                    line = b"\n" + line
                written = os.write(self._file, line)
        except OSError as error:
            raise file_error(self._path, "written", error) from None
        if written < len(line):
            raise StudyError("study/file", f"{self._path[:200]} contains only a part of the record: the disk is full.")

    def _ends_within_a_line(self) -> bool:
        try:
            if not os.lseek(self._file, 0, os.SEEK_END):
                return False
            os.lseek(self._file, -1, os.SEEK_END)
        except OSError:
            return False  # a pipe or a terminal has no end to look at
        return os.read(self._file, 1) != b"\n"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._file)


def read_logs(names: Sequence[str], systems: Mapping[str, System]) -> Iterator[Record]:
    """The records of several logs, one after the other; `-` is standard input. What is left out is named.

    Raises StudyError (study/file) for a file that cannot be read or is too long, RecordError for what is not a log.
    """
    for name in names:
        shown = "standard input" if name == "-" else name[:200]
        for found in read_log(_text(name, shown), shown, systems):
            if isinstance(found, Record):
                yield found
            else:
                err().say(f"sixfold: {found}")


def _text(name: str, shown: str) -> str:
    try:
        if name == "-":
            raw = _standard_input()
        else:
            with open(name, "rb") as stream:
                raw = stream.read(RECORDS_LENGTH + 1)
    except (OSError, ValueError) as error:
        raise file_error(shown, "read", error) from None
    if len(raw) > RECORDS_LENGTH:
        raise StudyError("study/file", f"{shown} is too long: at most {RECORDS_LENGTH:,} bytes are read.")
    # Half a letter at the end of a half-written line must not cost the rest.
    return raw.decode("utf-8", "surrogateescape")


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise ValueError("it is closed")
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None:
        return sys.stdin.read(RECORDS_LENGTH + 1).encode("utf-8", "surrogatepass")
    found: bytes = buffer.read(RECORDS_LENGTH + 1)
    return found
