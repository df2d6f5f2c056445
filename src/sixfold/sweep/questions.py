"""Questions of a designer to a whole sweep: options that keep a promise, or fit; and the worth of a step."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import compress, pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sixfold import arguments
from sixfold.errors import StudyError, UsageError
from sixfold.report.blocks import Note
from sixfold.report.chances import as_decimal, percent
from sixfold.report.chart import Curves, HeatMap, Plot, Scale, apart
from sixfold.report.tables import Block, Column, Columns, Row
from sixfold.rules.wording import counted, did_you_mean, minus, nearest
from sixfold.solving.number import Bounds
from sixfold.study.document import plain
from sixfold.study.printed import judge, read_chance, read_figure

SHOWN = 30
"""Rows of an answer that people read; a program gets all of them."""

DRAWN = 6
"""Curves in one chart."""

_SENTENCE = re.compile(
    r"(?P<figure>.+?)\s+(?:between\s+(?P<low>.+?)\s+and\s+(?P<high>.+)|never\s+(?P<side>above|below)\s+(?P<edge>.+)"
    r"|(?P<way>rises|falls)\s+with\s+(?P<range>\w+))"
)

Value = int | str
Option = tuple[Value, ...]


class Figures(NamedTuple):
    """A figure of each check of a pattern, by the values of its ranges in their order; None where there is none."""

    axes: Mapping[str, Sequence[Value]]
    cells: Mapping[Option, Bounds | None]

    @property
    def known(self) -> list[Bounds]:
        """The figures that there are."""
        return [bounds for bounds in self.cells.values() if bounds is not None]

    def low(self, *option: Value) -> Fraction | None:
        """The figure of one check, if there is one."""
        bounds = self.cells.get(option)
        return None if bounds is None else bounds.low

    def over(self, names: Collection[str]) -> "dict[Option, Figures]":
        """The figures over some ranges, for each option: the values of all other ranges."""
        inside = [name in names for name in self.axes]
        outside = [not each for each in inside]
        found: dict[Option, dict[Option, Bounds | None]] = defaultdict(dict)
        for values, bounds in self.cells.items():
            found[tuple(compress(values, outside))][tuple(compress(values, inside))] = bounds
        axes = {name: values for name, values in self.axes.items() if name in names}
        return {option: Figures(axes, cells) for option, cells in found.items()}


Find = Callable[[str, str], Figures]
"""Returns a figure of each check of a pattern, in the order of the sweep, by the names of the check and the figure."""


class Found(NamedTuple):
    """An answer: a table with its heads, what is to know about it, and what is drawn of it."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    note: str
    plots: tuple[Plot, ...] = ()

    def blocks(self) -> tuple[Block, ...]:
        """The answer to read: fractions as percentages, or as decimals where they are no chances."""
        rows = tuple(Row(tuple(_shown(cell) for cell in row)) for row in self.rows[:SHOWN])
        columns = tuple(Column(head, "left" if at == 0 else "right") for at, head in enumerate(self.heads))
        more = f" {len(self.rows) - SHOWN:,} more rows are in the JSON document." if len(self.rows) > SHOWN else ""
        return (*([Columns(columns, rows)] if rows else []), Note(f"{self.note}{more}"))

    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        rows = [dict(zip(self.heads, plain(row), strict=True)) for row in self.rows]
        return {"note": self.note, "rows": rows}


class SweepQuestion(Struct, frozen=True, forbid_unknown_fields=True, tag_field="find"):
    """A question about one `figure` of one `check` of a sweep: the first of each, unless it says so."""

    check: str = ""
    figure: str = ""

    def ranges(self) -> Iterable[str]:
        """The ranges that it names."""
        return ()

    def meant(self, checks: Mapping[str, Iterable[str]], figures: Sequence[str]) -> "SweepQuestion":
        """The same with its check and figure; raises StudyError (study/sweep) for a name that the sweep lacks."""
        made = replace(self, check=self.check or next(iter(checks)), figure=self.figure or figures[0])
        _known(made.check, checks)
        _known(made.figure, figures)
        for name in made.ranges():
            _known(name, tuple(checks[made.check]))
        return made

    def answer(self, find: Find) -> Found:
        """Return the answer, from the figures of the sweep."""
        raise NotImplementedError


