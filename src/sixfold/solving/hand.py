"""A hand on the table where a rule is solved."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import comb, prod
from typing import Any, NamedTuple

from sixfold.rules.cup import Cup
from sixfold.rules.dice import Face
from sixfold.rules.folds import Fold
from sixfold.rules.folds.fold import TupleFold
from sixfold.rules.hand import Hand
from sixfold.rules.interval import UNKNOWN, Guesser, Interval
from sixfold.rules.late import LateNumber
from sixfold.rules.mixed import Beside, Mixed, alone, bare, with_sides
from sixfold.solving.context import Context, DieValues
from sixfold.solving.counting.hands import ways_of
from sixfold.solving.counting.packed import Ways
from sixfold.solving.joint_distribution import Answers, Kind, Kinds, RandomVariable, found_in


def root_of(die: Any) -> Any:
    """The die, or the dice, as they are thrown afresh."""
    if isinstance(die, Mixed):
        return Mixed(tuple([(root_of(kind), count) for kind, count in die.kinds]))
    return getattr(die, "root", die)


class RandomHand(NamedTuple):
    """So many dice, or so many things out of a cup."""

    context: Context
    size: int
    die: Any

    @property
    def groups(self) -> list[tuple[Any, DieValues, int]]:
        """Each kind of dice, what it can show, and how many there are of it; none for a cup."""
        if isinstance(self.die, Cup):
            return []
        if isinstance(self.die, Beside):
            return [group for hand in self.hands_beside for group in hand.groups]
        kinds = self.die.kinds if isinstance(self.die, Mixed) else ((self.die, self.size),)
        return [(die, self.context.values(die, self.size), count) for die, count in kinds]

    @property
    def hands_beside(self) -> "list[RandomHand]":
        """Each of several hands that are read together."""
        return [RandomHand(self.context, size, alone(die)) for size, die in self.die.hands]

    @property
    def scale(self) -> int:
        """The denominator of the ways of all hands."""
        if isinstance(self.die, Beside):
            return prod([hand.scale for hand in self.hands_beside])
        if isinstance(self.die, Cup):
            return comb(sum(self.die.counts), self.size)
        return prod([values.scale**count for _, values, count in self.groups])

    @property
    def followed(self) -> int:
        """The ways of the hands in which no chain of its dice is longer than is followed."""
        if isinstance(self.die, Beside):
            return prod([hand.followed for hand in self.hands_beside])
        if isinstance(self.die, Cup):
            return self.scale
        return prod([(values.scale - values.rest) ** count for _, values, count in self.groups])

    @property
    def more(self) -> bool:
        """Whether there are hands with longer chains."""
        return self.die.endless and self.followed < self.scale

    @property
    def kind(self) -> str:
        """The kind of what one of its dice shows."""
        return Kind.NAME if tuple in map(type, self.die.faces[:1]) else Kind.NUMBER

    def ways(self, folds: Sequence[Fold[Any]]) -> Ways:
        """The ways of the answers to folds."""
        context = self.context
        if isinstance(self.die, Cup):
            from sixfold.solving.counting.by_faces import drawn_ways  # here, since most dice are of one kind

            return drawn_ways(self.die.counts, self.size, folds, context.width, context.work)
        if isinstance(self.die, Beside):
            from sixfold.solving.counting.by_faces import FaceByFace
            from sixfold.solving.counting.pools import Together

            return FaceByFace(Together([hand.dealt for hand in self.hands_beside]), folds).run()
        return ways_of([(count, context.hands(die, values)) for die, values, count in self.groups], folds)

    @property
    def dealt(self) -> Any:
        """The dice as they are dealt out over their faces."""
        from sixfold.solving.counting.pools import Drawn, dealt

        context = self.context
        if isinstance(self.die, Cup):
            return Drawn(self.die.counts, self.size, context.width, context.work)
        return dealt([(count, context.hands(die, values).blocks) for die, values, count in self.groups])

    def hands(self) -> list[tuple[tuple[Any, ...], int]]:
        """Every hand with its ways."""
        from sixfold.solving.counting.pools import drawn_hands, hands_of  # here, since most hands are not gone through

        if isinstance(self.die, Cup):
            return list(drawn_hands(self.die.counts, self.size, self.context.work))
        groups = [(root_of(die), values.faces, count) for die, values, count in self.groups]
        return list(hands_of(groups, isinstance(self.die, Mixed), self.context.work))

    @property
    def faces(self) -> frozenset[Face]:
        """All that a die thrown afresh can show."""
        groups = RandomHand(self.context, self.size, root_of(self.die)).groups
        return frozenset([face for _, values, _ in groups for face, _ in values.faces])


class Picked(NamedTuple):
    """A question to a hand like a fold: the dice that a preference takes."""

    many: int
    preference: Callable[[tuple[Any, ...]], Any]
    sided: bool
    """Whether it also answers with the sides of each die."""

    @property
    def late(self) -> tuple[()]:
        """The settings that may be numbers which the rule has read: none of them."""
        return ()

    @property
    def places(self) -> int:
        """How many places its answers take: the faces, and then the sides."""
        return self.many * (1 + self.sided)

    def kinds(self, kind: str) -> Kinds:
        """The kinds of its answers, where each die shows this kind."""
        return (kind,) * self.many + (Kind.NUMBER,) * (self.places - self.many)

    def answers(self, dice: tuple[Any, ...]) -> Answers:
        """The answers where these dice are picked."""
        return (*map(bare, dice), *[-die.fewer for die in dice]) if self.sided else dice

    def dice(self, answers: Answers) -> tuple[Any, ...]:
        """The dice that are picked, as a rule sees them."""
        faces, sides = answers[: self.many], answers[self.many :]
        return tuple(map(with_sides, faces, sides)) if self.sided else faces


class OfHands(TupleFold[Any]):
    """A question to some of several hands that are read together: to one of them, or to several at once."""

    __slots__ = ()
    fold: Fold[Any]
    at: tuple[int, ...]

    @property
    def answers(self) -> type | None:  # type: ignore[override]
        return self.fold.answers

    @property
    def by_count(self) -> bool:
        return self.fold.by_count and not self.fold.sums

    def of_them(self, counts: Any) -> Any:
        """The number of dice of each of its hands, or of the one."""
        return counts[self.at[0]] if len(self.at) == 1 else tuple([counts[at] for at in self.at])

    def start(self, size: Any) -> Any:
        return self.fold.start(self.of_them(size)), 0

    def step(self, state: Any, face: Face, count: Any) -> Any:
        own = self.of_them(count)
        if not (any(own) if isinstance(own, tuple) else own):
            return state
        inner, taken = self.fold.take(state[0], face, own)
        return inner, state[1] + taken * self.fold.worth(face)

    def rest(self, state: Any, left: Any) -> bool | None:
        own = self.of_them(left)
        if not (any(own) if isinstance(own, tuple) else own):
            return False
        return False if self.fold.rest(state[0], own) is False else None

    def end(self, state: Any) -> Any:
        return state[1] if self.fold.sums else self.fold.end(state[0])


class UnseenHand(Hand):
    """Dice of which nothing is seen; what was asked of them is all that is known."""

    variable: RandomVariable | None = None
    """The variable of its answers. Other variables may have taken it up since: places are those in this one."""
    asked: tuple[Any, ...] = ()
    first: tuple[Any, ...] = ()
    """The first questions, and their answers."""
    first_at: int = 0
    """The place of these answers in the variable."""
    again: frozenset[int] = frozenset()
    """The faces that were thrown again the last time."""
    label: str = ""
    cuts: int = 0
    """How often the path had been cut for a decision when these dice were thrown."""
    forgotten: bool = False
    """Whether nothing is known of them any more, since the player has decided what counts of them."""
    lying: int | None = None
    """The place of the hand itself in the variable, if it has one."""
    members: "tuple[UnseenHand, ...]" = ()
    """The hands that are read together in this one."""
    beside: "tuple[UnseenHand, int] | None" = None
    """The hand of several in which it is read, and its place there."""

    def __init__(self, size: int | LateNumber, die: Any, table: Any) -> None:
        self.open_size: Any = size
        """How many dice it has, as far as that is decided."""
        self.die = die
        self.table = table
        self.family: list[UnseenHand] = [self]
        """The hands before it that share its variable, and itself."""

    @property
    def size(self) -> int:
        """How many dice it has; where that is not decided yet, it is now."""
        if type(self.open_size) is LateNumber:
            self.open_size = self.table.count_dice(self.open_size)
        size: int = self.open_size
        return size

    def follow(self, again: frozenset[int]) -> "UnseenHand":
        """The hand after dice of these faces were thrown again, in the same variable."""
        hand = UnseenHand(self.size, self.die, self.table)
        hand.variable, hand.again, hand.label, hand.cuts = self.variable, again, self.label, self.cuts
        hand.family = [*self.family, hand]
        return hand

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels under which its dice were thrown: one, or those of all hands that are read together in it."""
        return tuple([member.label for member in self.members]) or (self.label,)

    @property
    def current(self) -> tuple[RandomVariable, int]:
        """The variable in which its answers stand now, and by how much their places are shifted there."""
        assert self.variable is not None
        return found_in(self.variable, 0)

    @property
    def laid(self) -> tuple[RandomVariable, int]:
        """The variable in which the hand itself stands now, and its place there."""
        assert self.lying is not None
        variable, shift = self.current
        return variable, self.lying + shift

    def uncounted(self, context: Context) -> int:
        """By how much the ways of the variable grow for throws of the family that no answer in it knows of."""
        if len(self.family) == 1:
            return 1
        last = max([at for at, member in enumerate(self.family) if member.known])
        scale: int = RandomHand(context, self.size, root_of(self.die)).scale ** (len(self.family) - 1 - last)
        return scale

    @cached_property
    def known(self) -> dict[Any, tuple[Any, tuple[int, ...]]]:
        """Every question so far with its answers, and where these stand in the variable, in order to ask again."""
        return answered(self.asked, self.first, self.first_at)


def answered(questions: Sequence[Any], answers: Answers, at: int) -> dict[Any, tuple[Any, tuple[int, ...]]]:
    """Each question with its own answers, and where these stand; those of the first one from a place on."""
    result: dict[Any, tuple[Any, tuple[int, ...]]] = {}
    for question in questions:
        picked = isinstance(question, Picked)
        many = question.places if picked else 1
        answer = question.dice(answers[:many]) if picked else answers[0]
        result[question] = (answer, tuple(range(at, at + many)))
        answers, at = answers[many:], at + many
    return result


def unknown(question: Any, guesser: Guesser | None = None) -> Any:
    """Return the bounds of another question to dice beyond the length to which they are followed.

    A rule gets them from its path, the `guesser`, so that nothing it does takes them for a value.
    """
    if isinstance(question, Picked):
        return question.dice(tuple([Interval(None, None, guesser=guesser) for _ in range(question.places)]))
    return Interval(None, None, guesser=guesser) if question.answers is int else UNKNOWN.on(guesser)
