"""The grid that goes into a rule book: a check over a range of one option, or of two."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold import arguments
from sixfold.bounds import SHOWN_AT_ONCE, SHOWN_DIGITS, STUDY_CHECKS, TEXT_LENGTH
from sixfold.checks.check import Check, parse
from sixfold.checks.head import read_head
from sixfold.errors import BoundsError, NotationError, StudyError
from sixfold.printable import shown
from sixfold.report.blocks import SPACE, Note
from sixfold.report.chances import as_bound, as_decimal, at_most_too_low, percent
from sixfold.report.tables import Block, Column, Columns, Report, Row
from sixfold.report.tidy import FIGURE, Tidy, figure
from sixfold.rules.message import counted, did_you_mean, minus, nearest
from sixfold.rules.rule import System
from sixfold.rules.words import Word
from sixfold.shapes.fraction import exact as fraction_text
from sixfold.shapes.parts import Decimal, Unresolved
from sixfold.solving.bounded import Bounds
from sixfold.solving.events import Event, default_event, in_words
from sixfold.solving.odds import Odds
from sixfold.study.budget import Budget
from sixfold.study.document import Aim, Document, with_best_play
from sixfold.study.openings import Opening, read_range
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.report.chart import Chart

_MEAN = re.compile(r"\s*mean\s+(?:of\s+)?([^\W\d]\w*)\s*", re.IGNORECASE)

Value = int | str


class Axis(Struct, frozen=True):
    """What rows or columns go through."""

    option: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]


class Cell(Struct, frozen=True):
    """A check of the grid: a chance, or a mean."""

    text: str
    exact: Annotated[Fraction, Meta(description="A fraction in lowest terms, as text; a mean may be below zero.")]
    decimal: Decimal
    unresolved: Unresolved | UnsetType = UNSET

    @property
    def left(self) -> Fraction:
        """The maximum error, 0 if there is none."""
        return self.unresolved or Fraction(0)


class Show(NamedTuple):
    """What a grid shows of each check: the chance of an event, or the mean of a number."""

    text: str
    event: Event | None
    field: str = ""

    @classmethod
    def read(cls, text: str) -> "Show":
        """`success`, `quality=critical`, `mean damage`; raises StudyError (study/event)."""
        match = _MEAN.fullmatch(arguments.text(text, "What a table shows"))
        if match:
            return cls(f"mean {match.group(1).lower()}", None, match.group(1).lower())
        event = Event.read(text)
        return cls(event.text, event)

    def of(self, odds: Odds) -> tuple[Fraction, Fraction]:
        """The value for one check, and what of it is unresolved."""
        if self.event is not None:
            bounds = self.event.bounds(odds)
            return bounds.low, bounds.unresolved
        if self.field not in odds.numbers:
            raise StudyError(
                "study/event",
                f"“{self.field[:40]}” is not a number of {odds.check.system} {odds.check.rule.name}; "
                f"it has {', '.join(odds.numbers)}.",
            )
        number = odds.numbers[self.field]
        return number.mean, number.unresolved


class Grid(Document, frozen=True):
    """A check over a range of one option, or of two."""

    text: str
    event: Annotated[tuple[str, ...], Meta(description="The figures shown for each check.")]
    rows: Axis
    columns: Axis | None
    cells: Annotated[tuple[tuple[Cell, ...], ...], Meta(description="The cells, row by row.")]
    _titles: tuple[str, ...]
    _digits: int
    _fractions: bool
    aim: Aim = UNSET

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands above the columns."""
        return self.columns.labels if self.columns is not None else self._titles

    @property
    def title(self) -> str:
        """What the grid shows, in the words of the game."""
        return f"{self.text}: {', '.join(self._titles)}"

    def _mean(self, column: int) -> bool:
        return self.event[0 if self.columns is not None else column].startswith("mean ")

    def entry(self, row: int, column: int) -> str:
        """A cell as text: a percentage, or the exact fraction."""
        cell = self.cells[row][column]
        if self._fractions:
            return f"{'≥ ' if cell.left else ''}{fraction_text(cell.exact)}"
        if self._mean(column):
            return minus(as_decimal(cell.exact, max(self._digits, 1)))
        return percent(cell.exact, self._digits, unresolved=cell.left)

    def entries(self) -> tuple[tuple[str, ...], ...]:
        """All cells as text."""
        return tuple(tuple(self.entry(row, at) for at in range(len(cells))) for row, cells in enumerate(self.cells))

    def tidy(self) -> Tidy:
        """A line for each cell: the options, what is shown, and its exact value."""
        options = (self.rows.option, *([] if self.columns is None else [self.columns.option]))
        lines = []
        for value, cells in zip(self.rows.values, self.cells, strict=True):
            for column, cell in enumerate(cells):
                across = () if self.columns is None else (self.columns.values[column],)
                show = self.event[0 if self.columns is not None else column]
                lines.append((value, *across, show, *figure(cell.exact, cell.left), cell.text))
        return Tidy((*options, "event", *FIGURE, "check"), tuple(lines))

    def report(self) -> Report:
        """The grid, its figures under each other."""
        columns = (Column(self.rows.option, "right", "strong"), *(Column(head, "right") for head in self.heads))
        rows = tuple(Row((label, *cells)) for label, cells in zip(self.rows.labels, self.entries(), strict=True))
        over = "" if self.columns is None else self.columns.option
        blocks: list[Block] = [Columns(columns, rows, grid=True, over=over, caption=self.title)]
        cells = [(self._mean(at), cell.left) for row in self.cells for at, cell in enumerate(row)]
        chances = max((left for mean, left in cells if not mean), default=None)
        means = max((left for mean, left in cells if mean), default=None)
        if chances:
            blocks += [SPACE, Note(f"{at_most_too_low(chances)}.")]
        if means:
            blocks += [SPACE, Note(f"Means leave out results with a total chance of {as_bound(means)}.")]
        return (*blocks, *with_best_play(self.aim))

    def chart(self) -> "Chart":
        """A heat map; with a single column, or several things shown, curves."""
        from sixfold.report.chart import Chart, Curves, HeatMap, Scale, apart  # here, for charts alone

        chances = not any(show.startswith("mean ") for show in self.event)
        values = tuple(tuple(cell.exact for cell in row) for row in self.cells)
        rows = Scale(self.rows.option, self.rows.labels)
        if self.columns is None:
            curves = Curves(rows, apart(self._titles), values, chances)
            return Chart(self.title, f"by {self.rows.option}", (curves,))
        columns = Scale(self.columns.option, self.columns.labels)
        facts = f"{self.rows.option} down, {self.columns.option} across{', in %' if chances else ''}"
        return Chart(self.title, facts, (HeatMap(rows, columns, values, self.entries(), chances),))


