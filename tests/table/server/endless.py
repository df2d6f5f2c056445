"""Questions that are never answered, in a module that a process begins with at once."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

FILE = __file__


def spin() -> None:
    while True:
        with suppress(Exception):
            sum(range(100))


def hold_on() -> None:
    sum(iter(int, 1))


def catch_all() -> None:
    while True:
        with suppress(BaseException):
            while True:
                sum(range(100))


def wait() -> None:
    threading.Event().wait()


def hog() -> None:
    kept: list[bytearray] = []
    while True:
        kept.append(bytearray(2**20))


def leave() -> None:
    os._exit(3)
