"""How much work an answer may be, and what a refusal must look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sixfold.base.bounds import MESSAGE_LENGTH
from sixfold.base.printable import unshowable
from sixfold.errors import SixfoldError
from tests.effort import calls

MOST_CALLS: Final = 10_000_000
"""For a question that can be answered, or costs so much that it is refused; a call is a few tenths of a microsecond."""


def refusal(ask: Callable[[], Any]) -> SixfoldError | None:
    """The error that a question is refused with, None where it is answered.

    Fails where the answer is too much work, or where the refusal is not one printable line of some length.
    """
    errors: list[SixfoldError] = []

    def asking() -> None:
        try:
            ask()
        except SixfoldError as refused:
            errors.append(refused)

    assert calls(asking) < MOST_CALLS
    if not errors:
        return None
    looks_right(errors[0])
    return errors[0]


def looks_right(error: SixfoldError) -> None:
    """One printable sentence, a stable code, and plain data for a program."""
    message = error.message
    assert unshowable(message) is None, ascii(message[:200])
    assert "\n" not in message
    assert 10 < len(message) <= MESSAGE_LENGTH
    assert error.code.count("/") == 1
    assert error.to_json()["error"]["code"] == error.code
