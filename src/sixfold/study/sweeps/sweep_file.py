"""The file of a sweep: what it may say, and what it means. Every name and number is checked before anything is solved.

`SweepFile` and the questions declare what a file may say; what follows from more than one place is checked here.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import chain, islice, product
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import replace

from sixfold.authoring.load import with_games
from sixfold.base import arguments
from sixfold.base.bounds import (
    CONFIG_LENGTH,
    GAME_LENGTH,
    SCORE,
    SWEEP_ANSWERED,
    SWEEP_LEAST_SECONDS,
    SWEEP_MOST_SECONDS,
    SWEEP_PARTS,
    SWEEP_SECONDS,
)
from sixfold.base.files import read_bounded
from sixfold.base.shapes.reading import KINDS, misfit
from sixfold.base.wording import did_you_mean, listed, minus, nearest
from sixfold.checks.check import parse
from sixfold.checks.config import parsed
from sixfold.errors import BoundsError, NotationError, SixfoldError, StudyError
from sixfold.rules.rule import Systems
from sixfold.solving.best.aim import read_aim
from sixfold.solving.events import Event, Name
from sixfold.study.open_places import read_range
from sixfold.study.sweeps.figures import COLUMNS, READ_FIGURES, VALUE_COLUMNS, KeptFigure
from sixfold.study.sweeps.plan import RANGE, SAMPLE, Case, Condition, Job, Pattern, Plan
from sixfold.study.sweeps.processes import SolvingProcess
from sixfold.study.sweeps.questions import AnyQuestion, Subjects, Value, one_of, value_of
from sixfold.study.sweeps.worker import SolvedRow, Solver
from sixfold.systems import SYSTEMS

TRIAL_SECONDS = 1.0
"""Seconds of processor time in which a game of one's own rolls a check once."""

TRIALS_LOST = 3
"""Checks of one pattern that may fail to be rolled before nothing more is known of its figures."""

_PART = re.compile(r"(\d{1,9})/(\d{1,9})")
_DASHED = re.compile(r"\s*([+\-−]?\d+)\s*(?:[-–—:…]|\.|\.{3,}|\bto\b)\s*([+\-−]?\d+)\s*")


class SweepFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file of a sweep. What is in its tables is read entry by entry."""

    checks: Annotated[dict[str, Any], Meta(min_length=1)] | Annotated[tuple[str, ...], Meta(min_length=1)]
    ranges: dict[str, Any] = {}
    keep: Annotated[dict[str, Any], Meta(min_length=1)] | Annotated[tuple[str, ...], Meta(min_length=1)] = ("success",)
    where: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    aim: str | None = None
    seconds: float = SWEEP_SECONDS
    questions: dict[str, Any] = {}


Kept = str | Annotated[dict[str, str], Meta(min_length=1)]
"""A figure of all checks, or of each that is named."""


def read_plan(
    source: str | PathLike[str] | Mapping[str, Any], systems: Systems, *, part: str = "", patient: bool = False
) -> Plan:
    """Return the plan that a file asks for, or plain data. Games that a file names stand beside it.

    `part` is one part of the checks, as `3/200`. Raises ConfigError for what is not TOML, StudyError (study/file,
    study/sweep) and others for what cannot be used.
    """
    if isinstance(source, Mapping):
        return planned(source, systems, part=part, patient=patient)
    path = arguments.path(source, "A sweep")
    data = parsed(read_bounded(path, CONFIG_LENGTH), path)
    return planned(data, systems, str(Path(path).parent), part=part, patient=patient)


def planned(
    data: Mapping[str, Any], systems: Systems = SYSTEMS, folder: str = ".", *, part: str = "", patient: bool = False
) -> Plan:
    """The plan of a sweep that is given as plain data, as a file has it.

    >>> plan = planned({"checks": ["ten +{mod} superior {sup}"], "ranges": {"mod": "-1..1", "sup": [0, 2]}})
    >>> plan.total, [case.text for case in plan.cases(range(2, 4))]
    (6, ['ten +0 superior 0', 'ten +0 superior 2'])
    """
    declared = _read(data, SweepFile)
    questions = _each(declared.questions, AnyQuestion, "questions")
    with at("games"):
        files = [str(Path(folder) / name) for name in _once(declared.games)]
        files += _own(systems).values()
        known = with_games(files)
    games = {name: read_bounded(file, GAME_LENGTH) for name, file in _own(known).items()}
    with at("checks"):
        named = _named(declared.checks)
    checks: dict[str, str] = _each(named, str, "checks")
    _check_seconds(declared.seconds)
    ranges: dict[str, tuple[Value, ...]] = {}
    for name, values in _each(declared.ranges, str | int | tuple[Value, ...], "ranges").items():
        with at(f"ranges.{name[:40]}"):
            ranges[name] = _values(name, values)
    keep = _kept(declared, checks)
    job = Job(checks, ranges, keep, games, declared.aim, declared.seconds, patient)
    where = []
    for text in declared.where:
        with at("where"):
            where.append(_condition(text, ranges))
    which = _part(part)
    with at("checks"):
        plan = Plan(job, where, known, which)
    _check_ranges(plan)
    _check_columns(plan)
    _check_texts(plan)
    _check_words(plan)
    _check_figures(plan)
    meant = _meant(questions, plan)
    # The checks of one part are no answer to a question about all.
    plan.questions = {} if part else meant
    return plan


@contextmanager
def at(place: str) -> Iterator[None]:
    """Raise errors again with their place in the file before the sentence."""
    try:
        yield
    except SixfoldError as error:
        error.message = f"{place}: {error.message}"
        error.args = (error.message,)
        raise


# -- what a file may say -------------------------------------------------------------------------------------


def _each(table: Mapping[str, Any], kind: Any, place: str) -> dict[str, Any]:
    """The entries of a table, each as what it must be."""
    if not all(map(str.strip, table)):
        raise _bad(f"{place}: one of these has no name.")
    return {name: _read(value, kind, f"{place}.{name[:40]}") for name, value in table.items()}


def _read(data: Any, kind: Any, place: str = "") -> Any:
    """Data as what it must be; raises StudyError (study/sweep), with its place in the file, for what it may not be."""
    if kind is AnyQuestion and isinstance(data, Mapping) and "find" in data:
        kinds = {each.__struct_config__.tag: each for each in AnyQuestion.__args__}
        with at(place):
            kind = kinds[one_of(str(data["find"]), kinds, "a question")]
    try:
        return convert(data, kind)
    except ValidationError as error:
        path, must = misfit(error, kind, KINDS | {"object": "a table", "null": "nothing"})
        shown_place = ".".join([*([place] if place else []), *re.findall(r"\w+", path)])
        raise _bad(f"{shown_place or 'The sweep'}: this {must}") from None


# -- what is meant -------------------------------------------------------------------------------------------


def _own(systems: Systems) -> dict[str, str]:
    """The files of the games of one's own among some games, by their names."""
    return {name: own.home.place for name, own in systems.items() if name not in SYSTEMS and own.home is not None}


