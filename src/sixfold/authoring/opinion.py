"""A second opinion about the odds of a check of one's own game: plays with dice that are known, here and elsewhere.

Elsewhere is a new process with another order of sets, another folder and other arguments, in which every play begins
with a new module, and the odds are found in another order. What differs there, or is impossible by the odds, has its
reason in something besides the dice.
"""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import lru_cache, partial
from io import StringIO
from itertools import zip_longest
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from tempfile import gettempdir
from time import process_time
from types import FrameType, ModuleType
from typing import Any, Final, NamedTuple

from sixfold.authoring.every_face import EveryFace, Outcome, every_face
from sixfold.authoring.folds import check_fold, own_folds
from sixfold.authoring.significance import strayed
from sixfold.authoring.verdict import Verdict
from sixfold.base import machine
from sixfold.base.bounds import GAME_LENGTH, TOLERANCE, WORK
from sixfold.base.files import read_bounded
from sixfold.base.printable import shown
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import listed, minus
from sixfold.checks.check import parse
from sixfold.errors import OddsError, RuleError, SixfoldError, misdeclared
from sixfold.playing.record import Record, check_roller
from sixfold.playing.sources.seeded import SeededDice
from sixfold.playing.sources.typed import TypedDice
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.watched import watched
from sixfold.rules.outcome import checked_value, values_of, written_in
from sixfold.rules.rolled import RolledTable
from sixfold.rules.rule import OWN_FILE, Event, System, system_in
from sixfold.show.report.chances import percent
from sixfold.solving.odds import Odds, solve_check
from sixfold.systems import SYSTEMS

PLAYS: Final = 120
"""Plays of one opinion."""

PLAYED: Final = 0.5
"""Seconds of processor time that plays should take here; where one takes long, there are fewer."""

LEAST_PLAYS: Final = 10
"""Plays of one opinion, however long they take."""

BACKWARDS_WORK: Final = 3_000_000
"""Work of odds that are also found in another order, in the other process: less than a second."""

SLOW: Final = 0.05
"""Seconds of processor time of a play that is too slow for a game's odds to be confirmed before anybody asks."""

SECONDS: Final = 20
"""Seconds on a clock after which there is no opinion: the machine has other things to do."""

STEPS: Final = 20_000
"""Lines of two plays that are compared."""

Chances = Mapping[Outcome, Fraction]

Play = tuple[tuple[int, ...], Outcome]
"""The faces of a play, and its outcome."""

ADDRESS: Final = re.compile(r"0x[0-9a-f]+")

START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.readline()); "
    "from sixfold.authoring.opinion import elsewhere; elsewhere()"
)
"""The program of the other process."""

SEEDS: Final = 2
"""Other processes, each with another order of sets."""

MORE_SEEDS: Final = 6
"""Other processes for a game that may use a set: the order of two names is the same in every second process."""

ORDERED: Final = re.compile(r"\bset\b|__hash__|\.keys\(|\{[^{}:]*,")
"""Signs in a file of something that has another order in each process."""

OTHER: Final = ("these", "are", "arguments", "of", "another", "process")
"""Arguments of the other process, and folders where it looks for modules beside the others: no game has them."""


class Opinion(NamedTuple):
    """How much was played: times, how much of all rolls (0 to 1), and whether it was played in another process."""

    plays: int
    share: Fraction
    elsewhere: bool


def confirm(check: Check, odds: Odds) -> None:
    """Raise RuleError where a second opinion about a check finds something else than its odds; once for each file.

    A game that was handed over in Python is played in this process alone.
    The code is rule/changing or rule/unsound.
    """
    files = _files(check)
    verdict = Verdict.about(check.text, files)
    if not verdict.known and second_opinion(check, odds).elsewhere:
        verdict.keep()


