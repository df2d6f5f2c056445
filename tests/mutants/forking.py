"""Tests that are collected once, and run for each change in a fork of the process that collected them.

    python -m tests.mutants.forking JOBS SECONDS        in a copy of the tree

A fork has everything loaded, so the change is put into the functions that are there already, and into the file for
the processes that tests start. What it cannot find there is asked in a new process, by who called this.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from inspect import CO_OPTIMIZED
from pathlib import Path
from threading import Event, Timer
from types import CodeType, FunctionType
from typing import NoReturn

import pytest

ANSWER = "\x1eanswer "
"""How a line begins that says what came of a change; pytest may say more."""

HANGS = 60.0
"""Seconds after which a test has noticed a change by hanging."""

SURVIVED, NOTICED, ELSEWHERE, BROKEN = 0, 1, 2, 3
"""How a fork ends; in any other way, too, the change has broken the whole process, and was noticed."""


@dataclass(frozen=True, slots=True)
class Job:
    """The file that is changed, its text with the change, and the tests to ask, by name, file or folder."""

    file: str
    text: str
    tests: list[str]


def put(path: Path, before: str, after: str) -> bool:
    """Change the functions of a loaded file to those of another text; whether all that differ were found.

    A module that is not loaded yet has none, and is loaded with the change.
    """
    if not any(getattr(module, "__file__", None) == str(path) for module in [*sys.modules.values()]):
        return True
    both = (compile(text, str(path), "exec", dont_inherit=True) for text in (before, after))
    pairs = {_place(old): new for old, new in _pairs(*both) if old != new and old.co_flags & CO_OPTIMIZED}
    gc.unfreeze()  # what was frozen after the tests were collected would not be found
    here = [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename == str(path)]
    found = [(one, pairs[_place(one.__code__)]) for one in here if _place(one.__code__) in pairs]
    if not found or any(len(one.__code__.co_freevars) != len(new.co_freevars) for one, new in found):
        return False
    for one, new in found:
        one.__code__ = new
    return True


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Each piece of code with the one in its place."""
    yield old, new
    inner, others = ([part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new))
    if len(inner) == len(others):
        for one, other in zip(inner, others, strict=True):
            yield from _pairs(one, other)


def _place(code: CodeType) -> tuple[str, int, bytes]:
    """The place of a piece of code in its file, to the column, since two lambdas may share a line."""
    return code.co_qualname, code.co_firstlineno, code.co_linetable


class Forks:
    """A plugin of pytest: instead of the tests, it runs those of each change, and prints a line for it."""

    def __init__(self, jobs: list[Job], seconds: float) -> None:
        self._jobs = jobs
        self._seconds = seconds
        self._answer: int | None = None
        self._sound: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """In a fork, the first test that fails ends it."""
        if self._answer is not None and report.failed:
            os.write(self._answer, report.nodeid.encode())
            os._exit(NOTICED)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        named: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            file = Path(item.nodeid.partition("::")[0])
            for name in (item.nodeid, *map(str, (file, *file.parents))):
                named.setdefault(name, []).append(item)
        for at, job in enumerate(self._jobs):
            items = list(dict.fromkeys(item for name in job.tests for item in named.get(name, [])))
            print(ANSWER + json.dumps({"job": at, "result": self._result(job, items), "asked": len(items)}), flush=True)
        return True

    def _result(self, job: Job, items: list[pytest.Item]) -> str:
        path = Path("src", "sixfold", job.file).absolute()
        before = path.read_bytes()
        while items:
            path.write_text(job.text, encoding="utf-8")
            try:
                how, name = self._forked(items, lambda: put(path, before.decode(), job.text))
            finally:
                path.write_bytes(before)
            if how in (SURVIVED, ELSEWHERE):
                return "survived" if how == SURVIVED else "elsewhere"
            failed = [item for item in items if item.nodeid == name]
            if not failed or self._is_sound(failed):
                return "noticed"
            items = [item for item in items if item.nodeid != name]
        return "unreached"

    def _is_sound(self, items: list[pytest.Item]) -> bool:
        """Whether a test that failed passes without a change; one that fails always says nothing."""
        name = items[0].nodeid
        if name not in self._sound:
            self._sound[name] = self._forked(items, lambda: True)[0] == SURVIVED
        return self._sound[name]

    def _forked(self, items: list[pytest.Item], change: Callable[[], bool]) -> tuple[int, str]:
        """How a fork ended, and the name of the test that failed in it."""
        reading, writing = os.pipe()
        if not (fork := os.fork()):
            self._answer = writing
            self._child(items, change)
        status = os.waitpid(fork, 0)[1]
        with suppress(ProcessLookupError):
            os.killpg(fork, signal.SIGKILL)  # the processes that its tests started
        os.close(writing)
        how = os.waitstatus_to_exitcode(status)
        name = os.read(reading, 10_000).decode() if how == NOTICED else ""
        os.close(reading)
        return how, name

    def _child(self, items: list[pytest.Item], change: Callable[[], bool]) -> NoReturn:
        try:
            os.setpgid(0, 0)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            if not change():
                os._exit(ELSEWHERE)
            # A signal does not end a loop that is not Python's.
            faulthandler.dump_traceback_later(20 * self._seconds + 2 * HANGS, exit=True)
            items[0].session.items[:] = items
            over = Event()
            Timer(4 * self._seconds, over.set).start()
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                # Of a processor, since a busy machine asks fewer tests; servers of tests use others than this one's.
                if sum(os.times()[:4]) > self._seconds or over.is_set():
                    break
            os._exit(SURVIVED)
        except BaseException:
            os._exit(BROKEN)


def main() -> int:
    jobs = [Job(**job) for job in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))]
    files = sorted({name.partition("::")[0] for job in jobs for name in job.tests})
    return int(pytest.main(
        ["-s", "-p", "no:cacheprovider", "-p", "no:xdist", f"--timeout={HANGS}", *filter(os.path.exists, files)],
        plugins=[Forks(jobs, float(sys.argv[2]))],
    ))  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
