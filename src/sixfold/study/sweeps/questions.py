"""Questions of a designer to a whole sweep: options that keep a promise, or fit; and the worth of a step."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import compress, pairwise
from math import prod
from typing import Annotated, Any, Literal, NamedTuple, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from sixfold.base import arguments
from sixfold.base.bounds import SWEEP_ANSWERED
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import as_decimal, counted, did_you_mean, listed, minus, nearest
from sixfold.base.written_chances import read_chance, read_figure
from sixfold.errors import BoundsError, StudyError, UsageError
from sixfold.show.document import plain
from sixfold.show.report.blocks import Paragraph
from sixfold.show.report.chances import percent
from sixfold.show.report.chart import Curves, HeatMap, Scale, apart
from sixfold.show.report.tables import Block, Column, Columns, Row
from sixfold.study.printed_figures import judge

SHOWN = 30
"""Rows of an answer that people read; a program gets all of them."""

DRAWN = 6
"""Curves in one chart."""

HEAD_LENGTH = 10_000
"""Characters of the name of a column for programs: a check may be the name."""

_SENTENCE = re.compile(
    r"(?P<figure>.+?)\s+(?:between\s+(?P<low>.+?)\s+and\s+(?P<high>.+)|never\s+(?P<side>above|below)\s+(?P<edge>.+)"
    r"|(?P<way>rises|falls)\s+with\s+(?P<range>\w+))"
)

_WORDS = ("between", "never", "above", "below", "rises", "falls", "with")
_PROMISES = ("success between 60 % and 70 %", "blunder never above 5 %", "success rises with skill")

Value = int | str
Option = tuple[Value, ...]
Axes = Mapping[str, Sequence[Value]]
Drawing = Curves | HeatMap
Unit = Literal["chance", "number", "points"]
"""How a figure is written: a chance in percent, a number as a decimal, a difference of chances in points."""


class Figures(NamedTuple):
    """A figure of each check of a pattern, by the values of its ranges in their order; None where there is none."""

    axes: Axes
    cells: Mapping[Option, Bounds | None]
    unit: Unit = "chance"

    @property
    def known(self) -> list[Bounds]:
        """The figures that there are."""
        return [bounds for bounds in self.cells.values() if bounds is not None]

    @property
    def step(self) -> Unit:
        """The unit of a difference of two figures."""
        return "points" if self.unit == "chance" else "number"

    def at(self, *option: Value) -> Bounds | None:
        """The figure of one check, if there is one."""
        return self.cells.get(option)

    def over(self, names: Collection[str]) -> "dict[Option, Figures]":
        """The figures over some ranges, for each option: the values of all other ranges."""
        inside = [name in names for name in self.axes]
        outside = [not each for each in inside]
        parts: dict[Option, dict[Option, Bounds | None]] = defaultdict(dict)
        for values, bounds in self.cells.items():
            parts[tuple(compress(values, outside))][tuple(compress(values, inside))] = bounds
        axes = {name: values for name, values in self.axes.items() if name in names}
        return {option: Figures(axes, cells, self.unit) for option, cells in parts.items()}


Find = Callable[[str, str], Figures]
"""Returns a figure of each check of a pattern, in the order of the sweep, by the names of the check and the figure."""


class Subjects(NamedTuple):
    """The things that a question may be about: the ranges of each check, and its figures with their kinds."""

    checks: Mapping[str, Axes]
    figures: Mapping[str, Mapping[str, str]]

    def figure(self, name: str, check: str) -> str:
        """A figure of a check that can be compared: without a name, its first one."""
        kinds = {figure: kind for figure, kind in self.figures[check].items() if kind != "distribution"}
        if name and self.figures[check].get(name) == "distribution":
            raise _bad(f"“{name[:80]}” is a whole distribution, and a question needs one number.")
        if not kinds:
            raise _bad(f"Of “{check[:80]}” no figure is kept that a question can be about.")
        return one_of(name, kinds, f"a figure that is kept of “{check[:80]}”") if name else next(iter(kinds))


def one_of(name: str, names: Iterable[str], what: str) -> str:
    """Return a name that is among others; raises StudyError (study/sweep), with a guess, for one that is not."""
    among = tuple(names)
    if name not in among:
        known = f"there {'is only' if len(among) == 1 else 'are'} {listed(among) or 'none'}"
        guess = nearest(name, among)
        raise _bad(f"“{name[:80]}” is not {what}; {known}.{did_you_mean(guess)}", guess)
    return name


def value_of(wanted: Value, name: str, axes: Axes) -> Value:
    """Return a value of a range, which may be given as text; raises StudyError (study/sweep) for another one."""
    values = {str(value): value for value in axes[name]}
    if str(wanted) not in values:
        guess = nearest(str(wanted), values)
        known = list(values) if len(values) <= SHOWN else [*list(values)[:3], "…", list(values)[-1]]
        shown = ", ".join(minus(value) or "(nothing)" for value in known)
        raise _bad(f"“{minus(str(wanted)[:80])}” is no value of {name}; it has {shown}.{did_you_mean(guess)}", guess)
    return values[str(wanted)]


class Found(NamedTuple):
    """An answer: a table with its heads, what is to know about it, what is drawn, and the units of its columns."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    note: str
    plots: tuple[Drawing, ...] = ()
    units: Mapping[str, Unit] = {}

    def blocks(self) -> tuple[Block, ...]:
        """The answer to read: chances as percentages, other numbers as decimals."""
        units = [self.units.get(head, "chance") for head in self.heads]
        rows = tuple(
            Row(tuple(shown(cell, unit) for cell, unit in zip(row, units, strict=True))) for row in self.rows[:SHOWN]
        )
        columns = tuple(Column(head, "left" if at == 0 else "right") for at, head in enumerate(self.heads))
        more = f" {len(self.rows) - SHOWN:,} more rows are in the JSON document." if len(self.rows) > SHOWN else ""
        return (*([Columns(columns, rows)] if rows else []), Paragraph(f"{self.note}{more}"))

    def data(self) -> list[dict[str, Any]]:
        """The rows as plain data; a range may have the name of another column."""
        names = apart(self.heads, HEAD_LENGTH)
        return [dict(zip(names, plain(row), strict=True)) for row in self.rows]


