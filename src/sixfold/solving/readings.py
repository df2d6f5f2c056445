"""What is read of a hand, and what is picked from it: the first time, and again."""

from typing import Any, NamedTuple

from sixfold.counting import Hands, best, multisets, picks
from sixfold.rules.dice import Die
from sixfold.rules.folds import Fold, ask
from sixfold.rules.interval import Interval
from sixfold.solving.context import Context
from sixfold.solving.entries import plain
from sixfold.solving.hand import Picked, unknown
from sixfold.solving.joint import Answers, Entries, Joint, Joints, Kind, Parts, apart, kinds_of


class Reading:
    """The answers to folds. Beyond are hands in which the chain of an exploding die is longer than is followed."""

    __slots__ = ("context", "die", "folds", "size")

    def __init__(self, context: Context, size: int, die: Die, folds: tuple[Fold[Any], ...]) -> None:
        self.context = context
        self.size = size
        self.die = die
        self.folds = folds

    def parts(self) -> Parts:
        return self.context.kept((self.size, self.die, self.folds), self._parts)

    def _parts(self) -> Parts:
        context, folds = self.context, self.folds
        values = context.values(self.die, self.size)
        whole = values.scale**self.size
        context.widen(whole.bit_length())
        ways = context.hands(self.die, values).ways(self.size, folds)
        summed = any(fold.sums for fold in folds)
        entries: Entries = [
            (answers, 1, poly) if summed else (answers, poly[1], None) for answers, poly in ways.items()
        ]
        # Each place holds one kind of answer, whatever the dice show.
        return Parts((Joint(entries, whole, kinds_of(entries[:1])),), bool(values.rest and self.size))

    def beyond(self) -> Joints:
        from sixfold.solving.exploding import Exploded  # here, since few rules need it

        context, folds = self.context, self.folds
        values = context.values(self.die, self.size)
        (known,) = self.parts().joints
        if values.longer is None:
            left = known.scale - known.columns.total(context.width)
            return apart([(tuple(map(unknown, folds)), left, None)], known.scale)
        exploded = Exploded(values, values.longer, self.size, folds, context.width)
        every = Hands(exploded.faces, context.width, context.work).ways(self.size, folds)
        return exploded.beyond(known, every)


class Picking(NamedTuple):
    """The dice that a preference takes."""

    context: Context
    size: int
    die: Die
    question: Picked

    def parts(self) -> Parts:
        many, preference = self.question
        values = self.context.values(self.die, self.size)
        chosen = picks(self.size, values.faces, many, preference, self.context.work)
        entries: Entries = [(choice, ways, None) for choice, ways in chosen.items()]
        joint = Joint(entries, values.scale**self.size, (Kind.NUMBER,) * many)
        return Parts((joint,), bool(values.rest and self.size))

    def beyond(self) -> Joints:
        values = self.context.values(self.die, self.size)
        whole = values.scale**self.size
        left = whole - (values.scale - values.rest) ** self.size
        return apart([((Interval(values.least, None),) * self.question.many, left, None)], whole)


def seen(context: Context, size: int, die: Die, questions: tuple[Any, ...]) -> Entries:
    """The answers to all questions about a hand, nothing packed."""
    if Picked in map(type, questions):
        return _hand_by_hand(context, size, die, questions)
    entries = plain(Reading(context, size, die, questions).parts().joints[0].entries, context.width)
    context.work.charge(5 * len(entries))
    return entries


def _hand_by_hand(context: Context, size: int, die: Die, questions: tuple[Any, ...]) -> Entries:
    found: dict[Answers, int] = {}
    for hand, ways in multisets(size, context.values(die, size).faces, context.work):
        answers: list[Any] = []
        for question in questions:
            if isinstance(question, Picked):
                answers += best(hand, question.many, question.preference)
            else:
                answers += ask(hand, question)
        key = tuple(answers)
        found[key] = found.get(key, 0) + ways
    return [(answers, ways, None) for answers, ways in found.items()]
