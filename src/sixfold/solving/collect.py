"""Finished paths of a rule, added up."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

from sixfold.counting import Affine
from sixfold.counting.packed import ZERO, add
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.solving.context import Context
from sixfold.solving.draw import Draw
from sixfold.solving.entries import total_ways
from sixfold.solving.joint import Entries
from sixfold.solving.product import Collected, Product
from sixfold.solving.sources import Column, Source, Sources

ENTRY = 15
"""Work of adding up one entry of a draw."""


class Collector:
    """Adds up paths that end alike, their open sums still packed."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._collected: dict[int, Collected] = {}
        """By what the ways are out of."""

    def add(self, values: Sequence[Any], draws: list[Draw], scale: int) -> None:
        """Add the outcome of a path, in all the ways that are left in its draws."""
        row = list(values)
        sources = _sources(row)
        context, factors = self._context, sources.factors
        ways = 1
        for draw in draws:
            if draw in factors:
                continue
            if draw in sources.single:
                ways *= draw.entries[0][1]
            else:
                ways *= total_ways(draw.entries, context.width)
        if not ways:
            return
        context.widen(scale.bit_length())
        if len(factors) > 1:
            sources.gather(context.width)
        size = 1
        for draw in factors:
            size *= len(draw.entries)
        context.work.charge(ENTRY * size)
        collected = self._collected.setdefault(scale, {})
        product = Product(collected, context.width, list(factors.values()), sources.targets, context.work)
        if len(factors) == 1 and not sources.polys:
            product.add(row, ways, product.factors[0], sources.targets)
        else:
            product.all(row, ways, sources.sums, tuple(sources.polys))

    def total(self) -> tuple[Entries, int]:
        """All outcomes that are known, with their ways, and what these are out of."""
        scale = lcm(*self._collected)
        self._context.widen(scale.bit_length())
        width = self._context.width
        merged: Collected = {}
        for own in list(self._collected):
            rows = self._collected.pop(own)
            if not merged and own == scale:
                merged = rows
                continue
            factor = scale // own
            while rows:
                row, (low, bits) = rows.popitem()
                merged[row] = add(merged.get(row, ZERO), (low, bits * factor), width)
        entries: Entries = [
            (row, 1, poly) if Affine in map(type, row) else (row, poly[1], None) for row, poly in merged.items()
        ]
        return entries, scale


def _sources(row: list[Any]) -> Sources:
    """Where the values of an outcome come from; those that are known are put into the row."""
    sources = Sources()
    known: dict[Terms, tuple[Source, int]] = {}
    for at, value in enumerate(row):
        kind = type(value)
        if kind is LateNumber:
            condition, offset = None, value.offset
        elif kind is LateCondition:
            condition, offset = value, 0
            if value.known is not None:
                row[at] = value.known
                continue
        else:
            continue
        found = known.get(value.terms)
        if found is None:
            found = known[value.terms] = sources.of(value.terms)
        source, fixed = found
        if source is None:
            row[at] = fixed + offset if condition is None else condition.of(fixed)
        elif isinstance(source, Column):
            source.factor.columns.append((at, _column(source.totals, fixed + offset, condition)))
        else:
            source.append((at, fixed + offset, condition))
    return sources


def _column(totals: list[int], offset: int, condition: LateCondition | None) -> list[Any]:
    if condition is None:
        return [total + offset for total in totals] if offset else totals
    of = condition.of
    return [of(total + offset) for total in totals]
