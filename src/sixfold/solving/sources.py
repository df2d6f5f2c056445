"""Where the values of a finished path come from."""

from typing import NamedTuple

from sixfold.counting import Affine
from sixfold.counting.packed import Packed
from sixfold.rules.late import Terms
from sixfold.solving.draw import Draw, found_in
from sixfold.solving.entries import distribution, sums
from sixfold.solving.joint import Places
from sixfold.solving.product import Factor, Sum, Target


class Column(NamedTuple):
    """A sum of answers that one draw gives plainly: its totals, entry by entry."""

    factor: Factor
    totals: list[int]


Source = Column | list[Target] | None
"""A column, or what an open sum is for; None where nothing is open."""


class Sources:
    """The draws that matter for an outcome, and the sums that are still open in it."""

    __slots__ = ("factors", "polys", "single", "sums", "targets")

    def __init__(self) -> None:
        self.factors: dict[Draw, Factor] = {}
        """Draws with several entries left."""
        self.single: dict[Draw, int] = {}
        """Draws of which one entry is left, by the place of their packed number in `polys`."""
        self.polys: list[Packed | None] = []
        self.sums: list[Sum] = []
        """Open sums, as far as single entries go, and what they are for."""
        self.targets: list[list[Target]] = []

    def of(self, terms: Terms) -> tuple[Source, int]:
        """Where a sum of answers comes from, and what of it is fixed."""
        fixed = 0
        times: dict[int, int] = {}
        by_draw: dict[Draw, Places] = {}
        for first, at, factor in terms:
            draw, place = found_in(first, at) if first.into is not None else (first, at)
            if len(draw.entries) > 1:
                by_draw[draw] = (*by_draw.get(draw, ()), (place, factor))
                continue
            answers, _, poly = draw.entries[0]
            answer = answers[place]
            if type(answer) is Affine:
                index = self.single.get(draw)
                if index is None:
                    index = self.single[draw] = len(self.polys)
                    self.polys.append(poly)
                times[index] = times.get(index, 0) + factor * answer[0]
                fixed += factor * answer[1]
            else:
                fixed += factor * answer
        if not by_draw and not times:
            return None, fixed
        for draw in by_draw:
            if draw not in self.factors:
                self.factors[draw] = Factor(draw.entries, [], [])
        if len(by_draw) == 1 and not times:
            ((draw, places),) = by_draw.items()
            if not draw.packed(places):
                return Column(self.factors[draw], sums(draw.entries, places)), fixed
        for draw, places in by_draw.items():
            self.factors[draw].sums.append((len(self.sums), places))
        targets: list[Target] = []
        self.sums.append((0, tuple([pair for pair in times.items() if pair[1]])))
        self.targets.append(targets)
        return targets, fixed

    def gather(self, width: int) -> None:
        """Pack the draws that do nothing but add to one sum: their entries need not be looked at one by one."""
        for draw, (entries, columns, adds) in list(self.factors.items()):
            if columns or len(adds) != 1:
                continue
            ((which, places),) = adds
            total, packed = self.sums[which]
            self.sums[which] = (total, (*packed, (len(self.polys), 1)))
            self.polys.append(distribution(entries, places, width))
            del self.factors[draw]