def _part(text: str) -> tuple[int, int]:
    """The number of a part, from 1, and how many there are."""
    if not text:
        return 1, 1
    words = _PART.fullmatch(arguments.text(text, "A part").strip())
    part, parts = (int(words[1]), int(words[2])) if words else (0, 0)
    if not 1 <= part <= parts <= SWEEP_PARTS:
        raise _bad(f"“{text[:40]}” is no part of a sweep: write 3/200 for the third of 200 (at most {SWEEP_PARTS:,}).")
    return part, parts


def _named(table: Mapping[str, Any] | Sequence[str]) -> Mapping[str, Any]:
    """A table; of a list, each text is its own name."""
    return table if isinstance(table, Mapping) else {text: text for text in _once(table)}


def _once(texts: Sequence[str]) -> Sequence[str]:
    """The same texts; raises StudyError (study/sweep) for one that is there twice, or empty."""
    for place, text in enumerate(texts):
        if not text.strip():
            raise _bad("one of these is empty.")
        if text in texts[:place]:
            raise _bad(f"“{text[:80]}” is there twice.")
    return texts


def _values(name: str, written: Value | tuple[Value, ...]) -> tuple[Value, ...]:
    """The values of a range: whole numbers, or words."""
    if not RANGE.fullmatch(name) or name in ("and", "or", "not"):
        guess = re.sub(r"\W+", "_", name.strip().lower())
        other = did_you_mean(guess if guess != name else None)
        raise _bad(f"“{name[:40]}” cannot name a range: use lower-case letters, digits and _.{other}")
    if not isinstance(written, str) or not written.strip():
        values = tuple(dict.fromkeys(written)) if isinstance(written, tuple | str) else (written,)
        if not values:
            raise _bad("it has no values.")
        for value in values:
            if isinstance(value, int):
                arguments.whole(value, "A value", -SCORE, SCORE)
        return values
    if dashed := _DASHED.fullmatch(written):
        raise _bad(f"“{written[:40]}” is not a range.{did_you_mean(f'{dashed[1]}..{dashed[2]}')}")
    if ".." in written or all(part.strip().lstrip("+-−").isdigit() for part in written.split(",")):
        return read_range(written)
    return tuple(dict.fromkeys(part.strip() for part in written.split(",")))


