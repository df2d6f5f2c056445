"""How the chances of the steps of a game are multiplied: exactly, or rounded down to a fixed number of bits."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log2

from sixfold.counting import Work
from sixfold.counting.packed import Packed, add, coefficient, pack, unpack

Finished = dict[int, Packed]
"""The states in which a game ended, each with its ways by the number of steps, packed."""


class ExactSteps:
    """Whole numbers that grow with each step: n steps are out of scale**n, of which every whole is a divisor."""

    def __init__(self, scale: int, longest: int, work: Work) -> None:
        self.scale = scale
        self.longest = longest
        self.start = 1
        self.whole = scale**longest
        """What all ways are out of in the end."""
        self.width = -(-(longest * scale.bit_length() + 8) // 8) * 8
        self._work = work

    def chance(self, number: int, whole: int) -> int:
        """The factor of a step that has so many ways out of a whole."""
        return number * (self.scale // whole)

    def leaving(self, poly: Packed, stay: int) -> Packed:
        """What leaves a state, after any number of steps that stay in it."""
        return self._repeated(self._settled(poly), stay, 1)

    def exchanged(self, first: Packed, second: Packed, there: int, back: int) -> list[Packed]:
        """What leaves two states, after any number of steps from one to the other."""
        one, other = self._settled(first), self._settled(second)
        moved = (other[0] + 1, self._rounded(other[1] * back)), (one[0] + 1, self._rounded(one[1] * there))
        both = self._times(there, back)
        ones, others = add(one, moved[0], self.width), add(other, moved[1], self.width)
        return [self._repeated(ones, both, 2), self._repeated(others, both, 2)]

    def _repeated(self, poly: Packed, chance: int, length: int) -> Packed:
        """After any number of rounds of so many steps that lead back."""
        low, bits = poly
        most = self.longest - low - 1
        if most < 0:
            return (low, 0)
        limit = (1 << ((most + 1) * self.width)) - 1
        # 1 + c*x + (c*x)**2 + ... is the product of 1 + (c*x)**(2**i).
        while chance and length <= most:
            self._work.multiplying(bits.bit_length(), chance.bit_length())
            bits += (self._rounded(bits * chance) << (length * self.width)) & limit
            chance = self._times(chance, chance)
            length *= 2
        return (low, bits & limit)

    def _settled(self, poly: Packed) -> Packed:
        """What has come to a state; only the start has not been multiplied."""
        return (poly[0], self._rounded(poly[1])) if poly[0] else poly

    def _rounded(self, bits: int) -> int:
        """The coefficients after a multiplication."""
        return bits

    def _times(self, chance: int, other: int) -> int:
        return chance * other

    def after(self, poly: Packed, leaving: Packed, stay: int) -> int:
        """The ways of being in a state after the last step: come there just then, or stayed since the step before."""
        come = coefficient(poly, self.longest, self.width)
        return come + stay * coefficient(leaving, self.longest - 1, self.width)

    def charge(self, finished: Finished) -> None:
        """Pay for what `ends` will do."""
        self._work.charge(4 * lengths(finished, self.width))

    def ends(self, finished: Finished, tolerance: float, width: int) -> Iterator[tuple[int, Packed]]:
        """The ways of every end, brought to one scale and packed in another width."""
        rising = [1]
        for _ in range(self.longest):
            rising.append(rising[-1] * self.scale)
        for state, poly in finished.items():
            yield state, pack({n: ways * rising[self.longest - n] for n, ways in unpack(poly, self.width)}, width)


class RoundedSteps(ExactSteps):
    """Chances out of a power of two, rounded down at every step: what is lost counts as unresolved.

    Each step is rounded to 64 bits, or to as many as the tolerance needs. A packed polynomial is rounded all at once:
    shifted right, and the bits that fall into the coefficient below masked away.
    """

    def __init__(self, longest: int, tolerance: float, work: Work) -> None:
        self.longest = longest
        self._step = max(64, -(-(ceil(-log2(tolerance)) + longest.bit_length() + 8) // 64) * 64)
        self.start = self.whole = 1 << (2 * self._step)
        self.width = 3 * self._step + 8
        self._work = work
        kept = (1 << (self.width - self._step)) - 1
        self._mask = sum(kept << (at * self.width) for at in range(longest + 2))

    def chance(self, number: int, whole: int) -> int:
        return (number << self._step) // whole

    def _rounded(self, bits: int) -> int:
        return (bits >> self._step) & self._mask

    def _times(self, chance: int, other: int) -> int:
        return (chance * other) >> self._step

    def ends(self, finished: Finished, tolerance: float, width: int) -> Iterator[tuple[int, Packed]]:
        # So many ends that are rarer than this cannot be more than the tolerance together.
        rare = int(tolerance * self.start) // max(1, lengths(finished, self.width))
        for state, (low, bits) in finished.items():
            kept = {n: ways for n, ways in unpack((low, self._rounded(bits)), self.width) if ways > rare}
            if kept:
                yield state, pack(kept, width)


def lengths(finished: Finished, width: int) -> int:
    """How many ends there are, at most."""
    return sum([bits.bit_length() // width + 1 for _, bits in finished.values()])
