"""Which checks a sweep solves: the checks by number, with no list of them.

A check of a sweep is a whole number: the place of its values among all of its ranges. So ten million checks fit into
memory, and so does the list of their chunks.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import islice
from math import prod
from random import Random
from typing import NamedTuple

from msgspec import Struct

from sixfold import __version__
from sixfold.base.bounds import SWEEP_CHECKS
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import BoundsError, StudyError
from sixfold.rules.rule import Systems
from sixfold.study.open_places import Hole, Opening
from sixfold.study.sweeps.figures import KeptFigure
from sixfold.study.sweeps.questions import SweepQuestion, Value
from sixfold.systems import SYSTEMS

CHUNK = 500
"""Checks in one chunk, at most."""

TURNS = 20
"""Chunks that each worker solves at least, if there are checks enough: nobody is idle for long at the end."""

SAMPLE = 60
"""Checks all over a sweep that tell what the others are like."""

_BRACES = re.compile(r"\{\{|\}\}|(?P<sign>[+\-−]\s*)?\{\s*(?P<name>[^{}]*?)\s*\}|[{}]")
RANGE = re.compile(r"[a-z_][a-z0-9_]*")
"""The name of a range."""

_WORD = re.compile(r"[a-z]+")

Values = Mapping[str, Value]


class Job(Struct, frozen=True):
    """All that is needed to solve the checks of a sweep elsewhere. Games are here by their content.

    With `trial`, a check is only rolled once: this shows which figures it has, and what they are is not to be used.
    """

    checks: dict[str, str]
    ranges: dict[str, tuple[Value, ...]]
    keep: dict[str, dict[str, str]]
    games: dict[str, str]
    aim: str | None
    seconds: float
    patient: bool = False
    trial: bool = False
    version: str = __version__


class Case(NamedTuple):
    """One check of a sweep: its number, the name of its pattern, the values in it, and its text."""

    number: int
    name: str
    values: dict[str, Value]
    text: str


class Condition(NamedTuple):
    """A condition on some ranges: it is about the checks that have all of them."""

    text: str
    ranges: frozenset[str]
    holds: Callable[[Values], bool]


class Pattern:
    """The text of a check with ranges in its open places, as `ten +{mod}`; `first` is the number of its first check.

    A brace that belongs to the check is written twice: `dice {{2d6, 1d8}}kh{keep}`.
    """

    def __init__(self, name: str, text: str, ranges: Mapping[str, Sequence[Value]], first: int) -> None:
        self.name = name
        plain, end = "", 0
        holes: list[Hole] = []
        names: list[str] = []
        for brace in _BRACES.finditer(text):
            plain += text[end : brace.start()]
            end = brace.end()
            if brace["name"] is None:
                if len(brace[0]) == 1:
                    message = f"A brace of the check itself is written twice: {brace[0] * 2}."
                    raise StudyError("study/sweep", message, text, brace.start() + 1)
                plain += brace[0][0]
            elif brace["name"] not in ranges:
                raise _without_range(brace["name"], ranges, text, brace.start() + 1)
            else:
                names.append(brace["name"])
                holes.append(Hole(len(plain), len(plain), (brace["sign"] or "").strip()))
        self._opening = Opening(plain + text[end:], tuple(holes))
        self._names = names
        self.axes = {name: ranges[name] for name in names}
        sizes = [len(axis) for axis in self.axes.values()]
        distances = [prod(sizes[at + 1 :]) for at in range(len(sizes))]
        self._places = list(zip(self.axes, self.axes.values(), sizes, distances, strict=True))
        """Each range with its values, and the distance of two checks that differ in one step of it."""
        self.numbers = range(first, first + prod(sizes))
        """The numbers of its checks."""

    def case(self, number: int) -> Case:
        """The check of this number; the last range in the text goes fastest."""
        steps = number - self.numbers.start
        values = {name: axis[steps // distance % size] for name, axis, size, distance in self._places}
        text = self._opening.fill(tuple([values[name] for name in self._names]))
        return Case(number, self.name, values, " ".join(text.split()))

    def spread(self) -> list[int]:
        """Numbers all over it: with each value of each range, as far as these are few, and evenly between its ends."""
        many = len(self.numbers)
        steps = {*range(0, many, max(1, many // SAMPLE)), many - 1}
        for _, _, size, distance in self._places:
            steps |= {distance * at for at in range(0, size, max(1, size // SAMPLE))}
        return [self.numbers[step] for step in sorted(steps)]


class Plan:
    """A sweep as it was asked for: all of its checks, and how each is solved. Nothing here solves one.

    `part` is a number from 1 and how many parts there are: only every so-many-th check belongs to it.
    """

    def __init__(
        self, job: Job, where: Sequence[Condition] = (), systems: Systems = SYSTEMS, part: tuple[int, int] = (1, 1)
    ) -> None:
        self.job = job
        self.where = where
        self.systems = systems
        self.part = part
        self.questions: Mapping[str, SweepQuestion] = {}
        self.patterns: list[Pattern] = []
        size = 0
        for name, text in job.checks.items():
            self.patterns.append(Pattern(name, text, job.ranges, size))
            size = self.patterns[-1].numbers.stop
        if size > SWEEP_CHECKS:
            raise BoundsError(f"A sweep has at most {SWEEP_CHECKS:,} checks; this one would have {size:,}.")
        self.numbers = range(part[0] - 1, size, part[1])
        """All numbers, those included that a condition leaves out."""
        self.figures = {name: {text: KeptFigure.of(text) for text in kept.values()} for name, kept in job.keep.items()}
        self.hashes = {name: sha256(source.encode()).hexdigest() for name, source in job.games.items()}
        """The SHA-256 of the file of each game of one's own."""
        self._aim = [f"aim={job.aim}"] if job.aim else []
        self._scope = " ".join([job.version, *self._aim])

    @cached_property
    def total(self) -> int:
        """How many checks there are."""
        return sum(1 for _ in self.cases()) if self.where else len(self.numbers)

    @property
    def has_distributions(self) -> bool:
        """Whether a whole distribution is kept of any check."""
        return any(figure.kind == "distribution" for figures in self.figures.values() for figure in figures.values())

    def cases(self, numbers: Sequence[int] | None = None) -> Iterator[Case]:
        """The checks with these rising numbers (without any: all), without those that a condition leaves out."""
        wanted = self.numbers if numbers is None else numbers
        for pattern in self.patterns:
            conditions = [condition.holds for condition in self.where if condition.ranges <= pattern.axes.keys()]
            first, last = (bisect_left(wanted, end) for end in (pattern.numbers.start, pattern.numbers.stop))
            cases = map(pattern.case, wanted[first:last])
            yield from (
                (case for case in cases if all(holds(case.values) for holds in conditions)) if conditions else cases
            )

    def scope(self, text: str) -> str:
        """Return the scope of a result besides its check: the version, the games of one's own that it names, the aim.

        >>> Plan(Job({"ten": "ten"}, {}, {"ten": {}}, {}, None, 1.0)).scope("ten +1") == __version__
        True
        """
        if not self.hashes:
            return self._scope
        named = [f"{name}={self.hashes[name]}" for name in _WORD.findall(text.lower()) if name in self.hashes]
        return " ".join([self.job.version, *sorted(set(named)), *self._aim])

    def sample(self) -> list[Case]:
        """Checks all over the plan."""
        numbers = self.numbers[:: max(1, len(self.numbers) // SAMPLE)]
        return [*self.cases(numbers)] or [*islice(self.cases(), SAMPLE)]

    def chunks(self, workers: int = 1, salt: str = "") -> list[Sequence[int]]:
        """All numbers in chunks, in an order that `salt` decides.

        So two who work on one sweep begin in different places, and those that are done are like those that are left.
        """
        size = min(max(len(self.numbers) // (TURNS * workers), 1), CHUNK)
        chunks: list[Sequence[int]] = [self.numbers[at : at + size] for at in range(0, len(self.numbers), size)]
        Random(salt).shuffle(chunks)
        return chunks


def _without_range(name: str, ranges: Mapping[str, Sequence[Value]], text: str, column: int) -> StudyError:
    """The error for a name in braces that has no range."""
    guess = nearest(name, tuple(ranges))
    shown = f"{{{name[:40]}}}"
    if not guess and not RANGE.fullmatch(name):
        message = f"“{shown}” names no range. Braces of the check itself are written twice: {{{shown}}}."
    else:
        message = f"“{shown}” has no range. Give it one under [ranges].{did_you_mean(guess)}"
    return StudyError("study/sweep", message, text, column)
