"""Where random faces come from. Only this room and the bulk reader (`readers/sampled.py`) throw anything by chance.

System dice use the operating system's generator (`os.urandom`, which is also what `secrets` uses), fetched in
batches. Seeded dice are the same on every platform and Python version: they are SHA-256 in counter mode. Block k
of the seed S is SHA-256 of b"sixfold dice 1\\0" + S in UTF-8 + b"\\0" + k as eight bytes, most significant first,
k from 0. For a die of up to 256 sides each byte of the stream in turn is one try, for more sides each pair of
bytes, most significant first. A try at or above the largest multiple of the sides is passed over, so that no
face is likelier than another; any other gives the face `try mod sides`, counted from the lowest.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from sixfold.bounds import SEED_LENGTH
from sixfold.dice import Die
from sixfold.errors import BoundsError

_BATCH = 4096
_SIX = bytes(byte % 6 + 1 for byte in range(256))
_NOT_SIX = bytes(range(252, 256))


class SystemDice:
    """Dice thrown with the operating system's randomness, unbiased."""

    def __init__(self) -> None:
        self._sixes = b""
        self._at = 0

    def throw(self, size: int, die: Die, label: str = "") -> Sequence[int]:
        """Faces of `size` dice."""
        if die.sides == 6 and die.lowest == 1:
            end = self._at + size
            if end > len(self._sixes):
                fresh = os.urandom(max(_BATCH, 2 * size))
                self._sixes = self._sixes[self._at :] + fresh.translate(_SIX, _NOT_SIX)
                self._at, end = 0, size
                if end > len(self._sixes):
                    return self.throw(size, die, label)
            faces = self._sixes[self._at : end]
            self._at = end
            return list(faces)
        sides, lowest = die.sides, die.lowest
        limit = 65536 - 65536 % sides
        found: list[int] = []
        while len(found) < size:
            data = os.urandom(4 * (size - len(found)))
            tries = (data[at] << 8 | data[at + 1] for at in range(0, len(data), 2))
            found.extend(lowest + t % sides for t in tries if t < limit)
        return found[:size]


class SeededDice:
    """The same throws again for the same seed (text, at most 1,000 characters).

    >>> from sixfold.dice import D6
    >>> SeededDice("tavern").throw(5, D6)
    [2, 5, 1, 4, 6]
    """

    def __init__(self, seed: str) -> None:
        if len(seed) > SEED_LENGTH:
            raise BoundsError(f"A seed has at most {SEED_LENGTH:,} characters.")
        import hashlib  # here, since only seeds need it

        self._sha256 = hashlib.sha256
        self._seed = b"sixfold dice 1\0" + seed.encode("utf-8", "surrogatepass") + b"\0"
        self._block = 0
        self._bytes: list[int] = []

    def _next(self) -> int:
        if not self._bytes:
            data = self._seed + self._block.to_bytes(8, "big")
            self._bytes = list(reversed(self._sha256(data).digest()))
            self._block += 1
        return self._bytes.pop()

    def throw(self, size: int, die: Die, label: str = "") -> Sequence[int]:
        """Faces of `size` dice."""
        sides = die.sides
        reach = 256 if sides <= 256 else 65536
        limit = reach - reach % sides
        faces: list[int] = []
        while len(faces) < size:
            attempt = self._next() if reach == 256 else self._next() << 8 | self._next()
            if attempt < limit:
                faces.append(die.lowest + attempt % sides)
        return faces
