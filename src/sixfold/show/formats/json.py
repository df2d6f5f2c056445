"""JSON: the one document that programs read, in which nothing is left that a terminal would obey."""

import json
from typing import Any

from sixfold.show.formats import Format


def draw(data: Any) -> str:
    """Plain data as one JSON document in a line.

    >>> print(draw({"label": "a \\x9b b \\u202e c"}))
    {"label": "a \\u009b b \\u202e c"}
    """
    written = json.dumps(data, ensure_ascii=False)
    if written.isprintable():
        return written
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in written)


FORMATS = {"json": Format("JSON", ".json", "application/json", lambda value: draw(value.to_json()) + "\n")}
