"""Dice of a seed: the same throws again, on every platform and Python version.

They are SHA-256 in counter mode. Block k
of the seed S is SHA-256 of b"sixfold dice 1\\0" + S in UTF-8 + b"\\0" + k as eight bytes, most significant first,
k from 0. For a die of up to 256 sides each byte of the stream in turn is one try, for more sides each pair of
bytes, most significant first. A try at or above the largest multiple of the sides is passed over, so that no
face is likelier than another; any other gives the face `try mod sides`, counted from the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

from sixfold.base.arguments import text
from sixfold.base.bounds import SEED_LENGTH
from sixfold.rules.dice import Die


class SeededDice:
    """The same throws again for the same seed (text, at most 1,000 characters).

    >>> from sixfold.rules.dice import D6
    >>> SeededDice("tavern").throw(5, D6)
    [2, 5, 1, 4, 6]
    """

    def __init__(self, seed: str) -> None:
        text(seed, "A seed", SEED_LENGTH)
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
