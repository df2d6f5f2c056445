"""The table that an author's function is played on: it reports slips in what the verbs are told, else passes it on."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import repeat
from operator import index
from string import Formatter
from types import FunctionType
from typing import Any, Final, NamedTuple

from sixfold.base.bounds import OWN_VERBS, RULES_INSIDE
from sixfold.base.printable import quoted, shown
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.errors import RAISED, NoSuchVerbError, RuleError, wrong_dice
from sixfold.rules.cards import RanksOrSuits
from sixfold.rules.check import Check
from sixfold.rules.dice import D6, Die, a_die, is_among
from sixfold.rules.folds import Fold, Sum
from sixfold.rules.folds.fold import span, with_numbers
from sixfold.rules.functions import MISTAKES, WentOnError, Wrapped, beginning, innermost, is_builtin
from sixfold.rules.hand import Answer, Answers, Chosen, GivenName, Hand, OptionName
from sixfold.rules.judging.blame import Blame, authors_place, can_take, is_authors, parameters_of
from sixfold.rules.judging.state import changes_itself, held_by
from sixfold.rules.late import LateNumber
from sixfold.rules.mixed import Mixed, said
from sixfold.rules.outcome import never_given
from sixfold.rules.rethrowing import Which
from sixfold.rules.signature import annotation_of, members_of
from sixfold.rules.table import EACH_FACE, Delegating, Playable, Preference, Step, Until
from sixfold.rules.table import Table as AnyTable


class Watched(Wrapped):
    """An author's function as tables play it; what is wrong in it is reported with the author's line.

    `around` is the table of the function that plays this one, which must leave it alone meanwhile.
    """

    def __init__(self, function: Callable[..., Any], around: Table | None = None) -> None:
        super().__init__(function)
        self._around = around

    def __call__(self, table: AnyTable, *arguments: Any, **options: Any) -> Any:
        around = self._around or Table(table, -1, [])
        for name, members in names_of_options(innermost(self.function)) if options else ():
            if options.get(name) in members:
                options[name] = OptionName(options[name], members)
        before = held_by(self.function) if self._around is not None and _holds(self.function) else None
        with Blame(), around, heeded():
            found = self.function(Table(table, around.depth + 1, around.given), *arguments, **options)
        changed = changes_itself(self.function, before, f"“{self.__name__}”") if before is not None else None
        if changed is not None:
            raise changed
        return found


@lru_cache(maxsize=256)
def names_of_options(function: Callable[..., Any]) -> Sequence[tuple[str, tuple[str, ...]]]:
    """The options of a rule that are one of a few texts, each with these."""
    code = getattr(function, "__code__", None)
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] if code is not None else ()
    kinds = [(name, members_of(annotation_of(function, name))) for name in names]
    return [(name, members) for name, members in kinds if members and all(type(one) is str for one in members)]


def _holds(function: Any) -> bool:
    """Whether there is something that a function may change: what it closes over, its defaults, its attributes."""
    inner = innermost(function)
    plain = isinstance(inner, FunctionType) and function is inner
    return not plain or bool(inner.__closure__ or inner.__defaults__ or inner.__kwdefaults__ or vars(inner))


@contextmanager
def heeded() -> Iterator[None]:
    """Raise again, at the end, what Sixfold raised meanwhile and the code of an author caught."""
    around = RAISED.get()
    raised: list[BaseException] = [] if around is None else around
    begin, token = len(raised), RAISED.set(raised)
    try:
        yield
        for error in raised[begin:]:
            trace = error.__traceback__
            if getattr(error, "of_table", False) or (trace is not None and is_authors(trace.tb_frame)):
                raise error
    finally:
        RAISED.reset(token)


class WatchedStep(Watched):
    """The step of a game: it must return the state that comes next."""

    def __call__(self, table: AnyTable, state: Any) -> Any:
        following = super().__call__(table, state)
        if following is None and state is not None:
            raise _nothing(f"The step “{self.__name__}” of a repeat", "the next state", self.function)
        return following


class Ending(Wrapped):
    """The end of a game as its author wrote it: a function of the state alone, which asks nothing of a table."""

    def __init__(self, function: Callable[..., Any], around: Table) -> None:
        super().__init__(function)
        self._around = around

    def __call__(self, state: Any) -> object:
        before = held_by(self.function) if _holds(self.function) else None
        with self._around:
            over: object = self.function(state)
        changed = changes_itself(self.function, before, f"“{self.__name__}”") if before is not None else None
        if changed is not None:
            raise changed
        if over is None:
            raise _nothing(f"The end “{self.__name__}” of a repeat", "whether the game is over", self.function)
        return over


class Table(Delegating):  # the name that Python says where it is misused
    """The table of an author's function. `depth` is how many rules it is played inside of.

    As a context it is around a function that is played inside this one, and has a table of its own.
    """

    __slots__ = ("_busy", "_hands", "_used", "depth", "given")

    def __init__(self, table: AnyTable, depth: int, given: list[Callable[..., Any]]) -> None:
        super().__init__(table)
        self.depth = depth
        self.given = given
        """The functions given to verbs that are called now, of this function and of all around it."""
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
        self._check_ending()
        hand = tuple(hand) if type(hand) is list else hand
        check_reading(hand, folds)
        for each in hand if isinstance(hand, tuple) else (hand,):
            self._check_mine(each.hand if isinstance(each, RanksOrSuits) else each)
        answers = self._table.read(hand, *folds)
        return answer_of(folds[0], answers) if len(folds) == 1 else Answers(*map(answer_of, folds, answers))

    def pick(self, hand: Any, count: int, preference: Preference, ask: str = "") -> Any:
        self._check_ending()
        self._check_hand(hand)
        check_asked(ask)
        many = number_of_dice(count, "The number of dice to pick")
        check_preference(preference)
        return Answer(*self._table.pick(hand, many, given(preference, self, Ranking), ask))

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> Any:
        self._check_free()
        self._check_hand(hand)
        check_label(label)
        check_asked(ask)
        check_faces(hand, which, among, ask)
        return self._mine(self._table.rethrow(hand, given(which, self), label, ask, given(among, self)))

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any:
        self._check_free()
        check_label(label)
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
            raise _slip(f"“among” must be a list of numbers, as in (6,), not {quoted(among)}.") from None
        return self._table.again(number_of_dice(size), label, values, fold, most)

    def strike(self, label: str, face: int, count: int) -> None:
        self._check_ending()
        check_label(label)
        self._table.strike(label, face, count)

    # -- players and other rules -------------------------------------------------------------------------------

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> Chosen:
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
            raise _slip(f'table.play takes the names of fields, as "hit" or ("hit", "harm"), not {quoted(fields)}.')
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
        found, never = self._table.play(Watched(rule, self), fields, **options), never_given(rule)
        return with_names(found, never) if never else found

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        self._check_ending()
        check_told(clause, text, values)
        values = {name: given(value, self) for name, value in values.items()}
        self._table.tell(clause, text, when=given(when, self), **values)

    # -- whose is what -----------------------------------------------------------------------------------------

    def _mine(self, hand: Any) -> Any:
        self._hands[id(hand)] = hand
        return hand

    def _check_hand(self, hand: Any) -> None:
        check_hand(hand)
        if isinstance(hand, RanksOrSuits):
            raise _unread("Ranks and suits are only read: pick and reroll the hand itself.")
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
        if self.given:
            name = shown(getattr(self.given[-1], "__name__", "a function"))
            raise _slip(
                f"“{name}” is called by a verb of the table, and cannot use the table itself: "
                "roll and read everything that it needs before that."
            )
        self._used += 1
        if self._used > OWN_VERBS:
            raise RuleError("rule/endless", str(WentOnError()))


NAMES: Final = [name for name in vars(AnyTable) if name[0] != "_"]
"""The verbs of a table."""


_slip = partial(RuleError, "rule/verb")
_unread = partial(RuleError, "rule/unread")
_unrepeated = partial(RuleError, "rule/repeat")
_untold = partial(RuleError, "rule/tell")


def _nothing(what: str, wanted: str, function: Callable[..., Any], code: str = "rule/repeat") -> RuleError:
    return RuleError(code, f"{what} returns nothing: it must return {wanted}.").placed(*beginning(function))


def number_of_dice(size: Any, what: str = "The number of dice") -> Any:
    """A number of dice; raises RuleError (rule/verb) for what is no whole number.

    >>> number_of_dice(3)
    3
    """
    if isinstance(size, Chosen):
        return size.place
    if not hasattr(type(size), "__index__"):
        dice = (
            ': table.roll(2) rolls 2d6, and table.roll(2, "hit", 8) rolls 2d8'
            if re.search(r"\d?d\d", str(size))
            else ""
        )
        raise _slip(f"{what} must be a whole number, not {quoted(size)}{dice}.")
    return size


def dice_in_a_roll(size: Any, die: Any) -> Any:
    """A number of dice, or a list of dice; raises RuleError (rule/verb) for anything else."""
    if not isinstance(size, list | tuple):
        a_die(die)
        return number_of_dice(size)
    if a_die(die) != D6:
        raise _slip('A hand of mixed dice says its dice in the list, as table.roll([6, 8, 8], "hit").')
    for kind in size:
        if not isinstance(kind, Die) and not hasattr(type(kind), "__index__"):
            raise _slip(f"A die is a number of sides, or a Die: not {quoted(kind)}.")
    return size


def check_label(label: Any) -> None:
    """Raises RuleError (rule/verb) for a name of a throw that is no text.

    >>> check_label(8)
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: The label of a roll must be text, not 8: the die is the third argument, as in \
table.roll(2, "hit", 8).
    """
    if not isinstance(label, str):
        third = ': the die is the third argument, as in table.roll(2, "hit", 8)' if isinstance(label, int | Die) else ""
        raise _slip(f"The label of a roll must be text, not {quoted(label)}{third}.")


def check_asked(ask: Any) -> None:
    """Raises RuleError (rule/verb) for words in which a player is asked that are no text."""
    if not isinstance(ask, str):
        raise _slip(f'“ask” must be a question, as in ask="Which dice count?", not {quoted(ask)}.')


class GivenFunction(NamedTuple):
    """A function of an author that a verb calls: it must not use the table meanwhile."""

    function: Callable[..., Any]
    table: Table

    def __call__(self, *dice: Any) -> Any:
        self.table.given.append(self.function)
        try:
            return self.function(*dice)
        finally:
            self.table.given.pop()


class Ranking(GivenFunction):
    """A preference of an author: what it ranks dice by can be compared."""

    __slots__ = ()

    def __call__(self, *dice: Any) -> Any:
        found = super().__call__(*dice)
        if found is None:
            what = f"The preference “{shown(getattr(self.function, '__name__', ''))}”"
            raise _nothing(what, "a number, or a tuple of them", self.function, "rule/verb")
        return found


def answer_of(fold: Fold[Any], answer: Any) -> Any:
    """The answer of a fold; one with several parts compares with its like alone."""
    if type(answer) is not tuple:
        return answer
    return fold.tuples(*answer)


def with_names(found: Any, never: Mapping[str, str]) -> Any:
    """The outcome of a played rule, whose texts say so where they are compared with what they can never be."""
    if type(found) is str:
        return GivenName(found, never)
    if type(found) is tuple:
        return tuple([with_names(part, never) for part in found])
    return {name: with_names(part, never) for name, part in found.items()} if type(found) is dict else found


def given(function: Any, table: Table, kind: type[GivenFunction] = GivenFunction) -> Any:
    """An author's function that a verb calls; anything else as it is."""
    return kind(function, table) if callable(function) and not is_builtin(function) else function


