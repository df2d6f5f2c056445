"""Files of claims and of records."""

from __future__ import annotations

from os import PathLike

from sixfold.errors import StudyError, file_error


def read_bounded(path: str | PathLike[str], most: int) -> str:
    """The text of a file of at most so many bytes, in UTF-8.

    Raises StudyError (study/file) when it cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            raw = stream.read(most + 1)
        if len(raw) > most:
            raise StudyError("study/file", f"{str(path)[:200]} is too long: at most {most:,} bytes are read.")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StudyError("study/file", f"{str(path)[:200]} cannot be read: it is not text in UTF-8.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, StudyError):
            raise
        raise file_error(str(path), "read", error) from None
