"""Which checks a sweep solves: the checks by number, with no list of them.

A check of a sweep is a whole number: the place of its values among all of its ranges. So ten million checks fit into
memory, and so does the list of their chunks.
"""

import re
from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from math import log2, prod
from typing import NamedTuple

from msgspec import Struct

from sixfold import __version__
from sixfold.base.bounds import SWEEP_CHECKS
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import BoundsError, StudyError
from sixfold.rules.rule import Systems
from sixfold.study.sweeps.figures import Figure
from sixfold.study.sweeps.questions import SweepQuestion, Value
from sixfold.study.templates import written
from sixfold.systems import SYSTEMS

CHUNK = 500
"""Checks in one chunk, at most."""

CHUNKS = 100_000
"""Chunks of one sweep, about: for more checks than they can have, chunks take longer."""

SHARE = 0.01
"""The part of each worker's whole time that a chunk takes, so that little is solved twice where several share it."""

LEAST_SECONDS, MOST_SECONDS = 0.1, 1.0
"""Seconds that a chunk takes at least, if it has checks enough, and at most, if it has more than one."""

SAMPLE = 60
"""Checks that are solved first, to know what the others will take."""

_BRACES = re.compile(r"\{\{|\}\}|(?P<sign>[+\-−]\s*)?\{\s*(?P<name>[^{}]*?)\s*\}|[{}]")
_RANGE = re.compile(r"[a-z_][a-z0-9_]*")
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


class Part(NamedTuple):
    """Checks that go to an engine together, with the seconds that each is likely to take.

    `ours` come back from an engine. Those that somebody else has begun are `due` at a time of the clock; before that,
    they are likely to become known.
    """

    numbers: Sequence[int]
    seconds: float
    ours: bool = False
    due: float = 0.0


