"""Values of an author's own types, taken apart into their fields and put together again, as a solver must.

The constructor is not called again: what it works out is in the fields already.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any


def fields_of(kind: type[Any]) -> tuple[str, ...] | None:
    """Return the names of the fields of a dataclass; None for any other type.

    >>> from dataclasses import dataclass
    >>> from typing import ClassVar
    >>> @dataclass
    ... class Fighter:
    ...     LIMIT: ClassVar[int] = 9
    ...     health: int
    >>> fields_of(Fighter), fields_of(int)
    (('health',), None)
    """
    fields = getattr(kind, "__dataclass_fields__", None)
    # A class variable is among them, and so is what only the constructor takes; each field says which it is.
    return None if fields is None else tuple([name for name, it in fields.items() if it._field_type.name == "_FIELD"])


def attributes_besides(value: Any, fields: Iterable[str]) -> list[str]:
    """Return the names of attributes of a value that are no fields, and not worked out of these once.

    >>> from types import SimpleNamespace
    >>> attributes_besides(SimpleNamespace(health=3, stunned=True), ["health"])
    ['stunned']
    """
    names = getattr(value, "__dict__", {}).keys() - set(fields)
    return sorted([name for name in names if not is_cached_property(type(value), name)])


def is_cached_property(kind: type[Any], name: str) -> bool:
    """Whether an attribute is worked out once of the others, so that it says nothing of its own."""
    return isinstance(getattr(kind, name, None), cached_property)


def rebuilt(kind: type[Any], fields: Sequence[str], values: Iterable[Any]) -> Any:
    """Return a value of a type with these values: of a tuple or a list its parts, of a dict or dataclass its fields."""
    if kind is dict:
        return dict(zip(fields, values, strict=True))
    if issubclass(kind, tuple):
        return tuple.__new__(kind, values)
    if issubclass(kind, list):
        made: list[Any] = list.__new__(kind)
        made.extend(values)
        return made
    made = object.__new__(kind)
    for name, value in zip(fields, values, strict=True):
        object.__setattr__(made, name, value)
    return made
