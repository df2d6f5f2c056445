"""Logs of records in files: a line for each record, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from sixfold.errors import StudyError, file_named
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
        with file_named(path, "written"):
            self._file = os.open(path, os.O_RDWR | how, 0o666)

    def add(self, record: dict[str, Any]) -> None:
        """Append a record (its plain data)."""
        line = text(record).encode("utf-8", "backslashreplace") + b"\n"
        with file_named(self._path, "written"), alone(self._file):
            if self._ends_within_a_line():
                line = b"\n" + line
            written = os.write(self._file, line)
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
