"""The work and the memory of one exact answer, and their limits."""

from typing import NoReturn

from sixfold.base.bounds import MEMORY, PACKED_BITS, WORK
from sixfold.errors import OddsError

CACHED = 1 << 20
"""Bits of a number that the processor still has at hand."""


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
