"""A command with code of an author, in a process that can be ended: this one waits, and says what became of it."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from types import FrameType

from sixfold.authoring.watchdog import endless, place_of_end
from sixfold.base.bounds import OWN_CODE_BYTES
from sixfold.errors import RuleError, SixfoldError
from sixfold.rules.functions import WentOnError

KILLED = 128
"""Shells add this to the number of a signal that ended a process."""


def in_process(run: Callable[[int], int], refused: Callable[[SixfoldError], int], files: Sequence[str]) -> int:
    """Run a command in a process of its own, and return its exit status.

    `run` is given an open file for the place at which the process had to be ended; `refused` shows the error then.
    """
    with TemporaryFile() as report_file:
        child = os.fork()
        if not child:
            _limit_memory()
            os._exit(run(report_file.fileno()))
        _pass_on(child)
        status = os.waitpid(child, 0)[1]
        if not os.WIFSIGNALED(status):
            return os.waitstatus_to_exitcode(status)
        if os.WTERMSIG(status) != signal.SIGPROF:
            return KILLED + os.WTERMSIG(status)
        report_file.seek(0)
        place = place_of_end(report_file.read().decode("utf-8", "replace"), files)
    return refused(endless(place) if place is not None else RuleError("rule/endless", str(WentOnError())))


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not every system has such limits
        import resource

        least, most = resource.getrlimit(resource.RLIMIT_AS)
        if least == resource.RLIM_INFINITY or least > OWN_CODE_BYTES:
            resource.setrlimit(resource.RLIMIT_AS, (OWN_CODE_BYTES, most))


def _pass_on(child: int) -> None:
    """Pass signals on that are for the command. Ctrl-C in a terminal reaches both of them by itself."""

    def send(number: int, frame: FrameType | None) -> None:
        if number != signal.SIGINT or not sys.stdin.isatty():
            with suppress(ProcessLookupError):
                os.kill(child, number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, send)
