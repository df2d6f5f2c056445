"""Polynomials packed into one whole number (Kronecker substitution).

A distribution of a sum is a polynomial: the coefficient of x**t counts the ways to total t.
Written with one fixed `width` of bits for each coefficient it is a single Python integer, so adding two
distributions is one addition, and throwing two independent hands is one multiplication.

A packed polynomial is a pair `(low, bits)`: the coefficients from x**low on, lowest first.
The width is chosen so that no coefficient can overflow: every one is at most the number of all throws.
"""

from collections.abc import Sequence
from decimal import MAX_EMAX, MAX_PREC, Context, Decimal
from itertools import compress
from typing import Any, NamedTuple

from sixfold.base.bounds import PACKED_BITS, PACKED_VALUES
from sixfold.solving.counting.work_limit import Work, too_large

Packed = tuple[int, int]

ZERO: Packed = (0, 0)

SPARSE, FAR = 8, 64
"""So many times as many places as coefficients, or so many zeros between two numbers, are not worth packing."""

LONG, WIDEST = 500_000, 10_000
"""Bits from which on a factor is long, and of the widest coefficients that are written as decimal numbers."""

DIGIT_WORK = 60
"""Work for a hundred decimal digits of two factors."""

SHORT = 6
"""Coefficients of half a number that is not halved to be added up."""


def add(a: Packed, b: Packed, width: int) -> Packed:
    """The sum of two packed polynomials.

    >>> unpack(add((3, 1), (5, 2), 8), 8)
    [(3, 1), (5, 2)]
    """
    if not a[1]:
        return b
    if not b[1]:
        return a
    gap = a[0] - b[0]
    if gap == 0:
        return (a[0], a[1] + b[1])
    if abs(gap) * width > PACKED_BITS:
        raise too_large()
    if gap > 0:
        return (b[0], b[1] + (a[1] << (gap * width)))
    return (a[0], a[1] + (b[1] << (-gap * width)))


def apart(a: Packed, b: Packed, width: int) -> bool:
    """Whether so many zeros lie between two packed polynomials that they are better not one number.

    >>> apart((0, 1), (1000, 1), 8), apart((0, 1), (10, 1), 8)
    (True, False)
    """
    (low, bits), (high, others) = (a, b) if a[0] < b[0] else (b, a)
    shorter = min(bits.bit_length(), others.bit_length()) // width
    return high - low - bits.bit_length() // width > FAR + shorter


def sparse(spread: int, count: int) -> bool:
    """Whether so many coefficients lie so far apart that most of a packed number would be zeros."""
    return spread > SPARSE * (count + FAR * FAR)


def less(a: Packed, b: Packed, width: int) -> Packed:
    """The difference of two packed polynomials, the second of which is a part of the first."""
    if not b[1]:
        return a
    gap = (b[0] - a[0]) * width
    bits = a[1] - (b[1] << gap if gap >= 0 else b[1] >> -gap)
    if not bits or bits & ((1 << width) - 1):
        return (a[0], bits)
    gone = ((bits & -bits).bit_length() - 1) // width
    return (a[0] + gone, bits >> gone * width)


def multiply(a: Packed, b: Packed) -> Packed:
    """The product of two packed polynomials of the same width."""
    return (a[0] + b[0], a[1] * b[1])


