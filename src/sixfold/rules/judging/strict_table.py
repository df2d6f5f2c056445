"""The table that an author's function is played on: it reports slips in what the verbs are told, else passes it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial
from operator import index
from types import FunctionType
from typing import Any, Final

from sixfold.base.bounds import OWN_VERBS, RULES_INSIDE
from sixfold.base.printable import quoted, shown
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.errors import RAISED, NoSuchVerbError, Passing, RuleError
from sixfold.rules.cards import RanksOrSuits
from sixfold.rules.check import Check
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Sum
from sixfold.rules.functions import OWN, WentOnError, Wrapped, innermost, is_builtin
from sixfold.rules.hand import Answer, Answers, Chosen, OptionName
from sixfold.rules.judging.blame import Blame, authors_place, returns_nothing
from sixfold.rules.judging.callbacks import Ranking, as_callback
from sixfold.rules.judging.changing import check_same
from sixfold.rules.judging.environment import Environment
from sixfold.rules.judging.fold_arguments import check_reading
from sixfold.rules.judging.hands import check_hand
from sixfold.rules.judging.verb_arguments import (
    check_asked,
    check_faces,
    check_label,
    check_names_of_kinds,
    check_preference,
    check_repeat,
    check_told,
    dice_in_a_roll,
    number_of_dice,
    options_of,
)
from sixfold.rules.rerolls import Which
from sixfold.rules.signature import annotation_of, members_of
from sixfold.rules.table import EACH_FACE, Delegating, Playable, Preference, Step, Until
from sixfold.rules.table import Table as AnyTable

_slip = partial(RuleError, "rule/verb")


class Watched(Wrapped):
    """An author's function as tables play it; what is wrong in it is reported with the author's line.

    `around` is the table of the function that plays this one, which must leave it alone meanwhile.
    """

    def __init__(self, function: Callable[..., Any], around: Table | None = None) -> None:
        super().__init__(function)
        self._around = around

    @cached_property
    def _before(self) -> Environment | None:
        """The environment of the function alone: one for every call, as it is compared after each."""
        return Environment(self.function, around=False) if self._around is not None and keeps(self.function) else None

    def around_other(self, function: Callable[..., Any]) -> Watched:
        """The same around another function, which does what the author's does."""
        found = object.__new__(type(self))
        vars(found).update(vars(self), _before=self._before, function=function)
        return found

    def __call__(self, table: AnyTable, *arguments: Any, **options: Any) -> Any:
        around = self._around or Table(table, -1, [])
        for name, members in names_of_options(innermost(self.function)) if options else ():
            if options.get(name) in members:
                options[name] = OptionName(options[name], members)
        options = {name: owned(value) for name, value in options.items()}
        before = self._before
        with Blame(), around, heeded():
            found = self.function(Table(table, around.depth + 1, around.calling), *arguments, **options)
        if before is not None:
            check_same(self.function, before, f"“{self.__name__}”")
        return found


@lru_cache(maxsize=256)
def names_of_options(function: Callable[..., Any]) -> Sequence[tuple[str, tuple[str, ...]]]:
    """The options of a rule that are one of a few texts, each with these."""
    code = getattr(function, "__code__", None)
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] if code is not None else ()
    kinds = [(name, members_of(annotation_of(function, name))) for name in names]
    return [(name, members) for name, members in kinds if members and all(type(one) is str for one in members)]


def owned(value: Any) -> Any:
    """Return a value whose lists, dicts and sets are those of one play: one that sorts its dice sorts no others."""
    kind = type(value)
    if kind is list or kind is tuple:
        return kind([owned(part) for part in value])
    if kind is dict:
        return {key: owned(part) for key, part in value.items()}
    return set(value) if kind is set else value


def keeps(function: Any) -> bool:
    """Whether there is something that a function may change: what it closes over, its defaults, its attributes."""
    inner = innermost(function)
    plain = isinstance(inner, FunctionType) and function is inner
    return not plain or bool(inner.__closure__ or inner.__defaults__ or inner.__kwdefaults__ or vars(inner))


