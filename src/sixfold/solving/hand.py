"""A hand on the table where a rule is solved."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import Any, NamedTuple

from sixfold.counting.hands import drawn_ways, mixed_ways
from sixfold.counting.packed import Faces, Ways
from sixfold.counting.pools import drawn_hands, hands_of
from sixfold.counting.thrown_again import Again, Fresh, Throws
from sixfold.rules.dice import Die, Face, Weights
from sixfold.rules.folds import Fold
from sixfold.rules.hand import Hand
from sixfold.rules.interval import UNKNOWN, Interval
from sixfold.rules.late import LateNumber
from sixfold.rules.mixed import Cup, Mixed
from sixfold.solving.context import Context, Values
from sixfold.solving.joint import Draw


class Rethrown(NamedTuple):
    """A die of which some faces were thrown again once, before anything was read of it."""

    base: Any
    root: Die
    """The die as it is thrown afresh."""
    again: Again

    @property
    def plain(self) -> bool:
        return False

    @property
    def faces(self) -> Sequence[Face]:
        return self.root.faces

    @property
    def endless(self) -> bool:
        return self.root.endless

    def weights(self, tolerance: Fraction, charge: Callable[[int], None]) -> Weights:
        """The weight of each value: those that stayed, and those that were thrown afresh."""
        first, fresh = self.base.weights(tolerance, charge), self.root.weights(tolerance, charge)
        again = sum([n for value, n in first.ways.items() if value in self.again])
        found = {value: again * n for value, n in fresh.ways.items()}
        for value, n in first.ways.items():
            if value not in self.again:
                found[value] = found.get(value, 0) + n * fresh.scale
        return Weights(found, first.scale * fresh.scale)


def root_of(die: Any) -> Any:
    """The die, or the dice, as they are thrown afresh."""
    if isinstance(die, Mixed):
        return Mixed(tuple([(root_of(kind), count) for kind, count in die.kinds]))
    return die.root if isinstance(die, Rethrown) else die


def rethrown(die: Any, again: Again) -> Any:
    """The die, or the dice, once those that show such faces were thrown again."""
    if isinstance(die, Mixed):
        return Mixed(tuple([(rethrown(kind, again), count) for kind, count in die.kinds]))
    return Rethrown(die, root_of(die), again)


class Lot(NamedTuple):
    """So many dice, or so many things out of a cup."""

    context: Context
    size: int
    die: Any

    @property
    def groups(self) -> list[tuple[Any, Values, int]]:
        """Each kind of dice, what it can show, and how many there are of it; none for a cup."""
        if isinstance(self.die, Cup):
            return []
        kinds = self.die.kinds if isinstance(self.die, Mixed) else ((self.die, self.size),)
        return [(die, self.context.values(die, self.size), count) for die, count in kinds]

    @property
    def whole(self) -> int:
        """What the ways of all hands are out of."""
        if isinstance(self.die, Cup):
            return comb(sum(self.die.counts), self.size)
        return prod([values.scale**count for _, values, count in self.groups])

    @property
    def followed(self) -> int:
        """The ways of the hands in which no chain is longer than is followed."""
        if isinstance(self.die, Cup):
            return self.whole
        return prod([(values.scale - values.rest) ** count for _, values, count in self.groups])

    @property
    def more(self) -> bool:
        """Whether there are hands with longer chains."""
        return self.die.endless and self.followed < self.whole

    @property
    def decided(self) -> bool:
        """Whether its dice are no plain numbers, so that they are known as soon as they are seen one by one."""
        return isinstance(self.die, Mixed) or type(self.die.faces[0]) is tuple

    def ways(self, folds: Sequence[Fold[Any]]) -> Ways:
        """The ways of the answers to folds."""
        context = self.context
        if isinstance(self.die, Cup):
            return drawn_ways(self.die.counts, self.size, folds, context.width, context.work)
        groups = [(count, context.hands(die, values)) for die, values, count in self.groups]
        return mixed_ways(groups, folds) if len(groups) > 1 else groups[0][1].ways(self.size, folds)

    def hands(self) -> list[tuple[tuple[Any, ...], int]]:
        """Every hand with its ways."""
        if isinstance(self.die, Cup):
            return list(drawn_hands(self.die.counts, self.size, self.context.work))
        return list(
            hands_of([(root_of(die), values.faces, count) for die, values, count in self.groups], self.context.work)
        )

    @property
    def faces(self) -> frozenset[Face]:
        """All that a die thrown afresh can show."""
        groups = Lot(self.context, self.size, root_of(self.die)).groups
        return frozenset([face for _, values, _ in groups for face, _ in values.faces])

    def throws(self) -> list[Throws]:
        """The dice of each kind, as they fell first and as they are thrown afresh."""
        return [
            Throws(count, values.faces, self.context.values(root_of(die), self.size).faces)
            for die, values, count in self.groups
        ]

    def fresh(self) -> Fresh:
        """What the dice that do not stay can show once they are thrown afresh."""
        kinds = Lot(self.context, self.size, root_of(self.die)).groups
        known: dict[tuple[int, ...], tuple[list[tuple[tuple[Any, ...], int]], int]] = {}

        def thrown(stays: tuple[Any, ...]) -> tuple[list[tuple[tuple[Any, ...], int]], int]:
            if len(kinds) == 1:
                counts: tuple[int, ...] = (len(stays),)
            else:
                counts = tuple([sum([face.die == die for face in stays]) for die, _, _ in kinds])
            if counts not in known:
                again: list[tuple[Any, Faces, int]] = [
                    (die, values.faces, count - stay) for (die, values, count), stay in zip(kinds, counts, strict=True)
                ]
                factor = prod([values.scale**stay for (_, values, _), stay in zip(kinds, counts, strict=True)])
                known[counts] = list(hands_of(again, self.context.work)), factor
            return known[counts]

        return thrown


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
        self.thrown: Any = size
        """How many dice it has, as far as that is decided."""
        self.die = die
        self.table = table
        self.family: list[UnseenHand] = [self]
        """The hands before it that share its draw, and itself."""

    @property
    def size(self) -> int:
        """How many dice it has; where that is not decided yet, it is now."""
        if type(self.thrown) is LateNumber:
            self.thrown = self.table.dice_of(self.thrown)
        size: int = self.thrown
        return size

    def follow(self, again: frozenset[int]) -> "UnseenHand":
        """The hand after dice of these faces were thrown again, in the same draw."""
        hand = UnseenHand(self.size, self.die, self.table)
        hand.draw, hand.beyond, hand.again, hand.stage = self.draw, self.beyond, again, self.stage + 1
        hand.family = [*self.family, hand]
        return hand

    @cached_property
    def known(self) -> dict[Any, tuple[Any, tuple[int, ...]]]:
        """Every question so far with its answers, and where these stand in the draw; needed to ask anything again."""
        found: dict[Any, tuple[Any, tuple[int, ...]]] = {}
        at = 0
        for question in self.asked:
            end = at + width_of(question)
            answers, places = self.first[at:end], range(self.first_at + at, self.first_at + end)
            found[question] = (answers if isinstance(question, Picked) else answers[0], tuple(places))
            at = end
        return found


def width_of(question: Any) -> int:
    """How many answers a question has."""
    return question.many if isinstance(question, Picked) else 1


def unknown(question: Any) -> Any:
    """What is known of dice beyond the length to which they are followed, when they are asked again."""
    if isinstance(question, Picked):
        return (Interval(None, None),) * question.many
    return Interval(None, None) if question.answers is int else UNKNOWN
