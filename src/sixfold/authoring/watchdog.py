"""A watch over code of an author, so that a loop without an end is a sentence with its line.

Nothing is counted while a rule runs, which would make all rules slower. A thread looks now and then where the watched
one is: where it stays in one call of the author's code, and spends processor time on nothing else, that call is ended.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_ulong, py_object, pythonapi
from threading import Event, Thread, get_ident
from time import process_time
from types import FrameType, TracebackType

from sixfold.authoring.blame import failure, last_place
from sixfold.bounds import OWN_CODE_SECONDS
from sixfold.errors import RuleError, SixfoldError
from sixfold.rules.functions import OWN, WentOnError

LOOKS = 20
"""So many times is looked until the time is over."""

LISTENING = "sixfold.authoring.determinism"
"""The module that listens to a rule while it is played twice; its own time does not count."""

INSTALLED = ("site-packages", "dist-packages")


class Watch:
    """A context that runs code of these files, and stops an endless loop in it after `seconds` of processor time.

    Leaving it raises RuleError (rule/endless) with the author's line. A loop inside a function that is not written in
    Python, as `sum(iter(int, 1))`, is out of its reach.
    """

    def __init__(
        self, files: Sequence[str], seconds: float = OWN_CODE_SECONDS, *, clock: Callable[[], float] = process_time
    ) -> None:
        self._folders = tuple({os.path.dirname(os.path.abspath(file)) for file in files})
        self._seconds = seconds
        self._clock = clock
        self._done = Event()
        self._watched = 0

    def __enter__(self) -> None:
        self._watched = get_ident()
        Thread(target=self._look, name="watch", daemon=True).start()

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        self._done.set()
        if isinstance(error, WentOnError):
            place = last_place(trace, games=False)
            refused = RuleError("rule/endless", str(error))
            raise (refused if place is None else refused.placed(*place)) from None

    def _look(self) -> None:
        call, since = None, self._clock()
        while not self._done.wait(self._seconds / LOOKS):
            now = self._clock()
            here = self._own_call(sys._current_frames().get(self._watched))
            if here is None or here is not call:
                call, since = here, now
            elif now - since >= self._seconds:
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(self._watched), py_object(WentOnError))
                call, since = None, now

    def _own_call(self, frame: FrameType | None) -> FrameType | None:
        """The call of the author's code that runs now; None where the package runs, or waits for a rule to begin."""
        found = None
        while frame is not None and frame.f_globals.get("__name__") == LISTENING:
            frame = frame.f_back
        while frame is not None:
            if str(frame.f_globals.get("__name__", "")).startswith(OWN):
                return found
            file = frame.f_code.co_filename
            if os.path.abspath(file).startswith(self._folders) and not any(part in file for part in INSTALLED):
                found = frame
            frame = frame.f_back
        return None


@contextmanager
def own_code(files: Sequence[str]) -> Iterator[None]:
    """Run code of these files: where that fails by itself, its author is told the place.

    Raises UsageError instead of what the code raised. Errors of Sixfold and Ctrl-C pass. A loop without end and
    without a roll is ended, and told as well.
    """
    try:
        with Watch(files):
            yield
    except (SixfoldError, KeyboardInterrupt):
        raise
    except BaseException as error:  # an author may raise anything, SystemExit too; what is not theirs goes on below
        told = failure(error, files)
        if told is None:
            raise
        raise told from None
