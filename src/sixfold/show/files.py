"""Values to files, in the format that the ending of the name says; files are there whole or not at all."""

import os
import stat
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from errno import EACCES, ELOOP
from functools import partial
from importlib import import_module
from io import BytesIO
from os import PathLike
from pathlib import Path
from pkgutil import iter_modules
from secrets import token_hex
from typing import BinaryIO

from sixfold.base import machine
from sixfold.errors import StudyError, file_named
from sixfold.show import formats
from sixfold.show.formats import Content, Format
from sixfold.show.report.presentable import Presentable


def known() -> Mapping[str, Format]:
    """Every format by its name, of every file in `formats`."""
    files = [import_module(f"{formats.__name__}.{module.name}").FORMATS for module in iter_modules(formats.__path__)]
    return dict(sorted(each for file in files for each in file.items()))


def text_formats() -> Mapping[str, Format]:
    """The formats that may be printed, by name."""
    return {name: form for name, form in known().items() if form.media}


def written(value: Presentable, form: str) -> str:
    """A value as text in a format; raises StudyError (study/form) where there is no such text."""
    forms = text_formats()
    format = forms.get(form)
    if format is None:
        raise StudyError("study/form", f"“{form[:40]}” is not a text format; there are {', '.join(forms)}.")
    content = format.write(value)
    if content is None:
        raise StudyError("study/form", f"There is nothing here to write as {format.title}.")
    if isinstance(content, str):
        return content
    stream = BytesIO()
    _write(content, stream)
    return stream.getvalue().decode()


def format_of(path: str | PathLike[str]) -> str:
    """The name of the format that the ending of a file's name says; raises StudyError (study/file) for another one."""
    name = Path(path).name
    endings = {format.ending: form for form, format in known().items()}
    for ending in sorted(endings, key=len, reverse=True):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return endings[ending]
    if Path(path).is_dir():
        inside = Path(path, "odds.csv")
        raise StudyError("study/file", f"“{str(path)[:80]}” is a folder. Name a file in it, as in “{inside}”.")
    *most, last = endings
    raise StudyError(
        "study/file", f"An answer is written as {', '.join(most)} or {last}; “{str(path)[:80]}” ends in none of them."
    )


def save(value: Presentable, path: str | PathLike[str], form: str = "") -> None:
    """Write a value into a file, in a format by its name, or in the one that the ending of the file's name says.

    Raises StudyError: study/file for another ending or a file that cannot be written, study/form where there is
    nothing of the value to write so, study/extra where an optional part of Sixfold is missing.
    """
    format = known()[form or format_of(path)]
    content = format.write(value)
    if content is None:
        raise StudyError("study/form", f"There is nothing here to write as {format.ending}.")
    write_whole(path, content)


def write_whole(path: str | PathLike[str], content: Content) -> None:
    """Write a file so that nobody ever sees half of it: beside it under another name first, then renamed.

    A file that is there keeps its mode; a link still leads to it. A device is written to where it is.
    Raises StudyError (study/file) when that cannot be done, or when the file is read-only; then nothing has changed.
    """
    with file_named(str(path), "written"):
        # Beside the file that a link leads to, so that it can be renamed.
        target = Path(os.path.realpath(path))
        if target.is_symlink():
            raise OSError(ELOOP, os.strerror(ELOOP))
        there = target.stat() if target.exists() else None
        if there is not None and not stat.S_ISREG(there.st_mode):
            with open(target, "wb") as stream:
                _write(content, stream)
            return
        if there is not None and not (there.st_mode & 0o222 and os.access(target, os.W_OK)):
            raise PermissionError(EACCES, "it is read-only")
        replace(target, partial(_write, content), there)


def _write(content: Content, stream: BinaryIO) -> object:
    if callable(content):
        return content(stream)
    return stream.write(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)


def replace(
    target: Path, write: Callable[[BinaryIO], object], there: os.stat_result | None = None, mode: int = 0o666
) -> None:
    """Write a file under another name, and rename it; one that is `there` keeps its owner and mode."""
    machine.check_name(target)
    made = target.with_name(f".{target.name[:40]}.{token_hex(6)}")
    with ExitStack() as half_written:
        # The mode of a new file is what the process is told to give; nobody else's is looked at on the way.
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            half_written.callback(os.unlink, made)
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        if there is not None:
            machine.keep_owner(made, there)
            os.chmod(made, stat.S_IMODE(there.st_mode))
        os.replace(made, target)
        half_written.pop_all()
