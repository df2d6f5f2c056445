"""How much work tests do, and how much work something is, counted in calls: the same on every busy machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from cProfile import Profile
from importlib import import_module
from pathlib import Path
from typing import Final
from unittest.mock import patch

import sixfold
from sixfold.base.bounds import WORK
from sixfold.rules.judging import determinism
from sixfold.solving.counting.work_limit import Work

THOROUGH: Final = int(os.environ.get("SIXFOLD_THOROUGH", "1"))
"""How many times as much as usual is tried where more can be tried: kills, random games, made-up checks, damages."""

SOURCES: Final = Path(sixfold.__file__).parents[1]
ROOMS: Final = ("base", "rules", "systems", "checks", "solving", "playing", "show")
"""The rooms that answer in every process; some of their files are loaded when they are first needed."""

MODULES: Final = [
    ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for room in ROOMS
    for file in sorted((SOURCES / "sixfold" / room).rglob("*.py"))
]
"""The names of all modules in these rooms."""


def calls(ask: Callable[[], object]) -> int:
    """How many functions are called while `ask` runs in this thread, those that are not written in Python among them.

    Work inside one such function, a pattern that goes back and forth say, is not seen: give that something so long
    that it would never end. Meanwhile rules of authors are played as few times as on the slowest machine.
    """
    for name in [name for name in MODULES if name not in sys.modules]:  # so that the first answer is no more work
        import_module(name)
    profile = Profile(subcalls=False)  # who called whom is not asked, and takes a fifth of the time
    with patch.object(determinism, "SECONDS", 0.0):
        profile.enable()
        try:
            ask()
        finally:
            profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


class Charged(Work):
    """Work that adds up what is charged, kept and freed, also where solving starts again."""

    __slots__ = ("freed", "kept", "work")

    def __init__(self, left: int = WORK) -> None:
        super().__init__(left)
        self.work = self.kept = self.freed = 0

    def charge(self, units: int) -> None:
        self.work += units
        super().charge(units)

    def adding(self, bits: int, times: int = 1) -> None:
        before = self.left
        try:
            super().adding(bits, times)
        finally:
            self.work += before - self.left

    def keep(self, size: int) -> None:
        self.kept += max(0, size)
        self.freed += max(0, -size)
        super().keep(size)
