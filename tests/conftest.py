"""Settings that all tests share."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from sixfold.authoring.second_opinion import opinion, other_process  # noqa: E402
from tests.effort import THOROUGH  # noqa: E402
from tests.waiting import PATIENCE  # noqa: E402

# A shell that begins tests in the background has them ignore Ctrl-C, and so would every command that they begin.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What the command says is compared as it is said where there is no terminal; a test run may set a width,
# colours or an output that keeps nothing back.
for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PYTHONUNBUFFERED"):
    os.environ.pop(name, None)

# Which odds of one's own games were confirmed is kept with the tests, and not with what people have.
os.environ.update(dict.fromkeys(("XDG_STATE_HOME", "LOCALAPPDATA"), str(ROOT / ".pytest_cache" / "state")))

# What servers that are killed leave behind goes with the folder of the run, at its very end; its short name leaves room
# for those of sockets, and the PostgreSQL of another account may enter it. What tests are given (tmp_path) is kept.
if "TESTS_OF" not in os.environ:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    os.environ["TMPDIR"] = os.environ["TESTS_OF"] = tempfile.tempdir = tempfile.mkdtemp(prefix="tests-")
    os.chmod(tempfile.tempdir, 0o711)
    atexit.register(shutil.rmtree, tempfile.tempdir, ignore_errors=True)

# Examples come from a fixed seed, so that a run on one machine is a run on every machine.
settings.register_profile("sixfold", deadline=None, derandomize=True, max_examples=60 * THOROUGH, database=None)
settings.load_profile("sixfold")

# What tests leave behind is freed without the collector, or is little: it looks for circles less often than usual.
gc.set_threshold(100_000, 20, 20)

HUNG = 600.0
"""Seconds after which a test is ended as one that never ends. Nothing that works is measured by it."""


BROWSING = ("tests/table/page/", "tests/site/")
"""Where tests wait for a browser most of their time."""

WAITING = ("tests/table/server/", "tests/cli/bot/", "tests/dist/", "tests/table/store/", "tests/study/sweeps/")
"""Where tests wait for other processes most of their time."""


@pytest.fixture(scope="session", autouse=True)
def second_opinions() -> Iterator[None]:
    """A second opinion on a game is waited for, and plays as often, however busy the machine is: pages show it.

    It asks one other process, the one that hears every call; `every_order` asks them all.
    """
    with (
        patch.multiple(other_process, SECONDS=PATIENCE, SEEDS=THOROUGH, MORE_SEEDS=THOROUGH),
        patch.object(opinion, "PLAYED", PATIENCE / 10),
    ):
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process: there cannot be two."""
    from tests.table.page.browser import WITHOUT  # here, since most processes need none
    from tests.table.page.browser import browser as found
    from tests.table.page.kit import browsing

    if found() is None:
        pytest.skip(WITHOUT)
    with browsing() as running:
        yield running


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Work in one more process than there are processors: two more take as long."""
    return (yield) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have one worker begin with the tests that browse and another with those that wait, while others work.

    At first each worker gets an equal part of the list, in its order. Who has done theirs takes from the ends of other
    parts, so that short tests are left for the end, and nobody waits for the last of many slow ones.
    """
    browsing = [item for item in items if item.nodeid.startswith(BROWSING)]
    waiting = [item for item in items if item.nodeid.startswith(WAITING)]
    rest = [item for item in items if not item.nodeid.startswith(BROWSING + WAITING)]
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    second = max(0, len(items) // workers - len(browsing))
    items[:] = [*browsing, *rest[:second], *waiting, *rest[second:]]


def pytest_collection_finish() -> None:
    """Leave out what was loaded up to now whenever garbage is looked for: it stays until the end."""
    gc.freeze()


class Examples:
    """Looks for examples in modules that contain one; no other module is loaded for them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[object], list[object]]:
        """Collect a file, and examples only where there are some."""
        found = yield
        return [one for one in found if not isinstance(one, DoctestModule) or ">>> " in file_path.read_text("utf-8")]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Have every test ended that hangs; without the plugin for it the tests run as well."""
    config.pluginmanager.register(Examples())
    if getattr(config.option, "timeout", None) is None:
        config.option.timeout = HUNG


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Every reason for which tests are left out is said once, in a line."""
    skipped = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.getreports("skipped"))
    for reason, many in skipped.most_common():
        terminalreporter.write_line(f"{many} left out. {reason}")
