"""Samples in bulk: whole outcomes by the million, drawn from the solved odds.

Every outcome has a whole-number weight. A draw is one random word of 64 bits, looked up in an alias table (Walker
and Vose) whose number of columns is a power of two: the first bits of the word are the column, the others the coin
that decides between the column's two outcomes. So a draw costs the same whatever the number of outcomes, and
nothing is rounded but the coin's last bit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from struct import unpack
from typing import Any

from sixfold.base.arguments import one_of, whole
from sixfold.base.bounds import SAMPLES
from sixfold.errors import OddsError
from sixfold.rules.outcome import Outcome
from sixfold.solving.solver import Solution

WORD = 64
"""Bits of one draw."""

PIECE = 1 << 14
"""Outcomes that are drawn together, so that they stay at hand for the processor."""


class Sampler:
    """Draws outcomes of a solution with their exact chances, to within 2**-40 for any event.

    What is unresolved is never drawn: outcomes are drawn in proportion to what was followed.
    Raises OddsError (odds/unknown) where nothing was followed.

    >>> from sixfold import odds
    >>> sampler = Sampler(odds("hs 3d").solution, seed=1)
    >>> sampler.outcome().result in ("triumph", "struggle", "fumble")
    True
    """

    def __init__(self, solution: Solution, seed: int | None = None) -> None:
        if not one_of(solution, "What is drawn from", Solution, "a solution").rows:
            raise OddsError("odds/unknown", "There is nothing to draw from.")
        self.fields = solution.fields
        self.rows: Sequence[tuple[Any, ...]] = tuple(solution.rows)
        self._coin, self._limits, self._alias = _alias_table(list(solution.rows.values()))
        if seed is not None:
            whole(seed, "The seed of a sample")
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def indices(self, count: int) -> Any:
        """`count` (1 to 100,000,000) indices into `rows`: a numpy array where numpy is installed, else a list."""
        whole(count, "The number of outcomes drawn at once", 1, SAMPLES)
        try:
            import numpy as np
        except ImportError:
            drawn: list[int] = []
            for start in range(0, count, PIECE):
                drawn += self._plain(min(PIECE, count - start))
            return drawn
        return self._bulk(np, count)

    def _bulk(self, np: Any, count: int) -> Any:
        words = np.random.SFC64(self._random.getrandbits(128))
        # A column that lends nothing ends with the word after the last: it has itself as alias.
        limits = np.array([min(limit, (1 << WORD) - 1) for limit in self._limits], dtype=np.uint64)
        # Each column twice: what is its own, and what it lends.
        outcomes = np.empty(2 * len(limits), dtype=np.uint32)
        outcomes[0::2], outcomes[1::2] = np.arange(len(limits)), self._alias
        coin = np.uint64(self._coin)
        drawn = np.empty(count, dtype=np.uint32)
        for start in range(0, count, PIECE):
            piece = drawn[start : start + PIECE]
            word = words.random_raw(len(piece))
            column = (word >> coin).view(np.int64)
            lent = word >= limits.take(column, mode="clip")
            column += column
            column += lent
            outcomes.take(column, out=piece, mode="clip")
        return drawn

    def _plain(self, count: int) -> list[int]:
        words = unpack(f"<{count}Q", self._random.randbytes(count * WORD // 8))
        coin, limits, alias = self._coin, self._limits, self._alias
        return [column if word < limits[column := word >> coin] else alias[column] for word in words]

    def outcome(self) -> Outcome:
        """One outcome."""
        (index,) = self._plain(1)
        return Outcome.of(self.fields, self.rows[index])

    def tally(self, count: int) -> dict[tuple[Any, ...], int]:
        """How often each row came up in `count` draws."""
        drawn = self.indices(count)
        if isinstance(drawn, list):
            return Counter(map(self.rows.__getitem__, drawn))
        import numpy as np

        counts = np.bincount(drawn, minlength=len(self.rows))
        return {row: int(n) for row, n in zip(self.rows, counts, strict=True) if n}

    def __iter__(self) -> Iterator[Outcome]:
        while True:
            yield self.outcome()


def _alias_table(weights: Sequence[int]) -> tuple[int, list[int], list[int]]:
    """The bits of the coin; for each column the first word that is not its own; and who has the words from there."""
    size, total = len(weights), sum(weights)
    bits = max(1, (size - 1).bit_length())
    columns, coin = 1 << bits, WORD - bits
    scaled = [weight * columns for weight in weights] + [0] * (columns - size)
    small = [at for at, weight in enumerate(scaled) if weight < total]
    large = [at for at, weight in enumerate(scaled) if weight >= total]
    kept, alias = [1 << coin] * columns, list(range(columns))
    while small and large:
        low, high = small.pop(), large.pop()
        kept[low], alias[low] = (scaled[low] << coin) // total, high
        scaled[high] -= total - scaled[low]
        (small if scaled[high] < total else large).append(high)
    return coin, [(at << coin) + words for at, words in enumerate(kept)], alias