def _kept(declared: SweepFile, checks: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The texts of the figures of each check, by their columns."""
    with at("keep"):
        named = _named(declared.keep)
    columns: dict[str, str | dict[str, str]] = _each(named, Kept, "keep")
    kept: dict[str, dict[str, str]] = {name: {} for name in checks}
    for column, texts in columns.items():
        with at(f"keep.{column[:40]}"):
            for name, text in (texts if isinstance(texts, dict) else dict.fromkeys(checks, texts)).items():
                KeptFigure.of(text)
                kept[one_of(name, checks, "a check of this sweep")][column] = text
    return kept


def _condition(text: str, ranges: Mapping[str, Sequence[Value]]) -> Condition:
    """A condition on ranges; raises the error of one that cannot be asked of them."""
    event = Event.read(text)
    names: set[str] = set()
    if event.plain:
        name = event.plain[0].text
        guess = nearest(name, ranges)
        known = "compare it with something, as in" if name in ranges else "there is no such range; compare one, as in"
        raise _bad(f"“{name[:40]}” is no condition: {known} “{guess or next(iter(ranges), 'mod')} <= 3”.")
    for left, sign, right in event.comparisons:
        operands = [part for term in (left, right) for _, part in term]
        named = [part.text for part in operands if isinstance(part, Name)]
        names |= {name for name in named if name in ranges}
        subject, value = (term[0][1] if len(term) == 1 else 0 for term in (left, right))
        equals = sign in ("=", "==", "!=", "≠")
        if equals and isinstance(subject, Name) and isinstance(value, Name) and subject.text in ranges:
            if value.text not in ranges:
                value_of(value.text, subject.text, {subject.text: [str(each).lower() for each in ranges[subject.text]]})
            continue
        for name in named:
            one_of(name, ranges, "a range of this sweep")
            if any(isinstance(each, str) for each in ranges[name]):
                raise _bad(f"“{name}” has words: compare it with one of them, as in “{name} = {ranges[name][-1]}”.")
    if not names:
        raise _bad(f"“{text[:80]}” names no range; there are {listed(list(ranges)) or 'none'}.")
    return Condition(event.text, frozenset(names), event.holds)


def _check_seconds(seconds: float) -> None:
    with at("seconds"):
        if not SWEEP_LEAST_SECONDS <= seconds <= SWEEP_MOST_SECONDS:
            span = f"from {SWEEP_LEAST_SECONDS} to {SWEEP_MOST_SECONDS:,}"
            raise BoundsError(f"this must be a number {span}, not {minus(f'{seconds:g}')}.")


def _meant(questions: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """The questions about a sweep, with the figures and the ranges that they are about."""
    kinds = {
        name: {column: plan.figures[name][text].kind for column, text in kept.items()}
        for name, kept in plan.job.keep.items()
    }
    subjects = Subjects({pattern.name: pattern.axes for pattern in plan.patterns}, kinds)
    meant = {}
    for name, question in questions.items():
        with at(f"questions.{name[:40]}"):
            meant[name] = question.meant(subjects)
    return meant


def _check_ranges(plan: Plan) -> None:
    """Raise for a range that no check has, and for a condition that is about none, or leaves none."""
    used = {name for pattern in plan.patterns for name in pattern.axes}
    for name in plan.job.ranges:
        if name not in used:
            raise _bad(f"ranges.{name}: no check has “{{{name}}}”. Use it in a check, or take it away.")
    for condition in plan.where:
        if not any(condition.ranges <= pattern.axes.keys() for pattern in plan.patterns):
            raise _bad(f"where: no check has {listed([f'“{name}”' for name in sorted(condition.ranges)])} together, so "
                       f"“{condition.text}” is about none.")  # fmt: skip
        axes = [[(name, value) for value in plan.job.ranges[name]] for name in sorted(condition.ranges)]
        if not any(condition.holds(dict(values)) for values in islice(product(*axes), SWEEP_ANSWERED)):
            raise _bad(f"where: “{condition.text}” leaves no check.")


def _check_columns(plan: Plan) -> None:
    """Raise for two columns of a table with one name; names that differ in their case are one for many programs."""
    taken = dict.fromkeys(("check", "text", "error"), "every row has that column")
    kept = dict.fromkeys(column for kept in plan.job.keep.values() for column in kept)
    ranges = [(f"ranges.{name}", name) for name in plan.job.ranges]
    figures = [(f"keep.{column[:40]}", f"{column}{end}") for column in kept for end in COLUMNS]
    of_values = VALUE_COLUMNS if plan.has_distributions else ()
    beside = dict.fromkeys(of_values, "every row of a distribution has that column")
    for columns, others in ((ranges, beside), (figures, {})):
        for place, name in columns:
            clash = {**taken, **others}.get(name.lower())
            if clash:
                raise _bad(f"{place}: its column would be “{name[:60]}”, but {clash}. "
                           "Give it another name: for a figure, keep = { NAME = \"…\" }.")  # fmt: skip
            taken[name.lower()] = f"{place} has that name"


def _check_texts(plan: Plan) -> None:
    """Raise for a pattern of which no check can be read, and where there is no check at all."""
    if next(plan.cases(), None) is None:
        raise _bad("where: no check is left." if plan.where else "There are no checks.")
    for pattern in plan.patterns:
        if problem := _unreadable(_looked_at(plan, pattern), plan.systems):
            with at(f"checks.{pattern.name[:40]}"):
                raise problem


def _looked_at(plan: Plan, pattern: Pattern) -> Iterator[Case]:
    """Checks all over a pattern; the first others too, since a condition may leave out most of it."""
    spread = pattern.spread()
    others = (case for case in plan.cases(pattern.numbers) if case.number not in spread)
    return chain(plan.cases(spread), islice(others, SAMPLE))


def _check_words(plan: Plan) -> None:
    """Raise the error of a word with which no check can be read: it is mistyped."""
    job = plan.job
    for name, values in job.ranges.items():
        checks = {pattern.name: job.checks[pattern.name] for pattern in plan.patterns if name in pattern.axes}
        for word in [value for value in values if type(value) is str]:
            only = replace(job, checks=checks, ranges={**job.ranges, name: (word,)})
            with_word = Plan(only, plan.where, plan.systems)
            cases = (_looked_at(with_word, pattern) for pattern in with_word.patterns)
            problem = _unreadable(chain.from_iterable(cases), plan.systems)
            if isinstance(problem, NotationError):
                with at(f"ranges.{name}: “{word}” makes no check"):
                    raise problem


def _unreadable(cases: Iterable[Case], systems: Systems) -> SixfoldError | None:
    """The error of the first of some checks, if none of them can be read."""
    problem: SixfoldError | None = None
    for case in cases:
        try:
            parse(case.text, systems)
        except SixfoldError as error:
            problem = problem or error
        else:
            return None
    return problem


def _check_figures(plan: Plan) -> None:
    """Raise for a figure or an aim that no check has."""
    job = plan.job
    aims = _aims(job.aim)
    keep = {name: {text: text for text in (*kept.values(), *aims)} for name, kept in job.keep.items()}
    trial = replace(job, keep=keep, aim=None, trial=True, seconds=TRIAL_SECONDS)
    lacking: dict[str, dict[str, str]] = {}
    with closing(SolvingProcess(trial)) as worker:
        # A game of one's own may hang: it is rolled in a process that can be ended.
        solver = None if job.games else Solver(trial)
        for pattern in plan.patterns:
            cases = _looked_at(plan, pattern)
            rows = (worker.solve([case.number])[0] if solver is None else solver.row(case.number) for case in cases)
            lacking[pattern.name] = _lacking(rows, keep[pattern.name])
    wanted: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for name, kept in job.keep.items():
        for column, text in kept.items():
            wanted[f"keep.{column[:40]}", (text,)].append(name)
    if aims:
        wanted["aim", tuple(aims)] = list(lacking)
    for (place, texts), names in wanted.items():
        if all(text in lacking[name] for name in names for text in texts):
            raise StudyError("study/event", f"{place}: {lacking[names[0]][texts[0]]}", texts[0])


def _aims(aim: str | None) -> list[str]:
    """An aim as the figures that it may be: an event, or the mean of a number; raises the error of one that is neither.

    >>> _aims("margin"), _aims("-margin"), _aims("margin >= 3")
    (['margin', 'mean margin'], ['mean margin'], ['margin >= 3'])
    """
    if aim is None:
        return []
    text, sign, name = read_aim(aim)
    aims = [f"mean {name}"] if re.fullmatch(r"[a-z_]\w*", name) else []
    if sign == 1 or not aims:
        with at("aim"):
            KeptFigure.of(text)
        aims = [text, *aims]
    return aims


def _lacking(rows: Iterable[SolvedRow], texts: Iterable[str]) -> dict[str, str]:
    """The figures that none of some rolled checks has, each with the reason; none if nothing is known of them."""
    lacking: dict[str, str] | None = None
    lost = 0
    for row in rows:
        if not row.error:
            figures = READ_FIGURES.decode(row.figures)
            lacking = {text: why for text in texts if (why := figures[text].error)}
            texts = lacking
        lost += not row.text  # it has ended its process
        if lost > TRIALS_LOST or lacking == {}:
            return {}
    return lacking or {}


def _bad(message: str) -> StudyError:
    return StudyError("study/sweep", message)