class SweepQuestion(Struct, frozen=True, forbid_unknown_fields=True, tag_field="find"):
    """A question about one `figure` of a sweep: the first one, unless it says so."""

    figure: str = ""

    def meant(self, subjects: Subjects) -> Self:
        """The same with all that it left out; raises StudyError (study/sweep) for what the sweep does not have."""
        raise NotImplementedError

    def answer(self, find: Find) -> Found:
        """Return the answer, from the figures of the sweep."""
        raise NotImplementedError


class OneCheck(SweepQuestion, frozen=True):
    """A question about one `check`: the first one, unless it says so."""

    check: str = ""

    def meant(self, subjects: Subjects) -> Self:
        check = one_of(self.check or next(iter(subjects.checks)), subjects.checks, "a check of this sweep")
        made = replace(self, check=check, figure=subjects.figure(self.figure, check))
        return made.within(_compared(subjects.checks[check]), subjects.figures[check])

    def within(self, axes: Axes, figures: Mapping[str, str]) -> Self:
        """The same with values as its check has them; raises StudyError (study/sweep) for what that does not have."""
        raise NotImplementedError


class Promise(NamedTuple):
    """A promise about a figure: it lies between two numbers, or rises (+1) or falls (-1) with a range."""

    figure: str
    least: Fraction | None
    most: Fraction | None
    way: int
    range: str

    @classmethod
    def read(cls, text: str, figures: Mapping[str, str]) -> "Promise":
        """The promise that a text says about one of these figures; raises StudyError (study/sweep) for any other."""
        words = _SENTENCE.fullmatch(text.strip())
        if words is None:
            meant = " ".join(nearest(word, _WORDS) or word for word in text.split())
            guess = meant if meant != text and _SENTENCE.fullmatch(meant) else None
            message = f"“{text[:80]}” is no promise about a figure.{did_you_mean(guess)}"
            raise StudyError("study/sweep", message, text, 1, _PROMISES, guess)
        figure = one_of(words["figure"], [name for name in figures if figures[name] != "distribution"], "a figure here")
        chance = figures[figure] == "chance"
        read = read_chance if chance else _number
        low = words["low"] or (words["edge"] if words["side"] == "below" else None)
        high = words["high"] or (words["edge"] if words["side"] == "above" else None)
        least, most = (None if end is None else read(end) for end in (low, high))
        if least is not None and most is not None and least > most:
            guess = f"{figure} between {high} and {low}"
            raise _bad(f"Nothing lies between {low} and {high}.{did_you_mean(guess)}", guess)
        return cls(figure, least, most, {"rises": 1, "falls": -1, None: 0}[words["way"]], words["range"] or "")

    def missed_by(self, figures: Figures) -> Fraction | None:
        """How far the promise is broken at worst by some figures, 0 if it is surely kept; None if one is not known.

        Rising means that no figure can be less than the one before.
        """
        if len(figures.known) < len(figures.cells):
            return None
        short = [Fraction(0)]
        if self.way:
            steps = [step[:: self.way] for line in figures.over([self.range]).values() for step in pairwise(line.known)]
            short += [before.high - after.low for before, after in steps]
        for bounds in figures.known:
            short += [] if self.least is None else [self.least - bounds.low]
            short += [] if self.most is None else [bounds.high - self.most]
        return max(short)


