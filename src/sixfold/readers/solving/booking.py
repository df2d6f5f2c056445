"""Finished paths of a rule, added up."""

from __future__ import annotations

from math import lcm
from typing import Any

from sixfold.packed import ZERO, Packed, add, pack, unpack, weight
from sixfold.pending import Pending, Terms, Unknown
from sixfold.readers.solving.joint import PLAIN, Entry, Joint, Shifted
from sixfold.readers.solving.paths import Paths


class Booking:
    """Adds up paths that end alike, their open sums still packed."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._done: dict[tuple[int, tuple[Any, ...]], Packed] = {}

    def book(self, values: list[Any], ways: int, scale: int, unknowns: list[Unknown]) -> Unknown | None:
        """Book a finished path; or give the number that must be decided first.

        A path can keep one open sum packed. Where its outcome has two different ones, the smaller is decided.
        """
        used: tuple[Unknown, ...] = ()
        simple = True
        template = list(values)
        shift = 0
        for at, value in enumerate(values):
            if type(value) is not Pending:
                continue
            terms, offset = value.settled()
            if not terms:
                template[at] = offset
            elif not used:
                used = tuple(unknown for unknown, _ in terms)
                simple = len(terms) == 1 and terms[0][1] == 1
                shift = offset
                template[at] = PLAIN
            elif simple and terms[0] == (used[0], 1) and len(terms) == 1:
                template[at] = Shifted(1, offset - shift) if offset != shift else PLAIN
            else:
                simple = False
        if not simple:
            return self._book_sums(values, ways, scale, unknowns)
        self._add(template, ways, scale, unknowns, used, (used[0].poly if used else None), shift)
        return None

    def _add(
        self,
        template: list[Any],
        ways: int,
        scale: int,
        unknowns: list[Unknown],
        used: tuple[Unknown, ...],
        poly: Packed | None,
        shift: int,
    ) -> None:
        width = self._paths.width
        for unknown in unknowns:
            if unknown.value is None and unknown not in used:
                ways *= weight(unknown.poly, width)
        if not ways:
            return
        self._paths.widen(scale.bit_length())
        key = (scale, tuple(template))
        term = (0, ways) if poly is None else (poly[0] + shift, poly[1] * ways)
        found = self._done.get(key)
        self._done[key] = term if found is None else add(found, term, width)

    def _book_sums(self, values: list[Any], ways: int, scale: int, unknowns: list[Unknown]) -> Unknown | None:
        """The general case: sums of several open numbers, or turned and multiplied ones."""
        settled = {at: v.settled() for at, v in enumerate(values) if isinstance(v, Pending)}
        sums = [terms for terms, _ in settled.values() if terms]
        # In the order in which they stand, so that every path through here decides the same one.
        involved = list(dict.fromkeys(unknown for terms in sums for unknown, _ in terms))
        if len(involved) > 1 and len({frozenset(terms) for terms in sums}) > 1:
            return min(involved, key=lambda unknown: unknown.poly[1].bit_length())
        template = list(values)
        alone = len(involved) == 1
        for at, (terms, offset) in settled.items():
            template[at] = Shifted(terms[0][1] if alone else 1, offset) if terms else offset
        poly = involved[0].poly if alone else self._sum(sums[0])
        self._add(template, ways, scale, unknowns, tuple(involved), poly, 0)
        return None

    def _sum(self, terms: Terms) -> Packed:
        """The distribution of a sum of independent open numbers."""
        width = self._paths.width
        poly: Packed = (0, 1)
        for unknown, scale in sorted(terms, key=lambda term: term[0].poly[1].bit_length()):
            factor = unknown.poly
            if scale != 1:
                factor = pack({v * scale: n for v, n in unpack(factor, width)}, width)
            self._paths.ledger.multiplying(poly[1].bit_length(), factor[1].bit_length())
            poly = (poly[0] + factor[0], poly[1] * factor[1])
        return poly

    def joint(self) -> Joint:
        """All booked paths as one joint distribution."""
        scale = lcm(*{scale for scale, _ in self._done})
        self._paths.widen(scale.bit_length())
        width = self._paths.width
        merged: dict[tuple[Any, ...], Packed] = {}
        for key in list(self._done):
            own, template = key
            low, bits = self._done.pop(key)
            term = (low, bits * (scale // own)) if own != scale else (low, bits)
            merged[template] = add(merged.get(template, ZERO), term, width)
        entries: list[Entry] = [
            (template, 1, poly) if any(type(v) is Shifted for v in template) else (template, poly[1], None)
            for template, poly in merged.items()
        ]
        return Joint(tuple(entries), scale)
