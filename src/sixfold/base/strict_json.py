"""JSON that every reader reads the same: an object that has a name twice is refused."""

import json
from collections.abc import Callable
from typing import Any


class RepeatedNameError(ValueError):
    """A name stands twice in an object: one reader would take the first value, another one the last."""

    def __init__(self, name: str) -> None:
        super().__init__(f"it says {json.dumps(name[:40], ensure_ascii=False)} twice")


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs of an object as a dict. Raises RepeatedNameError.

    >>> distinct([("a", 1), ("b", 2)])
    {'a': 1, 'b': 2}
    """
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise RepeatedNameError(name)
        fields[name] = value
    return fields


def read_json(text: str | bytes, parse_float: Callable[[str], Any] | None = None) -> Any:
    """Return JSON as data, with `parse_float` for numbers that are not written as whole ones, or are none.

    Raises RepeatedNameError, ValueError for what is no JSON, and RecursionError for what is too deep.

    >>> read_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    sixfold.base.strict_json.RepeatedNameError: it says "a" twice
    """
    return json.loads(text, object_pairs_hook=distinct, parse_float=parse_float, parse_constant=parse_float)
