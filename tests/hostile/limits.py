"""How long an answer may take, and what a refusal must look like."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from sixfold.bounds import MESSAGE_LENGTH
from sixfold.errors import SixfoldError
from sixfold.printable import unshowable

COUNTED = sys.gettrace() is not None
"""Whether every line is counted as it runs, for the coverage: that takes several times as long."""

MOST_SECONDS = 10.0 if COUNTED else 3.0
"""For a question that can be answered, or costs so much that it is refused."""

ENDLESS_SECONDS = 10 * MOST_SECONDS
"""Both of processor time, which a busy machine does not use up."""


def refusal(ask: Callable[[], Any]) -> SixfoldError | None:
    """The error that a question is refused with, None where it is answered.

    Fails where the answer takes too long, or where the refusal is not one printable line of some length.
    """
    began = time.process_time()
    error = None
    try:
        ask()
    except SixfoldError as refused:
        error = refused
    took = time.process_time() - began
    assert took < MOST_SECONDS, f"{took:.2f} seconds"
    if error is not None:
        looks_right(error)
    return error


def looks_right(error: SixfoldError) -> None:
    """One printable sentence, a stable code, and plain data for a program."""
    message = error.message
    assert unshowable(message) is None, ascii(message[:200])
    assert "\n" not in message
    assert 10 < len(message) <= MESSAGE_LENGTH
    assert error.code.count("/") == 1
    assert error.to_json()["error"]["code"] == error.code
