"""The grid that goes into a rule book: a check over a range of one option, or of two."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Annotated, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from sixfold.base import arguments
from sixfold.base.bounds import SHOWN_AT_ONCE, SHOWN_DIGITS, STUDY_CHECKS, WORK
from sixfold.base.printable import shown
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.fraction import exact as fraction_text
from sixfold.base.shapes.parts import Chance
from sixfold.base.wording import as_decimal, counted, did_you_mean, minus, nearest
from sixfold.checks.check import parse
from sixfold.checks.head import read_head, with_words
from sixfold.errors import BoundsError, NotationError, OddsError, StudyError
from sixfold.rules import Word
from sixfold.rules.check import Check
from sixfold.rules.rule import Rule, Systems
from sixfold.show.document import Document
from sixfold.show.report.blocks import SPACE, Paragraph
from sixfold.show.report.chances import as_bound, percent
from sixfold.show.report.chart import Chart, Curves, HeatMap, Scale, apart
from sixfold.show.report.tables import FIGURE, Block, Column, Columns, Report, Row, Tidy, figure
from sixfold.solving.events import MEAN, Event, in_words, number_of
from sixfold.solving.odds import Odds
from sixfold.study.assumed import Aim, lower_bounds, with_best_play
from sixfold.study.budget import Budget
from sixfold.study.open_places import Opening, read_range
from sixfold.systems import SYSTEMS

Value = int | str


class Axis(Struct, frozen=True):
    """The option of the rows or columns, and its values."""

    option: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]
    _word: Word | None = None


class Cell(Chance, frozen=True, kw_only=True):
    """A check of the grid: a chance, or a mean."""

    text: str
    exact: Annotated[Fraction, Meta(description="A fraction in lowest terms, as text; a mean may be below zero.")]


class Show(NamedTuple):
    """The figure shown for each check: the chance of an event, or the mean of a number (without an event)."""

    text: str
    event: Event | None = None

    @classmethod
    def read(cls, text: str) -> "Show":
        """`success`, `quality=critical`, `mean damage`; raises StudyError (study/event)."""
        match = MEAN.fullmatch(arguments.text(text, "What a table shows"))
        if match:
            return cls(f"mean {match.group(1).lower()}")
        event = Event.read(text)
        return cls(event.text, event)


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
    left: Annotated[
        tuple[Value, ...] | UnsetType, Meta(description="The values of rows that would be too much work for one table.")
    ] = UNSET

    @property
    def title(self) -> str:
        """The check and its figures, in the words of the game."""
        return f"{self.text}: {', '.join(self._titles)}"

    def _mean(self, column: int) -> bool:
        return self.event[0 if self.columns is not None else column].startswith("mean ")

    def entry(self, row: int, column: int) -> str:
        """A cell as text: a percentage, or the exact fraction."""
        cell = self.cells[row][column]
        if self._fractions:
            return f"{'' if cell.bounds.exact else '≥ '}{fraction_text(cell.exact)}"
        if self._mean(column):
            return minus(as_decimal(cell.exact, max(self._digits, 1)))
        return percent(cell.bounds, self._digits)

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
                lines.append((value, *across, show, *figure(cell.bounds), cell.text))
        return Tidy((*options, "event", *FIGURE, "check"), tuple(lines))

    def report(self) -> Report:
        """The grid, its figures under each other."""
        heads = self.columns.labels if self.columns is not None else self._titles
        columns = (Column(self.rows.option, "right", "strong"), *(Column(head, "right") for head in heads))
        rows = tuple(Row((label, *cells)) for label, cells in zip(self.rows.labels, self.entries(), strict=True))
        over = "" if self.columns is None else self.columns.option
        blocks: list[Block] = [Columns(columns, rows, grid=True, over=over, caption=self.title)]
        cells = [(self._mean(at), cell.bounds.unresolved) for row in self.cells for at, cell in enumerate(row)]
        chances = max((left for mean, left in cells if not mean), default=Fraction(0))
        means = max((left for mean, left in cells if mean), default=None)
        blocks += lower_bounds(chances)
        if means:
            blocks += [SPACE, Paragraph(f"Means ignore results that together have a chance of {as_bound(means)}.")]
        if self.left is not UNSET:
            more = f"{counted(len(self.left), 'row')} more, from {minus(str(self.left[0]))} on, would be too much work"
            blocks += [SPACE, Paragraph(f"{more}: allow more (on the command line --patient, in Python work=).", "bad")]
        return (*blocks, *with_best_play(self.aim))

    def chart(self) -> Chart:
        """A heat map; with a single column, or several things shown, curves."""
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
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Grid:
    """A check over a range of one option or two, at most 10,000 checks.

    `rows` and `columns` are `OPTION=RANGE` (`modifier=-3..9`, `vs=10,15,20`, `chaos=all,kept`, `combat=no,yes`, and
    `?=1..6` for an open place), or a pair of both. The cells show an `event` (success if it is not said) or
    `mean FIELD`; without columns there may be several. They are percentages with so many `digits` (0 to 12) after the
    point, or `exact` fractions. Rows that would be too much work are left out at the end, and counted. With an `aim`
    (an event or a number, as in `odds`) the player plays best for it, and it is what the cells show if you give no
    event. `work` bounds the cost of one check, as in `odds`, and thereby of all.

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
    events = () if event is None else event
    listed = [name for name in (events,) if name] if isinstance(events, str) else events
    shows = [Show.read(one) for one in arguments.several(listed, "What a table shows", SHOWN_AT_ONCE)]
    if columns is not None and len(shows) > 1:
        raise StudyError("study/option", "A grid with columns shows one figure; leave out the columns to show several.")
    arguments.one_of(exact, "Whether fractions are shown", bool, "true or false")
    arguments.whole(digits, "The number of digits after the point", 0, SHOWN_DIGITS)
    opening = Opening.read(" ".join(arguments.text(check, "A check").split()), 2)
    rule = read_head(opening.text, systems).rule
    axes = [_axis(axis, rule) for axis in ((rows,) if columns is None else (rows, columns))]
    _refuse(opening, axes)
    budget = Budget(systems, aim, work)
    across = axes[1] if columns is not None else None
    checks = [
        [_check(opening, axes, values, systems) for values in product((row,), *(axis.values for axis in axes[1:]))]
        for row in axes[0].values
    ]
    cells, shows, titles = _solved(checks, shows, budget, digits)
    down, done = axes[0], len(cells)
    return Grid(
        opening.text, tuple(show.text for show in shows),
        structs.replace(down, values=down.values[:done], labels=down.labels[:done]), across,
        tuple(cells), tuple(titles), digits, exact, budget.aimed(), down.values[done:] or UNSET,
    )  # fmt: skip


