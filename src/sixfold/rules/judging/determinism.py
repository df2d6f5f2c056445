"""An author's rule is played twice with the same dice: with the same options and answers it must do the same.

That finds memory, and chance with few exceptions, however they are reached. Calls of a clock, of the randomness of the
machine, of files, of the environment and of the network are noticed while it plays.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from time import process_time
from types import FrameType
from typing import Any, Final

from sixfold.errors import Passing, RuleError
from sixfold.rules.dice import Die
from sixfold.rules.functions import MISTAKES, WentOnError, beginning
from sixfold.rules.judging.blame import authors_place, installed, is_authors
from sixfold.rules.judging.state import check_same, state_of
from sixfold.rules.judging.strict_table import Watched
from sixfold.rules.outcome import values_of
from sixfold.rules.rolled import RolledTable
from sixfold.rules.rule import OWN_FILE
from sixfold.rules.table import Step, Table, Until

PLAYS: Final = 6
"""Different dice with which a rule is played: all low at first, all high at first, and others."""

LEAST_PLAYS: Final = 2
"""Different dice with which a rule is played, however long it takes."""

SECONDS: Final = 0.5
"""Seconds of processor time after which it is played with no other dice."""

ALIKE: Final = 12
"""So many dice show the lowest, or the highest, side at first."""

CALLS: Final = (2_000, 500, 200, 200, 200, 200)
"""The number of steps, and of dice, of each play that are looked at."""

FORBIDDEN: Final[Mapping[str, frozenset[str]]] = {
    "time": frozenset(),
    "random": frozenset(),
    "_random": frozenset(),
    "_socket": frozenset(),
    **dict.fromkeys(("atexit", "faulthandler", "resource", "_ctypes", "_posixsubprocess", "_signal"), frozenset()),
    "datetime": frozenset({"now", "today", "utcnow"}),
    "posix": frozenset(),
    "nt": frozenset(),
    "_thread": frozenset({"get_ident", "get_native_id", "start_new_thread", "start_joinable_thread"}),
    "io": frozenset({"open"}),
    "_io": frozenset({"open"}),
    "builtins": frozenset({"input", "id", "hash"}),
    "sys": frozenset({"_getframe", "_current_frames", "getrefcount", "getprofile", "gettrace"}),
}
"""Modules whose functions give something else each time, or change the process; only these names of them, if any."""

MACHINE: Final = frozenset(
    {"platform", "tempfile", "getpass", "locale", "sysconfig", "site", "socket", "uuid", "inspect", "threading"}
)
"""Modules of Python's library about the machine, or about what runs, that keep what they were told once."""

PURE: Final = ("fspath", "_path_")
"""Beginnings of names of functions for paths, which ask the machine for nothing."""

THEIRS: Final = frozenset({"id", "hash", "threading", "sys"})
"""Functions that only code of authors may not call: they return something else in each process."""

CALLED: Final = {
    **{"_random": "random", "_socket": "socket", "_thread": "threading", "_ctypes": "ctypes"},
    **{"_posixsubprocess": "subprocess", "_signal": "signal"},
    **{"posix": "os", "nt": "os", "io": "open", "_io": "open"},
}
"""The names of these modules for authors."""


def judged(rules: Sequence[tuple[Callable[..., Any], Mapping[str, Any]]]) -> Callable[[], None]:
    """Judge rules with their options, and return the check whether they left everything as it was.

    Raises RuleError, with the author's line: rule/chance for a clock, chance, a file or the network; rule/changing for
    anything else that differs when it is played again with the same dice.

    >>> import random
    >>> __name__ = "duel"
    >>> judged([(lambda table: random.randint(1, 6), {})])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...“<lambda>” uses “random”: a rule gets its chance from its table...
    """
    for play, options in rules:
        given = tuple(options.items())
        try:
            hash((play, given))
        except TypeError:
            _played_twice.__wrapped__(play, given)
        else:
            _played_twice(play, given)
    held = [(play, _before(play)) for play, _ in rules]

    def unchanged() -> None:
        for play, before in held:
            check_same(play, before)

    return unchanged


def _before(play: Callable[..., Any]) -> Mapping[str, Any]:
    """The state from which each play of a rule begins. That of a file is the one that it was loaded with."""
    return _loaded_with(play) if str(getattr(play, "__module__", "")).startswith(OWN_FILE) else state_of(play)


@lru_cache(maxsize=256)
def _loaded_with(play: Callable[..., Any]) -> Mapping[str, Any]:
    return state_of(play)


