"""Many outcomes, kept as they were found: a packed number in each, unpacked while they are read."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from itertools import chain, repeat
from operator import itemgetter
from typing import Any

from sixfold.base.mappings import added_up
from sixfold.solving.counting.packed import IDENTITY, ZERO, Affine, Packed, add, coefficient, series, unpack, weight
from sixfold.solving.joint_distribution import Entries, count, spread

Row = tuple[Any, ...]

Pattern = tuple[Affine | None, ...]
"""The factors of a packed number, and its place; None for a plain value."""


class Outcomes(Mapping[Row, int]):
    """Outcomes of one pattern with their ways, as a mapping that takes no more room than its packed numbers."""

    __slots__ = ("_length", "_packed", "_pattern", "_total", "_width")

    def __init__(self, packed: dict[Row, Packed], pattern: Pattern, width: int) -> None:
        self._packed = packed
        self._pattern = pattern
        self._width = width
        self._length: int | None = None
        self._total: int | None = None

    def __iter__(self) -> Iterator[Row]:
        return (row for row, _ in self.pairs())

    def __len__(self) -> int:
        if self._length is None:
            self._length = sum(len(unpack(poly, self._width)) for poly in self._packed.values())
        return self._length

    def __getitem__(self, row: Row) -> int:
        at, shifted = next((at, shifted) for at, shifted in enumerate(self._pattern) if shifted)
        if len(row) == len(self._pattern) and isinstance(row[at], int):
            number = (row[at] - shifted.offset) // shifted.scale
            template = tuple([shifted or value for value, shifted in zip(row, self._pattern, strict=True)])
            ways = coefficient(self._packed.get(template, ZERO), number, self._width)
            if ways and spread(template, number) == row:
                return ways
        raise KeyError(row)

    def items(self) -> ItemsView[Row, int]:
        return _Items(self)

    def values(self) -> ValuesView[int]:
        return _Values(self)

    def pairs(self) -> Iterator[tuple[Row, int]]:
        """Every outcome with its ways, one after the other."""
        for template, poly in self._packed.items():
            yield from expanded(template, poly, self._width)

    @property
    def total(self) -> int:
        """The ways of all outcomes together."""
        if self._total is None:
            self._total = sum(weight(poly, self._width) for poly in self._packed.values())
        return self._total

    def marginal(self, at: int) -> dict[Any, int]:
        """The ways of each value at one place."""
        by_value: dict[Any, int] = {}
        sums: dict[Affine, Packed] = {}
        for template, poly in self._packed.items():
            value = template[at]
            if type(value) is Affine:
                sums[value] = add(sums[value], poly, self._width) if value in sums else poly
            else:
                by_value[value] = by_value.get(value, 0) + weight(poly, self._width)
        for shifted, poly in sums.items():
            for number, ways in unpack(poly, self._width):
                value = shifted.scale * number + shifted.offset
                by_value[value] = by_value.get(value, 0) + ways
        return by_value


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
    return added_up(zip(map(itemgetter(at), rows), rows.values(), strict=True))


def expanded(template: Row, poly: Packed, width: int) -> Iterator[tuple[Row, int]]:
    """The outcomes of one template, each with its ways."""
    values, ways = series(poly, width)
    columns: list[Iterable[Any]] = []
    for answer in template:
        if type(answer) is not Affine:
            columns.append(repeat(answer))
        elif answer == IDENTITY:
            columns.append(values)
        else:
            columns.append([value * answer.scale + answer.offset for value in values])
    return zip(zip(*columns, strict=False), ways, strict=False)


def gathered(entries: Entries, width: int, small: int) -> Mapping[Row, int]:
    """The outcomes of these entries: a plain dict, but for more than `small` of one pattern, which stay packed."""
    packed = {template: poly for template, _, poly in entries if poly is not None}
    patterns = {tuple([value if type(value) is Affine else None for value in template]) for template in packed}
    if len(packed) == len(entries) and len(patterns) == 1 and count(packed.values(), width) > small:
        return Outcomes(packed, patterns.pop(), width)
    parts = [
        ((template, number),) if poly is None else expanded(template, poly, width) for template, number, poly in entries
    ]
    return added_up(chain.from_iterable(parts))