def _solved(
    checks: Sequence[Sequence[Check]], shows: list[Show], budget: Budget, digits: int
) -> tuple[list[tuple[Cell, ...]], list[Show], list[str]]:
    """The cells of each row, up to one that is too much work; what they show, and how that is called."""
    cells: list[tuple[Cell, ...]] = []
    titles: list[str] = []
    for row in checks:
        line: list[Cell] = []
        try:
            for check in row:
                odds = budget.solve(check)
                shows = shows or [_usual(odds, budget)]
                titles = titles or [in_words(odds, show.text) for show in shows]
                line += [Cell.of(_figure(show, odds, budget, digits), text=check.text) for show in shows]
        except (BoundsError, OddsError) as error:
            if not cells or error.code not in ("bounds/exceeded", "odds/too-large"):
                raise
            break
        cells.append(tuple(line))
    return cells, shows, titles


def _refuse(opening: Opening, axes: Sequence[Axis]) -> None:
    """Raises StudyError for axes that do not fit the check or each other, BoundsError for too many cells."""
    names = [axis.option for axis in axes]
    if len(set(names)) < len(names) and names[0] != "?":
        raise StudyError("study/option", f"“{names[0]}” is in both the rows and the columns.")
    if names.count("?") != len(opening.holes):
        raise StudyError(
            "study/open",
            f"The check has {counted(len(opening.holes), 'open place')} (?); "
            f"ranges given for them: {names.count('?')}.",
            opening.text,
            opening.holes[-1].end if opening.holes else 1,
        )
    size = prod(len(axis.values) for axis in axes)
    if size > STUDY_CHECKS:
        raise BoundsError(f"A table has at most {STUDY_CHECKS:,} cells; this one would have {size:,}.")


def _axis(axis: str | tuple[str, Iterable[Value]], rule: Rule) -> Axis:
    """An option and its values, which a text says after `=`."""
    option, given = _option_and_values(axis)
    word = _word_of(option, rule, axis)
    if word is not None and word.choices:
        values: tuple[Value, ...] = _choices(given, word, axis)
    elif isinstance(given, str):
        text = str(axis)
        values = read_range(given, text, len(text) - len(given) + 1)
    elif given and all(type(value) is int for value in given):
        values = tuple(given)
    else:
        raise StudyError("study/range", f"The values of “{option}” must be whole numbers, at least one.")
    labels = [minus(str(value)) if word is None else word.label(value) for value in values]
    return Axis(option, values, tuple(labels), word)


