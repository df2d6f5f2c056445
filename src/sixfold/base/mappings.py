"""Mappings that fill themselves, and sums and groups by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")


class Memo(dict[Key, Found]):
    """A mapping whose values are found once, when they are asked for first."""

    def __init__(self, find: Callable[[Key], Found]) -> None:
        self.find = find

    def __missing__(self, key: Key) -> Found:
        value = self[key] = self.find(key)
        return value


class Numbered(dict[Key, int]):
    """Whole numbers from 0 for keys, in the order in which these are asked for first."""

    def __init__(self) -> None:
        self.in_order: list[Key] = []

    def __missing__(self, key: Key) -> int:
        self[key] = number = len(self.in_order)
        self.in_order.append(key)
        return number


def added_up(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Numbers by their keys, those of one key added up.

    >>> added_up([("low", 1), ("high", 2), ("low", 3)])
    {'low': 4, 'high': 2}
    """
    sums: dict[Key, int] = {}
    for key, number in pairs:
        sums[key] = sums.get(key, 0) + number
    return sums


def grouped(pairs: Iterable[tuple[Key, Found]]) -> dict[Key, list[Found]]:
    """Values by their keys, in their order.

    >>> grouped([("low", 1), ("high", 2), ("low", 3)])
    {'low': [1, 3], 'high': [2]}
    """
    groups: dict[Key, list[Found]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
