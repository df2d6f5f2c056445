"""Addresses take turns for the processes that answer long questions."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import pytest

from sixfold.web.workers import ASKER, TooLate, Workers, _in_time
from tests.waiting import played, soon


class Pool:
    """A pool whose answers come when a test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Future[Any]]] = []

    def schedule(self, question: Any, args: tuple[Any, ...], timeout: float) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked.append((args[2], future))
        return future

    async def question(self, at: int) -> Future[Any]:
        """The question in that place, as soon as it is asked."""
        return (await soon(lambda: self.asked[at:]))[0][1]


def workers(many: int) -> tuple[Workers, Pool]:
    made, pool = Workers(many), Pool()
    made.close()
    made._pool = pool
    return made, pool


async def ask(made: Workers, address: str, name: str) -> Any:
    ASKER.set(address)
    return await made.answer(print, name)


def test_many_questions_of_one_do_not_hold_up_another() -> None:
    """One question of another address comes after at most one more of the address that asks much."""

    async def play() -> list[str]:
        made, pool = workers(1)
        tasks = [asyncio.create_task(ask(made, "a", f"a{at}")) for at in range(5)]
        await pool.question(0)
        tasks.append(asyncio.create_task(ask(made, "b", "b")))
        for at in range(6):
            (await pool.question(at)).set_result(at)
        await asyncio.gather(*tasks)
        return [name for name, _ in pool.asked]

    assert played(play()) in (["a0", "b", "a1", "a2", "a3", "a4"], ["a0", "a1", "b", "a2", "a3", "a4"])


def test_a_question_that_is_given_up_frees_its_place() -> None:
    """Whoever goes away while they wait, or just as it is their turn, keeps no process from the others."""

    async def play() -> None:
        made, pool = workers(1)
        first, second, third = (asyncio.create_task(ask(made, name, name)) for name in "abc")
        asked = await pool.question(0)
        second.cancel()
        asked.set_result("done")
        assert await first == "done"
        asked = await pool.question(1)
        assert pool.asked[1][0] == "c"
        asked.set_result("too")
        assert await third == "too"

    played(play())


def test_an_answer_has_so_much_processor_time() -> None:
    """What never ends is ended after its processor time, whatever it catches; what is done in time is not."""

    def endless() -> None:
        while True:
            with suppress(Exception):
                sum(range(100))

    with pytest.raises(TooLate):
        _in_time(0.01, endless)
    assert _in_time(100, max, 1, 2) == 2
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