def check_preference(preference: Any) -> None:
    """Raises RuleError (rule/verb) for a preference that ranks nothing."""
    if not callable(preference):
        raise _slip(f"The preference must be a function that ranks dice, such as sum or max, not {quoted(preference)}.")


def options_of(label: Any, options: Any, default: Any) -> tuple[Sequence[str], int]:
    """The options of a choice, as texts, and the index of the default.

    Raises RuleError (rule/verb) for what is no choice.

    >>> options_of("How many?", (1, 2), 0)
    (('1', '2'), 0)
    """
    if not isinstance(label, str):
        raise _slip(f"The question of a choice must be text, not {quoted(label)}.")
    if isinstance(options, Sequence) and not options:
        raise _slip("A choice needs at least one option.")
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise _slip(f"The options of a choice must be a list, not {quoted(options)}.")
    said = options if all(type(option) is str for option in options) else tuple([str(option) for option in options])
    if len(set(said)) < len(said):
        raise _slip(f"The options of a choice must differ: {listed(said)}.")
    try:
        at = index(default)
    except TypeError:
        at = -1
    if not 0 <= at < len(said):
        place = f" ({said.index(default)} for {quoted(default)})" if default in said else ""
        raise _slip(
            f"The default of a choice must be the index of an option, from 0 to {len(said) - 1}{place}, "
            f"not {quoted(default)}."
        )
    return said, at


