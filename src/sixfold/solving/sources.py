"""Where the values of a finished path come from."""

from __future__ import annotations

from typing import Any

from sixfold.counting import Shifted
from sixfold.counting.packed import Packed
from sixfold.rules.late import Terms
from sixfold.solving.draws import Draw, Places, distribution, found_in, sums
from sixfold.solving.settling import Level, Open, Target


class Sources:
    """The draws that matter for an outcome, and the sums that are still open in it."""

    __slots__ = ("levels", "polys", "single", "sums", "targets")

    def __init__(self) -> None:
        self.levels: dict[Draw, Level] = {}
        """Draws with several rows left."""
        self.single: dict[Draw, int] = {}
        """Draws of which one row is left, by the place of their packed number in `polys`."""
        self.polys: list[Packed | None] = []
        self.sums: list[Open] = []
        """Open sums, as far as single rows go, and what they are for."""
        self.targets: list[list[Target]] = []

    def of(self, terms: Terms) -> tuple[Any, int]:
        """Where a sum of answers comes from, and what of it is fixed.

        A column of one draw where that gives it plainly, else an open sum; None where all of it is fixed.
        """
        fixed = 0
        times: dict[int, int] = {}
        by_draw: dict[Draw, Places] = {}
        for first, at, factor in terms:
            draw, place = found_in(first, at) if first.into is not None else (first, at)
            if len(draw.rows) > 1:
                by_draw[draw] = (*by_draw.get(draw, ()), (place, factor))
                continue
            answers, _, poly = draw.rows[0]
            answer = answers[place]
            if type(answer) is Shifted:
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
            if draw not in self.levels:
                self.levels[draw] = Level(draw.rows, [], [])
        if len(by_draw) == 1 and not times:
            ((draw, places),) = by_draw.items()
            if draw.plain(places):
                return (self.levels[draw], sums(draw.rows, places)), fixed
        for draw, places in by_draw.items():
            self.levels[draw].sums.append((len(self.sums), places))
        targets: list[Target] = []
        self.sums.append((0, tuple([pair for pair in times.items() if pair[1]])))
        self.targets.append(targets)
        return targets, fixed

    def gather(self, width: int) -> None:
        """Pack the draws that do nothing but add to one sum: their rows need not be looked at one by one."""
        for draw, (rows, columns, adds) in list(self.levels.items()):
            if columns or len(adds) != 1:
                continue
            ((which, places),) = adds
            total, times = self.sums[which]
            self.sums[which] = (total, (*times, (len(self.polys), 1)))
            self.polys.append(distribution(rows, places, width))
            del self.levels[draw]
