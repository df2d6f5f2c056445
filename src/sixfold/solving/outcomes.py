"""Many outcomes, kept as they were found: a packed number in each, unpacked while they are read."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from itertools import repeat
from typing import Any

from sixfold.counting.packed import IDENTITY, ZERO, Affine, Packed, add, coefficient, pack, series, unpack, weight
from sixfold.solving.joint import Entry, count

Row = tuple[Any, ...]

Pattern = tuple[Affine | None, ...]
"""The factors of a packed number, and its place; None for a plain value."""


class Outcomes(Mapping[Row, int]):
    """Every outcome with its ways, as a mapping that takes no more room than its packed numbers."""

    __slots__ = ("_length", "_packed", "_pattern", "_plain", "_width")

    def __init__(self, packed: dict[Row, Packed], plain: dict[Row, int], pattern: Pattern, width: int) -> None:
        self._packed = packed
        self._plain = plain
        self._pattern = pattern
        self._width = width
        self._length: int | None = None

    def __iter__(self) -> Iterator[Row]:
        return (row for row, _ in self.pairs())

    def __len__(self) -> int:
        if self._length is None:
            self._length = len(self._plain) + sum(len(unpack(poly, self._width)) for poly in self._packed.values())
        return self._length

    def __getitem__(self, row: Row) -> int:
        ways = self._plain.get(row)
        if ways is not None:
            return ways
        template, number = template_of(row, self._pattern)
        ways = coefficient(self._packed.get(template, ZERO), number, self._width)
        if not ways:
            raise KeyError(row)
        return ways

    def items(self) -> ItemsView[Row, int]:
        return _Items(self)

    def values(self) -> ValuesView[int]:
        return _Values(self)

    def pairs(self) -> Iterator[tuple[Row, int]]:
        """Every outcome with its ways, one after the other."""
        yield from self._plain.items()
        for template, poly in self._packed.items():
            yield from expanded(template, poly, self._width)

    @property
    def total(self) -> int:
        """The ways of all outcomes together."""
        return sum(self._plain.values()) + sum(weight(poly, self._width) for poly in self._packed.values())

    def marginal(self, at: int) -> dict[Any, int]:
        """The ways of each value at one place."""
        found: dict[Any, int] = {}
        sums: dict[Affine, Packed] = {}
        for row, ways in self._plain.items():
            found[row[at]] = found.get(row[at], 0) + ways
        for template, poly in self._packed.items():
            value = template[at]
            if type(value) is Affine:
                sums[value] = add(sums[value], poly, self._width) if value in sums else poly
            else:
                found[value] = found.get(value, 0) + weight(poly, self._width)
        for shifted, poly in sums.items():
            for number, ways in unpack(poly, self._width):
                value = shifted.scale * number + shifted.offset
                found[value] = found.get(value, 0) + ways
        return found


class _Items(ItemsView[Row, int]):
    """The views that Mapping has would look every outcome up: these unpack one after the other."""

    _mapping: Outcomes

    def __iter__(self) -> Iterator[tuple[Row, int]]:
        return self._mapping.pairs()


class _Values(ValuesView[int]):
    _mapping: Outcomes

    def __iter__(self) -> Iterator[int]:
        return (ways for _, ways in self._mapping.pairs())


def total(rows: Mapping[Row, int]) -> int:
    """The ways of all outcomes together."""
    return sum(rows.values()) if type(rows) is dict or not isinstance(rows, Outcomes) else rows.total


def marginal(rows: Mapping[Row, int], at: int) -> dict[Any, int]:
    """The ways of each value at one place of the outcomes."""
    if isinstance(rows, Outcomes):
        return rows.marginal(at)
    found: dict[Any, int] = {}
    for values, number in rows.items():
        value = values[at]
        found[value] = found.get(value, 0) + number
    return found


def expanded(template: Row, poly: Packed, width: int) -> Iterator[tuple[Row, int]]:
    """The outcomes of one template, each with its ways."""
    values, ways = series(poly, width)
    columns: list[Iterable[Any]] = []
    for answer in template:
        if type(answer) is not Affine:
            columns.append(repeat(answer))
        elif answer == IDENTITY:
            columns.append(values)
        elif isinstance(values, range):
            scale, offset = answer
            start = values.start * scale + offset
            columns.append(range(start, start + len(values) * scale, scale))
        else:
            columns.append([value * answer.scale + answer.offset for value in values])
    return zip(zip(*columns, strict=False), ways, strict=False)


def gathered(entries: list[Entry], width: int, small: int) -> Mapping[Row, int]:
    """The outcomes of these entries: a plain dict of up to `small`; of more, the largest pattern stays packed."""
    packed: dict[Row, Packed] = {}
    plain: dict[Row, int] = {}
    by_pattern: dict[Pattern, dict[Row, Packed]] = {}
    for template, number, poly in entries:
        if poly is None:
            plain[template] = plain.get(template, 0) + number
        else:
            by_pattern.setdefault(pattern_of(template), {})[template] = poly
    sizes = {pattern: count(some.values(), width) for pattern, some in by_pattern.items()}
    largest = max(sizes, key=sizes.__getitem__, default=())
    if len(plain) + sum(sizes.values()) > small and sizes.get(largest, 0) > len(plain):
        packed = by_pattern.pop(largest)
    for some in by_pattern.values():
        for template, poly in some.items():
            for row, ways in expanded(template, poly, width):
                plain[row] = plain.get(row, 0) + ways
    met: dict[Row, dict[int, int]] = {}
    for row in list(plain) if packed else ():
        template, value = template_of(row, largest)
        if template in packed:
            met.setdefault(template, {})[value] = plain.pop(row)
    for template, more in met.items():  # together, since adding rewrites the whole number
        packed[template] = add(packed[template], pack(more, width), width)
    return Outcomes(packed, plain, largest, width) if packed else plain


def pattern_of(template: Row) -> Pattern:
    return tuple([value if type(value) is Affine else None for value in template])


def template_of(row: Row, pattern: Pattern) -> tuple[Row, int]:
    """The template of a pattern that stands for an outcome, and the packed number in it; an empty one if none does."""
    number: int | None = None
    for value, shifted in zip(row, pattern, strict=True):
        if shifted is None:
            continue
        if type(value) is not int:
            return (), 0
        found, remainder = divmod(value - shifted.offset, shifted.scale)
        if remainder or (number is not None and found != number):
            return (), 0
        number = found
    template = [value if shifted is None else shifted for value, shifted in zip(row, pattern, strict=True)]
    return tuple(template), number or 0