class Options(OneCheck, frozen=True, kw_only=True, tag="options"):
    """Which options keep every promise of `require`, at every value of the ranges in `every`."""

    require: Annotated[tuple[str, ...], Meta(min_length=1)]
    every: tuple[str, ...] = ()

    def within(self, axes: Axes, figures: Mapping[str, str]) -> Self:
        for name in self.every:
            one_of(name, axes, f"a range of “{self.check}”")
        for promise in (Promise.read(text, figures) for text in self.require):
            if promise.range and promise.range not in self.every:
                one_of(promise.range, axes, f"a range of “{self.check}”")
                raise _bad(f"A figure that rises or falls with “{promise.range}” needs that range in “every”.")
        return self

    def answer(self, find: Find) -> Found:
        # Whatever is kept is a chance or a number here: the units of the figures say which.
        by_name = {name: find(self.check, name) for name in dict.fromkeys(_figure_of(text) for text in self.require)}
        units = {name: figures.unit for name, figures in by_name.items()}
        promises = {text: Promise.read(text, units) for text in self.require}
        lines = {name: figures.over(self.every) for name, figures in by_name.items()}
        missed = {
            option: Missed(
                {text: promise.missed_by(lines[promise.figure][option]) for text, promise in promises.items()}
            )
            for option in next(iter(lines.values()))
        }
        good = [option for option in missed if not any(missed[option].far)]
        shown_options = good or sorted(missed, key=lambda option: missed[option].far)[:DRAWN]
        first = next(iter(by_name.values()))
        named = [name for name in first.axes if name not in self.every]
        rows = []
        for option in shown_options:
            known = [line[option].known for line in lines.values()]
            ends = [end for each in known for end in ((min(each), max(each)) if each else (None, None))]
            rows.append((*option, *ends, *([] if good else [missed[option].worst, missed[option].broken])))
        note = f"{len(good):,} of {counted(len(missed), 'option')} keep all of it."
        note += "" if good else " These come nearest."
        columns: dict[str, Unit] = {f"{side} {name}": units[name] for name in by_name for side in ("least", "most")}
        heads = (*named, *columns, *(() if good else ("off by", "broken")))
        columns["off by"] = "points" if all(unit == "chance" for unit in units.values()) else "number"
        plots = self._curves(named, {option: next(iter(lines.values()))[option] for option in shown_options}, first)
        return Found(heads, rows, note, plots, columns)

    def _curves(self, named: Sequence[str], lines: Mapping[Option, Figures], first: Figures) -> tuple[Drawing, ...]:
        """A curve for each option of which every figure over the one range is known."""
        if len(self.every) != 1 or not lines:
            return ()
        over = _scale(self.every[0], first.axes)
        whole = {option: line.cells for option, line in lines.items() if len(line.cells) == len(over.labels)}
        drawn = dict(list(whole.items())[:DRAWN])
        names = [_named(named, option) for option in drawn]
        return (_curves(over, names, [list(cells.values()) for cells in drawn.values()], _figure_of(self.require[0])),)


class Missed(NamedTuple):
    """By how much an option misses each promise (0: kept); None for one of which nobody knows."""

    by: Mapping[str, Fraction | None]

    @property
    def far(self) -> tuple[int, Fraction, Fraction]:
        """How many promises nobody knows about, by how much the worst is broken, and all of them."""
        known = [each for each in self.by.values() if each is not None]
        return len(self.by) - len(known), max(known, default=Fraction(0)), sum(known, Fraction(0))

    @property
    def worst(self) -> Bounds:
        return Bounds.exactly(self.far[1])

    @property
    def broken(self) -> str:
        return "; ".join(text for text, by in self.by.items() if by != 0)


