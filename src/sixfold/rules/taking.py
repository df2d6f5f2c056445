"""What a function takes: whether it can be called as it will be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def can_take(function: Any, code: Any, wanted: int) -> bool:
    """Whether a function can be called with so many things."""
    own = 1 if getattr(function, "__self__", None) is not None else 0
    names = code.co_argcount - own
    needed = names - len(getattr(function, "__defaults__", None) or ())
    return needed <= wanted and (wanted <= names or bool(code.co_flags & 4))


def parameters_of(function: Any, code: Any) -> str:
    """What a function takes, by name."""
    own = 1 if getattr(function, "__self__", None) is not None else 0
    names: Sequence[str] = code.co_varnames[own : code.co_argcount]
    return ", ".join(names) if names else "nothing"
