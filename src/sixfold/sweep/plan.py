"""Which checks a sweep solves: the file that a designer writes, and the checks by number, with no list of them.

A check of a sweep is a whole number: the place of its values among all of its ranges. So ten million checks fit into
memory, and so does the list of their chunks.
"""

import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from math import log2, prod
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert

from sixfold import __version__, arguments
from sixfold.authoring.load import with_games
from sixfold.bounds import CONFIG_LENGTH, GAME_LENGTH, SWEEP_CHECKS, SWEEP_SECONDS
from sixfold.checks.check import parse
from sixfold.config import parsed
from sixfold.errors import BoundsError, NotationError, SixfoldError, StudyError
from sixfold.rules.rule import Systems
from sixfold.rules.wording import did_you_mean, nearest
from sixfold.solving.events import Event
from sixfold.study.files import read_bounded
from sixfold.study.templates import Hole, Opening, read_range
from sixfold.sweep.figures import reader
from sixfold.sweep.questions import AnyQuestion, SweepQuestion, Value
from sixfold.systems import SYSTEMS

CHUNK = 500
"""Checks in one message, at most."""

SAMPLE = 60
"""Checks that are solved first, to know what the others will take."""

_HOLE = re.compile(r"(?P<sign>[+\-−]\s*)?\{\s*(?P<name>[^{}]*?)\s*\}")
_RANGE = re.compile(r"[a-z_][a-z0-9_]*")
_WORD = re.compile(r"[a-z]+")

Values = Mapping[str, Value]


class SweepFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file of a sweep."""

    checks: dict[str, str] | Annotated[tuple[str, ...], Meta(min_length=1)]
    ranges: dict[str, str | int | tuple[Value, ...]] = {}
    keep: dict[str, str | dict[str, str]] | tuple[str, ...] = ("success",)
    where: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    aim: str | None = None
    seconds: Annotated[float, Meta(ge=0.1, le=86_400)] = SWEEP_SECONDS
    questions: dict[str, AnyQuestion] = {}


class Job(Struct, frozen=True):
    """All that is needed to solve the checks of a sweep elsewhere. Games are here by their content."""

    checks: dict[str, str]
    ranges: dict[str, tuple[Value, ...]]
    keep: dict[str, dict[str, str]]
    games: dict[str, str]
    aim: str | None
    seconds: float
    version: str = __version__


class Case(NamedTuple):
    """One check of a sweep: its number, the name of its pattern, the values in it, and its text."""

    number: int
    name: str
    values: dict[str, Value]
    text: str


class Pattern:
    """The text of a check with ranges in it, as `ten +{mod}`; `first` is the number of its first check."""

    def __init__(self, name: str, text: str, ranges: Mapping[str, Sequence[Value]], first: int) -> None:
        self.name = name
        self.first = first
        self._names: list[str] = []
        holes: list[Hole] = []
        for hole in _HOLE.finditer(text):
            if hole["name"] not in ranges:
                guess = did_you_mean(nearest(hole["name"], tuple(ranges)))
                raise _bad(f"“{{{hole['name'][:40]}}}” has no range. Give it one under [ranges].{guess}", text)
            self._names.append(hole["name"])
            holes.append(Hole(hole.start(), hole.end(), (hole["sign"] or "").strip()))
        self._opening = Opening(text, tuple(holes))
        self.axes = {name: ranges[name] for name in self._names}
        self.many = prod(map(len, self.axes.values()))

    def case(self, number: int) -> Case:
        """The check of this number; the last range in the text goes fastest."""
        values: dict[str, Value] = {}
        rest = number - self.first
        for name in reversed(self.axes):
            rest, step = divmod(rest, len(self.axes[name]))
            values[name] = self.axes[name][step]
        values = {name: values[name] for name in self.axes}
        text = self._opening.fill(tuple(values[name] for name in self._names))
        return Case(number, self.name, values, " ".join(text.split()))


class Plan:
    """A sweep as it was asked for: all of its checks, and how each is solved. Nothing here solves one."""

    def __init__(self, job: Job, where: Sequence[str] = (), systems: Systems = SYSTEMS) -> None:
        self.job = job
        self.systems = systems
        self.questions: Mapping[str, SweepQuestion] = {}
        self.patterns: list[Pattern] = []
        self.size = 0
        """How many numbers there are, those included that a condition leaves out."""
        for name, text in job.checks.items():
            self.patterns.append(Pattern(name, text, job.ranges, self.size))
            self.size += self.patterns[-1].many
        if self.size > SWEEP_CHECKS:
            raise BoundsError(f"A sweep has at most {SWEEP_CHECKS:,} checks; this one would have {self.size:,}.")
        self.readers = {name: {text: reader(text) for text in figures.values()} for name, figures in job.keep.items()}
        self.where = [(event, self._ranges_of(event)) for event in map(Event.read, where)]
        self._hashes = {name: digest(source) for name, source in job.games.items()}

    @cached_property
    def total(self) -> int:
        """How many checks there are."""
        return sum(1 for _ in self.cases(range(self.size))) if self.where else self.size

    def cases(self, numbers: range) -> Iterator[Case]:
        """The checks with these numbers, without those that a condition leaves out."""
        for pattern in self.patterns:
            conditions = [event.holds for event, names in self.where if names <= pattern.axes.keys()]
            for at in range(max(numbers.start, pattern.first), min(numbers.stop, pattern.first + pattern.many)):
                case = pattern.case(at)
                if all(holds(case.values) for holds in conditions):
                    yield case

    def scope(self, text: str) -> str:
        """Return the scope of a result besides its check: the version, the games of one's own that it names, the aim.

        >>> planned({"checks": ["ten +{mod}"], "ranges": {"mod": "1..3"}}).scope("ten +1") == __version__
        True
        """
        named = [f"{name}={self._hashes[name]}" for name in _WORD.findall(text.lower()) if name in self._hashes]
        return " ".join([self.job.version, *sorted(set(named)), *([f"aim={self.job.aim}"] if self.job.aim else [])])

    def sample(self) -> list[range]:
        """Numbers all over the plan, each by itself: what these checks take tells what their neighbours will."""
        step = max(1, self.size // SAMPLE)
        ends = {pattern.first + pattern.many - 1 for pattern in self.patterns[:SAMPLE]}
        return [range(at, at + 1) for at in sorted({*range(0, self.size, step), *ends})]

    def chunks(self, seconds: Mapping[int, float], salt: int = 0) -> list[tuple[range, float]]:
        """All numbers in chunks, with what a check in each takes by its nearest sample: the most expensive first.

        Chunks that take about the same come in an order that `salt` decides, so that two who work on one sweep begin
        in different places.
        """
        known = sorted(seconds) or [0]
        found = []
        for first in range(0, self.size, CHUNK):
            chunk = range(first, min(first + CHUNK, self.size))
            middle = (chunk.start + chunk.stop) // 2
            at = bisect(known, middle)
            near = min(known[max(at - 1, 0) : at + 1][::-1], key=lambda number: abs(number - middle))
            found.append((chunk, seconds.get(near, 1.0)))
        return sorted(found, key=lambda each: (-round(log2(max(each[1], 1e-6))), hash((each[0].start, salt))))

    def _ranges_of(self, event: Event) -> frozenset[str]:
        """The ranges that a condition is about."""
        said = [part for left, _, right in event.comparisons for _, part in (*left, *right)]
        names = {part.text for part in (*said, *event.plain) if not isinstance(part, int)}
        if not names & self.job.ranges.keys():
            known = tuple(self.job.ranges)
            raise StudyError("study/range", "This condition names no range.", event.text, 1, known)
        return frozenset(names & self.job.ranges.keys())


def digest(source: str) -> str:
    """Return the SHA-256 digest of a file's content."""
    return sha256(source.encode()).hexdigest()


def read_plan(asked: str | PathLike[str] | Mapping[str, Any], systems: Systems) -> Plan:
    """Return the plan that a file asks for, or plain data. Games that a file names stand beside it.

    Raises ConfigError for what is not TOML, StudyError (study/file, study/sweep) for what cannot be used.
    """
    if isinstance(asked, Mapping):
        return planned(asked, systems)
    path = arguments.path(asked, "A sweep")
    said = parsed(read_bounded(path, CONFIG_LENGTH), path)
    return planned(said, systems, str(Path(path).parent))


