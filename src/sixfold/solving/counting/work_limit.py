"""The work of one exact answer, and its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn, TypeVar

from sixfold.base.bounds import MEMORY, PACKED_BITS, WORK
from sixfold.errors import OddsError

CACHED = 1 << 20
"""Bits of a number that the processor still has at hand."""


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


def too_large() -> OddsError:
    """The error for numbers that take more room than there is, however much work is allowed."""
    return OddsError(
        "odds/too-large",
        "The exact odds of this check would take more memory than one evaluation may. "
        "Ask for fewer dice, fewer sides, or numbers that are smaller and closer together.",
    )


class Work:
    """The work that one exact answer may still take, in units of about a tenth of a microsecond, and its room in bytes.

    Both are charged before anything is done or made. Raises OddsError (odds/too-large) when it is more than is left.
    """

    __slots__ = ("left", "room")

    def __init__(self, left: int = WORK, room: int = MEMORY) -> None:
        self.left = left
        self.room = room

    def charge(self, units: int) -> None:
        """Pay for so many units of work."""
        self.left -= units
        if self.left < 0:
            self._refuse()

    def keep(self, size: int) -> None:
        """Take up so many bytes for what is kept, before it is made; fewer than none where it is kept no more."""
        self.room -= size
        if self.room < 0:
            raise too_large()

    def _refuse(self) -> NoReturn:
        raise OddsError(
            "odds/too-large",
            "The exact odds of this check would take more work than one evaluation may. "
            "Ask for fewer dice, fewer sides, a lower threshold or a larger tolerance, "
            "or allow more work (on the command line --patient, in Python work=).",
        )

    def divided(self, kind: str, ways: int, depth: int) -> None:
        """A path divides into so many ways, at a decision of this kind, after so many decisions."""

    def adding(self, bits: int, times: int = 1) -> None:
        """Pay for adding, shifting or multiplying by a small number: `times` numbers of so many bits."""
        # Numbers past the processor's cache cost several times as much.
        self.left -= times * (8 + (bits >> (11 if bits < CACHED else 9)))
        if self.left < 0:
            self._refuse()
        if bits > PACKED_BITS:
            raise too_large()

    def multiplying(self, a_bits: int, b_bits: int) -> None:
        """Pay for the product of two numbers of so many bits (Karatsuba's where both are long)."""
        if a_bits * b_bits < 90_000:
            return self.charge(8)
        if a_bits + b_bits > PACKED_BITS:
            raise too_large()
        shorter, longer = sorted((max(1, a_bits), max(1, b_bits)))
        schoolbook = longer * shorter / 90_000
        karatsuba = longer / shorter * (shorter / 30) ** 1.585 / 12
        return self.charge(8 + int(min(schoolbook, karatsuba)))
