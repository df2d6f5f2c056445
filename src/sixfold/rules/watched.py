"""What an author's functions do while they are played: they change nothing around them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from sixfold.rules.trust import trusted


def watched(*functions: Callable[..., Any]) -> AbstractContextManager[None]:
    """Around functions that are played: those of an author must change nothing around them."""
    if all(map(trusted, functions)):
        return nullcontext()
    from sixfold.rules.surroundings import unchanged  # here, since the package's own games need no watching

    return unchanged(*functions)
