"""An author's rule is played twice with the same dice: with the same options and answers it must do the same.

That finds memory, and chance with few exceptions, however they are reached. Calls of a clock, of the randomness of the
machine, of files, of the environment and of the network are noticed while it plays.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import lru_cache
from types import FrameType
from typing import Any, Final, NamedTuple

from sixfold.authoring.blame import authors_place, is_authors
from sixfold.authoring.strict_table import Watched
from sixfold.errors import RuleError
from sixfold.playing.sources.typed import TypedDice
from sixfold.rules.dice import Die
from sixfold.rules.functions import MISTAKES, Wrapped, beginning
from sixfold.rules.hand import Hand
from sixfold.rules.outcome import values_of
from sixfold.rules.rolled import RolledTable
from sixfold.rules.table import Delegating, Playable, Step, Table, Until

PLAYS: Final = 6
"""Different dice with which a rule is played: all low at first, all high at first, and others."""

ALIKE: Final = 12
"""So many dice show the lowest, or the highest, side at first."""

CALLS: Final = (2_000, 500, 200, 200, 200, 200)
"""The number of verbs, and of dice, of each play that are compared: the rest is not looked at."""

INSIDE: Final = 200
"""Functions inside a rule that are played twice, in one play."""

FORBIDDEN: Final[Mapping[str, frozenset[str]]] = {
    "time": frozenset(),
    "random": frozenset(),
    "_random": frozenset(),
    "_socket": frozenset(),
    "datetime": frozenset({"now", "today", "utcnow"}),
    "posix": frozenset(),
    "nt": frozenset(),
    "_thread": frozenset({"get_ident", "get_native_id"}),
    "io": frozenset({"open"}),
    "_io": frozenset({"open"}),
    "builtins": frozenset({"input", "id", "hash"}),
}
"""Modules whose functions give something else each time; only these names of them, where some are given."""

PURE: Final = ("fspath", "_path_")
"""Beginnings of names of functions for paths, which ask the machine for nothing."""

THEIRS: Final = frozenset({"id", "hash", "threading"})
"""Functions that only code of authors may not call: they return something else in each process."""

CALLED: Final = {
    **{"_random": "random", "_socket": "socket", "_thread": "threading"},
    **{"posix": "os", "nt": "os", "io": "open", "_io": "open"},
}
"""The names of these modules for authors."""


def check_same_again(play: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Raise RuleError, with the author's line, for a rule that does not do the same twice.

    The codes are rule/chance for a clock, chance, a file or the network; rule/changing for anything else.

    >>> import random
    >>> __name__ = "duel"
    >>> check_same_again(lambda table: random.randint(1, 6), {})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...“<lambda>” uses “random”: all chance in a rule comes from its table...
    """
    given = tuple(options.items())
    try:
        hash((play, given))
    except TypeError:
        _played_twice.__wrapped__(play, given)
    else:
        _played_twice(play, given)


