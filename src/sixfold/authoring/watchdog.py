"""A watch over code of an author, so that a loop without an end is a sentence with its line.

Nothing is counted while a rule runs, which would make all rules slower. A thread looks now and then where the watched
one is: where it stays in one call of the author's code, and spends processor time on nothing else, that call is ended.

What cannot be ended so, such as a loop inside a function that is not written in Python (`sum(iter(int, 1))`), or one
that catches everything, ends its process, if that is one that may be ended: the machine's own timer does it, and
writes down where the process was. The one that began the process reads the place there.
"""

import faulthandler
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_ulong, py_object, pythonapi
from itertools import dropwhile
from threading import Event, Thread, get_ident
from time import process_time
from traceback import clear_frames
from types import FrameType, TracebackType
from typing import Final

from sixfold.authoring.failure import failure
from sixfold.base import bounds
from sixfold.base.bounds import OWN_CODE_AGAIN
from sixfold.errors import RuleError, SixfoldError
from sixfold.rules.functions import OWN, SlowError, WentOnError
from sixfold.rules.judging.blame import by_author, last_place, out_of

LOOKS = 20
"""So many times is looked until the time is over."""

LISTENING = "sixfold.rules.judging.hearing"
"""The module that listens to a rule while it is played twice; its own time does not count."""

TABLE = "sixfold.rules.judging.strict_table"
"""The module of the verbs that a rule calls."""

NEARLY = 0.8
"""The part of the time that an author's code takes nearly alone."""

SOLVING = "sixfold.solving."
"""Modules that call a rule, or a fold, as often as an answer needs; a throw may take its time."""

FRAME: Final = re.compile(r'^  File "(.+)", line (\d+) in ', re.MULTILINE)
"""A frame, as a process that is ended writes it; the innermost comes first."""


class Watch:
    """A context that runs code of authors, and stops an endless loop in it after `seconds` of processor time.

    While a check is solved, it also stops short calls that together take OWN_CODE_AGAIN times as long, with little else
    between them.
    Leaving it raises RuleError (rule/endless) with the author's line. With `told`, a file that is open for writing, a
    loop that does not stop ends this process, and so does what takes `most` seconds in all; the file then has the
    place, for `place_of_end`.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        clock: Callable[[], float] = process_time,
        told: int | None = None,
        most: float | None = None,
    ) -> None:
        self._seconds = bounds.OWN_CODE_SECONDS if seconds is None else seconds
        self._clock = clock
        self._told = told
        self._most = most
        self._done = Event()
        self._watched = 0
        self._thread = Thread(target=self._look, name="watch", daemon=True)

    def __enter__(self) -> None:
        self._watched = get_ident()
        if self._told is not None and hasattr(signal, "SIGPROF"):
            faulthandler.register(signal.SIGPROF, self._told, all_threads=True, chain=True)
        self._arm(self._seconds)
        self._thread.start()

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        self._done.set()
        self._thread.join()
        self._arm(0)
        if isinstance(error, WentOnError):
            place = last_place(trace, games=False)
            refused = RuleError("rule/endless", str(error))
            raise (refused if place is None else refused.placed(*place)) from None

    def _look(self) -> None:
        call, spent, last = None, 0.0, self._clock()
        own = passed = 0.0
        begun, seconds = process_time(), self._seconds
        while not self._done.wait(self._seconds / LOOKS):
            # Who holds on to the interpreter keeps this thread from putting the end off.
            self._arm(self._seconds)
            now = self._clock()
            frame = sys._current_frames().get(self._watched)
            solving = any(str(outer.f_globals.get("__name__", "")).startswith(SOLVING) for outer in out_of(frame))
            here, in_verb = self._own_call(frame)
            if self._most is not None and process_time() - begun >= self._most:
                self._end()
            if here is None or here is not call:
                call, spent, seconds = here, 0.0, self._seconds
            elif not in_verb:
                spent += now - last
            passed += now - last
            own += now - last if here is not None and not in_verb else 0
            if own < NEARLY * passed or not solving:
                own = passed = 0.0
            last = now
            again = own >= OWN_CODE_AGAIN * self._seconds
            if spent >= seconds or again:
                if seconds < self._seconds:
                    self._end()
                error = WentOnError if spent >= seconds else SlowError
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(self._watched), py_object(error))
                spent = own = passed = 0.0
                if self._told is not None:
                    seconds = 2 * self._seconds / LOOKS  # who catches even this, or waits in a call, has a moment more

    def _arm(self, seconds: float) -> None:
        """Have the machine end this process after some seconds of its processor time; 0 for never."""
        if self._told is not None and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, seconds)

    def _end(self) -> None:
        """End this process, and write down where it was."""
        if self._told is not None and hasattr(signal, "SIGPROF"):
            signal.raise_signal(signal.SIGPROF)
        if self._told is not None:  # there is no such signal, or it is ignored
            faulthandler.dump_traceback(self._told)
            os._exit(1)

    def _own_call(self, frame: FrameType | None) -> tuple[FrameType | None, bool]:
        """The call of the author's code that runs now, and whether it waits for a verb of its table.

        It is None where the package runs, or waits for a rule to begin. What a rule calculates with numbers that are
        still open is a part of its own call.
        """
        own, in_verb = None, False
        for outer in dropwhile(lambda inner: inner.f_globals.get("__name__") == LISTENING, out_of(frame)):
            module = str(outer.f_globals.get("__name__", ""))
            if module.startswith(OWN):
                if own is not None:
                    return own, in_verb
                in_verb = in_verb or module == TABLE
            elif by_author(outer):
                own = outer
        return None, False


def place_of_end(told: str, files: Sequence[str]) -> tuple[str, int] | None:
    """Return the author's file and line in what a process wrote that was ended; None where it was in no such file.

    >>> place_of_end('Thread:\\n  File "duel.py", line 3 in parry\\n  File "main.py", line 9 in main', ["duel.py"])
    ('duel.py', 3)
    """
    known = {os.path.abspath(file) for file in files}
    places = ((file, int(line)) for file, line in FRAME.findall(told))
    return next((place for place in places if os.path.abspath(place[0]) in known), None)


def endless(place: tuple[str, int]) -> RuleError:
    """Return the error for code that had to be ended at a place."""
    return RuleError("rule/endless", str(WentOnError())).placed(*place)


@contextmanager
def watching(
    files: Sequence[str],
    *,
    clock: Callable[[], float] = process_time,
    told: int | None = None,
    most: float | None = None,
) -> Iterator[None]:
    """Run code of these files: where that fails by itself, its author is told the place.

    Raises UsageError instead of what the code raised. Errors of Sixfold and Ctrl-C pass. A loop without end and
    without a roll is ended, and told as well; `clock`, `told` and `most` are those of `Watch`.
    """
    try:
        with Watch(clock=clock, told=told, most=most):
            yield
    except (SixfoldError, KeyboardInterrupt):
        raise
    except BaseException as error:  # an author may raise anything, SystemExit too; what is not theirs goes on below
        if isinstance(error, MemoryError):
            clear_frames(error.__traceback__)  # what filled the memory is in them, and a sentence needs some, too
        failed = failure(error, files)
        if failed is None:
            raise
        raise failed from None