def _option_and_values(axis: str | tuple[str, Iterable[Value]]) -> tuple[str, str | list[Value]]:
    """An option, and its values as they were given: as a text, or one by one."""
    if isinstance(axis, str):
        option, equals, given = axis.partition("=")
        if not equals:
            raise StudyError("study/range", "Give an option and its range.", _beginning(axis), 1, ("modifier=-3..9",))
        return option.strip().lower(), given
    pair = arguments.several(axis, "Rows or columns", 2)
    if len(pair) != 2:
        raise arguments.wrong(axis, "Rows or columns", "text, or an option and its values")
    option = arguments.text(pair[0], "An option")
    return option, arguments.several(pair[1], f"The values of “{option[:40]}”", STUDY_CHECKS)


def _word_of(option: str, rule: Rule, axis: str | tuple[str, Iterable[Value]]) -> Word | None:
    """The word of a rule for an option; None for the open place of a check (`?`)."""
    word = next((word for word in rule.words if word.name == option), None)
    if word is None and option != "?":
        known = tuple(word.name for word in rule.words)
        spelled = {spelling: word.name for word in rule.words for spelling in (*word.spellings, word.name)}
        near = nearest(option, spelled)
        guess = None if near is None else spelled[near]
        there = ", ".join(known) if known else "none; leave a number open instead, as in “dice ?d6”, with ?=1..5"
        has = f"{rule.system} {rule.name} has no option “{option[:40]}”; there are {there}.{did_you_mean(guess)}"
        raise StudyError("study/option", has, _beginning(axis), 1, known, guess)
    return word


def _choices(given: str | list[Value], word: Word, axis: str | tuple[str, Iterable[Value]]) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else [_written(value) for value in given]
    values = tuple(dict.fromkeys(name.strip().lower() for name in names))
    strange = next((name for name in values if name not in word.choices), None)
    if strange is not None:
        can = f"“{word.name}” can be {' or '.join(word.choices)}, not “{strange[:40]}”."
        raise StudyError("study/range", can, _beginning(axis), 1, word.choices)
    return values


def _beginning(axis: str | tuple[str, Iterable[Value]]) -> str:
    """The beginning of an axis that is a text, for an error that points into it."""
    return axis[:200] if isinstance(axis, str) else ""


def _usual(odds: Odds, budget: Budget) -> Show:
    """The default figure: the aim, or else success."""
    if budget.number in odds.numbers:
        return Show(f"mean {budget.number}")
    event = budget.goal(odds)
    return Show(event.text, event)


def _figure(show: Show, odds: Odds, budget: Budget, digits: int) -> Bounds:
    """The value for one check, followed as far as its digits need."""
    event = show.event
    if event is not None:
        bounds_of = lambda finer: budget.bounds(event, finer)  # noqa: E731
        return budget.settled(odds, bounds_of, lambda bounds: percent(bounds, digits)[0] not in "≥≤u" or None)[1]
    number = number_of(odds, show.text.removeprefix("mean "))
    return Bounds.of(number.mean, number.unresolved)


def _check(opening: Opening, axes: Sequence[Axis], values: Sequence[Value], systems: Systems) -> Check:
    chosen = [(axis.option, axis._word, value) for axis, value in zip(axes, values, strict=True)]
    text = opening.fill(tuple(int(value) for _, word, value in chosen if word is None))

    def made(words: Iterable[tuple[str, Word | None, Value]]) -> Check:
        spelled = [word.spell(word.setting(value)) for _, word, value in words if word is not None]
        return parse(with_words(text, " ".join(filter(None, spelled)), systems), systems)

    try:
        check = made(chosen)
    except NotationError:
        for choice in chosen:
            try:
                made([choice])
            except NotationError:
                alone = parse(text, systems)
                present = {word.name for word in alone.rule.words if dict(alone.settings)[word.name] != word.default}
                _refuse_twice(opening, [choice] if choice[0] in present else [], alone)
        raise
    _refuse_twice(opening, chosen, check)
    return check


def _refuse_twice(opening: Opening, chosen: Iterable[tuple[str, Word | None, Value]], check: Check) -> None:
    """Raise StudyError for an option that the check says with another value than the table."""
    for option, word, value in chosen:
        if word is not None and check.arguments[word.name] != word.argument(word.setting(value)):
            twice = f"“{option}” is in the check “{opening.text[:80]}” and in the table; use it only once."
            raise StudyError("study/option", twice)


def _written(value: Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else shown(value)
