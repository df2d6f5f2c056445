"""The verbs of a rule.

A rule is a function of a `Table` and its options, and returns its outcome. It does everything with dice through these
verbs. So one function can be rolled, typed in, solved exactly and told in words. A rule that reads few dice, and reads
them late, is cheap to solve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, Protocol, TypeVar, overload

from sixfold.errors import misdeclared
from sixfold.rules.cards import unwrap
from sixfold.rules.check import Check
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds.fold import Fold
from sixfold.rules.folds.sums import Sum, total
from sixfold.rules.hand import Chosen, Hand
from sixfold.rules.rerolls import Which
from sixfold.rules.roll_again import RollAgain

Values = dict[str, Any]
"""The named values of an outcome, as a rule returns them."""

Play = Callable[..., Any]
"""A rule as it is played: a function of a table and the check's options."""

Playable = Callable[..., Any] | Check
"""Something to play inside a rule: another rule, or a check."""

Hands = Hand | tuple[Hand, ...]
"""One hand, or several that are read together."""

State = TypeVar("State")

EACH_FACE: Sum = total()


A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


Preference = Callable[[tuple[Any, ...]], Any]
"""A sort key of dice that are picked, highest first; larger is better."""

StepOf = Callable[[Any, State], State]
"""A step of a repeat: a function of the table and the state, which returns the next state."""

UntilOf = Callable[[State], object]
"""The end of a repeat: a function of the state."""

Step = StepOf[Any]
Until = UntilOf[Any]


class Table(Protocol):
    """The table that a rule runs on. Real dice, the solver, and whatever else runs a rule, are tables."""

    __slots__ = ()

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> Hand:
        """Roll `size` dice and return them as a hand, which shows nothing until it is read.

        `size` may be 0: such a hand totals 0. `label` names the roll in the record. `die` is a Die, or a number of
        sides. For a hand of mixed dice `size` is a list of dice, as in `[6, 8, 8, 10]`.
        """
        raise misdeclared("Only Sixfold calls a rule with a table: write System(parry), for example.")

    @overload
    def read(self, hand: Hands, fold: Fold[A], /) -> A: ...

    @overload
    def read(self, hand: Hands, fold: Fold[A], second: Fold[B], /) -> tuple[A, B]: ...

    @overload
    def read(self, hand: Hands, fold: Fold[A], second: Fold[B], third: Fold[C], /) -> tuple[A, B, C]: ...

    @overload
    def read(self, hand: Hands, /, *folds: Fold[Any]) -> Any: ...

    def read(self, hand: Hands, /, *folds: Fold[Any]) -> Any:
        """Return the answer of a fold about a hand, or a tuple of the answers of several folds.

        `hand` may be a tuple of hands: a fold such as `pairs_won()`, or one of yours, then sees the counts of each.
        Reading a hand again sees the same dice.
        """
        ...

    def pick(self, hand: Hand, count: int, preference: Preference, ask: str = "") -> tuple[Any, ...]:
        """Return the faces of the `count` dice that `preference` ranks best, highest first.

        `preference` is a sort key of such a tuple; larger is better. With `ask`, a question in words, the player picks
        wherever somebody can answer; the preference decides everywhere else. In a hand of mixed dice each face also
        has the `sides` of its die.
        """
        ...

    def rethrow(
        self,
        hand: Hand,
        which: Which | None = None,
        label: str = "again",
        ask: str = "",
        among: Which | None = None,
    ) -> Hand:
        """Reroll some dice of a hand, and return a new hand with the others and the rerolled ones.

        `which` are the faces to reroll (`{1, 2}`, `range(2, 6)`), or a function that gets all dice, highest first, and
        returns those to reroll. With `ask` the player decides, as in `pick`; `among` are the only dice that they may
        reroll, in the same ways. Without `which` all of those are rerolled. The old hand may not be read any more.
        """
        ...

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Hand:
        """Draw `number` things without replacement, and return them as a hand that shows their kinds.

        `counts` says how many there are of each kind; kinds are numbered from 1. `names` are words for the kinds. Cards
        with a rank and a suit are drawn from a `Deck`.
        """
        ...

    def choose(self, label: str, options: Sequence[str], default: int | str, against: bool = False) -> Chosen:
        """Let the player decide: return the place of an option, from 0, which also compares with the option's name.

        It is `default`, an option or its place, if there is nobody to ask. With `against` the decision belongs to an
        opponent who wants the opposite. In best play, each side then plays its best with the information it has.
        """
        ...

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Sum = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        """Roll, and keep rolling while the result is one of `among`; at most `most` times, if given.

        Returns the counts of each value of `among` before the last roll, and the last result. `fold` says how `size`
        dice give a result; by default it is their sum.
        """
        step: Any = RollAgain(size, label, tuple(among), fold)
        start = (0,) * len(step.among)
        if most == 1 or not step.among:
            return start, step(self, (start, 0))[1]
        counts, last = self.repeat(step, (start, step.among[0]), step.over, most)
        if most is not None:
            counts = tuple([count - (last == value) for count, value in zip(counts, step.among, strict=True)])
        return counts, last

    @overload
    def repeat(self, step: StepOf[State], state: State, until: UntilOf[State], most: int | None = None) -> State: ...

    @overload
    def repeat(
        self,
        step: StepOf[State],
        state: State,
        until: UntilOf[State],
        most: int | None = None,
        *,
        counted: Literal[True],
    ) -> tuple[State, int]: ...

    def repeat(self, step: Any, state: Any, until: Any, most: Any = None, counted: Any = False) -> Any:
        """Repeat a step until a condition holds: a duel in turns, a race, three rolls of one hand.

        `state` is everything to remember: a whole number, true or false, a text, or a tuple, list or dict of them.
        `step` is a function of the table and the state, and returns the next state. `until` is a function of a state
        that says whether the game is over; it is also asked before the first step. `most` limits the number of steps.

        Returns the final state, and with `counted` also the number of steps.
        """
        ...

    @overload
    def play(self, rule: Callable[..., A], **options: Any) -> A: ...

    @overload
    def play(self, rule: Check, **options: Any) -> Any: ...

    @overload
    def play(self, rule: Playable, fields: str, **options: Any) -> Any: ...

    @overload
    def play(self, rule: Playable, fields: Sequence[str], **options: Any) -> tuple[Any, ...]: ...

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        """Play another rule or a check inside this one.

        Returns what that rule returns; with `fields` the field of that name, or a tuple of several. `options` are the
        options of the rule; a check has its own, and `options` replace some. Fields that are not asked for cost nothing
        to solve.
        """
        ...

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        """Record what a clause of the rule did. `text` may have `values` in braces.

        With `when`, only if that is true: unlike an `if`, this never makes the solver follow two cases. `when` and any
        value may be functions without arguments, which are called only if the sentence is recorded.
        """
        ...

    def strike(self, label: str, face: int, count: int) -> None:
        """Mark `count` dice that show `face`, in the rolls called `label`, as not counted after all."""
        ...


class Delegating:
    """A table that passes on to another one every verb that it does not change itself, by `_ask`."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table: Any = table

    def __getattr__(self, verb: str) -> Any:
        return partial(self._ask, verb)

    def _ask(self, verb: str, *arguments: Any, **values: Any) -> Any:
        """Return the answer of the other table to a verb."""
        return getattr(self._table, verb)(*arguments, **values)

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        hand, folds = unwrap(hand, folds)
        return self._ask("read", hand, *folds)
