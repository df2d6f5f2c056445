"""Numbers that are decided late.

While a rule is being solved, a sum that it has read is a `Pending`: one number standing for a whole packed
distribution. Adding to it or turning its sign decides nothing. Comparing it splits the distribution in two;
anything that must know the number itself (a division, a size of a hand) goes through its values one by one.
The rule does not notice: it computes with what it takes for an int.
"""

from __future__ import annotations

from typing import Any, Protocol

from sixfold.packed import Packed


class Unknown:
    """One number not yet decided on this path: its distribution so far, or its value once decided."""

    __slots__ = ("poly", "value")

    def __init__(self, poly: Packed) -> None:
        self.poly = poly
        self.value: int | None = None


class Decider(Protocol):
    """Who splits distributions: the solver."""

    def split_at(self, unknown: Unknown, threshold: int) -> bool:
        """Whether the number is at least the threshold."""
        ...

    def split_on(self, unknown: Unknown, value: int) -> bool:
        """Whether the number is exactly this value."""
        ...

    def decide(self, unknown: Unknown) -> int:
        """The number itself."""
        ...


Terms = tuple[tuple[Unknown, int], ...]


class Pending:
    """A whole number `offset + scale * unknown + ...` of one or more unknowns."""

    __slots__ = ("decider", "offset", "terms")

    def __init__(self, decider: Decider, terms: Terms, offset: int) -> None:
        self.decider = decider
        self.terms = terms
        self.offset = offset

    def settled(self) -> tuple[Terms, int]:
        """The terms still open and the rest as one number."""
        offset = self.offset
        open_terms = []
        for term in self.terms:
            value = term[0].value
            if value is None:
                open_terms.append(term)
            else:
                offset += value * term[1]
        return tuple(open_terms), offset

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Pending):
            scales = dict(self.terms)
            for unknown, scale in other.terms:
                scales[unknown] = scales.get(unknown, 0) + scale
            terms = tuple((u, s) for u, s in scales.items() if s)
            return Pending(self.decider, terms, self.offset + other.offset)
        return Pending(self.decider, self.terms, self.offset + other)

    __radd__ = __add__

    def __neg__(self) -> Pending:
        return Pending(self.decider, tuple((u, -s) for u, s in self.terms), -self.offset)

    def __pos__(self) -> Pending:
        return self

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Pending):
            return int(self) * other
        if other == 0:
            return 0
        terms = tuple((u, s * other) for u, s in self.terms)
        return Pending(self.decider, terms, self.offset * other)

    __rmul__ = __mul__

    def _single(self) -> tuple[Unknown | None, int, int]:
        terms, offset = self.settled()
        while len(terms) > 1:
            smallest = min(terms, key=lambda term: term[0].poly[1].bit_length())
            self.decider.decide(smallest[0])
            terms, offset = self.settled()
        return (terms[0][0], terms[0][1], offset) if terms else (None, 0, offset)

    def __ge__(self, other: Any) -> bool:
        if isinstance(other, Pending):
            return bool((self - other) >= 0)
        unknown, scale, offset = self._single()
        if unknown is None:
            return bool(offset >= other)
        if scale > 0:
            return self.decider.split_at(unknown, -((offset - other) // scale))
        return not self.decider.split_at(unknown, (offset - other) // -scale + 1)

    def __gt__(self, other: Any) -> bool:
        return bool(self >= other + 1)

    def __le__(self, other: Any) -> bool:
        return not self >= other + 1

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Pending):
            return bool((self - other) == 0)
        if not isinstance(other, int):
            return NotImplemented
        unknown, scale, offset = self._single()
        if unknown is None:
            return offset == other
        value, remainder = divmod(other - offset, scale)
        return not remainder and self.decider.split_on(unknown, value)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __int__(self) -> int:
        terms, offset = self.settled()
        for unknown, scale in terms:
            offset += scale * self.decider.decide(unknown)
        return offset

    __index__ = __int__

    def __hash__(self) -> int:
        return hash(int(self))

    def __floordiv__(self, other: Any) -> Any:
        return int(self) // other

    def __rfloordiv__(self, other: Any) -> Any:
        return other // int(self)

    def __mod__(self, other: Any) -> Any:
        return int(self) % other

    def __rmod__(self, other: Any) -> Any:
        return other % int(self)

    def __divmod__(self, other: Any) -> Any:
        return divmod(int(self), other)

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __repr__(self) -> str:
        return f"Pending(terms={len(self.terms)}, offset={self.offset})"
