"""A growing row of values by number that shares its past: adding one costs a page, not the whole row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

V = TypeVar("V")

SIZE = 256


class Pages(Generic[V]):
    """Values by number, immutable.

    >>> before = Pages[str]().having(7, "a")
    >>> after = before.having(900, "b")
    >>> before.get(900), after.get(7), after.get(900)
    (None, 'a', 'b')
    """

    __slots__ = ("_pages",)

    def __init__(self, pages: dict[int, dict[int, V]] | None = None) -> None:
        self._pages = pages or {}

    def get(self, number: int) -> V | None:
        """The value with a number; None where there is none."""
        return self._pages.get(number // SIZE, {}).get(number)

    def having(self, number: int, value: V) -> Pages[V]:
        """The row with this value too, in the place of one with the same number."""
        page = {**self._pages.get(number // SIZE, {}), number: value}
        return Pages({**self._pages, number // SIZE: page})

    def __iter__(self) -> Iterator[tuple[int, V]]:
        for page in self._pages.values():
            yield from page.items()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pages) and self._pages == other._pages

    def __hash__(self) -> int:
        return hash(tuple(self._pages))