@lru_cache(maxsize=256)
def _played_twice(play: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> None:
    """Play a rule twice with each kind of dice: once is enough for all rolls of a check.

    The second plays come after all first ones, the last first: so memory shows that only other dice change.
    """
    function, replays = Watched(play), [_Replay(variant) for variant in range(PLAYS)]
    with listening(function.__name__, beginning(function.function)):
        first = [one.play(function, (), dict(options)) for one in replays]
    for one, played in zip(reversed(replays), reversed(first), strict=True):
        if played is not None:
            one.again(function, (), dict(options), played)


class RecordedPlay(NamedTuple):
    """One play: the faces thrown, the options taken, everything asked of the table by a line, and what came of it."""

    faces: list[int]
    choices: list[int]
    calls: list[tuple[tuple[Any, ...], tuple[str, int] | None]]
    outcome: Any


class Enough(BaseException):
    """A play went on for as long as it is looked at."""


class _Replay:
    """The plays with one kind of dice. `inside` is how many functions may still be played twice."""

    def __init__(self, variant: int) -> None:
        self.variant = variant
        self.calls = CALLS[variant]
        self.inside = INSIDE

    def again(self, function: Watched, arguments: Any, options: Mapping[str, Any], first: RecordedPlay) -> None:
        """Play a function with the dice of its first play. Raises RuleError where it does not do the same."""
        second = self.play(function, arguments, options, first)
        if second is None:
            return
        for (one, _), (other, place) in zip(first.calls, second.calls, strict=False):
            if not _alike(one, other):
                raise changing(function, place)
        if len(first.calls) != len(second.calls) or not _alike(first.outcome, second.outcome):
            raise changing(function, None)

    def play(
        self, function: Watched, arguments: Any, options: Mapping[str, Any], first: RecordedPlay | None = None
    ) -> RecordedPlay | None:
        """The first play, or one with its dice and choices; None where it was longer than it is looked at.

        An error that it raises is its outcome.
        """
        tape = RecordedPlay([], [], [], None)
        source = ShuffledDice(self.variant, tape.faces) if first is None else TypedDice(first.faces)
        table = Replayed(RolledTable(source), self, tape, None if first is None else first.choices)
        try:
            return tape._replace(outcome=function(table, *arguments, **options))
        except Enough:
            return None
        except Exception as error:
            if isinstance(error, RuleError) and error.code == "rule/changing":
                raise
            return tape._replace(outcome=type(error))


class ShuffledDice:
    """Dice that show the lowest or the highest side at first, then or from the start sides in no order.

    These come from multiplying by a primitive root of a prime number: no chance, and no cryptography to be loaded.
    All faces are put on the `tape`.
    """

    def __init__(self, variant: int, tape: list[int]) -> None:
        self._number = variant + 1
        self._alike = ALIKE if variant < 2 else 0
        self._high = variant == 1
        self._most = CALLS[variant]
        self._tape = tape

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        if len(self._tape) > self._most:
            raise Enough
        alike, sides = min(size, self._alike), die.numbers
        self._alike -= alike
        faces = [sides[-1 if self._high else 0]] * size
        for at in range(alike, size):
            self._number = self._number * 48_271 % 2_147_483_647
            faces[at] = sides[self._number % die.sides]
        self._tape += faces
        return faces


class Replayed(Delegating):
    """A table with dice on it that keeps what is asked of it; in a first play, functions inside are played twice."""

    __slots__ = ("_known", "_replay", "_tape")

    def __init__(self, table: Table, replay: _Replay, tape: RecordedPlay, known: Sequence[int] | None) -> None:
        super().__init__(table)
        self._replay = replay
        self._tape = tape
        self._known = known
        """The choices of the first play; None in that."""

    def _ask(self, verb: str, *asked: Any, **values: Any) -> Any:
        self._note(verb, *[part.size if isinstance(part, Hand) else part for part in asked if not callable(part)])
        return super()._ask(verb, *asked, **values)

    def _note(self, *asked: Any) -> None:
        if len(self._tape.calls) == self._replay.calls:
            raise Enough
        self._tape.calls.append((asked, authors_place()))

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> Any:
        self._note("choose", label, tuple(options), default)
        taken, known = self._tape.choices, self._known or ()
        chosen = known[len(taken)] if len(taken) < len(known) else self._replay.variant + len(taken)
        taken.append(chosen % len(options))
        return taken[-1]

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        self._note("repeat", most, counted)
        return self._table.repeat(self._inside(step), state, until, most, counted)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        self._note("play", fields)
        return self._table.play(self._inside(rule) if isinstance(rule, Watched) else rule, fields, **options)

    def _inside(self, function: Any) -> Callable[..., Any]:
        """A function that is played inside, and at once a second time with the same dice."""

        def played(table: Table, *arguments: Any, **options: Any) -> Any:
            self._note("inside")  # a step that asks for nothing is one more thing to look at, too
            tape, replay = self._tape, self._replay
            marks = len(tape.faces), len(tape.choices), len(tape.calls)
            double = self._known is None and replay.inside > 0 and isinstance(function, Watched)
            before = deepcopy((arguments, options)) if double else (arguments, options)
            found = function(Replayed(table, replay, tape, self._known), *arguments, **options)
            if double:
                replay.inside -= 1
                faces, choices, calls = tape.faces[marks[0] :], tape.choices[marks[1] :], tape.calls[marks[2] :]
                replay.again(function, *before, RecordedPlay(faces, choices, calls, found))
            return found

        return played


def changing(function: Wrapped, place: tuple[str, int] | None) -> RuleError:
    """The error for a function that does something else when it is played again."""
    return RuleError(
        "rule/changing",
        f"“{function.__name__}” gives another result with the same dice: its result must come from its dice and "
        "options alone. Keep what changes from roll to roll in the state of table.repeat, or return it.",
    ).placed(*(place or beginning(function.function)))


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, type) or isinstance(other, type):
        return one is other
    try:
        if isinstance(one, tuple):
            return bool(one == other)
        return bool(values_of(one) == values_of(other))
    except MISTAKES:
        return True  # they cannot be compared, so nothing can be said


# -- clocks, chance, files and the network -----------------------------------------------------------------------


@contextmanager
def listening(called: str, begins: tuple[str, int]) -> Iterator[None]:
    """Notice every built-in function that is called meanwhile. Raises RuleError (rule/chance) for a forbidden one."""
    found: list[tuple[str, tuple[str, int] | None]] = []

    def hear(frame: FrameType, event: str, function: Any) -> None:
        if event in ("call", "c_call") and not found:
            environment = "os.environ" if frame.f_code.co_qualname[:9] == "_Environ." else ""
            name = _forbidden(function) if event == "c_call" else environment
            if name and not _during_import(frame) and (name not in THEIRS or is_authors(frame)):
                found.append((name, authors_place(frame)))

    before, collecting = sys.getprofile(), gc.isenabled()
    gc.disable()  # what others do when Python collects garbage is not the rule's
    sys.setprofile(hear)
    try:
        yield
    finally:
        if before is None or callable(before):
            sys.setprofile(before)
        else:
            before.enable()  # in Python 3.11 the profiler of `cProfile` is found here, and cannot be set
        if collecting:
            gc.enable()
        if found:
            ((name, place),) = found
            raise RuleError(
                "rule/chance",
                f"“{called}” uses “{name}”: all chance in a rule comes from its table, as "
                'table.roll(1, "die"), and nothing in it from a clock, a file, the environment or the network.',
            ).placed(*(place or begins)) from None


def _forbidden(called: Any) -> str:
    """The author's name for a function that differs from call to call, or its module; nothing for others."""
    owner = getattr(called, "__self__", None)
    module = getattr(called, "__module__", None)
    if module is None and owner is not None:
        module = getattr(owner if isinstance(owner, type) else type(owner), "__module__", None)
    only = FORBIDDEN.get(str(module))
    if only is None or (only and called.__name__ not in only) or called.__name__.startswith(PURE):
        return ""
    return str(called.__name__ if module == "builtins" else CALLED.get(str(module), module))


def _during_import(frame: FrameType | None) -> bool:
    """Whether a frame belongs to something that is imported: not to an author's module, but to one that finds it."""
    while frame is not None and not (frame.f_code.co_name == "<module>" and is_authors(frame)):
        if "importlib" in str(frame.f_globals.get("__name__", "")):
            return True
        frame = frame.f_back
    return False