def planned(said: Mapping[str, Any], systems: Systems = SYSTEMS, folder: str = ".") -> Plan:
    """The plan of a sweep that is given as plain data, as a file has it.

    >>> plan = planned({"checks": ["ten +{mod} superior {sup}"], "ranges": {"mod": "-1..1", "sup": [0, 2]}})
    >>> plan.size, [case.text for case in plan.cases(range(2, 4))]
    (6, ['ten +0 superior 0', 'ten +0 superior 2'])
    """
    try:
        given = convert(said, SweepFile)
    except ValidationError as error:
        raise _bad(_explained(str(error)), "") from None
    files = [str(Path(folder) / name) for name in given.games]
    files += [system.home.place for name, system in systems.items() if name not in SYSTEMS and system.home is not None]
    known = with_games(files)
    sources = [read_bounded(file, GAME_LENGTH) for file in files]
    own = [name for name in known if name not in SYSTEMS]
    checks = given.checks if isinstance(given.checks, dict) else {text: text for text in given.checks}
    ranges = {name: _values(name, values) for name, values in given.ranges.items()}
    keep = given.keep if isinstance(given.keep, dict) else {text: text for text in given.keep}
    figures: dict[str, dict[str, str]] = {name: {} for name in checks}
    for column, texts in keep.items():
        for name, text in (texts if isinstance(texts, dict) else dict.fromkeys(checks, texts)).items():
            if name not in figures:
                raise _bad(f"keep.{column}: “{name[:40]}” is none of the checks: {', '.join(checks)}.", "")
            figures[name][column] = text
    job = Job(checks, ranges, figures, dict(zip(own, sources, strict=True)), given.aim, given.seconds)
    plan = Plan(job, given.where, known)
    for pattern in plan.patterns:
        _readable(pattern, known)
    axes = {pattern.name: tuple(pattern.axes) for pattern in plan.patterns}
    plan.questions = {name: asked.meant(axes, tuple(keep)) for name, asked in given.questions.items()}
    return plan


def _values(name: str, said: Value | tuple[Value, ...]) -> tuple[Value, ...]:
    """The values of a range: whole numbers, or words."""
    if not _RANGE.fullmatch(name):
        raise _bad(f"“{name[:40]}” cannot name a range: use lower-case letters.", "")
    if not isinstance(said, str):
        return tuple(dict.fromkeys(said)) if isinstance(said, tuple) else (said,)
    if ".." in said or all(part.strip().lstrip("+-−").isdigit() for part in said.split(",")):
        return read_range(said)
    return tuple(dict.fromkeys(part.strip() for part in said.split(",")))


def _readable(pattern: Pattern, systems: Systems) -> None:
    """Raises the error of a check that cannot be read with any of its first and last values: it is mistyped."""
    if not pattern.many:
        raise _bad(f"A range of “{pattern.name[:40]}” has no values.", "")
    for at in (0, pattern.many // 2, pattern.many - 1, *range(min(pattern.many, SAMPLE))):
        try:
            parse(pattern.case(pattern.first + at).text, systems)
        except NotationError as error:
            problem = error
        except SixfoldError:
            return
        else:
            return
    raise problem


def _explained(message: str) -> str:
    """Return the error in the file of a sweep, with its place."""
    said, _, place = message.partition(" - at ")
    unknown = re.search(r"unknown field `(.*)`", said)
    if unknown is not None and not place:
        guess = did_you_mean(nearest(unknown[1], SweepFile.__struct_fields__))
        return f"“{unknown[1][:40]}” is not a key of a sweep; it has {', '.join(SweepFile.__struct_fields__)}.{guess}"
    return f"{place.strip('`$.') or 'The sweep'}: {said[:1].lower()}{said[1:]}.".replace("`", "")


def _bad(message: str, text: str) -> StudyError:
    return StudyError("study/sweep", message, text)