def other_table() -> RuleError:
    """A table, or a hand of one, is used where it is not given."""
    return RuleError(
        "rule/table",
        "A step of a repeat, or a rule inside another one, must use its own table and its own hands; "
        "`until` may use the state only.",
    )


def check_reading(hand: object, folds: tuple[object, ...]) -> None:
    """Raises RuleError (rule/unread) where no hand is read, or nothing is asked of it.

    >>> from sixfold.rules.folds import total
    >>> check_reading(Hand(), (total,))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: A fold must be called: write total() instead of total.
    """
    hands: Any = hand if isinstance(hand, tuple) else (hand,)
    for each in hands:
        check_hand(each)
    if not folds:
        raise _unread("table.read needs a fold: write table.read(hand, total()).")
    several = isinstance(hand, tuple)
    faces = _faces_of_hand(hand) if not several else _faces_of_all(hands)
    if not several and not isinstance(hand, RanksOrSuits):
        asked = [fold.of[-1] for fold in folds if isinstance(fold, Fold) and fold.of]
        if asked and not faces and any(_passes(die, asked[0]) for die in _dice_of_hand(hand)):
            raise wrong_dice("These dice explode, and show more than each_face() asks for: read them with other folds.")
    for fold in folds:
        if not isinstance(fold, Fold):
            raise _no_question(fold)
        if several and (fold.sums or fold.several is False):
            raise wrong_dice(
                f"This fold is asked of one hand ({quoted(fold.say(1))}): read each hand by itself, or ask both with a "
                "fold of your own, or pairs_won()."
            )
        if fold.several and len(hands) != 2:
            raise wrong_dice("Pairs are read of two hands: table.read((mine, theirs), pairs_won()).")
        if not type(fold).__module__.startswith("sixfold."):
            # A number that is not decided yet may stay so: any other number does for trying the methods.
            _check_own(with_numbers(fold, repeat(1)), tuple(faces)[:1], len(hands) if several else 0)
        if faces and (sentence := fold.misfit(faces, getattr(hand, "size", None))):
            raise wrong_dice(sentence)


