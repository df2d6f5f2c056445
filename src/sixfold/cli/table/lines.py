"""The lines that somebody types at a table."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

PROMPT: Final = "> "
"""Before each line that is typed at a terminal."""


def next_line(typing: bool) -> str | None:
    """The next line, None when there is none; at a terminal it can be edited, and the ones before called up again."""
    if sys.stdin is None:
        return None
    if not typing:
        return sys.stdin.readline() or None
    with suppress(ImportError):
        import_module("readline")  # gives `input` its editing
    try:
        return input(PROMPT)
    except EOFError:
        return None


def waiting() -> str:
    """The line that is being typed, as far as it goes."""
    with suppress(ImportError):
        return f"{PROMPT}{import_module('readline').get_line_buffer()}"
    return PROMPT
