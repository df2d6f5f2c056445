"""Check texts with open places, as `ten +? superior 1` and `wild ?D+? vs 15`, and ranges of numbers for them."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from sixfold.base import arguments
from sixfold.base.bounds import OPEN_PLACES, SCORE, STUDY_CHECKS, TEXT_LENGTH, TOLERANCE
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import counted, did_you_mean, figures, listed
from sixfold.checks.check import parse
from sixfold.checks.head import read_head
from sixfold.errors import BoundsError, NotationError, OddsError, SixfoldError, StudyError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.solving.events import Event, in_words
from sixfold.solving.odds import Odds
from sixfold.study.budget import SHARE, Budget
from sixfold.systems import SYSTEMS

_HOLE = re.compile(r"\[[^\[\]]*\]|(?P<sign>[+\-−]\s*)?(?P<hole>\?)")
_NUMBER = re.compile(r"\d+")
_SPAN = re.compile(r"([+\-−]?\d+)\.\.([+\-−]?\d+)(?:\.\.(\d+))?")
_ONE = re.compile(r"[+\-−]?\d+")
Settings = tuple[tuple[str, Any], ...]
_PROBES = (1, 2, 0, 3, *range(4, 41), 100, 1000)


class Hole(NamedTuple):
    """An open place: where it is (with the sign before it), and that sign."""

    start: int
    end: int
    sign: str


class Candidates(NamedTuple):
    """The numbers for an open place: those that are tried first, and all that may be tried."""

    values: tuple[int, ...]
    span: range

    @classmethod
    def of(cls, span: range, tried: range) -> "Candidates":
        """Numbers of which some are `tried` first; the least if none of these is there."""
        return cls(tuple([value for value in tried if value in span]) or (span[0],), span)


class Opening(NamedTuple):
    """A check text and its open places. A number is put in as text, so every game is read as it always is.

    >>> Opening.read("ten +? superior 1").fill((-3,))
    'ten -3 superior 1'
    """

    text: str
    holes: tuple[Hole, ...]

    @classmethod
    def read(cls, text: str, most: int = OPEN_PLACES) -> "Opening":
        """A text with 0 to 3 open places; a `?` in a label is none.

        Raises StudyError (study/open) for more.
        """
        if len(arguments.text(text, "A check")) > TEXT_LENGTH:
            raise NotationError("notation/too-long", f"A check has at most {TEXT_LENGTH:,} characters.")
        holes = tuple(
            Hole(m.start(), m.end(), (m.group("sign") or "").strip()) for m in _HOLE.finditer(text) if m.group("hole")
        )
        if len(holes) > most:
            places = "One open place" if most == 1 else f"At most {most} open places"
            raise StudyError("study/open", f"{places} (?) can be in a check.", text, holes[most].end)
        return cls(text, holes)

    def fill(self, values: tuple[int | str, ...]) -> str:
        """The text with these numbers (or words) in its open places."""
        return self._begun(values) + self.text[self.holes[len(values) - 1].end if values else 0 :]

    def _begun(self, values: Sequence[int | str]) -> str:
        """The text up to the last of these open places, with these numbers in them."""
        made, at = "", 0
        for hole, value in zip(self.holes, values, strict=False):
            made += self.text[at : hole.start] + written(hole.sign, value)
            at = hole.end
        return made

    def check(self, values: tuple[int, ...], systems: Systems = SYSTEMS) -> Check:
        """The check with these numbers in its open places; raises what reading it raises."""
        return parse(self.fill(values), systems)

    def asked(self, values: tuple[int, ...], check: Check) -> str:
        """The check with these numbers as it is shown: where its canonical text leaves a number out, as it was asked.

        >>> opening = Opening.read("ten superior ?")
        >>> [opening.asked((more,), opening.check((more,))) for more in (0, 1)]
        ['ten superior 0', 'ten superior 1']
        """
        filled = " ".join(self.fill(values).split())
        return filled if len(_NUMBER.findall(filled)) > len(_NUMBER.findall(check.text)) else check.text

    def tried(self, values: tuple[int, ...], systems: Systems) -> Check | SixfoldError:
        """The check with these numbers in its open places, or what is wrong with it."""
        try:
            return self.check(values, systems)
        except SixfoldError as error:
            return error

    def candidates(self, ranges: Sequence[tuple[int, ...]], tried: range, systems: Systems) -> list[Candidates]:
        """The numbers for each open place: the given ones, then those that fit, of which some are `tried` first.

        Raises StudyError (study/open) with its place where no number fits.
        """
        spans = self.spans(systems)[len(ranges) :] if len(ranges) < len(self.holes) else ()
        known = [Candidates(values, range(min(values), max(values) + 1)) for values in ranges]
        return known + [Candidates.of(span, tried) for span in spans]

    def spans(self, systems: Systems = SYSTEMS) -> tuple[range, ...]:
        """Return the numbers from the least to the greatest that fits each open place, within ±10,000.

        Raises StudyError (study/open) with its place where no number fits.
        """
        start = self._fit_together(systems)
        if start is None:
            raise self._nothing_fits(systems)
        first = self.check(start, systems)
        ranges = []
        for at, hole in enumerate(self.holes):
            others = self._others(start, at, first, systems)

            def fits(value: int, at: int = at, hole: Hole = hole, others: Settings = others) -> bool:
                check = self.tried((*start[:at], value, *start[at + 1 :]), systems)
                if isinstance(check, SixfoldError):
                    return False
                if check.rule.phrase is not None:
                    return value >= 0 or bool(hole.sign)
                return check.rule == first.rule and all(setting in check.settings for setting in others)

            listed = self._listed(start, at, systems)
            low, high = (listed[0], listed[-1]) if listed else (reach(start[at], end, fits) for end in (-SCORE, SCORE))
            ranges.append(range(low, high + 1))
        return tuple(ranges)

    def _listed(self, start: tuple[int, ...], at: int, systems: Systems) -> tuple[int, ...]:
        """The numbers of an open place that takes only some."""
        for step in (1, -1):
            refused, listed = self._refused((*start[:at], start[at] + step, *start[at + 1 :]), systems)
            if refused == at:
                return listed
        return ()

    def _refused(self, values: tuple[int, ...], systems: Systems) -> tuple[int | None, tuple[int, ...]]:
        """The open place that takes only some numbers, and not that of these values; the error lists those numbers."""
        error = self.tried(values, systems)
        if not isinstance(error, NotationError) or error.column is None or not error.expected:
            return None, ()
        if not all(map(_ONE.fullmatch, error.expected)):
            return None, ()
        ends = [len(self._begun(values[: at + 1])) for at in range(len(values))]
        refused = next((at for at, end in enumerate(ends) if error.column <= end), None)
        return refused, tuple(sorted(map(int, error.expected)))

    def _others(self, start: tuple[int, ...], at: int, first: Check, systems: Systems) -> Settings:
        """The settings that an open place is not about: “superior −3” would be another option's number."""
        for step in (1, -1):
            check = self.tried((*start[:at], start[at] + step, *start[at + 1 :]), systems)
            if isinstance(check, Check) and check.rule == first.rule:
                same = tuple(setting for setting in check.settings if setting in first.settings)
                if len(same) == len(first.settings) - 1:
                    return same
        return ()

    def _fit_together(self, systems: Systems) -> tuple[int, ...] | None:
        """Some numbers that fit together, if there are any."""
        places = range(len(self.holes))
        alike = [(value,) * len(places) for value in _PROBES]
        mixed = [
            tuple(value if i == at else first for i in places) for first in (1, 3) for value in _PROBES for at in places
        ]
        for values in (*alike, *mixed):
            fitting = self._taken(values, systems)
            if isinstance(self.tried(fitting, systems), Check):
                return fitting
        return None

    def _taken(self, values: tuple[int, ...], systems: Systems) -> tuple[int, ...]:
        """The same numbers, but for the least number of each open place that takes only some."""
        for _ in values:
            at, listed = self._refused(values, systems)
            if at is not None:
                values = (*values[:at], listed[0], *values[at + 1 :])
        return values

    def _nothing_fits(self, systems: Systems) -> SixfoldError:
        """The error that says why: that of a likely number, at its place in the text with the open places."""
        error = self._bare(systems) or self.tried((1,) * len(self.holes), systems)
        assert isinstance(error, SixfoldError)
        if not isinstance(error, BoundsError | NotationError):
            return error
        column = error.column
        for hole in self.holes:
            length = len(hole.sign) + 1
            if column is not None and column > hole.start + length:
                column += hole.end - hole.start - length
        if isinstance(error, BoundsError):
            return StudyError("study/open", f"No number fits there: {error.message}", self.text, column)
        if column is None:
            return error
        inside = any(hole.start < column <= hole.end for hole in self.holes)
        message = "No number fits this open place." if inside else error.message
        return StudyError("study/open", message, self.text, column, error.expected, error.guess)

    def _bare(self, systems: Systems) -> StudyError | None:
        """The error for a `?` without its word or sign, if that is what is wrong: `ten ? superior 1`."""
        for hole in self.holes:
            before, after = self.text[: hole.start], self.text[hole.end :]
            if hole.sign or not (before[-1:].isspace() and (after[:1].isspace() or not after)):
                continue
            for form in self._forms(systems):
                if Opening.read(f"{before}{form}{after}")._fit_together(systems) is not None:
                    message = f"The ? needs a sign or a word beside it.{did_you_mean(form)}"
                    return StudyError("study/open", message, self.text, hole.end, guess=form)
        return None

    def _forms(self, systems: Systems) -> list[str]:
        """The words of the rule with an open place: modifiers first, then dice."""
        rule = read_head(self.text, systems).rule
        order = {"modifier": 1, "die code": 2}
        words = sorted(rule.words, key=lambda word: order.get(word.kind, 3))
        return [word.open_form for word in words if word.open_form]


