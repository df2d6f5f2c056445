"""Odds and other long answers: worked out in processes of their own, each with a deadline, never in the loop."""

import asyncio
import signal
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from multiprocessing import get_context
from types import FrameType
from typing import Any, Final

from pebble import ProcessExpired, ProcessPool

from sixfold.bounds import ANSWER_SECONDS, ANSWERS_A_WORKER, ANSWERS_WAITING, WORKERS
from sixfold.errors import TableError

WAITED: Final = 6
"""How many times its seconds of processor time an answer may take on a clock, beside busy neighbours."""

ASKER: Final = ContextVar("asker", default="")
"""The address that the current request comes from."""


class TooLate(BaseException):
    """An answer took too long; no `except` in the code of a game stops this."""


def _in_time(seconds: float, question: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function, in a process of its own. Raises Late after some seconds of processor time."""
    if not hasattr(signal, "setitimer"):
        return question(*arguments)  # here the clock alone says when it is enough
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return question(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _late(number: int, frame: FrameType | None) -> None:
    raise TooLate


class Workers:
    """Processes that answer questions. One that takes longer than the deadline is ended, and another begun.

    The addresses that ask take turns: many questions of one do not keep those of another waiting.
    """

    def __init__(self, workers: int = WORKERS) -> None:
        self._pool: Any = ProcessPool(workers, max_tasks=ANSWERS_A_WORKER, context=get_context("spawn"))
        self._workers = workers
        self._waiting = 0
        self._free = workers
        self._turns: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def answer(self, question: Callable[..., Any], *arguments: Any, seconds: float = ANSWER_SECONDS) -> Any:
        """Return the result of a function of this package, from another process.

        Raises what it raises; TableError: table/deadline past the deadline, table/too-many when too much waits.
        """
        if self._waiting >= ANSWERS_WAITING:
            raise TableError("table/too-many", "Too many questions are waiting for an answer. Try again in a moment.")
        self._waiting += 1
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns.setdefault(ASKER.get(), deque()).append(mine)
        self._next()
        try:
            await mine
            given = (seconds, question, *arguments)
            return await asyncio.wrap_future(self._pool.schedule(_in_time, args=given, timeout=WAITED * seconds))
        except (TooLate, TimeoutError):
            raise TableError(
                "table/deadline", f"This took longer than {seconds:g} seconds. Ask for fewer dice or a smaller range."
            ) from None
        except ProcessExpired:
            raise TableError("table/deadline", "This needed more memory or work than one answer may use.") from None
        finally:
            self._waiting -= 1
            if mine.done() and not mine.cancelled():  # who left before their turn came had no process
                self._free += 1
                self._next()

    def _next(self) -> None:
        """Give free processes to the addresses that wait, one question each by turns."""
        while self._free and self._turns:
            address, waiting = self._turns.popitem(last=False)
            first = waiting.popleft()
            if waiting:
                self._turns[address] = waiting
            if not first.done():
                self._free -= 1
                first.set_result(None)

    def warm(self, question: Callable[..., Any], *arguments: Any) -> None:
        """Have every worker answer a question before anybody asks: a new process takes a while to begin."""
        for _ in range(self._workers):
            self._pool.schedule(question, args=arguments, timeout=ANSWER_SECONDS)

    def close(self) -> None:
        """End all of them."""
        self._pool.stop()
        self._pool.join()
