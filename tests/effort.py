"""How much work something is, counted in calls: the same on every machine, however busy it is."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile


def calls(ask: Callable[[], object]) -> int:
    """How many functions are called while `ask` runs in this thread, those that are not written in Python among them.

    Work inside one such function, a pattern that goes back and forth say, is not seen: give that something so long
    that it would never end.
    """
    profile = Profile()
    profile.enable()
    try:
        ask()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())