class Change(OneCheck, frozen=True, kw_only=True, tag="change"):
    """The smallest change from `now` that upholds the `printed` figures of a book, one for each value of `over`."""

    over: str
    printed: Annotated[dict[str, str | int | float], Meta(min_length=1)]
    now: dict[str, Value] = {}

    def within(self, axes: Axes, figures: Mapping[str, str]) -> Self:
        one_of(self.over, axes, f"a range of “{self.check}”")
        if figures[self.figure] != "chance":
            raise _bad(f"A printed figure is a chance, and “{self.figure}” is none.")
        for value, text in self.printed.items():
            value_of(value, self.over, axes)
            read_figure(str(text))
        if self.over in self.now:
            raise _bad(f"“now” names the options of today, and the figures are printed for each “{self.over}”.")
        return replace(self, now=_values(self.now, axes, self.check))

    def answer(self, find: Find) -> Found:
        axes, *_ = figures = find(self.check, self.figure)
        lines = figures.over([self.over])
        others = [name for name in axes if name != self.over]
        printed = {value: str(self.printed[str(value)]) for value in axes[self.over] if str(value) in self.printed}
        book = {value: read_figure(text) for value, text in printed.items()}
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
            beside = f" (printed {printed[value]})" if value in printed else ""
            return f"{shown(lines[option].at(value))}{beside}"

        most = max(upheld.values(), default=0)
        best = sorted((option for option in upheld if upheld[option] == most), key=far)
        rows = [(*option, far(option)[0], *(cell(option, value) for value in axes[self.over])) for option in best]
        note = f"{most} of {counted(len(self.printed), 'printed figure')} can be upheld together."
        drawn = [[Bounds.exactly(book[value].value) if value in book else None for value in axes[self.over]]]
        best = best[: DRAWN - 1]
        drawn += [[lines[option].at(value) for value in axes[self.over]] for option in best]
        names = ["printed", *(_named(others, option) for option in best)]
        curves = _curves(_scale(self.over, axes), names, drawn, self.figure)
        return Found((*others, "changes", *map(str, axes[self.over])), rows, note, (curves,))


Matches = Mapping[Option, tuple[Option, Bounds]]
"""To the values of a check, the values and the figure of the one that comes nearest."""


class Fit(SweepQuestion, frozen=True, kw_only=True, tag="fit"):
    """Which check of each of `check` comes nearest to each one of `to`, and how far off it is.

    Ranges that both have are equal.
    The ranges in `one` have the same values for all of them: those with which the worst is nearest.
    """

    check: str | tuple[str, ...] = ()
    to: str
    one: tuple[str, ...] = ()

    @property
    def others(self) -> tuple[str, ...]:
        """The checks that are compared."""
        return (self.check,) if isinstance(self.check, str) else self.check

    def meant(self, subjects: Subjects) -> Self:
        one_of(self.to, subjects.checks, "a check of this sweep")
        checks = tuple(dict.fromkeys(self.others)) or tuple(name for name in subjects.checks if name != self.to)
        figure = subjects.figure(self.figure, self.to)
        for check in checks:
            one_of(check, subjects.checks, "a check of this sweep")
            subjects.figure(figure, check)
            if subjects.figures[check][figure] != subjects.figures[self.to][figure]:
                raise _bad(f"“{figure}” of “{check}” and of “{self.to}” cannot be compared: only one is a chance.")
        if self.to in checks or not checks:
            raise _bad(f"A fit compares other checks with “{self.to}”: name them in “check”.")
        for check in (self.to, *checks):
            _compared(subjects.checks[check])
        free = [name for check in checks for name in subjects.checks[check] if name not in subjects.checks[self.to]]
        for name in self.one:
            one_of(name, dict.fromkeys(free), f"a range that “{self.to}” does not have")
        return replace(self, check=checks, figure=figure)

    def answer(self, find: Find) -> Found:
        goal = find(self.to, self.figure)
        heads, units = [*goal.axes, self.to], {self.to: goal.unit}
        fits: list[tuple[Figures, Matches]] = []
        notes = []
        for check in self.others:
            mine = find(check, self.figure)
            matches, option = self._nearest(mine, goal)
            fits.append((mine, matches))
            heads += [*(f"{name} of {check}" for name in mine.axes), check, f"{check} off by"]
            units |= {check: goal.unit, f"{check} off by": goal.step}
            differences = [value.minus(bounds) for at, (_, value) in matches.items() if (bounds := goal.cells[at])]
            off = max((abs(end) for each in differences for end in each[:2]), default=Fraction(0))
            with_option = f" with {_named(list(option), tuple(option.values()))}" if option else ""
            notes.append(f"{check} is off by at most {shown(Bounds.exactly(off), goal.step)}{with_option}")
        rows: list[tuple[Any, ...]] = []
        lines: list[list[Bounds | None]] = []
        for values, bounds in goal.cells.items():
            if bounds is not None and any(values in matches for _, matches in fits):
                row: list[Any] = [*values, bounds]
                line: list[Bounds | None] = [bounds]
                for mine, matches in fits:
                    best, value = matches.get(values, ((None,) * len(mine.axes), None))
                    row += [*best, value, None if value is None else value.minus(bounds)]
                    line.append(value)
                rows.append(tuple(row))
                lines.append(line)
        over = Scale(" ".join(goal.axes), apart(" ".join(map(str, row[: len(goal.axes)])) for row in rows))
        curves = list(zip(*lines, strict=True))[:DRAWN]
        plots = (_curves(over, [self.to, *self.others][:DRAWN], curves, self.figure),) if lines else ()
        return Found(tuple(heads), rows, f"At its nearest, {listed(notes)}.", plots, units)

    def _nearest(self, mine: Figures, goal: Figures) -> tuple[Matches, Mapping[str, Value]]:
        """The nearest check to each one of the goal, and the values of the ranges that all of them share."""
        ours, theirs = tuple(mine.axes), tuple(goal.axes)
        both, fixed = ([name for name in names if name in ours] for names in (theirs, self.one))
        groups: dict[Option, dict[Option, list[tuple[Option, Bounds]]]] = defaultdict(lambda: defaultdict(list))
        for values, bounds in mine.cells.items():
            if bounds is not None:
                option, shared = (tuple(values[ours.index(name)] for name in names) for names in (fixed, both))
                groups[option][shared].append((values, bounds))

        def off(bounds: Bounds, goal_bounds: Bounds) -> Fraction:
            return abs(bounds.low - goal_bounds.low)

        best: tuple[tuple[int, Fraction], Matches, Option] | None = None
        for option, group in groups.items():
            matches = {
                values: min(near, key=lambda each: off(each[1], bounds))
                for values, bounds in goal.cells.items()
                if bounds is not None and (near := group.get(tuple(values[theirs.index(name)] for name in both)))
            }
            worst = max(
                (off(value, goal.cells[at] or value) for at, (_, value) in matches.items()), default=Fraction(0)
            )
            if best is None or (-len(matches), worst) < best[0]:
                best = (-len(matches), worst), matches, option
        return ({}, {}) if best is None else (best[1], dict(zip(fixed, best[2], strict=True)))