def written(sign: str, value: int | str) -> str:
    """A number or a word where its open place was; after a sign, a number brings its own."""
    if not sign or isinstance(value, str):
        return f"{sign}{value}"
    return f"{value if sign == '+' else -value:+d}"


def reach(good: int, far: int, fits: Callable[[int], bool]) -> int:
    """Return the number farthest from a fitting one, towards `far`, up to which all fit, tried in growing steps."""
    step = 1 if far > good else -1
    while good != far:
        beyond = good + step if abs(step) < abs(far - good) else far
        if not fits(beyond):
            return crossing(good, beyond, fits)[0]
        good, step = beyond, step * 2
    return far


def crossing(good: int, bad: int, fits: Callable[[int], bool]) -> tuple[int, int]:
    """Return two neighbours between a number that fits and one that does not: the first fits, the second does not."""
    while abs(bad - good) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if fits(middle) else (good, middle)
    return good, bad


NAMED = 8
"""Numbers that are named where they were not solved; of more it is said how many there are."""


def not_solved(text: str, dear: Sequence[tuple[int, ...]], every: bool = True) -> list[str]:
    """Return the sentence about numbers whose checks are too expensive to solve; none if there are none.

    `every` says that all of them are given, and not only some.
    """
    if not dear:
        return []
    which = listed([figures(values[0]) for values in dear[:NAMED]])
    if not every or len(dear[0]) > 1 or len(dear) > NAMED:
        which = f"some checks, such as “{Opening.read(text).fill(dear[0])}”"
    more = "More is allowed with --patient (in Python work=)."
    return [f"Not solved, since it takes too much work: {which}. {more}"]