@lru_cache(maxsize=256)
def _played_twice(play: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> None:
    """Play a rule twice with each kind of dice: once is enough for all rolls of a check.

    The second plays come after all first ones, the last first: so memory shows that only other dice change.
    """
    function, before = Watched(play), _before(play)
    first: list[Any] = []
    begun = process_time()
    while len(first) < LEAST_PLAYS or (len(first) < PLAYS and process_time() - begun < SECONDS):
        with listening(function.__name__, beginning(function.function)):
            first.append(_outcome(function, options, len(first)))
        if first[-1] is WentOnError:
            break  # to wait once for what never ends is enough
    second = [_outcome(function, options, variant) for variant in reversed(range(len(first)))]
    check_same(play, before)
    if not all(map(_alike, first, reversed(second))):
        raise RuleError(
            "rule/changing",
            f"“{function.__name__}” gives another result with the same dice: its result must come from its dice and "
            "options alone. Keep what changes from roll to roll in the state of table.repeat, or return it.",
        ).placed(*beginning(function.function))


class Enough(Passing):
    """A play went on for as long as it is looked at, or called what it may not."""


def _outcome(function: Watched, options: tuple[tuple[str, Any], ...], variant: int) -> Any:
    """Return the outcome with some dice and choices; the kind of the error that it raises; None if it goes on."""
    try:
        return function(Shuffled(ShuffledDice(variant), variant), **dict(options))
    except Enough:
        return None
    except RuleError as error:
        if error.code == "rule/changing":
            raise
        return WentOnError if error.code == "rule/endless" else type(error)
    except Exception as error:
        return type(error)


class ShuffledDice:
    """Dice that show the lowest or the highest side at first, then or from the start sides in no order.

    These come from multiplying by a primitive root of a prime number: no chance, and no cryptography to be loaded.
    """

    def __init__(self, variant: int) -> None:
        self._number = variant + 1
        self._alike = ALIKE if variant < 2 else 0
        self._high = variant == 1
        self._left = CALLS[variant]

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        if self._left < 0:
            raise Enough
        alike, sides = min(size, self._alike), die.numbers
        self._alike -= alike
        faces = [sides[-1 if self._high else 0]] * size
        for at in range(alike, size):
            self._number = self._number * 48_271 % 2_147_483_647
            faces[at] = sides[self._number % die.sides]
        self._left -= size
        return faces


class Shuffled(RolledTable):
    """A table with dice on it on which choices are taken by turns."""

    __slots__ = ("_steps", "_turn")

    def __init__(self, dice: ShuffledDice, variant: int) -> None:
        super().__init__(dice)
        self._turn = variant
        self._steps = CALLS[variant]

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> Any:
        self._turn += 1
        return (self._turn - 1) % len(options)

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        def counting(table: Table, state: Any) -> Any:
            self._steps -= 1
            if self._steps < 0:
                raise Enough
            return step(table, state)

        return super().repeat(counting, state, until, most, counted)


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
def listening(called: str, begins: tuple[str, int], loading: bool = False) -> Iterator[None]:
    """Notice every built-in function that is called meanwhile. Raises RuleError (rule/chance) for a forbidden one."""
    found: list[tuple[str, tuple[str, int] | None]] = []

    def hear(frame: FrameType, event: str, function: Any) -> None:
        if event in ("call", "c_call") and not found and frame.f_globals is not globals():
            name = _forbidden(function) if event == "c_call" else _of_machine(frame)
            if name and not _aside(frame) and (name not in THEIRS or event == "call" or _wrote(frame)):
                found.append((name, authors_place(frame)))
                raise Enough  # before it is called: it could wait, or end the process

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
            sentence = (
                f"“{name}” is used while {called} is loaded: a game must be the same each time, on every machine. "
                "Write what it needs into the file, or make it an option of the check."
                if loading
                else f"“{called}” uses “{name}”: a rule gets its chance from its table, as "
                'table.roll(1, "die"), and nothing in it from a clock, a file, the environment or the network.'
            )
            raise RuleError("rule/chance", sentence).placed(*(place or begins)) from None


def _wrote(frame: FrameType) -> bool:
    """Whether an author wrote the code of a frame: that of a dataclass is made out of a text."""
    return is_authors(frame) and not installed(frame) and frame.f_code.co_filename != "<string>"


def _of_machine(frame: FrameType) -> str:
    """The author's name for a function of Python's library that says something of the machine; nothing for others."""
    if frame.f_code.co_qualname.startswith("_Environ."):
        return "os.environ"
    module = str(frame.f_globals.get("__name__"))
    return module if module in MACHINE and frame.f_back is not None and is_authors(frame.f_back) else ""


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


def _aside(frame: FrameType | None) -> bool:
    """Whether a frame finds something that is imported, or the place of a mistake, and does not belong to the rule.

    A library that is installed is not the author's while it is imported.
    """
    while frame is not None and not (frame.f_code.co_name == "<module>" and is_authors(frame) and not installed(frame)):
        if str(frame.f_globals.get("__name__", "")).startswith(("importlib", "linecache")):
            return True
        frame = frame.f_back
    return False