class Options(SweepQuestion, frozen=True, tag="options"):
    """Which options keep every promise of `require`, at every value of the ranges in `every`."""

    require: tuple[str, ...] = ()
    every: tuple[str, ...] = ()

    def ranges(self) -> Iterable[str]:
        return (*self.every, *(said["range"] for said in map(_sentence, self.require) if said["range"]))

    def meant(self, checks: Mapping[str, Iterable[str]], figures: Sequence[str]) -> "SweepQuestion":
        for text in self.require:
            _known(_sentence(text)["figure"], figures)
        return super().meant(checks, figures)

    def answer(self, find: Find) -> Found:
        axes: Mapping[str, Sequence[Value]] = {}
        broken: dict[Option, set[str]] = defaultdict(set)
        ends: dict[Option, list[Any]] = defaultdict(list)
        curves: dict[Option, list[Fraction | None]] = {}
        figures = dict.fromkeys(_sentence(text)["figure"] for text in self.require)
        for figure in figures:
            found = find(self.check, figure)
            axes = found.axes
            for option, held in found.over(self.every).items():
                known = [bounds.low for bounds in held.known]
                ends[option] += [min(known), max(known)] if known else [None, None]
                curves.setdefault(option, [held.low(*values) for values in held.cells])
                broken[option] |= {
                    text
                    for text in self.require
                    if (said := _sentence(text))["figure"] == figure and not _kept(said, held)
                }
        good = [option for option in ends if not broken[option]]
        named = [name for name in axes if name not in self.every]
        heads = tuple(f"{side} {figure}" for figure in figures for side in ("least", "most"))
        shown = good or sorted(ends, key=lambda option: len(broken[option]))[:DRAWN]
        rows = [(*option, *ends[option], *([] if good else ["; ".join(sorted(broken[option]))])) for option in shown]
        note = f"{len(good):,} of {counted(len(ends), 'option')} keep all of it."
        note += "" if good else " These come nearest."
        plots: tuple[Plot, ...] = ()
        if len(self.every) == 1 and shown:
            over = _scale(self.every[0], axes)
            drawn = [option for option in shown if len(curves[option]) == len(over.labels)][:DRAWN]
            plots = (_curves(over, [_named(named, option) for option in drawn], [curves[o] for o in drawn]),)
        return Found((*named, *heads, *(() if good else ("broken",))), rows, note, plots)


class Change(SweepQuestion, frozen=True, tag="change"):
    """The smallest change from `now` that upholds the `printed` figures of a book, one for each value of `over`."""

    over: str = ""
    printed: dict[str, str] = {}
    now: dict[str, Value] = {}

    def ranges(self) -> Iterable[str]:
        return (self.over, *self.now)

    def meant(self, checks: Mapping[str, Iterable[str]], figures: Sequence[str]) -> "SweepQuestion":
        for text in self.printed.values():
            read_figure(text)
        return super().meant(checks, figures)

    def answer(self, find: Find) -> Found:
        axes, _ = found = find(self.check, self.figure)
        lines = found.over([self.over])
        others = [name for name in axes if name != self.over]
        book = {value: read_figure(self.printed[str(value)]) for value in axes[self.over] if str(value) in self.printed}
        upheld = {
            option: sum(bounds is not None and judge(book[value], bounds).verdict == "upheld"
                        for (value,), bounds in line.cells.items() if value in book)
            for option, line in lines.items()
        }  # fmt: skip

        def far(option: Option) -> tuple[int, int]:
            """How many ranges are changed, and by how many steps in all."""
            now = [list(axes[name]).index(self.now.get(name, axes[name][0])) for name in others]
            steps = [abs(list(axes[n]).index(v) - start) for n, v, start in zip(others, option, now, strict=True)]
            return sum(map(bool, steps)), sum(steps)

        def cell(option: Option, value: Value) -> str:
            """An exact value beside its printed form."""
            printed = f" (printed {self.printed[str(value)]})" if value in book else ""
            return f"{_shown(lines[option].low(value))}{printed}"

        most = max(upheld.values(), default=0)
        best = sorted((option for option in upheld if upheld[option] == most), key=far)
        rows = [(*option, far(option)[0], *(cell(option, value) for value in axes[self.over])) for option in best]
        note = f"{most} of {counted(len(self.printed), 'printed figure')} can be upheld together."
        drawn = [[book[value].value if value in book else None for value in axes[self.over]]]
        drawn += [[lines[option].low(value) for value in axes[self.over]] for option in best[: DRAWN - 1]]
        names = ["printed", *(_named(others, option) for option in best[: DRAWN - 1])]
        curves = _curves(_scale(self.over, axes), names, drawn)
        return Found((*others, "changes", *map(str, axes[self.over])), rows, note, (curves,))


