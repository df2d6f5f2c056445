"""Data as JSON, in which nothing is left that a terminal would obey."""

from __future__ import annotations

import json
from typing import Any


def text(data: Any) -> str:
    """One JSON document in a line.

    >>> print(text({"label": "a \\x9b b \\u202e c"}))
    {"label": "a \\u009b b \\u202e c"}
    """
    written = json.dumps(data, ensure_ascii=False)
    return written if written.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in written)