@contextmanager
def heeded() -> Iterator[None]:
    """Raise again, at the end, what Sixfold raised meanwhile and the code of an author, or a library, caught."""
    around = RAISED.get()
    raised: list[BaseException] = [] if around is None else around
    begin, token = len(raised), RAISED.set(raised)
    try:
        yield
        for error in raised[begin:]:
            trace = error.__traceback__
            if isinstance(error, Passing) or getattr(error, "of_table", False):
                raise error
            if trace is not None and not str(trace.tb_frame.f_globals.get("__name__")).startswith(OWN):
                raise error
    finally:
        RAISED.reset(token)


class WatchedStep(Watched):
    """The step of a game: it must return the state that comes next."""

    def __call__(self, table: AnyTable, state: Any) -> Any:
        following = super().__call__(table, state)
        if following is None and state is not None:
            raise returns_nothing(f"The step “{self.__name__}” of a repeat", "the next state", self.function)
        return following


class Ending(Wrapped):
    """The end of a game as its author wrote it: a function of the state alone, which asks nothing of a table."""

    def __init__(self, function: Callable[..., Any], around: Table) -> None:
        super().__init__(function)
        self._around = around

    @cached_property
    def _before(self) -> Environment | None:
        return Environment(self.function, around=False) if keeps(self.function) else None

    def __call__(self, state: Any) -> object:
        before = self._before
        with self._around:
            over: object = self.function(state)
        if before is not None:
            check_same(self.function, before, f"“{self.__name__}”")
        if over is None:
            raise returns_nothing(f"The end “{self.__name__}” of a repeat", "whether the game is over", self.function)
        return over


