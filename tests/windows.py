"""A Python that lacks what Windows lacks, and every process that it starts: see `environment`.

The code of Sixfold finds no module, function, signal or flag that Windows does not have, with libraries as they are:
those it uses run on Windows. The system refuses, for all code, to replace or remove a file that this process has
open, and names that Windows does not allow; a file that was opened without O_BINARY gets CRLF. Standard streams are
those of an old console, with cp1252 and CRLF, and no text file may be opened without naming its encoding.

What this cannot show: paths with drives, consoles that obey codes, processes that are ended by a stop of their own.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import io
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Collection
from pathlib import Path
from types import ModuleType
from typing import Any, Final

MODULES: Final = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""Modules that Windows does not have, and that the code of libraries asks for here."""

NOWHERE: Final = ("readline", "uvloop")
"""Modules that nobody finds there."""

SYSTEM: Final = set(
    """
    O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC
    chown chroot ctermid fchdir fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp
    getpriority getresuid getsid getuid initgroups killpg lchown lockf mkfifo mknod nice openpty pathconf posix_spawn
    pread preadv pwrite pwritev register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile setegid
    seteuid setgid setgroups setpgid setpriority setsid setuid statvfs sync sysconf tcgetpgrp tcsetpgrp ttyname uname
    wait wait3 wait4 waitid WNOHANG getxattr setxattr listxattr memfd_create confstr posix_fallocate posix_fadvise
    """.split()  # noqa: SIM905  (names read better in lines)
)
"""What Windows lacks of `os`."""

SIGNALS: Final = ("SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM")
"""Signals of Windows; besides them there are none."""

CALLS: Final = (
    "alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigwait sigwaitinfo"
)

RESERVED: Final = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
)
"""Names of devices, with any ending."""

REFUSED: Final = frozenset('<>:"|?*')


def without(module: ModuleType, names: Collection[str], **instead: object) -> ModuleType:
    """A module that lacks names, and has others instead of its own."""
    made = ModuleType(module.__name__, module.__doc__)
    made.__dict__.update({name: value for name, value in vars(module).items() if name not in names})
    made.__dict__.update(instead)
    return made


def used(path: Any) -> bool:
    """Whether this process has a file open."""
    try:
        there = os.stat(path)
    except OSError:
        return False
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.path.samestat(os.fstat(int(number)), there):
                return True
        except OSError:
            continue
    return False


def refusing(act: Callable[..., Any], *places: int) -> Callable[..., Any]:
    """A function of `os` that is refused where an argument at one of some places names a file that is open."""

    def refused(*given: Any, **more: Any) -> Any:
        for place in places:
            named("open", (os.fspath(given[place]), "", os.O_RDONLY))
            if used(given[place]):
                raise PermissionError(errno.EACCES, "The process cannot access the file", given[place])
        return act(*given, **more)

    return refused


def named(event: str, given: tuple[Any, ...]) -> None:
    """Refuse to open what Windows would not: folders, and names of devices or with signs that no name has."""
    if event != "open" or not isinstance(given[0], str) or given[0].startswith(("/proc/", "/dev/")):
        return
    stem = os.path.basename(given[0])
    if REFUSED.intersection(stem) or stem.endswith((".", " ")) or stem.partition(".")[0].lower() in RESERVED:
        raise OSError(errno.EINVAL, "Invalid argument", given[0])
    if os.path.isdir(given[0]) and given[2] & os.O_ACCMODE != os.O_RDONLY:
        raise PermissionError(errno.EACCES, "Permission denied", given[0])


BINARY: Final = 0x8000
textual: set[int] = set()
"""Files that were opened without O_BINARY."""


def opened(path: Any, flags: int, mode: int = 0o777) -> int:
    """`os.open`, which notes the files that are text."""
    file = os.open(path, flags & ~BINARY, mode)
    (textual.discard if flags & BINARY else textual.add)(file)
    return file


def wrote(file: int, data: bytes) -> int:
    """`os.write`, with CRLF into text."""
    if file not in textual:
        return os.write(file, data)
    os.write(file, data.replace(b"\n", b"\r\n"))
    return len(data)


def locking(file: int, how: int, _many: int) -> None:
    """`msvcrt.locking`: what another handle has locked it refuses, or waits for."""
    fcntl.flock(file, how)


def handled(number: int, handler: Any) -> Any:
    """`signal.signal`, for signals that Windows has."""
    if signal.Signals(number).name not in SIGNALS:
        raise ValueError("signal number out of range")
    return signal.signal(number, handler)


def become() -> None:
    """Lack what Windows lacks, from here on."""
    absent = [name for name in dir(signal) if name.startswith("SIG") and name not in (*SIGNALS, "SIG_DFL", "SIG_IGN")]
    locks = ModuleType("msvcrt")
    locks.__dict__.update(
        locking=locking, LK_LOCK=fcntl.LOCK_EX, LK_NBLCK=fcntl.LOCK_EX | fcntl.LOCK_NB, LK_UNLCK=fcntl.LOCK_UN
    )
    views = {
        "msvcrt": locks,
        "os": without(os, SYSTEM, name="nt", O_BINARY=BINARY, open=opened, write=wrote),
        "time": without(time, ("clock_gettime", "clock_getres", "clock_settime", "pthread_getcpuclockid")),
        "signal": without(signal, [*absent, *CALLS.split()], signal=handled),
    }
    plain = builtins.__import__

    def find(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        ours = (globals or {}).get("__name__", "").partition(".")[0] == "sixfold"
        if ours and name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return views[name] if ours and name in views else plain(name, globals, locals, fromlist, level)

    for name in NOWHERE:
        sys.modules[name] = None  # type: ignore[assignment]
    os.replace, os.rename = refusing(os.replace, 0, 1), refusing(os.rename, 0, 1)
    os.unlink, os.remove = refusing(os.unlink, 0), refusing(os.remove, 0)
    builtins.__import__ = find
    sys.addaudithook(named)
    for stream in (sys.stdout, sys.stderr):
        assert isinstance(stream, io.TextIOWrapper)
        stream.reconfigure(encoding="cp1252", newline="\r\n")
    warnings.filterwarnings("error", category=EncodingWarning, module="sixfold")


def environment(folder: Path) -> dict[str, str]:
    """The environment in which each Python begins so; a file in the folder sees to it."""
    (folder / "sitecustomize.py").write_text("from tests.windows import become\nbecome()\n", "utf-8")
    paths = os.pathsep.join((str(folder), str(Path(__file__).parent.parent)))
    homes = {name: str(folder / name) for name in ("APPDATA", "LOCALAPPDATA")}
    return {**os.environ, **homes, "PYTHONPATH": paths, "PYTHONWARNDEFAULTENCODING": "1"}
