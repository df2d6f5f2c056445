"""Packed polynomials reckon like plain ones, whatever their places and gaps."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sixfold.solving.counting import packed
from sixfold.solving.counting.packed import Packed

WIDTH = 24

Plain = dict[int, int]


def polynomial(rng: random.Random, far: int) -> Plain:
    """A few coefficients, which may be none, with gaps between them."""
    return {rng.randrange(-far, far): rng.randrange(1, 9) for _ in range(rng.randrange(9))}


def plain(poly: Packed) -> Plain:
    return dict(packed.unpack(poly, WIDTH))


def added(*terms: Plain) -> Plain:
    every: Counter[int] = Counter()
    for term in terms:
        every.update(term)
    return every


@pytest.mark.parametrize("far", [3, 12, 100])
def test_packed_and_plain_numbers_agree(far: int) -> None:
    """Sums, differences, products, parts and single coefficients are those of the polynomials."""
    rng = random.Random(far)
    for _ in range(60):
        one, other = polynomial(rng, far), polynomial(rng, far)
        a, b = packed.pack(one, WIDTH), packed.pack(other, WIDTH)
        assert plain(a) == one
        both = packed.add(a, b, WIDTH)
        assert plain(both) == added(one, other)
        assert plain(packed.less(both, b, WIDTH)) == one
        products = [{m + n: p * q} for m, p in one.items() for n, q in other.items()]
        assert plain(packed.multiply(a, b)) == added(*products)
        assert packed.weight(both, WIDTH) == sum(one.values()) + sum(other.values())
        at = rng.randrange(-far - 2, far + 2)
        low, high = packed.split(a, at, WIDTH)
        assert plain(low) == {place: number for place, number in one.items() if place < at}
        assert plain(high) == {place: number for place, number in one.items() if place >= at}
        assert packed.coefficient(a, at, WIDTH) == one.get(at, 0)
        exponents, numbers = packed.series(a, WIDTH)
        assert dict(zip(exponents, numbers, strict=True)) == one
        assert packed.unpack(packed.repacked(a, WIDTH, 40), 40) == sorted(one.items())