class Worth(OneCheck, frozen=True, kw_only=True, tag="worth"):
    """The worth of each step of `range`: the least, the mean and the greatest gain."""

    range: str

    def within(self, axes: Axes, figures: Mapping[str, str]) -> Self:
        if len(axes[one_of(self.range, axes, f"a range of “{self.check}”")]) < 2:
            raise _bad(f"“{self.range}” has one value, and so no step.")
        return self

    def answer(self, find: Find) -> Found:
        axes, cells, _ = figures = find(self.check, self.figure)
        at = list(axes).index(self.range)
        rows: list[tuple[Any, ...]] = []
        for before, after in pairwise(axes[self.range]):
            gains = [
                (higher.minus(bounds), values)
                for values, bounds in cells.items()
                if values[at] == before and bounds is not None
                if (higher := figures.at(*values[:at], after, *values[at + 1 :])) is not None
            ]
            if gains:
                least, most = (end(gains, key=lambda gain: gain[0]) for end in (min, max))
                mean = Bounds.mean([gain for gain, _ in gains])
                where = (_named(tuple(axes), values) for _, values in (least, most))
                rows.append((f"{before} → {after}", least[0], mean, most[0], *where))
        over = Scale(self.range, tuple(row[0] for row in rows))
        lines: list[list[Any]] = [[row[place] for row in rows] for place in (1, 2, 3)]
        heads = ("step", "least", "mean", "most", "least at", "most at")
        plots = (_curves(over, ["least", "mean", "most"], lines, f"gain in {self.figure}"),) if rows else ()
        note = f"What one step of “{self.range}” adds to “{self.figure}”."
        return Found(heads, rows, note, plots, dict.fromkeys(heads[1:4], figures.step))