class Table(Delegating):  # the name that Python says where it is misused
    """The table of an author's function. `depth` is how many rules it is played inside of.

    As a context it is around a function that is played inside this one, and has a table of its own.
    """

    __slots__ = ("_busy", "_hands", "_used", "calling", "depth")

    def __init__(self, table: AnyTable, depth: int, calling: list[Callable[..., Any]]) -> None:
        super().__init__(table)
        self.depth = depth
        self.calling = calling
        """The callbacks that run now, of this function and of all around it."""
        self._busy = 0
        """The number of functions that are played inside this one now."""
        self._hands: dict[int, Any] = {}
        self._used = 0
        """The number of verbs since dice were rolled."""

    def __enter__(self) -> None:
        self._busy += 1

    def __exit__(self, *_: object) -> None:
        self._busy -= 1

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"a table has no {name}")
        guess = did_you_mean(nearest(name, NAMES))
        sentence = f"A table has no “{shown(name)}”: its verbs are {listed(NAMES)}.{guess}"
        raise NoSuchVerbError(sentence, of_table=True).placed(*authors_place() or ("", 0))

    # -- dice ------------------------------------------------------------------------------------------------

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> Any:
        self._check_free()
        if type(size) is not int or size > 0:
            self._used = 0
        check_label(label)
        return self._mine(self._table.roll(dice_in_a_roll(size, die), label, die))

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        self._check_free()
        hand = tuple(hand) if type(hand) is list else hand
        check_reading(hand, folds)
        for each in hand if isinstance(hand, tuple) else (hand,):
            self._check_mine(each.hand if isinstance(each, RanksOrSuits) else each)
        answers = self._table.read(hand, *folds)
        return answer_of(folds[0], answers) if len(folds) == 1 else Answers(*map(answer_of, folds, answers))

    def pick(self, hand: Any, count: int, preference: Preference, ask: str = "") -> Any:
        self._check_free()
        self._check_hand(hand)
        check_asked(ask)
        many = number_of_dice(count, "The number of dice to pick")
        check_preference(preference)
        return Answer(*self._table.pick(hand, many, as_callback(preference, self.calling, Ranking), ask))

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> Any:
        self._check_free()
        self._check_hand(hand)
        check_label(label)
        check_asked(ask)
        check_faces(hand, which, among, ask)
        return self._mine(
            self._table.rethrow(hand, as_callback(which, self.calling), label, ask, as_callback(among, self.calling))
        )

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any:
        self._check_free()
        check_label(label)
        check_names_of_kinds(names, counts)
        return self._mine(self._table.draw(counts, number_of_dice(number, "The number to draw"), label, names))

    def again(self, size: int, label: str, among: Sequence[int], fold: Sum = EACH_FACE, most: int | None = None) -> Any:
        self._check_free()
        check_label(label)
        if not getattr(fold, "by_value", False):
            raise _slip(f"table.again reads a sum such as total() or highest(1), not {quoted(fold)}.")
        if most is not None and (not hasattr(type(most), "__index__") or most < 1):
            raise _slip(f"“most” must be a number of rolls from 1 on, not {quoted(most)}.")
        try:
            values = tuple(map(index, among))
        except TypeError:
            raise RuleError(
                "rule/verb", f"“among” must be a list of numbers, as in (6,), not {quoted(among)}."
            ) from None
        return self._table.again(number_of_dice(size), label, values, fold, most)

    def strike(self, label: str, face: int, count: int) -> None:
        self._check_ending()
        check_label(label)
        self._table.strike(label, face, count)

    # -- players and other rules -------------------------------------------------------------------------------

    def choose(self, label: str, options: Sequence[str], default: Any, against: bool = False) -> Chosen:
        self._check_free()
        said, at = options_of(label, options, default)
        return Chosen(self._table.choose(label, said, at, bool(against)), said)

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        self._check_free()
        check_repeat(step, until, most)
        return self._table.repeat(WatchedStep(step, self), state, Ending(until, self), most, counted)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        self._check_free()
        if fields is not None and not isinstance(fields, str | Sequence):
            raise RuleError(
                "rule/verb", f'table.play takes the names of fields, as "hit" or ("hit", "harm"), not {quoted(fields)}.'
            )
        if isinstance(rule, Check) or is_builtin(rule):
            return self._table.play(rule, fields, **options)
        if not callable(rule):
            raise _slip(f"table.play needs the function of a rule, not {quoted(rule)}.")
        if self.depth >= RULES_INSIDE:
            name = getattr(rule, "__name__", "a rule")
            raise RuleError(
                "rule/endless",
                f"“{name}” plays itself, or rules play each other, more than {RULES_INSIDE} levels deep, so they never "
                "end. To repeat something until a condition holds, use table.repeat.",
            )
        return self._table.play(Watched(rule, self), fields, **options)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        self._check_ending()
        check_told(clause, text, values)
        values = {name: as_callback(value, self.calling) for name, value in values.items()}
        self._table.tell(clause, text, when=as_callback(when, self.calling), **values)

    # -- whose is what -----------------------------------------------------------------------------------------

    def _mine(self, hand: Any) -> Any:
        self._hands[id(hand)] = hand
        return hand

    def _check_hand(self, hand: Any) -> None:
        check_hand(hand)
        if isinstance(hand, RanksOrSuits):
            raise RuleError("rule/unread", "Ranks and suits are only read: pick and reroll the hand itself.")
        self._check_mine(hand)

    def _check_mine(self, hand: Any) -> None:
        if id(hand) not in self._hands:
            raise other_table()

    def _check_free(self) -> None:
        self._check_ending()
        if self._busy:
            raise other_table()

    def _check_ending(self) -> None:
        """Raise RuleError (rule/endless) for a loop of verbs that rolls nothing: no limit of dice ends it.

        Raise RuleError (rule/verb) in a function that a verb calls.
        """
        if self.calling:
            name = shown(getattr(self.calling[-1], "__name__", "a function"))
            raise RuleError(
                "rule/verb",
                f"“{name}” is called by a verb of the table, and cannot use the table itself: "
                "roll and read everything that it needs before that.",
            )
        self._used += 1
        if self._used > OWN_VERBS:
            raise RuleError("rule/endless", str(WentOnError()))


NAMES: Final = [name for name in vars(AnyTable) if name[0] != "_"]
"""The verbs of a table."""


def answer_of(fold: Fold[Any], answer: Any) -> Any:
    """The answer of a fold; one with several parts compares with its like alone."""
    if type(answer) is not tuple:
        return answer
    return fold.tuples(*answer)


def other_table() -> RuleError:
    """A table, or a hand of one, is used where it is not given."""
    return RuleError(
        "rule/table",
        "A step of a repeat, or a rule inside another one, must use its own table and its own hands; "
        "`until` may use the state only.",
    )
