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
"""Seconds between the first two looks; a tenth more each time, so that looking takes no part of a long wait."""

Found = TypeVar("Found")


def wait_until(look: Callable[[], Found], told: Callable[[], object] = str) -> Found:
    """Look again and again until there is something, and return it.

    Fails when nothing comes, with what `told` returns then.
    """
    waited, pause = 0.0, LOOKS
    while waited < PATIENCE:
        if found := look():
            return found
        time.sleep(pause)
        waited, pause = waited + pause, min(pause * 1.1, 10 * LOOKS)
    raise AssertionError(f"It never came. {told()}")


def played(scene: Coroutine[Any, Any, Found]) -> Found:
    """What a scene gives, played in a thread of its own: in this one a browser may have a loop that runs."""
    with ThreadPoolExecutor(1) as stage:
        return stage.submit(asyncio.run, scene).result()


async def turns(count: int) -> None:
    """Let everything else go on for some turns of the loop."""
    loop = asyncio.get_running_loop()
    for _ in range(count):
        turned = loop.create_future()
        loop.call_soon(turned.set_result, None)
        await turned
