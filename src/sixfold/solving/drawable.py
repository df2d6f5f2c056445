"""What a path can draw from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from sixfold.solving.joint import Entries, Joints, Parts

T = TypeVar("T")


class Drawable(Protocol):
    """What a verb of a rule gives: all its answers, found when a path comes to it first."""

    def parts(self) -> Parts:
        """What is followed, and whether there is more."""
        ...

    def beyond(self) -> Joints:
        """What lies beyond the length to which endless throws are followed."""
        ...


class Inside(Protocol):
    """All paths of a rule that is played inside another one."""

    @property
    def more(self) -> bool:
        """Whether anything lies beyond what is known."""
        ...

    def each(self, ended: Callable[[Any], T]) -> Iterator[T]:
        """What is made of everything that the rule returns, path by path."""
        ...

    def each_beyond(self, ended: Callable[[Any], T]) -> Iterator[T | None]:
        """The same for what lies beyond; None for a path of which nothing is known."""
        ...

    def known(self) -> tuple[Entries, int]:
        """Its outcomes with their ways, and what these are out of."""
        ...

    def beyond(self) -> tuple[Entries, int]:
        """The same for what lies beyond."""
        ...
