"""Differences between operating systems: names, locks and owners of files, folders for settings, colours.

No other module asks which system this is, but for `processes`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL
from importlib import import_module
from typing import Any, Final, Literal, TextIO

WINDOWS: Final = os.name == "nt"

ALONE: Final = sys.platform in ("emscripten", "wasi")
"""Whether there can be no other process, as in a browser."""

_GROWING: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

_SIGNS: Final = frozenset('<>:"|?*')
_DEVICES: Final = ("CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(10)))

_LOCKED: Final = 1 << 30
"""The byte that Windows locks for a file: those before it can still be read by others."""

_COLOURED: Final = 4
"""The bit of a console's mode by which Windows obeys the codes of colours."""


def check_name(path: str | os.PathLike[str]) -> None:
    """Raise OSError for a name that Windows would take for a device, or for a part of a file."""
    name = os.path.basename(path)
    if WINDOWS and (_SIGNS.intersection(name) or name.partition(".")[0].rstrip().upper() in _DEVICES):
        raise OSError(EINVAL, "Windows allows no such name")


def growing(path: str, mode: int) -> int:
    """Open a file that bytes are appended to; it is made with this mode if it is not there."""
    return os.open(path, _GROWING | os.O_CREAT, mode)


def locked(file: int) -> bool:
    """Lock an open file for this process, until it is closed. Returns whether nobody else has it."""
    try:
        _lock(file, "now")
    except OSError:
        return False
    return True


@contextmanager
def turn(file: int) -> Iterator[None]:
    """Lock an open file as long as the block runs, once nobody else has it; what cannot be locked stays unlocked."""
    with suppress(OSError):
        _lock(file, "wait")
    try:
        yield
    finally:
        with suppress(OSError):
            _lock(file, "free")


def _lock(file: int, how: Literal["now", "wait", "free"]) -> None:
    try:
        import fcntl  # here, since not every system has it
    except ImportError:
        _lock_byte(file, how)
    else:
        flags = {"now": fcntl.LOCK_EX | fcntl.LOCK_NB, "wait": fcntl.LOCK_EX, "free": fcntl.LOCK_UN}
        fcntl.flock(file, flags[how])


def _lock_byte(file: int, how: Literal["now", "wait", "free"]) -> None:
    import msvcrt  # here, since only Windows has it

    windows: Any = msvcrt
    there = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _LOCKED, os.SEEK_SET)
    try:
        windows.locking(file, {"now": windows.LK_NBLCK, "wait": windows.LK_LOCK, "free": windows.LK_UNLCK}[how], 1)
    finally:
        os.lseek(file, there, os.SEEK_SET)


def keep_owner(path: str | os.PathLike[str], there: os.stat_result) -> None:
    """Give a file the owner of another one, where files have owners and this process may."""
    with suppress(OSError, AttributeError):
        os.chown(path, there.st_uid, there.st_gid)


def cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def settings() -> str:
    """The folder for what people set."""
    return _folder("APPDATA" if WINDOWS else "XDG_CONFIG_HOME", ".config")


def memory() -> str:
    """The folder for what programs remember."""
    return _folder("LOCALAPPDATA" if WINDOWS else "XDG_STATE_HOME", os.path.join(".local", "state"))


def _folder(variable: str, instead: str) -> str:
    folder = os.environ.get(variable, "")
    return os.path.join(folder if os.path.isabs(folder) else os.path.join(os.path.expanduser("~"), instead), "sixfold")


def obeys_colours(terminal: TextIO) -> bool:
    """Whether a terminal shows colours by their codes; a console of Windows is told to."""
    if not WINDOWS:
        return True
    try:
        types, handles = import_module("ctypes"), import_module("msvcrt")
        console, mode = types.c_void_p(handles.get_osfhandle(terminal.fileno())), types.c_uint32()
        system: Any = types.windll.kernel32
        return bool(
            system.GetConsoleMode(console, types.byref(mode)) and system.SetConsoleMode(console, mode.value | _COLOURED)
        )
    except (OSError, AttributeError, ImportError):
        return False


def install_command(extra: str, prefix: str = sys.prefix, windows: bool = WINDOWS) -> str:
    """Return the command that adds an optional part to an installation like the one at `prefix`.

    >>> install_command("table", "/home/ada/.local/share/uv/tools/sixfold", windows=False)
    "uv tool install --force '.[table]'"
    >>> install_command("bot", "C:/Users/ada/dice", windows=True)
    'pip install ".[bot]"'
    """
    folders = prefix.replace("\\", "/")
    begins = "pip install"
    if "/uv/tools/" in folders:
        begins = "uv tool install --force"
    elif "/pipx/venvs/" in folders:
        begins = "pipx install --force"
    quote = '"' if windows else "'"
    return f"{begins} {quote}.[{extra}]{quote}"
