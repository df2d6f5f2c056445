"""A table for the bots, and a bot as a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy

import pytest

from sixfold.cli.bot.memory import Memory, MemoryFile
from tests.forked import Forked
from tests.table.server.conftest import table  # noqa: F401
from tests.waiting import PATIENCE

Starts = Callable[..., "Process"]


class Process:
    """A bot as a process of its own."""

    def __init__(self, words: list[str], folder: Path, token: str) -> None:
        self.log = folder / "bot.log"
        words = [*words, "--data", str(folder / "bot.json")]
        self.process = Forked(words[0], words[1:], self.log, SIXFOLD_BOT_TOKEN=token)

    def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.said.close()

    def status(self) -> int:
        """Its exit status, once it ends by itself."""
        return self.process.wait(PATIENCE)


@contextmanager
def running(words: list[str], folder: Path, token: str = "secret") -> Iterator[Process]:
    """A bot that is killed in the end."""
    process = Process(words, folder, token)
    try:
        yield process
    finally:
        process.kill()


def remembered(folder: Path) -> Memory:
    """What a bot has kept until now, while it runs."""
    kept = MemoryFile(copy(str(folder / "bot.json"), str(folder / "seen.json")))
    kept.close()
    return kept.now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
