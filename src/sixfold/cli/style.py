"""Colour where there is a terminal, none elsewhere or where NO_COLOR is set."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from sixfold.show.tables import Paint, plain

_CODES = {
    "title": "1",
    "strong": "1",
    "quiet": "2",
    "bar": "36",
    "good": "1;32",
    "bad": "1;31",
    "dropped": "2",
    "error": "1;31",
}


def _coloured(text: str, style: str) -> str:
    return f"\033[{_CODES[style]}m{text}\033[0m" if text else text


def painter(stream: TextIO | None = None) -> Paint:
    """How to style text on a stream (standard output)."""
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return plain
    return _coloured