class Tried(NamedTuple):
    """Numbers in the open places, the check that they make, and its chance as far as it was followed."""

    values: tuple[int, ...]
    check: Check
    bounds: Bounds


class Search:
    """Solves checks with numbers in their open places, each once; `decides` says whether bounds settle the question."""

    option = "event"
    """The option that names the event."""

    def __init__(
        self, opening: Opening, event: Event | None, budget: Budget, decides: Callable[[Bounds], object]
    ) -> None:
        self.opening = opening
        self.event = event
        self.budget = budget
        self.decides = decides
        self.name = ""
        """The event in words, once a check is solved."""
        self.asked: set[tuple[int, ...]] = set()
        self.tried: dict[tuple[int, ...], Tried] = {}
        self.dear: dict[tuple[int, ...], OddsError | BoundsError] = {}
        """Numbers whose checks are too expensive to solve."""

    def searched(self, search: Callable[[], bool]) -> bool:
        """Whether everything is found; not where the work of the question ends before that.

        Raises the first refusal where every check is too expensive to solve.
        """
        try:
            whole = search()
        except BoundsError:
            if not self.dear:
                raise
            whole = False
        if self.dear and not self.tried:
            raise next(iter(self.dear.values()))
        return whole

    def every(self, candidates: Iterable[Iterable[int]]) -> bool:
        """Try every combination of numbers, one for each open place."""
        for values in product(*candidates):
            self.find(values)
        return True

    def find(self, values: tuple[int, ...]) -> Tried | None:
        """The check with these numbers and its chance; None if they make no check, or one too expensive to solve."""
        if values not in self.asked:
            self.asked.add(values)
            self._solve(values)
        return self.tried.get(values)

    def _solve(self, values: tuple[int, ...]) -> None:
        check = self.opening.tried(values, self.budget.systems)
        if isinstance(check, SixfoldError):
            return
        try:
            odds = self.budget.solve(check, TOLERANCE, SHARE)
            odds, bounds = self.budget.settled(odds, self._bounds, self.decides)
        except (OddsError, BoundsError) as error:
            self.dear[values] = error.with_traceback(None)  # which would keep all that was made for the odds
            if isinstance(error, BoundsError):
                raise
            return
        self.name = self.name or in_words(odds, str(self.event))
        self.tried[values] = Tried(values, check, bounds)

    def _bounds(self, odds: Odds) -> Bounds:
        self.event = self.budget.goal(odds, self.event, self.opening.text, self.option)
        return self.budget.bounds(self.event, odds)


