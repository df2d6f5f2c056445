"""Odds and other long answers: worked out in processes of their own, each with a deadline, never in the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import TimeoutError as Late
from multiprocessing import get_context
from typing import Any

from pebble import ProcessExpired, ProcessPool

from sixfold.bounds import ANSWER_SECONDS, ANSWERS_A_WORKER, ANSWERS_WAITING, WORKERS
from sixfold.errors import TableError


class Workers:
    """Processes that answer questions. One that takes longer than the deadline is ended, and another begun."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._pool: Any = ProcessPool(workers, max_tasks=ANSWERS_A_WORKER, context=get_context("spawn"))
        self._workers = workers
        self._waiting = 0

    async def answer(self, question: Callable[..., Any], *arguments: Any, seconds: float = ANSWER_SECONDS) -> Any:
        """What a function of this package gives, worked out elsewhere.

        Raises what it raises; TableError: table/deadline past the deadline, table/too-many when too much waits.
        """
        if self._waiting >= ANSWERS_WAITING:
            raise TableError("table/too-many", "Too many questions are waiting for an answer. Try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._pool.schedule(question, args=arguments, timeout=seconds))
        except Late:
            raise TableError(
                "table/deadline", f"This took longer than {seconds:g} seconds. Ask for fewer dice or a smaller range."
            ) from None
        except ProcessExpired:
            raise TableError("table/deadline", "This needed more memory or work than one answer may use.") from None
        finally:
            self._waiting -= 1

    def warm(self, question: Callable[..., Any], *arguments: Any) -> None:
        """Have every worker answer a question before anybody asks: a new process takes a while to begin."""
        for _ in range(self._workers):
            self._pool.schedule(question, args=arguments, timeout=ANSWER_SECONDS)

    def close(self) -> None:
        """End all of them."""
        self._pool.stop()
        self._pool.join()