def _faces_of_hand(hand: Any) -> Collection[Any]:
    """Return the faces of a die of a hand, or the ranks or suits of cards.

    It is nothing if a die shows something else than a face.
    """
    if isinstance(hand, RanksOrSuits):
        return hand.faces
    dice = _dice_of_hand(hand)
    summed = any(getattr(die, "explode", False) or getattr(die, "counting", None) is not None for die in dice)
    faces: Collection[Any] = () if summed or not dice else hand.die.faces
    return faces


def _faces_of_all(hands: Collection[Any]) -> Collection[Any]:
    """Return the faces of all dice of several hands that are read together; nothing if one shows something else.

    Raises RuleError (rule/unread) for fewer than two, one that is there twice, and ranks or suits of cards; RuleError
    (rule/dice) for hands with numbers beside others with symbols.
    """
    if len({id(hand) for hand in hands}) < max(2, len(hands)):
        raise _unread("Several hands are read together as a tuple of different ones: table.read((mine, theirs), …).")
    if any(isinstance(hand, RanksOrSuits) for hand in hands):
        raise _unread("Ranks and suits are read of one hand of cards at a time.")
    if len({type(hand.die.faces[0]) is tuple for hand in hands}) > 1:
        raise wrong_dice("Hands that are read together show numbers, or symbols: not one of each.")
    faces = [_faces_of_hand(hand) for hand in hands]
    return [face for each in faces for face in each] if all(faces) else ()


def _dice_of_hand(hand: Any) -> list[Any]:
    """Return the kinds of dice in a hand, as they are thrown afresh."""
    die = getattr(hand, "die", None)
    kinds = [kind for kind, _ in die.kinds] if isinstance(die, Mixed) else [die]
    return [getattr(kind, "root", kind) for kind in kinds if kind is not None]