class Fit(SweepQuestion, frozen=True, tag="fit"):
    """Which checks of `check` come nearest to each one of `to`, and how far off they are; ranges of both are equal."""

    to: str = ""

    def meant(self, checks: Mapping[str, Iterable[str]], figures: Sequence[str]) -> "SweepQuestion":
        _known(self.to, checks)
        return super().meant(checks, figures)

    def answer(self, find: Find) -> Found:
        mine, goal = find(self.check, self.figure), find(self.to, self.figure)
        ours, theirs = tuple(mine.axes), tuple(goal.axes)
        both = [name for name in theirs if name in ours]
        groups: dict[Option, list[tuple[Option, Fraction]]] = defaultdict(list)
        for values, bounds in mine.cells.items():
            if bounds is not None:
                groups[tuple(values[ours.index(name)] for name in both)].append((values, bounds.low))
        rows: list[tuple[Any, ...]] = []
        lines: list[tuple[Fraction, Fraction]] = []
        for values, bounds in goal.cells.items():
            near = groups.get(tuple(values[theirs.index(name)] for name in both))
            if bounds is not None and near:
                best, value = min(near, key=lambda each: abs(each[1] - bounds.low))
                rows.append((*values, bounds.low, *best, value, value - bounds.low))
                lines.append((bounds.low, value))
        off = max((abs(row[-1]) for row in rows), default=Fraction(0))
        note = f"The nearest checks are off by at most {_shown(off)}."
        over = Scale(" ".join(theirs), apart(" ".join(map(str, row[: len(theirs)])) for row in rows))
        plots = (_curves(over, [self.to, self.check], list(zip(*lines, strict=True))),) if lines else ()
        named = tuple(f"{name} of {self.check}" for name in ours)
        return Found((*theirs, self.to, *named, self.check, "off by"), rows, note, plots)


class Worth(SweepQuestion, frozen=True, tag="worth"):
    """The worth of each step of `range`: the least, the mean and the greatest gain."""

    range: str = ""

    def ranges(self) -> Iterable[str]:
        return (self.range,)

    def answer(self, find: Find) -> Found:
        axes, cells = found = find(self.check, self.figure)
        at = list(axes).index(self.range)
        rows: list[tuple[Any, ...]] = []
        for before, after in pairwise(axes[self.range]):
            gains = [
                (higher - bounds.low, values)
                for values, bounds in cells.items()
                if values[at] == before and bounds is not None
                if (higher := found.low(*values[:at], after, *values[at + 1 :])) is not None
            ]
            if gains:
                least, most = min(gains), max(gains)
                mean = sum((gain for gain, _ in gains), Fraction(0)) / len(gains)
                where = (_named(tuple(axes), values) for _, values in (least, most))
                rows.append((f"{before} → {after}", least[0], mean, most[0], *where))
        over = Scale(self.range, tuple(row[0] for row in rows))
        lines: list[list[Any]] = [[row[place] for row in rows] for place in (1, 2, 3)]
        heads = ("step", "least", "mean", "most", "least at", "most at")
        plots = (_curves(over, ["least", "mean", "most"], lines),) if rows else ()
        return Found(heads, rows, f"What one step of “{self.range}” adds to “{self.figure}”.", plots)


