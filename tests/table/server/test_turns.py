"""Addresses take turns for the processes that answer long questions, and a process that does not answer is ended."""

from __future__ import annotations

import asyncio
import os
import pickle
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from sixfold.base import bounds
from sixfold.errors import RuleError, TableError
from sixfold.table.server.workers import ASKER, Worker, Workers
from tests.table.server.endless import FILE, catch_all, hog, hold_on, leave, spin, wait
from tests.waiting import played, wait_until


class Slow(Worker):
    """A worker whose answers come when a test says so."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.asked: list[tuple[str, Future[Any]]] = []

    def ask(self, asked: bytes, seconds: float) -> Any:
        name: str = pickle.loads(pickle.loads(asked)[2])[1][0]
        future: Future[Any] = Future()
        self.asked.append((name, future))
        return future.result()

    async def question(self, at: int) -> Future[Any]:
        """The question in that place, as soon as it is asked."""
        return (await asyncio.to_thread(wait_until, lambda: self.asked[at:]))[0][1]


def workers() -> tuple[Workers, Slow]:
    made, slow = Workers(1), Slow()
    made._free = made._all = [slow]
    return made, slow


async def ask(made: Workers, address: str, name: str) -> Any:
    ASKER.set(address)
    return await made.answer(print, name)


def test_many_questions_of_one_do_not_hold_up_another() -> None:
    """One question of another address comes after at most one more of the address that asks much."""

    async def play() -> list[str]:
        made, slow = workers()
        tasks = [asyncio.create_task(ask(made, "a", f"a{at}")) for at in range(5)]
        await slow.question(0)
        tasks.append(asyncio.create_task(ask(made, "b", "b")))
        for at in range(6):
            (await slow.question(at)).set_result(at)
        await asyncio.gather(*tasks)
        made.close()
        return [name for name, _ in slow.asked]

    assert played(play()) in (["a0", "b", "a1", "a2", "a3", "a4"], ["a0", "a1", "b", "a2", "a3", "a4"])


def test_a_question_that_is_given_up_frees_its_place() -> None:
    """Whoever goes away while they wait, or just as it is their turn, keeps no process from the others."""

    async def play() -> None:
        made, slow = workers()
        first, second, third = (asyncio.create_task(ask(made, name, name)) for name in "abc")
        asked = await slow.question(0)
        second.cancel()
        asked.set_result("done")
        assert await first == "done"
        asked = await slow.question(1)
        assert slow.asked[1][0] == "c"
        third.cancel()
        fourth = asyncio.create_task(ask(made, "d", "d"))
        asked.set_result("nobody waits for it")
        (await slow.question(2)).set_result("too")
        assert await fourth == "too"
        made.close()

    played(play())


@pytest.mark.parametrize("question", [spin, hold_on, catch_all, wait, hog, leave], ids=lambda ask: ask.__name__)
def test_what_never_answers_is_ended(question: Any) -> None:
    """ANSWER_BYTES: whatever a process is busy with, it is ended, and another one answers the next question."""
    assert bounds.ANSWER_BYTES == 2**30

    async def play() -> None:
        made = Workers(1)
        with pytest.raises(TableError) as caught:
            await made.answer(question, seconds=0.25)
        assert caught.value.code == "table/deadline"
        assert await made.answer(max, 1, 2) == 2
        made.close()

    played(play())


def test_an_author_hears_where() -> None:
    """Code of an author that is ended is told with its line, however it had to be ended."""

    async def play() -> None:
        made = Workers(1)
        for question in (hold_on, catch_all, spin):
            with pytest.raises(RuleError) as caught:
                await made.answer(question, seconds=0.5, files=[FILE])
            begins = question.__code__.co_firstlineno
            assert (caught.value.code, caught.value.file) == ("rule/endless", FILE)
            assert begins < (caught.value.line or 0) <= begins + 4
        made.close()

    played(play())


def test_one_process_keeps_what_it_is_asked_about() -> None:
    """A question about the same goes to the process that was asked before, as long as it is free."""

    async def play() -> None:
        made = Workers(2)
        first = await made.answer(os.getpid, about="inn")
        await asyncio.to_thread(wait_until, lambda: len(made._free) == 2)
        assert await made.answer(os.getpid) != first
        await asyncio.to_thread(wait_until, lambda: len(made._free) == 2)
        assert await made.answer(os.getpid, about="inn") == first
        made.close()

    played(play())