def _passes(die: Any, face: Any) -> bool:
    """Whether a die that explodes can show more than a face."""
    if not getattr(die, "explode", False):
        return False
    return die.endless or (type(face) is int and max(die.faces) * (die.depth + 1) > face)


def _check_own(fold: Fold[Any], faces: tuple[Any, ...], hands: int) -> None:
    """Raises RuleError (rule/dice) for a fold of an author's that cannot be asked about dice with these faces.

    `hands` are the number of hands that are read together; 0 for a single one.
    """
    try:
        hash(fold)
    except TypeError:
        name = type(fold).__name__
        sentence = f"The settings of “{name}” can change: keep tuples and numbers instead of lists, sets and dicts."
        raise wrong_dice(sentence) from None
    _check_answers(fold, faces, hands)


@lru_cache(maxsize=256)
def _check_answers(fold: Fold[Any], faces: tuple[Any, ...], hands: int) -> None:
    """Raises RuleError (rule/dice) for a fold that lacks a method, changes itself, or remembers what can change.

    It is asked about no dice, and about one that shows the first of the `faces`, if there are any.
    """
    name, before = type(fold).__name__, dict(getattr(fold, "__dict__", {}))
    methods = ("worth(self, face)", "ranks(self, size)") if fold.sums else METHODS
    for written in methods:
        method = written.partition("(")[0]
        inherited = getattr(type(fold), method) is getattr(Fold, method, None)
        if inherited or not can_take(getattr(fold, method), written.count(",")):
            raise wrong_dice(f"“{name}” needs a method {method}: def {written}.")
    if fold.sums:
        _check_sum(fold, name, faces)
    else:
        _check_machine(fold, name, faces, hands)
    if getattr(fold, "__dict__", {}) != before:
        raise wrong_dice(f"“{name}” changes while it is asked: keep what it remembers in its state, not in self.")


METHODS: Final = ("start(self, size)", "step(self, state, face, count)", "end(self, state)")


def _check_sum(fold: Any, name: str, faces: tuple[Any, ...]) -> None:
    for face in faces:
        if type(worth := fold.worth(face)) not in (int, bool):
            raise wrong_dice(f"The worth of a {said(face)} is a whole number: “{name}” returns {quoted(worth)}.")
    ranks = fold.ranks(1)
    if type(ranks) is not tuple or len(ranks) != 2 or not all(type(rank) is int and rank >= 0 for rank in ranks):
        what = "how many of the highest dice it leaves out, and how many it takes then"
        raise wrong_dice(f"The ranks of “{name}” are two numbers, {what}: not {quoted(ranks)}.")


def _check_machine(fold: Fold[Any], name: str, faces: tuple[Any, ...], hands: int) -> None:
    none: Any = (0,) * hands or 0
    one: Any = (1, *none[1:]) if hands else 1
    for what, asked in (("remembers", fold.start), ("answers", lambda size: fold.end(fold.start(size)))):
        try:
            value = asked(none)
        except MISTAKES:
            continue  # it is never asked about no dice, as it seems
        try:
            hash(value)
        except TypeError:
            raise wrong_dice(f"“{name}” {what} {shown(value)}, which can change: use a tuple or a number.") from None
    if faces and fold.step(fold.start(one), faces[0], one) is None:
        raise wrong_dice(f"The step of “{name}” returns nothing: it must return the next state.")


def _no_question(fold: object) -> RuleError:
    """The error for what is no question to a hand, or one that is not called."""
    if not callable(fold):
        return _unread(f"table.read takes folds such as total() or highest(3), not {shown(fold)}.")
    name = getattr(fold, "__name__", "total")
    own = isinstance(fold, type) and issubclass(fold, Fold)
    if not own and not is_builtin(fold):
        sentence = f"table.read takes folds such as total() or highest(3), not the function {shown(name)}."
        return _unread(f"{sentence} Your own fold is a class with start, step and end.")
    return _unread(f"A fold must be called: write {CALLED.get(name, f'{name}()')} instead of {name}.")


