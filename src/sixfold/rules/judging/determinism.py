"""An author's rule is played twice with the same dice: with the same options and answers it must do the same.

That finds memory, and chance with few exceptions, however they are reached.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from time import process_time
from typing import Any, Final, NamedTuple

from sixfold.errors import Passing, RuleError, misdeclared
from sixfold.rules.dice import Die
from sixfold.rules.functions import WentOnError, Wrapped, beginning
from sixfold.rules.judging.blame import last_place
from sixfold.rules.judging.changing import check_same
from sixfold.rules.judging.environment import Environment
from sixfold.rules.judging.hearing import listening
from sixfold.rules.judging.lint import lint_functions
from sixfold.rules.judging.named import check_named
from sixfold.rules.judging.strict_table import Watched
from sixfold.rules.judging.unheard import Unheard
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.late import LateNumber
from sixfold.rules.outcome import values_of
from sixfold.rules.rolled_table import RolledTable
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


def judged(
    play: Callable[..., Any], rules: Sequence[tuple[Callable[..., Any], Mapping[str, Any]]]
) -> tuple[Callable[..., Any], Callable[[], None]]:
    """Judge rules with their options, those in a play: return the play as it is solved, and the check for after that.

    What functions around them found before (functools.cache) is forgotten, so that no check hangs on an earlier one.
    Raises RuleError, with the author's line: rule/chance for a clock, chance, a file or the network; rule/changing for
    anything else that differs when it is played again with the same dice.

    >>> import random
    >>> __name__ = "duel"
    >>> rule = lambda table: random.randint(1, 6)
    >>> judged(rule, [(rule, {})])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...“<lambda>” uses “random”: a rule gets its chance from its table...
    """
    raised: set[str] = set()
    for rule, options in rules:
        given = tuple(options.items())
        try:
            hash((rule, given))
        except TypeError:
            raised.update(_played_twice.__wrapped__(rule, given))
        else:
            raised.update(_played_twice(rule, given))
    held = [(rule, _before(rule)) for rule, _ in rules]
    for function in [function for _, before in held for function in before.caches]:
        function.cache_clear()

    def check_unchanged() -> None:
        for rule, before in held:
            check_same(rule, before)

    return Solved(play, raised), check_unchanged


class Solved(Wrapped):
    """A play with the functions of authors as it is solved. With dice it `raised` errors of Python with these texts."""

    def __init__(self, function: Callable[..., Any], raised: Collection[str]) -> None:
        super().__init__(function)
        self._play = watched(function)
        self._raised = raised

    def around_other(self, function: Callable[..., Any]) -> "Solved":
        """The same around another function, which does what the author's does."""
        return Solved(function, self._raised)

    def __call__(self, table: Table, *arguments: Any, **options: Any) -> Any:
        try:
            return self._play(table, *arguments, **options)
        except TypeError as error:
            if str(error) in self._raised:
                raise
            said = "" if LateNumber.__name__ in str(error) else f" ({error})"  # no author knows that name
            raise misdeclared(
                f"This line needs one number{said}, and while a rule is solved, a value that it read has all its "
                "possible numbers at once: use +, -, *, // and comparisons, or write int(…) around it."
            ).placed(*last_place(error.__traceback__) or ("", 0)) from None


def _before(play: Callable[..., Any]) -> Environment:
    """The environment in which each play of a rule begins.

    That of a file is the one that it was loaded with; that of another rule is what it is now.
    """
    if str(getattr(play, "__module__", "")).startswith(OWN_FILE):
        return _loaded_with(play)
    try:
        known = _last(play)
    except TypeError:  # some objects that can be called have no hash
        return Environment(play)
    return known if known.change() is None else Environment(play)


_loaded_with: Final = lru_cache(maxsize=256)(Environment)
"""The environments of rules of files."""

_last: Final = lru_cache(maxsize=8)(Environment)
"""Those of some other rules when they were last seen: most are the same, and to look again is quicker."""


@lru_cache(maxsize=256)
def _played_twice(play: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> Collection[str]:
    """Play a rule twice with each kind of dice: once is enough for all rolls of a check. Return the errors of Python.

    The second plays come after all first ones, the last first: so memory shows that only other dice change.
    """
    with Unheard():
        if not str(getattr(play, "__module__", "")).startswith(OWN_FILE):  # those were looked at when they were loaded
            lint_functions(play)
        before = _before(play)
        check_named(play, before)
        function = Watched(play)
    first: list[Any] = []
    begun = process_time()
    while len(first) < LEAST_PLAYS or (len(first) < PLAYS and process_time() - begun < SECONDS):
        with listening(beginning(function.function)):
            first.append(_outcome(function, options, len(first)))
        if isinstance(first[-1], _Failed) and first[-1].kind is WentOnError:
            break  # to wait once for what never ends is enough
    second = [_outcome(function, options, variant) for variant in reversed(range(len(first)))]
    check_same(play, before)
    if not all(map(_alike, first, reversed(second))):
        raise RuleError(
            "rule/changing",
            f"“{function.__name__}” gives another result with the same dice: its result must come from its dice and "
            "options alone. Keep what changes from roll to roll in the state of table.repeat, or return it.",
        ).placed(*beginning(function.function))
    return {error.text for error in first if isinstance(error, _Failed)}


class _Failed(NamedTuple):
    """An error that a play raised."""

    kind: type[BaseException]
    text: str


class Enough(Passing):
    """A play went on for as long as it is looked at."""


def _outcome(function: Watched, options: tuple[tuple[str, Any], ...], variant: int) -> Any:
    """Return the outcome with some dice and choices; the kind of the error that it raises; None if it goes on."""
    try:
        return function(Shuffled(ShuffledDice(variant), variant), **dict(options))
    except Enough:
        return None
    except RuleError as error:
        if error.code == "rule/changing":
            raise
        return _Failed(WentOnError if error.code == "rule/endless" else type(error), error.message)
    except Exception as error:
        return _Failed(type(error), str(error))


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

    def choose(self, label: str, options: Sequence[str], default: Any, against: bool = False) -> Any:
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
    if isinstance(one, _Failed) or isinstance(other, _Failed):
        return type(one) is type(other) and one.kind is other.kind
    try:
        if isinstance(one, tuple):
            return bool(one == other)
        return bool(values_of(one) == values_of(other))
    except Exception:
        return True  # they cannot be compared, so nothing can be said