def read_range(text: str, within: str = "", column: int = 1) -> tuple[int, ...]:
    """The whole numbers of a range, in its order: `a..b`, `a..b..step`, or `a,b,c`; each once.

    `within` is a longer text that holds the range at `column`, for errors.
    Raises StudyError (study/range) for what is not a range, BoundsError for more than 10,000 values.

    >>> read_range("-3..9..6"), read_range("1, 2,5"), read_range("3..1")
    ((-3, 3, 9), (1, 2, 5), (3, 2, 1))
    """
    words = arguments.text(text, "A range").strip()
    within = arguments.text(within, "The text around a range") or text
    if match := _SPAN.fullmatch(words):
        first, last = (_whole(part, within, column) for part in match.groups()[:2])
        step = _whole(match.group(3) or "1", within, column)
        if not step:
            raise _bad("The step of a range must be 1 or more.", within, column)
        if abs(last - first) // step >= STUDY_CHECKS:
            raise BoundsError(f"A range has at most {STUDY_CHECKS:,} values.", within, column)
        return tuple(range(first, last + 1, step) if last >= first else range(first, last - 1, -step))
    parts = words.split(",")
    if len(parts) > STUDY_CHECKS:
        raise BoundsError(f"A range has at most {STUDY_CHECKS:,} values.")
    return tuple(dict.fromkeys(_whole(part.strip(), within, column) for part in parts))


def read_ranges(ranges: Sequence[str | Iterable[int]], places: int) -> list[tuple[int, ...]]:
    """The ranges of some open places, each as text or as the numbers themselves.

    Raises StudyError (study/range) for more ranges than places, and for a range without a value.

    >>> read_ranges(["1..3", [5, 7]], 2)
    [(1, 2, 3), (5, 7)]
    """
    listed = arguments.several(ranges, "The ranges", OPEN_PLACES)
    if len(listed) > places:
        raise StudyError(
            "study/range", f"There are {counted(len(listed), 'range')} for {counted(places, 'open place')}."
        )
    return [read_range(one) if isinstance(one, str) else _numbers(one) for one in listed]


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    texts = [
        arguments.whole(value, "A value", -SCORE, SCORE) for value in arguments.several(values, "A range", STUDY_CHECKS)
    ]
    if not texts:
        raise StudyError("study/range", "A range needs at least one value.")
    return tuple(dict.fromkeys(texts))


def _whole(word: str, within: str, column: int) -> int:
    if not _ONE.fullmatch(word):
        raise _bad(f"“{word[:30]}” is not a range.", within, column)
    value = int(word.replace("−", "-")) if len(word) <= 9 else SCORE + 1
    if abs(value) > SCORE:
        raise BoundsError(f"The values of a range must be from −{SCORE:,} to {SCORE:,}.", within, column)
    return value


def _bad(message: str, within: str, column: int) -> StudyError:
    return StudyError("study/range", message, within[:2000], column, ("-3..9", "0..30..5", "1,2,5"))
