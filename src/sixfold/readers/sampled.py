"""The reader in bulk: whole outcomes by the million, drawn from the solved odds.

Every outcome has a whole-number weight, so a draw is a whole number below their sum, looked up in an alias table
(Walker and Vose): one draw for the column, one for the coin, whatever the number of outcomes. The table is made
of whole numbers, so the chances are those of the odds to within the 64 bits of the coin; nothing is rounded
before that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from sixfold.bounds import SAMPLES
from sixfold.errors import BoundsError, OddsError
from sixfold.outcome import Outcome
from sixfold.readers.solved import Solution

_COIN = 1 << 64

PIECE = 1 << 15
"""Outcomes that are drawn together, so that they stay at hand for the processor."""


class Sampler:
    """Draws outcomes of a solution with their exact chances (each to within 2**-64).

    What is unresolved is never drawn: outcomes are drawn in proportion to what was followed.

    >>> from sixfold import odds
    >>> sampler = Sampler(odds("hs 3d").solution, seed=1)
    >>> sampler.outcome().result in ("triumph", "struggle", "fumble")
    True
    """

    def __init__(self, solution: Solution, seed: int | None = None) -> None:
        if not solution.rows:
            raise OddsError("odds/unknown", "There is nothing to draw from.")
        self.fields = solution.fields
        self.rows: Sequence[tuple[Any, ...]] = tuple(solution.rows)
        self._keep, self._alias = _alias_table(list(solution.rows.values()))
        self._seed = seed
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def indices(self, count: int) -> Any:
        """`count` (1 to 100,000,000) indices into `rows`: a numpy array where numpy is installed, else a list."""
        if not 1 <= count <= SAMPLES:
            raise BoundsError(f"From 1 to {SAMPLES:,} outcomes are drawn at once.")
        try:
            import numpy as np
        except ImportError:
            return list(self._plain(count))
        return self._bulk(np, count)

    def _bulk(self, np: Any, count: int) -> Any:
        """In pieces that fit the processor's cache; 32 bits of the coin first, 32 more where those do not decide."""
        generator = np.random.Generator(np.random.SFC64(self._random.getrandbits(128)))
        size = len(self.rows)
        keep = np.array([min(k, _COIN - 1) for k in self._keep], dtype=np.uint64)
        high, alias = (keep >> np.uint64(32)).astype(np.uint32), np.array(self._alias, dtype=np.uint32)
        drawn = np.empty(count, dtype=np.uint32)
        for start in range(0, count, PIECE):
            piece = drawn[start : start + PIECE]
            columns = generator.integers(0, size, len(piece), dtype=np.uint32)
            coins = generator.integers(0, 1 << 32, len(piece), dtype=np.uint32)
            limits = high[columns]
            np.copyto(piece, alias[columns])
            np.copyto(piece, columns, where=coins < limits)
            for at in np.flatnonzero(coins == limits):
                exact = int(coins[at]) << 32 | self._random.getrandbits(32)
                if exact < self._keep[columns[at]]:
                    piece[at] = columns[at]
        return drawn

    def _plain(self, count: int) -> Iterator[int]:
        draw, bits, size = self._random.randrange, self._random.getrandbits, len(self.rows)
        keep, alias = self._keep, self._alias
        for _ in range(count):
            column = draw(size)
            yield column if bits(64) < keep[column] else alias[column]

    def outcome(self) -> Outcome:
        """One outcome."""
        (index,) = self._plain(1)
        return Outcome(dict(zip(self.fields, self.rows[index], strict=True)))

    def tally(self, count: int) -> dict[tuple[Any, ...], int]:
        """How often each row came up in `count` draws."""
        found: dict[tuple[Any, ...], int] = {}
        drawn = self.indices(count)
        if isinstance(drawn, list):
            for index in drawn:
                found[self.rows[index]] = found.get(self.rows[index], 0) + 1
            return found
        import numpy as np

        counts = np.bincount(drawn, minlength=len(self.rows))
        return {row: int(n) for row, n in zip(self.rows, counts, strict=True) if n}

    def __iter__(self) -> Iterator[Outcome]:
        while True:
            yield self.outcome()


def _alias_table(weights: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each column the threshold of its coin (0 to 2**64) and the row it lends the rest to."""
    size, whole = len(weights), sum(weights)
    scaled = [weight * size for weight in weights]
    small = [at for at, weight in enumerate(scaled) if weight < whole]
    large = [at for at, weight in enumerate(scaled) if weight >= whole]
    keep, alias = [_COIN] * size, list(range(size))
    while small and large:
        low, high = small.pop(), large.pop()
        keep[low], alias[low] = (scaled[low] << 64) // whole, high
        scaled[high] -= whole - scaled[low]
        (small if scaled[high] < whole else large).append(high)
    return keep, alias


def sample(solution: Solution, count: int, seed: int | None = None) -> Any:
    """`count` draws at once, as indices into `list(solution.rows)`."""
    return Sampler(solution, seed).indices(count)
