"""Differences between operating systems: names, locks and owners of files, folders for settings, colours.

No other module asks which system this is.
"""

import faulthandler
import os
import select
import signal
import sys
import time
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


def end_after(seconds: float) -> None:
    """End this process after some seconds of its processor time, whatever it is doing; 0 for never.

    Windows has no such clock: there a thread ends the process after as many seconds of time.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
    elif seconds:
        faulthandler.dump_traceback_later(seconds, exit=True, file=2)
    else:
        faulthandler.cancel_dump_traceback_later()


def wait_for_keys(typed: TextIO) -> None:
    """Wait until there is a line in a terminal; for other streams, and on Windows, wait for nothing.

    A Ctrl-C that came just before a line is read would be noticed only after Enter. This wait it ends at once.
    """
    if WINDOWS or not typed.isatty():
        return
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    try:
        with suppress(ValueError):  # in another thread than the first, where no signal arrives
            before = signal.set_wakeup_fd(waking)
            try:
                select.select([typed.fileno(), woken], [], [])
            finally:
                signal.set_wakeup_fd(before)
    finally:
        os.close(woken)
        os.close(waking)


def processor_seconds(process: int) -> float:
    """Return the processor time of another process, where the system tells it (Linux); elsewhere 0."""
    with suppress(AttributeError, OSError):
        return time.clock_gettime(~process << 3 | 2)  # as `clock_getcpuclockid` of C
    return 0.0


WAITED: Final = 6
"""How many times its seconds of processor time something may take on a clock, beside busy neighbours."""


class Deadline:
    """The end of the seconds of processor time that another process may use from now on.

    On a clock it may take six times as long, and `spare` seconds more.

    >>> Deadline(os.getpid(), 1_000).passed, Deadline(os.getpid(), 0).passed, Deadline(os.getpid(), -1, 1_000).passed
    (False, True, True)
    """

    def __init__(self, process: int, seconds: float, spare: float = 0) -> None:
        self._process = process
        self._most = processor_seconds(process) + seconds
        self._due = time.monotonic() + WAITED * seconds + spare

    @property
    def passed(self) -> bool:
        """Whether it has come."""
        return time.monotonic() >= self._due or processor_seconds(self._process) > self._most


def queued() -> float:
    """Return the seconds in which this process was ready and had no processor, where the system tells it (Linux)."""
    with suppress(OSError, ValueError, IndexError), open("/proc/self/schedstat", encoding="ascii") as file:
        return int(file.read().split()[1]) / 1e9
    return 0.0


def ended_by_clock(status: int) -> bool:
    """Whether the exit status of a process says that `end_after`, or a clock of `faulthandler`, ended it."""
    return status == 1 or (hasattr(signal, "SIGPROF") and status == -signal.SIGPROF)


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