def confirm_game(system: System) -> None:
    """Confirm the example of each rule of a game, as `confirm` does; what takes long to solve is left to who asks."""
    for rule in system.rules:
        check = parse(rule.example, {**SYSTEMS, system.name: system})
        begun = process_time()
        with suppress(SixfoldError):
            check_roller(check, "a second opinion")(SeededDice("a second opinion"))
        if process_time() - begun < SLOW:
            with suppress(OddsError):
                confirm(check, solve_check(check, TOLERANCE, WORK // 4))


def check_names(check: Check, odds: Odds) -> None:
    """Raise RuleError (rule/declared) for an event with a name that did not come, and is not in the file."""
    rule = check.rule
    for event in rule.events:
        field, sign, value = event.name.partition("=")
        known = not sign or odds.events.get(event.name) or odds.unresolved
        if not known and value not in written_in(rule.play) and value not in rule.promised.get(field, ()):
            came = [name for name, chance in odds.events.items() if chance and name.startswith(f"{field}=")]
            raise misdeclared(
                f"The event “{shown(event.name)}” of {rule.name} never happens: {listed(came)} came."
            ).placed(*(rule.place if rule.place[0] else beginning(rule.play)))


def second_opinion(check: Check, odds: Odds) -> Opinion:
    """Play a check with likely dice and with chance ones, and hold that against its odds, and against another process.

    Raises RuleError (rule/unsound) where the odds are wrong, and (rule/changing) where the other process gives another
    outcome, with the dice, both results and the line.
    """
    check_names(check, odds)
    played, records = _played(check)
    solved = chances_of(odds)
    against_faces(check, solved, odds.unresolved, played)
    for fold, tried in own_folds(records).items():
        check_fold(fold, *tried)
    rolled = [(tuple(record.faces), tuple(record.outcome.items())) for record in records if played.left]
    against_rolls(check, odds, solved, Counter([outcome for _, outcome in rolled]))
    plays = [*played.plays, *rolled]
    for faces, outcome in () if odds.unresolved else plays:
        if outcome not in solved:
            raise _unsound(check, f"“{told(outcome)}” is impossible by the odds, but happened{_with(faces)}.")
    # The likeliest come last: what a rare roll leaves behind shows in them.
    seeds = _seeds(_files(check))
    work = 0 if odds.unresolved or odds.solution.work > BACKWARDS_WORK else 2 * odds.solution.work
    there = _elsewhere(check, [faces for faces, _ in reversed(plays)], seeds, work=work)
    if there is None:
        return Opinion(len(plays), 1 - played.left, False)
    for at, ((faces, outcome), other) in enumerate(zip(reversed(plays), there.plays, strict=True)):
        if other != [[name, value] for name, value in outcome]:
            raise _differs(check, faces, outcome, other, seeds[at % len(seeds)])
    if there.backwards is not None:
        _against_backwards(check, solved, there.backwards)
    return Opinion(len(plays), 1 - played.left, True)


def _against_backwards(check: Check, solved: Chances, backwards: Chances) -> None:
    """Raise RuleError (rule/changing) where the odds found in another order are not the same."""
    for outcome in {**solved, **backwards}:
        one, other = solved.get(outcome, Fraction(0)), backwards.get(outcome, Fraction(0))
        if one != other:
            raise RuleError(
                "rule/changing",
                f"“{told(outcome)}” has a chance of {one} by the odds, and of {other} where they are found in another "
                f"order. {BESIDES}: what an earlier play left behind, such as a list that functools.cache keeps.",
            ).placed(*beginning(check.rule.play))


@lru_cache(maxsize=64)
def _played(check: Check) -> tuple[EveryFace, Sequence[Record]]:
    """Return plays of a check with its likely faces, and rolls with chance ones: one where there are no other faces."""
    roll_once, dice = check_roller(check, "a second opinion"), SeededDice(f"a second opinion of {check.text}")
    begun = process_time()
    records = [roll_once(dice)]
    most = max(LEAST_PLAYS, min(PLAYS, int(PLAYED / max(1e-6, process_time() - begun))))
    found = every_face(check, most)
    records += [roll_once(dice) for _ in range(most - len(found.plays) - 1 if found.left else 0)]
    return found, records


def chances_of(odds: Odds) -> Chances:
    """Return the chances of a check, likeliest first."""
    return {tuple(chance.outcome.items()): chance.exact for chance in odds}


def against_faces(check: Check, solved: Chances, missing: Fraction, played: EveryFace) -> None:
    """Raise RuleError (rule/unsound) if chances that lack so much differ from what was counted over faces."""
    zero = Fraction(0)
    for outcome in {**solved, **played.chances}:
        by_odds, by_faces = solved.get(outcome, zero), played.chances.get(outcome, zero)
        if by_odds > by_faces + played.left or by_faces > by_odds + missing:
            dice = next((faces for faces, came in played.plays if came == outcome), None)
            at_least = "" if not played.left else "at least "
            raise _unsound(
                check,
                f"“{told(outcome)}” has a chance of {by_odds} by the odds, but {at_least}{by_faces} over every "
                f"face{_with(dice)}.",
            )


def against_rolls(check: Check, odds: Odds, solved: Chances, came: Mapping[Outcome, int]) -> None:
    """Raise RuleError (rule/unsound) if outcomes came so often, or so rarely, in rolls that the odds must be wrong."""
    throws, zero = sum(came.values()), Fraction(0)
    outcomes = [
        (told(outcome), solved.get(outcome, zero), solved.get(outcome, zero) + odds.unresolved, came.get(outcome, 0))
        for outcome in {**solved, **came}
    ]
    events = [
        (name, bounds.low, bounds.high, sum(n for row, n in came.items() if Event(name, "").came(dict(row))))
        for name, bounds in ((name, odds.bounds(name)) for name in odds.events)
    ]
    stray = strayed([*events, *outcomes], throws)
    if stray is not None:
        raise _unsound(
            check,
            f"“{stray.name}” happened {stray.came:,} times in {throws:,} rolls; by the odds it should in "
            f"{percent(Bounds.exactly(stray.chance))} of them.",
        )


def _with(faces: Sequence[int] | None) -> str:
    return f", as with the dice {' '.join(map(str, faces))}" if faces and len(faces) <= 40 else ""


def _unsound(check: Check, sentence: str) -> RuleError:
    return RuleError("rule/unsound", f"{sentence} {WHY}").placed(*beginning(check.rule.play))


WHY: Final = (
    "Something in the rule behaves differently when it is solved: type(n), “is”, an “except” that catches too much, or "
    "a fold that says any_face and looks at faces."
)


BESIDES: Final = "Something besides its dice and options affects it"


def told(outcome: Outcome) -> str:
    """Return an outcome in words."""
    return minus(", ".join(f"{name} {value}" for name, value in outcome))


# -- another process ---------------------------------------------------------------------------------------------


def _seeds(files: Sequence[str]) -> list[str]:
    """The orders of sets of the other processes."""
    known = [seed for seed in map(str, range(MORE_SEEDS + 1)) if seed != os.environ.get("PYTHONHASHSEED")]
    return known[: MORE_SEEDS if any(map(_may_order, files)) else SEEDS]


class Elsewhere(NamedTuple):
    """The outcomes of plays in other processes, and the chances that one of them found in another order."""

    plays: list[Any]
    backwards: Chances | None


def _elsewhere(
    check: Check, plays: Sequence[Sequence[int]], seeds: Sequence[str], traced: bool = False, work: int = 0
) -> Elsewhere | None:
    """Return what other processes find; None where there can be no other one, or it does not answer.

    Each process has an order of sets of its own, and every play is in one of them. One of them also finds the odds, if
    that costs no more than `work`.
    """
    files = _files(check)
    if not files or machine.ALONE or not all(map(os.path.isfile, files)):  # a process of a sweep has no file
        return None
    terminal = bool(getattr(sys.stdout, "isatty", bool)())
    request = {"files": files, "check": check.text, "traced": traced, "terminal": terminal}
    begun = [
        _begun({**request, "plays": plays[at :: len(seeds)], "work": 0 if at else work}, seed)
        for at, seed in enumerate(seeds)
    ]
    answers = [_answer(process) for process in begun]
    outcomes: list[Any] = [None] * len(plays)
    for at, answer in enumerate(answers):
        if answer is None:
            return None
        outcomes[at :: len(seeds)] = answer["plays"]
    chances = answers[0]["backwards"] if answers[0] else None
    if chances is None:
        return Elsewhere(outcomes, None)
    return Elsewhere(outcomes, {tuple(map(tuple, outcome)): Fraction(chance) for outcome, chance in chances})


def _may_order(file: str) -> bool:
    return os.path.isfile(file) and ORDERED.search(read_bounded(file, GAME_LENGTH)) is not None


def _begun(request: Mapping[str, Any], seed: str) -> Popen[bytes] | None:
    """Another process that was asked; None where it cannot be begun."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-P", "-X", "utf8", "-c", START, *OTHER]
    folders = [*sys.path, *[os.path.join(os.path.dirname(__file__), word) for word in OTHER]]
    words = f"{json.dumps(list(map(os.path.abspath, folders)))}\n{json.dumps(request)}\n"
    try:
        process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment, cwd=gettempdir())
        if process.stdin is not None:
            process.stdin.write(words.encode())
            process.stdin.close()
            process.stdin = None
    except OSError:
        return None
    return process


def _answer(process: Popen[bytes] | None) -> dict[str, Any] | None:
    if process is None:
        return None
    with process:
        try:
            answer, _ = process.communicate(timeout=SECONDS)
        except TimeoutExpired:
            process.kill()
            return None
    outcomes: dict[str, Any] | None = json.loads(answer) if process.returncode == 0 else None
    return outcomes


def fresh(file: str) -> Callable[[], System]:
    """Return a function that runs a file anew each time, and returns its game: nothing is kept from the time before."""
    code = compile(read_bounded(file, GAME_LENGTH), file, "exec")
    name, folder = f"{OWN_FILE}{os.path.basename(file).partition('.')[0]}", os.path.dirname(file)

    def load() -> System:
        for other, module in list(sys.modules.items()):
            if os.path.dirname(getattr(module, "__file__", None) or "") == folder:
                del sys.modules[other]
        module = ModuleType(name)
        module.__file__ = f"{file}.{'.'.join(OTHER)}"  # so that no rule depends on where its file is
        sys.modules[name] = module
        exec(code, module.__dict__)
        system: System = system_in(module)
        return system

    return load


def elsewhere() -> None:
    """Answer what another process asks: play a check with faces, each time with a new module."""
    request = json.loads(sys.stdin.readline())
    printed: Any = StringIO()  # what a game prints is no answer
    printed.isatty = lambda: not request["terminal"]
    answers, sys.stdout = sys.stdout, printed
    loaded = [fresh(file) for file in request["files"]]

    def check() -> Check:
        games = dict(SYSTEMS)
        for load in loaded:
            system = load()
            games[system.name] = system
        return parse(request["check"], games)

    play = partial(steps_of, files=request["files"]) if request["traced"] else _outcome
    backwards = _backwards(check(), request["work"]) if request["work"] else None
    plays = [play(check(), faces) for faces in request["plays"]]
    print(json.dumps({"plays": plays, "backwards": backwards}), file=answers, flush=True)


def _backwards(check: Check, work: int) -> list[Any] | None:
    """The outcomes of a check with their chances, found in another order; None where they are not all found."""
    with suppress(SixfoldError):
        odds = solve_check(check, TOLERANCE, work, backwards=True)
        return None if odds.unresolved else [[outcome, str(chance)] for outcome, chance in chances_of(odds).items()]
    return None


def _outcome(check: Check, faces: Sequence[int]) -> Any:
    """The named values of an outcome; the name of an error where there is none."""
    try:
        outcome = watched(check.rule.play)(RolledTable(TypedDice(faces)), **check.arguments)
        return [[name, checked_value(name, value)] for name, value in values_of(outcome).items()]
    except SixfoldError as error:
        return error.code
    except Exception as error:
        return type(error).__name__


def _files(check: Check) -> list[str]:
    """The files of the games of a check, and of the checks in it; nothing if one of its games is in no file."""
    rules = [each.rule for each in check.every()]
    homes = [rule.home for rule in rules if rule.home is not None and rule.system not in SYSTEMS]
    return list(dict.fromkeys(home.place for home in homes)) if all(home.version for home in homes) else []


# -- where the two part --------------------------------------------------------------------------------------------


def _differs(check: Check, faces: Sequence[int], outcome: Outcome, other: Any, seed: str) -> RuleError:
    """The error for a play that gave something else in a process of this seed, with the line where the two part."""
    there = _elsewhere(check, [faces], [seed], traced=True)
    file, begins = beginning(check.rule.play)
    place = _parting(steps_of(check, faces, _files(check)), there.plays[0] if there else ())
    result = f"“{told(tuple(map(tuple, other)))}”" if isinstance(other, list) else f"an error ({other})"
    dice = f"with the dice {' '.join(map(str, faces))}" if faces else "without any dice"
    return RuleError(
        "rule/changing",
        f"Played twice {dice}, it gives “{told(outcome)}” and, in another process, {result}. {BESIDES}: what an "
        "earlier play left behind, the order of a set, or what Python says of the machine, the folder or the command.",
    ).placed(os.path.join(os.path.dirname(file), place[0]) if place else file, place[1] if place else begins)


def steps_of(check: Check, faces: Sequence[int], files: Sequence[str]) -> list[Any]:
    """Return every line of an author's code that runs in a play, in order."""
    steps: list[Any] = []
    with _tracing(steps, set(map(os.path.dirname, files))):
        _outcome(check, faces)
    return [list(step) for step in steps]  # as it comes from the other process


@contextmanager
def _tracing(steps: list[Any], folders: Collection[str]) -> Iterator[None]:
    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        file = frame.f_code.co_filename
        if file.startswith("<") or os.path.dirname(os.path.abspath(file)) not in folders:
            return None
        if len(steps) < STEPS:
            held = {name: _shown(value) for name, value in frame.f_locals.items()}
            result = _shown(argument) if event == "return" else ""
            steps.append((os.path.basename(frame.f_code.co_filename), frame.f_lineno, held, result))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _shown(value: Any) -> str:
    try:
        return ADDRESS.sub("0x", repr(value)[:200])
    except Exception as error:
        return type(error).__name__


def _parting(here: Sequence[Any], there: Sequence[Any]) -> tuple[str, int] | None:
    """The line that ran just before two plays differ."""
    last = None
    for one, other in zip_longest(here, there):
        if one != other:
            same_line = one is not None and other is not None and one[:2] == other[:2] and one[3] != other[3]
            return (one[0], one[1]) if same_line or (last is None and one is not None) else last
        last = (one[0], one[1])
    return None
