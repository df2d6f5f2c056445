"""JSON on standard output: in UTF-8, whatever the terminal writes otherwise."""

from __future__ import annotations

import json
import sys
from typing import Any


def text(data: Any) -> str:
    """One JSON document in a line."""
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": "))


def write(data: Any) -> None:
    """Print one JSON document."""
    put(text(data) + "\n")


def put(piece: str) -> None:
    """Print a piece of a document."""
    stream = sys.stdout
    if hasattr(stream, "reconfigure") and stream.encoding.lower() not in ("utf-8", "utf8"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    stream.write(piece)
