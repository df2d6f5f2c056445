"""Nothing here may work for ever."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from tests.hostile.limits import ENDLESS_SECONDS


@pytest.fixture(autouse=True)
def _no_test_is_endless() -> Iterator[None]:
    """What never answers is stopped after some seconds of work, and fails."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"no answer after {ENDLESS_SECONDS:g} seconds of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, ENDLESS_SECONDS)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
