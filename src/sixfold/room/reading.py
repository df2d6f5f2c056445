"""JSON of others, read so that every reader reads the same: no name stands twice in an object."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


class Twice(ValueError):
    """A name stands twice in an object: one reader would take the first value, another one the last."""

    def __init__(self, name: str) -> None:
        super().__init__(f"it says {json.dumps(name[:40], ensure_ascii=False)} twice")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of an object. Raises Twice.

    >>> once([("a", 1), ("b", 2)])
    {'a': 1, 'b': 2}
    """
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Twice(name)
        found[name] = value
    return found


def read(text: str | bytes, parse_float: Callable[[str], Any] | None = None) -> Any:
    """Return JSON as data, with `parse_float` for numbers that are not written as whole ones, or are none.

    Raises Twice, ValueError for what is no JSON, and RecursionError for what is too deep.

    >>> read('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    sixfold.room.reading.Twice: it says "a" twice
    """
    return json.loads(text, object_pairs_hook=once, parse_float=parse_float, parse_constant=parse_float)