def product(a: Packed, b: Packed, width: int, work: Work) -> Packed:
    """The same, paid for; long ones by way of decimal numbers, whose product Python finds much faster.

    >>> long = of_coefficients(0, [7] * 9000, 96)
    >>> product(long, long, 96, Work()) == multiply(long, long)
    True
    """
    bits = a[1].bit_length(), b[1].bit_length()
    if min(bits) < LONG or width > WIDEST:
        work.multiplying(*bits)
        return multiply(a, b)
    digits = width * 30_103 // 100_000 + 1
    work.charge(sum(bits) * digits // width * DIGIT_WORK // 100)
    work.adding(sum(bits))
    numbers = [
        Decimal("".join([f"{number:0{digits}}" for number in reversed(coefficients(poly, width))])) for poly in (a, b)
    ]
    text = format(Context(MAX_PREC, Emax=MAX_EMAX).multiply(*numbers), "f")
    text = text.zfill(-(-len(text) // digits) * digits)
    parts = [int(text[at - digits : at]) for at in range(len(text), 0, -digits)]
    return of_coefficients(a[0] + b[0], parts, width)


def pack(coefficients: dict[int, int], width: int) -> Packed:
    """Pack exponent: coefficient pairs; coefficients are zero or more and fit the width."""
    if not coefficients:
        return ZERO
    low = min(coefficients)
    high = max(coefficients)
    if high - low < 64:
        bits = 0
        for exponent, coefficient in coefficients.items():
            bits |= coefficient << ((exponent - low) * width)
        return (low, bits)
    if (high - low) * width > PACKED_BITS:
        raise too_large()
    step = width // 8
    buffer = bytearray((high - low + 1) * step)
    for exponent, coefficient in coefficients.items():
        at = (exponent - low) * step
        buffer[at : at + step] = coefficient.to_bytes(step, "little")
    return (low, int.from_bytes(buffer, "little"))


def unpack(poly: Packed, width: int) -> list[tuple[int, int]]:
    """The exponents with a coefficient above zero, rising, each with its coefficient.

    >>> unpack(pack({2: 7, 4: 1}, 8), 8)
    [(2, 7), (4, 1)]
    """
    return [(exponent, number) for exponent, number in enumerate(coefficients(poly, width), poly[0]) if number]


def series(poly: Packed, width: int) -> tuple[Sequence[int], list[int]]:
    """The same as two lists: the exponents, a plain range where none is left out between them, and the coefficients.

    >>> series(pack({2: 7, 3: 1}, 8), 8)
    (range(2, 4), [7, 1])
    """
    numbers = coefficients(poly, width)
    exponents = range(poly[0], poly[0] + len(numbers))
    if all(numbers):
        return exponents, numbers
    return list(compress(exponents, numbers)), list(filter(None, numbers))


def coefficients(poly: Packed, width: int) -> list[int]:
    """Every coefficient from the lowest on, and zeros between them.

    >>> coefficients(pack({2: 7, 4: 1}, 8), 8)
    [7, 0, 1]
    """
    bits, step = poly[1], width // 8
    length = -(-bits.bit_length() // width) * step
    if length > PACKED_VALUES * step:
        raise too_large()
    data, read = bits.to_bytes(length, "little"), int.from_bytes
    return [read(data[at : at + step], "little") for at in range(0, length, step)]


def of_coefficients(low: int, numbers: Sequence[int], width: int) -> Packed:
    """Pack coefficients, the first that of x**low; zeros below the others are left out.

    >>> of_coefficients(2, [0, 7, 0, 1], 8) == pack({3: 7, 5: 1}, 8)
    True
    """
    first = next((at for at, number in enumerate(numbers) if number), 0)
    data = b"".join([number.to_bytes(width // 8, "little") for number in numbers[first:]])
    return (low + first, int.from_bytes(data, "little"))


def repacked(poly: Packed, width: int, new_width: int) -> Packed:
    """The same polynomial in another width.

    >>> unpack(repacked(pack({2: 7, 4: 1}, 8), 8, 16), 16)
    [(2, 7), (4, 1)]
    """
    return poly if width == new_width else of_coefficients(poly[0], coefficients(poly, width), new_width)


def coefficient(poly: Packed, exponent: int, width: int) -> int:
    """The coefficient of one power.

    >>> coefficient(pack({2: 7, 4: 1}, 8), 4, 8)
    1
    """
    low, bits = poly
    return (bits >> ((exponent - low) * width)) & ((1 << width) - 1) if exponent >= low else 0


def weight(poly: Packed, width: int) -> int:
    """The sum of all coefficients: a number modulo one less than its base is its digit sum.

    >>> weight(pack({1: 3, 2: 4, 90: 5}, 8), 8)
    12
    """
    bits = poly[1]
    half = bits.bit_length() // (2 * width) * width
    while half > SHORT * width:  # a long division takes longer than adding both halves
        bits = (bits >> half) + (bits & ((1 << half) - 1))
        half = bits.bit_length() // (2 * width) * width
    return bits % ((1 << width) - 1)


def split(poly: Packed, threshold: int, width: int) -> tuple[Packed, Packed]:
    """The part below x**threshold and the part from it on."""
    low, bits = poly
    if threshold <= low:
        return ZERO, poly
    shift = (threshold - low) * width
    if shift >= bits.bit_length():
        return poly, ZERO
    return (low, bits & ((1 << shift) - 1)), (threshold, bits >> shift)


def power(base: Packed, exponent: int) -> Packed:
    """base**exponent at once."""
    return (base[0] * exponent, base[1] ** exponent)


Faces = tuple[tuple[int, int], ...]
"""The values of one die, highest first, each with its whole-number weight."""


class Affine(NamedTuple):
    """An answer that goes with a packed number: `scale` times that number, plus `offset`."""

    scale: int
    offset: int


IDENTITY = Affine(1, 0)
"""The packed number itself."""

Ways = dict[tuple[Any, ...], Packed]
"""Answers, with IDENTITY in the place of the packed sum, and their ways.

Without a summing fold the powers are all x**0.
"""
