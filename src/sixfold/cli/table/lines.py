"""The lines that somebody types at a table."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module


def next_line(typing: bool) -> str | None:
    """The next line, None when there is none; at a terminal it can be edited, and the ones before called up again."""
    if sys.stdin is None:
        return None
    if not typing:
        return sys.stdin.readline() or None
    with suppress(ImportError):
        import_module("readline")  # gives `input` its editing
    try:
        return input("> ")
    except EOFError:
        return None