class Map(SweepQuestion, frozen=True, tag="map"):
    """A heat map of two ranges; `at` says the values of the others."""

    rows: str = ""
    columns: str = ""
    at: dict[str, Value] = {}

    def ranges(self) -> Iterable[str]:
        return (self.rows, self.columns, *self.at)

    def answer(self, find: Find) -> Found:
        axes, _ = found = find(self.check, self.figure)
        fixed = {name: self.at.get(name, values[0]) for name, values in axes.items()}

        def cell(row: Value, column: Value) -> Fraction | None:
            return found.low(*{**fixed, self.rows: row, self.columns: column}.values())

        values = tuple(tuple(cell(row, column) for column in axes[self.columns]) for row in axes[self.rows])
        shown = tuple(tuple(map(_shown, line)) for line in values)
        scales = [_scale(name, axes) for name in (self.rows, self.columns)]
        others = [f"{name} {value}" for name, value in fixed.items() if name not in (self.rows, self.columns)]
        note = (
            f"“{self.figure}”, {self.rows} down and {self.columns} across{': ' if others else '.'}{', '.join(others)}"
        )
        rows = [(row, *line) for row, line in zip(axes[self.rows], values, strict=True)]
        heads = (self.rows, *map(str, axes[self.columns]))
        return Found(heads, rows, note, (HeatMap(scales[0], scales[1], values, shown, _chances(values)),))


AnyQuestion = Options | Change | Fit | Worth | Map


def _known(name: str, among: Iterable[str]) -> None:
    listed = tuple(among)
    if name not in listed:
        guess = did_you_mean(nearest(name, listed))
        raise StudyError("study/sweep", f"“{name[:80]}” is not in this sweep; there are {', '.join(listed)}.{guess}")


def _sentence(text: str) -> dict[str, str]:
    """The parts of a promise; raises StudyError (study/sweep) for a text that is none."""
    said = _SENTENCE.fullmatch(text.strip())
    if said is None:
        raise StudyError(
            "study/sweep", "This is not a promise about a figure.", text, 1,
            ("success between 60 % and 70 %", "blunder never above 5 %", "success rises with skill"),
        )  # fmt: skip
    for part in ("low", "high", "edge"):
        if said[part]:
            _amount(said[part])
    return said.groupdict()


def _amount(text: str) -> Fraction:
    """A number, or a chance as people write it."""
    try:
        return Fraction(arguments.fraction(text, "A number"))
    except UsageError:
        return read_chance(text)


def _kept(said: Mapping[str, str], held: Figures) -> bool:
    """Whether a promise is surely kept by all checks of an option; rising means that it is never less than before."""
    if len(held.known) < len(held.cells):
        return False
    if said["range"]:
        steps = [step for line in held.over([said["range"]]).values() for step in pairwise(line.known)]
        rises = said["way"] == "rises"
        return all(after.low >= before.high if rises else before.low >= after.high for before, after in steps)
    least = _amount(said["low"] or said["edge"]) if said["low"] or said["side"] == "below" else None
    most = _amount(said["high"] or said["edge"]) if said["high"] or said["side"] == "above" else None
    return all((least is None or b.low >= least) and (most is None or b.high <= most) for b in held.known)


def _named(names: Sequence[str], option: Option) -> str:
    return ", ".join(f"{name} {_shown(value)}" for name, value in zip(names, option, strict=True)) or "all"


def _shown(cell: Any) -> str:
    if not isinstance(cell, Fraction):
        return "" if cell is None else minus(str(cell))
    if abs(cell) <= 1:
        return percent(cell) if cell >= 0 else f"−{percent(-cell)}"
    return minus(as_decimal(cell, 3))


def _scale(name: str, axes: Mapping[str, Sequence[Value]]) -> Scale:
    return Scale(name, tuple(map(_shown, axes[name])))


def _curves(over: Scale, names: Sequence[str], lines: Sequence[Sequence[Fraction | None]]) -> Curves:
    values = tuple(zip(*lines, strict=True))
    return Curves(over, apart(names), values, _chances(values))


def _chances(values: Iterable[Iterable[Fraction | None]]) -> bool:
    return all(0 <= value <= 1 for line in values for value in line if value is not None)
