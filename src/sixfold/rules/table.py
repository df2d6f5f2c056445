"""The verbs of a rule.

A rule is a function of a `Table` and its options, and returns its outcome as a dict of named values.
All chance in it goes through these verbs, so it can be thrown, typed in, solved exactly and told in words
without being written again. Ask late and ask little: what a rule does not read costs nothing to solve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeVar, overload

from sixfold.rules.check import Check
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked, total
from sixfold.rules.hand import Hand
from sixfold.rules.throwing import Which

Values = dict[str, Any]
"""What a rule returns: the named values of its outcome."""

Play = Callable[..., Any]
"""A rule as it is played: a function of a table and the check's options."""

Playable = Callable[..., Any] | Check
"""What is played inside a rule: another rule, or a check."""

State = TypeVar("State")

EACH_FACE: Ranked = total()


A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


class Table(Protocol):
    """Where a rule is played: every reader is one."""

    def roll(self, size: int, label: str = "dice", die: Die | int = D6) -> Hand:
        """Throw `size` dice (none is allowed: they total 0). Gives a hand, its faces unseen.

        `die` is a kind of die, or just its sides.
        """
        ...

    @overload
    def read(self, hand: Hand, fold: Fold[A], /) -> A: ...

    @overload
    def read(self, hand: Hand, fold: Fold[A], second: Fold[B], /) -> tuple[A, B]: ...

    @overload
    def read(self, hand: Hand, fold: Fold[A], second: Fold[B], third: Fold[C], /) -> tuple[A, B, C]: ...

    @overload
    def read(self, hand: Hand, /, *folds: Fold[Any]) -> Any: ...

    def read(self, hand: Hand, /, *folds: Fold[Any]) -> Any:
        """Look at a hand: the answer of a fold, or of several a tuple. Reading it again sees the same dice."""
        ...

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        """Take the `count` dice, highest first, that `preference` ranks best.

        With `ask` the dice are the player's to choose: a reader that can ask does so in these words,
        and only where there is no one to ask does the preference decide.
        """
        ...

    def rethrow(self, hand: Hand, which: Which, label: str = "again", ask: str = "") -> Hand:
        """Throw some dice of a hand again and keep the rest: both together are a new hand, read in place of the old.

        `which` are the faces whose dice are thrown again (`{1, 2}`, `range(2, 6)`), or a function that is given the
        dice, highest first, and gives those. With `ask` they are the player's to choose, as in `pick`.
        """
        ...

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Hand:
        """Draw so many without putting back: `counts` tells how many there are of each kind, kind 1 first.

        Gives a hand of which each die shows the kind that was drawn. `names` tell what the kinds are called.
        """
        ...

    def match(self, mine: Hand, theirs: Hand) -> tuple[int, int, int]:
        """Pair two hands, the highest die with the highest and so on, as far as both go.

        Gives in how many pairs mine is higher, equal and lower. What else is read of these hands is read before.
        """
        ...

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> int:
        """A player decides: the index of an option, `default` where there is no one to ask.

        `against` him another player decides, who wants the opposite: in best play each does what is best for himself.
        """
        ...

    def again(
        self,
        size: int,
        label: str,
        among: Sequence[int],
        fold: Ranked = EACH_FACE,
        most: int | None = None,
    ) -> tuple[tuple[int, ...], int]:
        """Throw, and throw again as long as the reading is `among` these values, at most `most` times.

        Gives how often each value of `among` was thrown before the last throw, and the last reading.
        """
        ...

    @overload
    def repeat(
        self,
        step: Callable[[Any, State], State],
        state: State,
        until: Callable[[State], object],
        most: int | None = None,
        counted: Literal[False] = False,
    ) -> State: ...

    @overload
    def repeat(
        self,
        step: Callable[[Any, State], State],
        state: State,
        until: Callable[[State], object],
        most: int | None = None,
        *,
        counted: Literal[True],
    ) -> tuple[State, int]: ...

    def repeat(self, step: Any, state: Any, until: Any, most: Any = None, counted: Any = False) -> Any:
        """Go on from state to state until something is so: a duel in turns, a race, three throws of one hand.

        `state` is what there is to remember, as a value: a whole number, a yes or no, a name, or a tuple, list or dict
        of them. `step` is a function of the table and the state, and gives the next state; `until` tells of a state
        whether the game is over there, and is asked before the first step too. There are at most `most` steps, where
        that is said. Gives the final state, and with `counted` how many steps it took as well.
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
        """Play another rule inside this one, and learn this field of its outcome, of several a tuple, or all of it.

        Without fields it gives what the rule returns. What is not asked for costs nothing to solve.
        Of a check the options are its own, but for those that are given here.
        """
        ...

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        """Say what a clause of the rule did, for the trail: `text` may name `values` in braces.

        With `when` only if that is true: unlike an `if`, it never makes the solver look at both cases.
        It and any value may be a function without arguments, called only where it is told.
        """
        ...

    def strike(self, label: str, face: int, count: int) -> None:
        """`count` dice showing `face` in the throws called `label` do not count after all."""
        ...
