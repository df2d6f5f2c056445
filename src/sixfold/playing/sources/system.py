"""Dice thrown with the randomness of the operating system.

Faces come from `os.urandom` (which is also what `secrets` uses), fetched in batches.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from sixfold.rules.dice import Die

_FIRST, _BATCH = 64, 4096
"""Bytes that are fetched at first, and at most: who throws once needs few of them."""
_SIX = bytes(byte % 6 + 1 for byte in range(256))
_NOT_SIX = bytes(range(252, 256))


class SystemDice:
    """Dice thrown with the operating system's randomness, unbiased."""

    def __init__(self) -> None:
        self._sixes = b""
        self._at = 0
        self._batch = _FIRST

    def throw(self, size: int, die: Die, label: str = "") -> Sequence[int]:
        """Faces of `size` dice."""
        if die.sides == 6 and die.lowest == 1:
            while (end := self._at + size) > len(self._sixes):
                fresh = os.urandom(max(self._batch, 2 * size))
                self._batch = min(_BATCH, 4 * self._batch)
                self._sixes, self._at = self._sixes[self._at :] + fresh.translate(_SIX, _NOT_SIX), 0
            faces, self._at = self._sixes[self._at : end], end
            return list(faces)
        sides, lowest = die.sides, die.lowest
        limit = 65536 - 65536 % sides
        thrown: list[int] = []
        while len(thrown) < size:
            data = os.urandom(4 * (size - len(thrown)))
            tries = (data[at] << 8 | data[at + 1] for at in range(0, len(data), 2))
            thrown.extend(lowest + t % sides for t in tries if t < limit)
        return thrown[:size]
