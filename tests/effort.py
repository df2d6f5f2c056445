"""How much work something is, counted in calls: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(ask: Callable[[], object]) -> int:
    """How many functions are called while `ask` runs in this thread, those that are not written in Python among them.

    Work inside one such function, a pattern that goes back and forth say, is not seen: give that something so long
    that it would never end.
    """
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        ask()
    finally:
        sys.setprofile(before)
    return count