def table(
    check: str,
    rows: str | tuple[str, Iterable[Value]],
    columns: str | tuple[str, Iterable[Value]] | None = None,
    event: str | Sequence[str] | None = None,
    *,
    digits: int = 1,
    exact: bool = False,
    aim: str | None = None,
    systems: Mapping[str, System] = SYSTEMS,
) -> Grid:
    """A check over a range of one option or two, at most 10,000 checks.

    `rows` and `columns` are `OPTION=RANGE` (`modifier=-3..9`, `vs=10,15,20`, `chaos=all,kept`, `combat=no,yes`, and
    `?=1..6` for an open place), or a pair of both. The cells show an `event` (success if it is not said) or
    `mean FIELD`; without columns there may be several. They are percentages with so many `digits` (0 to 12) after the
    point, or `exact` fractions. With an `aim` (an event or a number, as in `odds`) the player plays best for it, and it
    is what the cells show if you give no event.
    Raises StudyError, NotationError or BoundsError for what cannot be read.

    >>> print(table("ten", "modifier=-3..3..3", "skew=-1..1"))
    ten: Success
    <BLANKLINE>
                skew
      modifier  inferior 1       0  superior 1
            −3      10.5 %  25.9 %      48.8 %
            +0      38.3 %  62.5 %      82.5 %
            +3      76.9 %  90.7 %      97.2 %
    """
    shows = [Show.read(one) for one in _shows(event)]
    if columns is not None and len(shows) > 1:
        raise StudyError("study/option", "A grid with columns shows one figure; leave out the columns to show several.")
    arguments.one_of(exact, "Whether fractions are shown", bool, "true or false")
    arguments.whole(digits, "The number of digits after the point", 0, SHOWN_DIGITS)
    return _Grids(check, rows, columns, shows, digits, Budget(systems, aim=aim)).grid(exact)


