"""Processes: the processor time that they use, how a clock ends them, and what they wait for.

Operating systems differ in all of it.
"""

import faulthandler
import os
import select
import signal
import time
from contextlib import suppress
from typing import Final, TextIO

from sixfold.base.machine import WINDOWS


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