class Pattern:
    """The text of a check with ranges in it, as `ten +{mod}`; `first` is the number of its first check.

    A brace that belongs to the check is written twice: `dice {{2d6, 1d8}}kh{keep}`.
    """

    def __init__(self, name: str, text: str, ranges: Mapping[str, Sequence[Value]], first: int) -> None:
        self.name = name
        self.first = first
        self._pieces: list[tuple[str, str, str]] = []
        """The text before each range, the sign there, and its name."""
        before, end = "", 0
        for brace in _BRACES.finditer(text):
            range_name, sign = brace["name"], (brace["sign"] or "").strip()
            before += text[end : brace.start()]
            end = brace.end()
            if range_name is None:
                if len(brace[0]) == 1:
                    raise _bad(
                        f"A brace of the check itself is written twice: {brace[0] * 2}.", text, brace.start() + 1
                    )
                before += brace[0][0]
            elif range_name not in ranges:
                raise _without_range(range_name, ranges, text, brace.start() + 1)
            else:
                self._pieces.append((before, sign, range_name))
                before = ""
        self._rest = before + text[end:]
        self.axes = {range_name: ranges[range_name] for _, _, range_name in self._pieces}
        self.many = prod(map(len, self.axes.values()))

    def case(self, number: int) -> Case:
        """The check of this number; the last range in the text goes fastest."""
        steps: dict[str, int] = {}
        rest = number - self.first
        for name in reversed(self.axes):
            rest, steps[name] = divmod(rest, len(self.axes[name]))
        values = {name: axis[steps[name]] for name, axis in self.axes.items()}
        text = "".join([f"{before}{written(sign, values[name])}" for before, sign, name in self._pieces])
        return Case(number, self.name, values, " ".join(f"{text}{self._rest}".split()))

    def spread(self) -> list[int]:
        """Numbers all over it: with each value of each range, as far as these are few, and evenly between its ends."""
        numbers = {*range(0, self.many, max(1, self.many // SAMPLE)), self.many - 1}
        size = 1
        for values in reversed(self.axes.values()):
            numbers |= {size * at for at in range(0, len(values), max(1, len(values) // SAMPLE))}
            size *= len(values)
        return [self.first + number for number in sorted(numbers)]

    def with_value(self, name: str, at: int) -> list[int]:
        """Numbers all over the checks in which a range has its value at this place."""
        names = list(self.axes)
        size = prod(len(self.axes[other]) for other in names[names.index(name) + 1 :])
        many = len(self.axes[name])
        inside = (number - self.first for number in self.spread())
        return sorted({self.first + number + (at - number // size % many) * size for number in inside})


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
            size += self.patterns[-1].many
        if size > SWEEP_CHECKS:
            raise BoundsError(f"A sweep has at most {SWEEP_CHECKS:,} checks; this one would have {size:,}.")
        self.numbers = range(part[0] - 1, size, part[1])
        """All numbers, those included that a condition leaves out."""
        self.figures = {name: {text: Figure.of(text) for text in kept.values()} for name, kept in job.keep.items()}
        self._hashes = {name: digest(source) for name, source in job.games.items()}
        self._aim = [f"aim={job.aim}"] if job.aim else []
        self._scope = " ".join([job.version, *self._aim])

    @cached_property
    def total(self) -> int:
        """How many checks there are."""
        return sum(1 for _ in self.cases()) if self.where else len(self.numbers)

    def cases(self, numbers: Sequence[int] | None = None) -> Iterator[Case]:
        """The checks with these rising numbers (without any: all), without those that a condition leaves out."""
        asked = self.numbers if numbers is None else numbers
        for pattern in self.patterns:
            conditions = [each.holds for each in self.where if each.ranges <= pattern.axes.keys()]
            first, last = (bisect_left(asked, end) for end in (pattern.first, pattern.first + pattern.many))
            for at in asked[first:last]:
                case = pattern.case(at)
                if all(holds(case.values) for holds in conditions):
                    yield case

    def scope(self, text: str) -> str:
        """Return the scope of a result besides its check: the version, the games of one's own that it names, the aim.

        >>> Plan(Job({"ten": "ten"}, {}, {"ten": {}}, {}, None, 1.0)).scope("ten +1") == __version__
        True
        """
        if not self._hashes:
            return self._scope
        named = [f"{name}={self._hashes[name]}" for name in _WORD.findall(text.lower()) if name in self._hashes]
        return " ".join([self.job.version, *sorted(set(named)), *self._aim])

    def sample(self) -> list[Part]:
        """Numbers all over the plan, each by itself: what these checks take tells what their neighbours will."""
        places = {*range(0, len(self.numbers), max(1, len(self.numbers) // SAMPLE))}
        places |= {bisect(self.numbers, pattern.first + pattern.many - 1) - 1 for pattern in self.patterns[:SAMPLE]}
        return [Part(self.numbers[at : at + 1], 1.0) for at in sorted(places) if at >= 0]

    def chunks(self, seconds: Mapping[int, float], workers: int = 1, salt: int = 0) -> list[Part]:
        """All numbers in chunks that take about the same time, by what the nearest sample took: the dearest first.

        Chunks whose checks take about the same come in an order that `salt` decides, so that two who work on one
        sweep begin in different places.
        """
        known = sorted(seconds)
        middles = [(one + other) // 2 for one, other in pairwise(known)]
        many = len(self.numbers)
        whole = many * sum(seconds.values()) / max(len(seconds), 1)
        aim = min(max(SHARE * whole / workers, LEAST_SECONDS), MOST_SECONDS)
        chunks, first = [], 0
        while first < many:
            each = seconds[known[bisect(middles, self.numbers[first])]] if known else MOST_SECONDS
            size = max(int(min(aim / max(each, 1e-9), CHUNK)), many // CHUNKS, 1)
            chunks.append(Part(self.numbers[first : first + size], each))
            first += size
        return sorted(chunks, key=lambda part: (-round(log2(max(part.seconds, 1e-6))), hash((part.numbers[0], salt))))


def digest(source: str) -> str:
    """Return the SHA-256 digest of a file's content."""
    return sha256(source.encode()).hexdigest()


def _without_range(name: str, ranges: Mapping[str, Sequence[Value]], text: str, column: int) -> StudyError:
    """The error for a name in braces that has no range."""
    guess = nearest(name, tuple(ranges))
    shown = f"{{{name[:40]}}}"
    if not guess and not _RANGE.fullmatch(name):
        return _bad(
            f"“{shown}” names no range. Braces of the check itself are written twice: {{{shown}}}.", text, column
        )
    return _bad(f"“{shown}” has no range. Give it one under [ranges].{did_you_mean(guess)}", text, column)


def _bad(message: str, text: str, column: int) -> StudyError:
    return StudyError("study/sweep", message, text, column)
