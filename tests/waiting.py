"""Waiting for what must come: a condition decides, never a span of time. Nothing else under `tests` sleeps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

PATIENCE: Final = 100.0
"""Seconds after which waiting is given up. Whatever is sound comes many times sooner, beside busy neighbours too."""

LOOKS: Final = 0.01
"""Seconds between two looks."""

Found = TypeVar("Found")


def wait_until(look: Callable[[], Found], told: Callable[[], object] = str) -> Found:
    """Look again and again until there is something, and return it.

    Fails when nothing comes, with what `told` returns then.
    """
    for _ in range(int(PATIENCE / LOOKS)):
        if found := look():
            return found
        time.sleep(LOOKS)
    raise AssertionError(f"It never came. {told()}")


def played(scene: Coroutine[Any, Any, Found]) -> Found:
    """What a scene gives, played in a thread of its own: in this one a browser may have a loop that runs."""
    with ThreadPoolExecutor(1) as stage:
        return stage.submit(asyncio.run, scene).result()