class _Grids:
    """Solves the cells of one grid."""

    def __init__(
        self,
        text: str,
        rows: str | tuple[str, Iterable[Value]],
        columns: str | tuple[str, Iterable[Value]] | None,
        shows: list[Show],
        digits: int,
        budget: Budget,
    ) -> None:
        if len(arguments.text(text, "A check")) > TEXT_LENGTH:
            raise NotationError("notation/too-long", f"A check has at most {TEXT_LENGTH:,} characters.")
        self.budget = budget
        self.digits = digits
        self.text = " ".join(text.split())
        self.opening = Opening.read(self.text, 2)
        self.rule = read_head(self.text, budget.systems).rule
        self.shows = shows
        self.axes = [self._axis(axis) for axis in ((rows,) if columns is None else (rows, columns))]
        names = [axis.option for axis, _ in self.axes]
        if len(set(names)) < len(names) and names[0] != "?":
            raise StudyError("study/option", f"“{names[0]}” is in both the rows and the columns.")
        if names.count("?") != len(self.opening.holes):
            raise StudyError(
                "study/open",
                f"The check has {counted(len(self.opening.holes), 'open place')} (?); "
                f"ranges given for them: {names.count('?')}.",
                self.text,
                self.opening.holes[-1].end if self.opening.holes else 1,
            )
        size = 1
        for axis, _ in self.axes:
            size *= len(axis.values)
        if size > STUDY_CHECKS:
            raise BoundsError(f"A table has at most {STUDY_CHECKS:,} cells; this one would have {size:,}.")

    def _axis(self, asked: str | tuple[str, Iterable[Value]]) -> tuple[Axis, Word | None]:
        if isinstance(asked, str):
            option, equals, said = asked.partition("=")
            option = option.strip().lower()
            if not equals:
                raise StudyError("study/range", "Give an option and its range.", asked[:200], 1, ("modifier=-3..9",))
        else:
            pair = arguments.several(asked, "Rows or columns", 2)
            if len(pair) != 2:
                raise arguments.wrong(asked, "Rows or columns", "text, or an option and its values")
            option, said = arguments.text(pair[0], "An option"), ""
            asked = (option, arguments.several(pair[1], f"The values of “{option[:40]}”", STUDY_CHECKS))
        if option == "?":
            values = _read(asked, said, option)
            return Axis(option, values, tuple(minus(str(v)) for v in values)), None
        word = next((word for word in self.rule.words if word.name == option), None)
        if word is None:
            known = tuple(word.name for word in self.rule.words)
            guess = nearest(option, known)
            hint = did_you_mean(guess)
            there = ", ".join(known) if known else "none; leave a number open instead, as in “dice ?d6”, with ?=1..5"
            raise StudyError(
                "study/option",
                f"{self.rule.system} {self.rule.name} has no option “{option[:40]}”; there are {there}.{hint}",
                asked[:200] if isinstance(asked, str) else "",
                1,
                known,
                guess,
            )
        found: tuple[Value, ...] = _names(word, asked, said) if word.choices else _read(asked, said, option)
        return Axis(option, found, tuple(word.label(value) for value in found)), word

    def grid(self, fractions: bool) -> Grid:
        rows = self.axes[0][0]
        columns = self.axes[1][0] if len(self.axes) > 1 else None
        cells: list[tuple[Cell, ...]] = []
        titles: list[str] = []
        for row in rows.values:
            line: list[Cell] = []
            for column in columns.values if columns is not None else (None,):
                check = self._check([row] if column is None else [row, column])
                odds = self.budget.solve(check)
                if not self.shows:
                    self.shows = [self._usual(odds)]
                titles = titles or [in_words(odds, show.text) for show in self.shows]
                line += [self._cell(show, check) for show in self.shows]
            cells.append(tuple(line))
        shown = tuple(show.text for show in self.shows)
        return Grid(
            self.text, shown, rows, columns, tuple(cells), tuple(titles), self.digits, fractions, self.budget.aimed()
        )

    def _usual(self, odds: Odds) -> Show:
        """What is shown if nothing is said: the aim, or else success."""
        if self.budget.number in odds.numbers:
            return Show(f"mean {self.budget.number}", None, self.budget.number)
        event = self.budget.goal(odds) or default_event(odds)
        return Show(event.text, event)

    def _cell(self, show: Show, check: Check) -> Cell:
        """The figure of a check: followed as far as it needs."""
        value, unresolved = self._figure(show, check)
        return Cell(check.text, value, float(value), unresolved or UNSET)

    def _figure(self, show: Show, check: Check) -> tuple[Fraction, Fraction]:
        event = show.event
        if event is None:
            return show.of(self.budget.solve(check))

        def rounds(bounds: Bounds) -> bool | None:
            figures = {percent(chance, self.digits) for chance in (bounds.low, bounds.high)}
            return True if len(figures) == 1 else None

        _, bounds = self.budget.settled(check, event.bounds, rounds)
        return bounds.low, bounds.unresolved

    def _check(self, values: list[Value]) -> Check:
        words, open_values = [], []
        for (_, word), value in zip(self.axes, values, strict=True):
            if word is None:
                open_values.append(int(value))
            else:
                words.append(word.spell(word.setting(value)))
        text = " ".join([self.opening.fill(tuple(open_values)), *filter(None, words)])
        check = parse(text, self.budget.systems)
        for (axis, word), value in zip(self.axes, values, strict=True):
            if word is not None and check.arguments[word.name] != word.argument(word.setting(value)):
                raise StudyError(
                    "study/option",
                    f"“{axis.option}” is in the check “{self.text[:80]}” and in the table; use it only once.",
                )
        return check


def _shows(show: str | Sequence[str] | None) -> list[str]:
    if show is None or isinstance(show, str):
        return [show] if show else []
    return arguments.several(show, "What a table shows", SHOWN_AT_ONCE)


def _read(asked: str | tuple[str, Iterable[Value]], said: str, option: str) -> tuple[int, ...]:
    if isinstance(asked, str):
        return read_range(said, asked, len(asked) - len(said) + 1)
    values = tuple(asked[1])
    if not values or not all(type(value) is int for value in values):
        raise StudyError("study/range", f"The values of “{option}” must be whole numbers, at least one.")
    return tuple(value for value in values if isinstance(value, int))


def _names(word: Word, asked: str | tuple[str, Iterable[Value]], said: str) -> tuple[str, ...]:
    known = word.choices
    listed = said.split(",") if isinstance(asked, str) else [_said(value) for value in asked[1]]
    names = [name.strip().lower() for name in listed]
    for name in names:
        if name not in known:
            raise StudyError(
                "study/range",
                f"“{word.name}” can be {' or '.join(known)}, not “{name[:40]}”.",
                asked[:200] if isinstance(asked, str) else "",
                1,
                known,
            )
    return tuple(dict.fromkeys(names))


def _said(value: Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else shown(value)
