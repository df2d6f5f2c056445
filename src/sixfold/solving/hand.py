"""A hand on the table where a rule is solved."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from sixfold.rules.hand import Hand
from sixfold.rules.interval import UNKNOWN, Interval
from sixfold.rules.late import LateNumber
from sixfold.solving.draw import Draw


class Picked(NamedTuple):
    """A question to a hand like a fold: the dice that a preference takes."""

    many: int
    preference: Callable[[tuple[int, ...]], Any]


class UnseenHand(Hand):
    """Dice of which nothing is seen; what was asked of them is all that is known."""

    draw: Draw | None = None
    beyond: bool = False
    """Whether these dice lie beyond the length to which they are followed."""
    asked: tuple[Any, ...] = ()
    first: tuple[Any, ...] = ()
    """What was asked first, and the answers."""
    first_at: int = 0
    """Where these answers stand in the draw."""
    stage: int = 0
    """How many times dice of it were thrown again since something was first read of them."""
    again: frozenset[int] = frozenset()
    """The faces that were thrown again the last time."""
    throws_in_draw: int = 0
    """How many of these times the ways of the draw know of, where this is the first of its family."""
    label: str = ""
    cuts: int = 0
    """How often the path had been cut for a decision when these dice were thrown."""
    forgotten: bool = False
    """Whether nothing is known of them any more, since the player has decided what counts of them."""
    lying: int | None = None
    """Where the hand itself stands in the draw, if it does."""

    def __init__(self, size: int | LateNumber, die: Any, table: Any) -> None:
        self._size: Any = size
        self.die = die
        self.table = table
        self.family: list[UnseenHand] = [self]
        """The hands before it that share its draw, and itself."""

    @property
    def size(self) -> int:
        """How many dice it has; where that is not decided yet, it is now."""
        if type(self._size) is LateNumber:
            self._size = self.table.dice_of(self._size)
        size: int = self._size
        return size

    @property
    def thrown(self) -> int | LateNumber:
        """How many dice it has, as far as that is decided."""
        size: int | LateNumber = self._size
        return size

    def follow(self, again: frozenset[int]) -> "UnseenHand":
        """The hand after dice of these faces were thrown again, in the same draw."""
        hand = UnseenHand(self.size, self.die, self.table)
        hand.draw, hand.beyond, hand.again, hand.stage = self.draw, self.beyond, again, self.stage + 1
        hand.family = [*self.family, hand]
        return hand

    @cached_property
    def places(self) -> dict[Any, tuple[int, ...]]:
        """Where in the draw the answers to each question stand; only needed once something is asked again."""
        found: dict[Any, tuple[int, ...]] = {}
        at = self.first_at
        for question in self.asked:
            found[question] = tuple(range(at, at + width_of(question)))
            at += width_of(question)
        return found

    @cached_property
    def answers(self) -> dict[Any, Any]:
        """Every question so far, with its answers."""
        found: dict[Any, Any] = {}
        at = 0
        for question in self.asked:
            answers = self.first[at : at + width_of(question)]
            found[question] = answers if isinstance(question, Picked) else answers[0]
            at += width_of(question)
        return found


def width_of(question: Any) -> int:
    """How many answers a question has."""
    return question.many if isinstance(question, Picked) else 1


def unknown(question: Any) -> Any:
    """What is known of dice beyond the length to which they are followed, when they are asked again."""
    if isinstance(question, Picked):
        return (Interval(None, None),) * question.many
    return Interval(None, None) if is_number(question) else UNKNOWN


def is_number(question: Any) -> bool:
    """Whether a question is always answered with numbers."""
    return isinstance(question, Picked) or question.answers is int
