"""Files of claims, of records and of games, and files that grow."""

import os
from os import PathLike

from sixfold.errors import StudyError, file_named


def read_bytes(path: str | PathLike[str], most: int) -> bytes:
    """The content of a file of at most so many bytes.

    Raises StudyError (study/file) when it cannot be read.
    """
    with file_named(str(path), "read"), open(path, "rb") as stream:
        raw = stream.read(most + 1)
    return not_too_long(raw, most, str(path))


def not_too_long(raw: bytes, most: int, name: str) -> bytes:
    """Return the content of a file; raises StudyError (study/file) for more than `most` bytes."""
    if len(raw) > most:
        raise StudyError("study/file", f"{name[:200]} is too long: at most {most:,} bytes are read.")
    return raw


def append(file: int, data: bytes) -> bool:
    """Append bytes to an open file that nobody else writes: all of them are on disk then, or none is there.

    Returns whether there was room for all. Raises OSError when they cannot be written.
    """
    size, kept = os.fstat(file).st_size, False
    try:
        whole = os.write(file, data) == len(data)
        os.fsync(file)
        kept = whole
    finally:
        if not kept:
            os.ftruncate(file, size)
    return kept


def read_bounded(path: str | PathLike[str], most: int) -> str:
    """The text of a file of at most so many bytes, in UTF-8.

    Raises StudyError (study/file) when it cannot be read.
    """
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StudyError("study/file", f"{str(path)[:200]} cannot be read: it is not text in UTF-8.") from None