CALLED: Final = {
    **{name: f"{name}(1)" for name in ("highest", "lowest", "without_highest", "nth_highest")},
    **{"of_a_kind": "of_a_kind(2)", "at_least": "at_least(6, 2)", "showing": 'showing(">=", 5)'},
    **{"successes": "successes(5)", "score": "score({1: 100})", "count": 'count("sword")'},
    **{"roll": 'table.roll(2, "attack")', "read": "table.read(hand, total())", "pick": "table.pick(hand, 2, sum)"},
    **{"rethrow": "table.rethrow(hand, {1, 2})", "draw": "table.draw(Deck(13, 4), 5)"},
    **{"again": 'table.again(1, "die", (6,))', "choose": 'table.choose("Push?", ("no", "yes"), 0)'},
    **{"repeat": "table.repeat(step, state, until)", "play": 'table.play(attack, "hit")'},
    **{"tell": 'table.tell("D1", "a pair")', "strike": 'table.strike("attack", 6, 1)'},
}
"""Examples of calls, for folds that need an argument and for verbs."""


def check_hand(hand: object) -> None:
    """Raises RuleError (rule/unread) for what is no hand, or one whose dice do not lie there any more."""
    if isinstance(hand, Fold):
        raise _unread("The hand comes first, then the folds: write table.read(hand, total()).")
    if not isinstance(hand, Hand):
        raise _unread(f"A hand from table.roll is needed here, not {shown(hand)}.")
    if hand.gone:
        raise _unread(hand.gone)


def check_faces(hand: Any, which: Any, among: Any, ask: str) -> None:
    """Raises RuleError (rule/dice) where faces to throw again are no collection of faces, or none that dice have."""
    if which is None and among is None:
        asked = " (set() for none where nobody is asked)" if ask else ""
        raise wrong_dice(f"Say which dice to reroll, as in table.rethrow(hand, {{1, 2}}){asked}.")
    for chosen in (which, among):
        if (
            chosen is not None
            and not callable(chosen)
            and (isinstance(chosen, str) or not hasattr(chosen, "__contains__"))
        ):
            what = "a set such as {1, 2}, or a function of the dice"
            raise wrong_dice(f"The faces to reroll must be {what}, not {shown(chosen)}.")
        faces = _faces_of_hand(hand)
        if isinstance(chosen, Collection) and chosen and faces and not any(is_among(face, chosen) for face in faces):
            raise wrong_dice(f"No die of this hand can show {quoted(next(iter(chosen)))}: its faces are {span(faces)}.")


def check_repeat(step: Any, until: Any, most: Any) -> None:
    """Raises RuleError (rule/repeat) for what `table.repeat` cannot use."""
    for what, name, takes in ((step, "step", ("a table", "the state")), (until, "until", ("the state",))):
        given = " and ".join(takes)
        if not callable(what):
            raise _unrepeated(f"In table.repeat, “{name}” must be a function of {given}, not {shown(what)}.")
        if not can_take(what, len(takes)):
            called = getattr(what, "__name__", name)
            raise _unrepeated(f"table.repeat calls “{called}” with {given}, but it takes {parameters_of(what)}.")
    if most is not None and (type(most) is bool or not isinstance(most, int | LateNumber) or most < 0):
        raise _unrepeated(f"In table.repeat, “most” must be a number of steps from 0, not {shown(most)}.")


def check_told(clause: object, text: object, values: Collection[str]) -> None:
    """Raises RuleError (rule/tell) for a text that names something that it is not given.

    >>> check_told("D1", "{n} dice", ("many",))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: “{n} dice” names “n”, but its values are many.
    """
    if not isinstance(text, str):
        example = 'table.tell("D1", "a pair")'
        raise _untold(f"table.tell needs a clause and a text, as in {example}, not {shown(text)}.")
    for name in _named(text):
        if name not in values:
            given = f"its values are {', '.join(values)}" if values else "it has no values"
            guess = did_you_mean(nearest(name, values))
            raise _untold(f"“{shown(text)}” names “{shown(name)}”, but {given}.{guess}")


@lru_cache(maxsize=1024)
def _named(text: str) -> tuple[str, ...]:
    """The names in braces in a text. Raises RuleError (rule/tell) where its braces cannot be read."""
    try:
        fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
    except ValueError as error:
        raise _untold(f"“{shown(text)}” cannot be filled in: {error}.") from None
    names = tuple([re.split(r"[.\[]", field)[0] for field in fields])
    if not all(map(str.isidentifier, names)):
        raise _untold(f"“{shown(text)}” cannot be filled in: put a name in its braces, as in {{n}}.")
    return names
