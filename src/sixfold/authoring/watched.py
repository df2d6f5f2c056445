"""The table that an author's function is played on: it looks at what the verbs are told, then passes them on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sixfold.authoring import slips
from sixfold.authoring.blame import Blame
from sixfold.errors import RuleError
from sixfold.rules.cards import Part
from sixfold.rules.check import Check
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked
from sixfold.rules.functions import WentOnError, Wrapped, beginning, of_package
from sixfold.rules.hand import Chosen
from sixfold.rules.table import EACH_FACE, Delegating, Playable, Preference, Step, Until
from sixfold.rules.table import Table as AnyTable
from sixfold.rules.throwing import Which

VERBS = 20_000
"""Verbs that one call of a function may use one after the other without rolling a die."""


class Watched(Wrapped):
    """An author's function as tables play it; what is wrong in it is reported with the author's line.

    `around` is the table of the function that plays this one, which must leave it alone meanwhile.
    """

    def __init__(self, function: Callable[..., Any], around: Table | None = None) -> None:
        super().__init__(function)
        self._around = around

    def __call__(self, table: AnyTable, *arguments: Any, **options: Any) -> Any:
        around = self._around
        with Blame():
            if around is None:
                return self.function(Table(table), *arguments, **options)
            around.busy += 1
            try:
                return self.function(Table(table, around.depth + 1), *arguments, **options)
            finally:
                around.busy -= 1


class Stepping(Watched):
    """The step of a game: it must return the state that comes next."""

    def __call__(self, table: AnyTable, state: Any) -> Any:
        with Blame():
            following = super().__call__(table, state)
            if following is None and state is not None:
                raise RuleError(
                    "rule/repeat",
                    f"The step “{self.__name__}” of a repeat returns nothing: it must return the next state.",
                ).placed(*beginning(self.function))
            return following


class Ending(Wrapped):
    """The end of a game as its author wrote it: a function of the state alone, which asks nothing of a table."""

    def __init__(self, function: Callable[..., Any], around: Table) -> None:
        super().__init__(function)
        self._around = around

    def __call__(self, state: Any) -> object:
        self._around.busy += 1
        try:
            over: object = self.function(state)
        finally:
            self._around.busy -= 1
        if over is None:
            raise RuleError(
                "rule/repeat",
                f"The end “{self.__name__}” of a repeat returns nothing: it must return whether the game is over.",
            ).placed(*beginning(self.function))
        return over


class Table(Delegating):
    """The table of an author's function. `depth` is how many rules it is played inside of."""

    __slots__ = ("_hands", "_used", "busy", "depth")

    def __init__(self, table: AnyTable, depth: int = 0) -> None:
        super().__init__(table)
        self.depth = depth
        self.busy = 0
        """The number of functions that are played inside this one now: each has a table of its own."""
        self._hands: dict[int, Any] = {}
        self._used = 0
        """The number of verbs since dice were rolled."""

    def __getattr__(self, name: str) -> Any:
        raise slips.no_verb(name)

    # -- dice ------------------------------------------------------------------------------------------------

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> Any:
        self._check_free()
        if type(size) is not int or size > 0:
            self._used = 0
        slips.check_label(label)
        return self._mine(self._table.roll(slips.dice_in_a_roll(size, die), label, die))

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        self._check_ending()
        slips.check_reading(hand, folds)
        self._check_mine(hand.hand if isinstance(hand, Part) else hand)
        return self._table.read(hand, *folds)

    def pick(self, hand: Any, count: int, preference: Preference, ask: str = "") -> Any:
        self._check_ending()
        slips.check_hand(hand)
        self._check_mine(hand)
        slips.check_asked(ask)
        many = slips.number_of_dice(count, "The number of dice to pick")
        return self._table.pick(hand, many, slips.ranking(preference), ask)

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> Any:
        self._check_free()
        slips.check_hand(hand)
        self._check_mine(hand)
        slips.check_label(label)
        slips.check_asked(ask)
        slips.check_faces(hand, which, among, ask)
        return self._mine(self._table.rethrow(hand, which, label, ask, among))

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any:
        self._check_free()
        slips.check_label(label)
        return self._mine(self._table.draw(counts, slips.number_of_dice(number, "The number to draw"), label, names))

    def match(self, mine: Any, theirs: Any) -> Any:
        self._check_free()
        slips.check_pair(mine, theirs)
        self._check_mine(mine)
        self._check_mine(theirs)
        return self._table.match(mine, theirs)

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> Any:
        self._check_free()
        slips.check_label(label)
        slips.check_again(fold, most)
        return self._table.again(slips.number_of_dice(size), label, slips.values_among(among), fold, most)

    def strike(self, label: str, face: int, count: int) -> None:
        self._check_ending()
        slips.check_label(label)
        self._table.strike(label, face, count)

    # -- players and other rules -------------------------------------------------------------------------------

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> Chosen:
        self._check_free()
        said, at = slips.options_of(label, options, default)
        return Chosen(self._table.choose(label, said, at, bool(against)), said)

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        self._check_free()
        slips.check_repeat(step, until, most)
        return self._table.repeat(Stepping(step, self), state, Ending(until, self), most, counted)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        self._check_free()
        slips.check_fields(fields)
        if not isinstance(rule, Check):
            slips.check_played(rule)
        if isinstance(rule, Check) or of_package(rule):
            return self._table.play(rule, fields, **options)
        slips.check_depth(self.depth, rule)
        return self._table.play(Watched(rule, self), fields, **options)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        self._check_ending()
        slips.check_told(clause, text, values)
        self._table.tell(clause, text, when=when, **values)

    # -- whose is what -----------------------------------------------------------------------------------------

    def _mine(self, hand: Any) -> Any:
        self._hands[id(hand)] = hand
        return hand

    def _check_mine(self, hand: Any) -> None:
        if isinstance(hand, Part):
            raise RuleError("rule/unread", "Ranks and suits are only read: pick, reroll and match the hand itself.")
        if id(hand) not in self._hands:
            raise slips.other_table()

    def _check_free(self) -> None:
        self._check_ending()
        if self.busy:
            raise slips.other_table()

    def _check_ending(self) -> None:
        """Raise RuleError (rule/endless) for a loop of verbs that rolls nothing: no limit of dice ends it."""
        self._used += 1
        if self._used > VERBS:
            raise RuleError("rule/endless", str(WentOnError()))
