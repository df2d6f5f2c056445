"""No test reads a clock or sleeps, read from the source: what is tested is work that is counted, or a condition."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

TESTS = sorted({*(ROOT / "tests").rglob("*.py")} - {Path(__file__)})

CLOCKS = {
    "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time",
    "process_time_ns", "thread_time", "thread_time_ns", "clock_gettime", "clock_gettime_ns", "getrusage", "times",
    "timeit", "default_timer", "setitimer", "now", "utcnow",
}  # fmt: skip
"""Names by which a clock is read or set."""

SLEEPS = {"sleep", "wait_for_timeout", "usleep"}
"""Names by which time goes by and nothing else."""

MEANT = {
    "tests/waiting.py": {"sleep"},  # the one place in which it is waited, between two looks at a condition
    "tests/table/page/screenshots.py": {"wait_for_timeout"},  # pictures for people: what moves has come to rest
    "tests/table/page/slow_clock.py": {"now"},  # pictures for people: an evening that begins today at eight
    "tests/mutants/forking.py": {"times"},  # no test: it asks no more tests about a change after a minute of work
    "tests/rules/test_slips.py": {"time", "now"},  # rules that read a clock, and are refused for it
    "tests/test_errors.py": {"time"},  # the same
}
"""The files that may, what they may, and why."""


@lru_cache(maxsize=4)
def nodes(source: str) -> list[ast.AST]:
    """The syntax of a source, in pieces."""
    return list(ast.walk(ast.parse(source)))


def uses(source: str) -> Iterator[tuple[int, str]]:
    """Every name that is called, or imported from where clocks are, with its line; in programs that are texts too."""
    for node in nodes(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield node.lineno, node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "timeit", "resource"):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "import " in node.value:
            with suppress(SyntaxError):
                yield from ((node.lineno, name) for _, name in uses(node.value))


ASKING = {"get", "post", "put", "delete", "Client"}
"""Names by which httpx asks something."""


def impatient(source: str) -> Iterator[int]:
    """The lines of requests that would be given up after the seconds that their library means, five or ten."""
    for node in nodes(source):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="httpx"), attr="get" | "post" | "put" | "delete" | "Client")
            ):
                if not any(word.arg == "timeout" for word in node.keywords):
                    yield node.lineno
            case ast.ImportFrom(module="websockets.sync.client", names=names):
                if any(name.name == "connect" and not name.asname for name in names):
                    yield node.lineno


READS = {
    "all_inner_texts", "all_text_contents", "bounding_box", "count", "get_attribute", "inner_html", "inner_text",
    "input_value", "is_checked", "is_visible", "text_content",
}  # fmt: skip
"""Names by which a page is read as it is at this moment."""


def hasty(source: str) -> Iterator[int]:
    """The lines that assert what was read once of a page, which may be drawn anew; what is not in it may be read so."""
    for node in nodes(source):
        match node:
            case ast.Assert(test=ast.Compare(ops=[ast.NotIn()])):
                continue
            case ast.Assert(test=test):
                for part in ast.walk(test):
                    match part:
                        case ast.Call(func=ast.Attribute(attr=name), args=[]) if name in READS:
                            yield part.lineno


def clocks(source: str) -> dict[str, int]:
    """The names in a source by which a clock is read or time goes by, with a line of each."""
    return {name: line for line, name in uses(source) if name in CLOCKS | SLEEPS}


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_test_reads_a_clock_or_sleeps(path: Path) -> None:
    """A test that measures time, or gives something time, fails on a busy machine; those that mean it are named."""
    meant = MEANT.get(path.relative_to(ROOT).as_posix(), set())
    found = clocks(path.read_text("utf-8"))
    assert not {f"{name}, line {line}" for name, line in found.items() if name not in meant}
    assert meant <= found.keys(), "what is no longer used need not be named"
    assert not list(impatient(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.sleep(1)", "from time import perf_counter as now", "page.wait_for_timeout(3)",
        "asyncio.get_running_loop().time()", "datetime.now()", "os.times()", "resource.getrusage(0)",
        "program = 'import time; time.sleep(1)'", "signal.setitimer(signal.ITIMER_PROF, 1)",
    ],
)  # fmt: skip
def test_clocks_are_noticed(source: str) -> None:
    """By whatever name a clock is read, it is found."""
    assert clocks(source)


def test_what_a_page_shows_is_waited_for() -> None:
    """Tests wait for what a page shows, with `expect` or `wait_until`: a busy machine shows it later."""
    pages = [path for path in TESTS if {"page", "site"} & {*path.relative_to(ROOT).parts}]
    assert not [f"{path.name}, line {line}" for path in pages for line in hasty(path.read_text("utf-8"))]
    assert list(hasty("assert page.locator('b').count() == 1"))


@pytest.mark.parametrize("source", ["httpx.get('/')", "httpx.Client()", "from websockets.sync.client import connect"])
def test_impatience_is_noticed(source: str) -> None:
    """A request without a time of its own is found: the kit opens sockets, and PATIENCE is given to the others."""
    assert list(impatient(source))
