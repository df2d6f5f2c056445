"""A draw: what a verb of a rule gave on one path, all its answers side by side until something must be known."""

from __future__ import annotations

from sixfold.rules.late import Terms
from sixfold.solving.joint import Columns, Entries, Kind, Kinds, Places


class Draw:
    """The answers that are still possible on a path; entries of it fall away as the path goes on."""

    __slots__ = ("beyond", "columns", "into", "kinds", "looked")

    def __init__(self, columns: Columns, kinds: Kinds, beyond: bool) -> None:
        self.columns = columns
        self.kinds = kinds
        self.beyond = beyond
        self.into: tuple[Draw, int] | None = None
        """The draw that has taken this one up, and where its answers stand there."""
        self.looked: set[int] | None = None
        """The places of which something had to be known, where that is noted."""

    @property
    def entries(self) -> Entries:
        """The answers that are still possible, entry by entry."""
        return self.columns.entries()

    def take_up(self, other: Draw, columns: Columns) -> None:
        """Have the answers of another draw as well, behind the own ones."""
        other.into = (self, len(self.kinds))
        other.columns = Columns((), (1,), (None,))
        self.kinds = (*self.kinds, *other.kinds)
        self.columns = columns
        self.unpack(len(self.kinds) - len(other.kinds))

    def unpack(self, first: int = 0) -> None:
        """Note that the numbers from a place on are packed no more."""
        kinds = [Kind.NUMBER if kind is Kind.PACKED else kind for kind in self.kinds[first:]]
        self.kinds = (*self.kinds[:first], *kinds)

    def add(self, kinds: Kinds, columns: Columns) -> int:
        """Have more answers behind the known ones; gives the place of the first of them."""
        at = len(self.kinds)
        self.kinds = (*self.kinds, *kinds)
        self.columns = columns
        return at

    def packed(self, places: Places) -> bool:
        """Whether any answer at these places may be packed."""
        kinds = self.kinds
        return any(kinds[at] is Kind.PACKED for at, _ in places)


def found_in(draw: Draw, at: int) -> tuple[Draw, int]:
    """Where an answer stands now."""
    while draw.into is not None:
        draw, shift = draw.into
        at += shift
    return draw, at


def by_draw(terms: Terms) -> dict[Draw, tuple[tuple[int, int], ...]]:
    """The terms of each draw."""
    found: dict[Draw, tuple[tuple[int, int], ...]] = {}
    for first, place, factor in terms:
        draw, at = found_in(first, place) if first.into is not None else (first, place)
        found[draw] = (*found.get(draw, ()), (at, factor))
    return found
