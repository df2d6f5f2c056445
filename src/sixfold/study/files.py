"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from tempfile import NamedTemporaryFile

from sixfold.errors import StudyError


def write_whole(path: str | Path, data: bytes | str) -> None:
    """Write a file so that nobody ever sees half of it: under another name first, then renamed.

    Raises StudyError (study/file) when that cannot be done; then nothing is left behind.
    """
    target = Path(path)
    raw = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    try:
        if target.is_symlink() or (target.exists() and not target.is_file()):
            # A device or a link is written to where it is: it must not be replaced by a file.
            target.write_bytes(raw)
            return
        with (
            ExitStack() as half_written,
            NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:40]}.", delete=False) as made,
        ):
            half_written.callback(os.unlink, made.name)
            made.write(raw)
            made.flush()
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(made.name, 0o666 & ~umask)
            os.replace(made.name, target)
            half_written.pop_all()
    except (OSError, ValueError) as error:
        raise StudyError("study/file", f"{str(target)[:200]} cannot be written: {_why(error)}.") from None


def read_bounded(path: str | Path, most: int) -> str:
    """The text of a file of at most so many bytes, in UTF-8.

    Raises StudyError (study/file) when it cannot be read.
    """
    try:
        with Path(path).open("rb") as stream:
            raw = stream.read(most + 1)
        if len(raw) > most:
            raise StudyError("study/file", f"{str(path)[:200]} is too long: at most {most:,} bytes are read.")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StudyError("study/file", f"{str(path)[:200]} cannot be read: it is no text in UTF-8.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, StudyError):
            raise
        raise StudyError("study/file", f"{str(path)[:200]} cannot be read: {_why(error)}.") from None


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