class Map(OneCheck, frozen=True, kw_only=True, tag="map"):
    """A heat map of two ranges; `at` says the values of the others."""

    rows: str
    columns: str
    at: dict[str, Value] = {}

    def within(self, axes: Axes, figures: Mapping[str, str]) -> Self:
        for key, name in (("rows", self.rows), ("columns", self.columns)):
            one_of(name, axes, f"a range of “{self.check}”")
            if name in self.at:
                raise _bad(f"“at” names the values of the other ranges, and “{name}” is the range of the {key}.")
        if self.rows == self.columns:
            raise _bad(f"The rows and the columns of a map are two ranges, and both are “{self.rows}”.")
        return replace(self, at=_values(self.at, axes, self.check))

    def answer(self, find: Find) -> Found:
        axes, *_ = figures = find(self.check, self.figure)
        fixed = {name: self.at.get(name, values[0]) for name, values in axes.items()}

        def cell(row: Value, column: Value) -> Bounds | None:
            return figures.at(*{**fixed, self.rows: row, self.columns: column}.values())

        values = tuple(tuple(cell(row, column) for column in axes[self.columns]) for row in axes[self.rows])
        written = tuple(tuple(shown(value, figures.unit) for value in line) for line in values)
        scales = [_scale(name, axes) for name in (self.rows, self.columns)]
        others = [f"{name} {value}" for name, value in fixed.items() if name not in (self.rows, self.columns)]
        note = (
            f"“{self.figure}”, {self.rows} down and {self.columns} across{': ' if others else '.'}{', '.join(others)}"
        )
        rows = [(row, *line) for row, line in zip(axes[self.rows], values, strict=True)]
        heads = (self.rows, *map(str, axes[self.columns]))
        plot = HeatMap(scales[0], scales[1], _lows(values), written, figures.unit == "chance")
        return Found(heads, rows, note, (plot,), dict.fromkeys(heads[1:], figures.unit))


AnyQuestion = Options | Change | Fit | Worth | Map


def _compared(axes: Axes) -> Axes:
    """The same ranges; raises BoundsError for more checks than a question compares."""
    many = prod(map(len, axes.values()))
    if many > SWEEP_ANSWERED:
        raise BoundsError(f"A question compares at most {SWEEP_ANSWERED:,} checks, not {many:,}.")
    return axes


def _values(values: Mapping[str, Value], axes: Axes, check: str) -> dict[str, Value]:
    """The values of some ranges of a check."""
    return {name: value_of(value, one_of(name, axes, f"a range of “{check}”"), axes) for name, value in values.items()}


def _bad(message: str, guess: str | None = None) -> StudyError:
    return StudyError("study/sweep", message, guess=guess)


def _number(text: str) -> Fraction:
    """A number that is no chance."""
    try:
        return Fraction(arguments.fraction(text.replace("−", "-"), "A number"))
    except UsageError:
        raise _bad(f"“{text[:40]}” is not a number. A chance has a %, and this figure is none.") from None


def _figure_of(promise: str) -> str:
    words = _SENTENCE.fullmatch(promise.strip())
    return words["figure"] if words else ""


def _named(names: Sequence[str], option: Option) -> str:
    return ", ".join(f"{name} {shown(value)}" for name, value in zip(names, option, strict=True)) or "all"


def shown(cell: Any, unit: Unit = "chance") -> str:
    """A cell of an answer as people read it.

    >>> shown(Bounds.exactly(Fraction(-1, 8)), "points"), shown(Bounds.exactly(Fraction(1, 2)), "number"), shown(-3)
    ('−12.5 points', '0.500', '−3')
    """
    if not isinstance(cell, Bounds):
        return "" if cell is None else minus(str(cell))
    low, high = cell.low, cell.high
    if unit == "number":
        return minus(as_decimal(low, 3))
    digits = 1 if unit == "points" else None
    if low < 0 < high:
        text = f"± {percent(Bounds(Fraction(0), max(-low, high)), digits)}"
    else:
        text = percent(cell, digits) if low >= 0 else f"−{percent(Bounds(-high, -low), digits)}"
    return f"{text.removesuffix(' %')} points" if unit == "points" else text


def _scale(name: str, axes: Axes) -> Scale:
    return Scale(name, tuple(map(shown, axes[name])))


def _curves(over: Scale, names: Sequence[str], lines: Sequence[Sequence[Bounds | None]], of: str) -> Curves:
    values = tuple(zip(*lines, strict=True))
    return Curves(over, apart(names), _lows(values), _chances(values), of)


def _lows(values: Iterable[Iterable[Bounds | None]]) -> tuple[tuple[Fraction | None, ...], ...]:
    return tuple(tuple(None if value is None else value.low for value in line) for line in values)


def _chances(values: Iterable[Iterable[Bounds | None]]) -> bool:
    return all(0 <= value.low <= 1 for line in values for value in line if value is not None)
