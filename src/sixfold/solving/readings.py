"""What is read of a hand, and what is picked from it: the first time, and again."""

from math import comb
from typing import Any, NamedTuple

from sixfold.counting import Hands, best, mixed_ways, picks
from sixfold.rules.folds import Fold, ask
from sixfold.rules.interval import Interval
from sixfold.solving.context import Context
from sixfold.solving.entries import plain
from sixfold.solving.hand import Picked, unknown
from sixfold.solving.joint import Answers, Entries, Joint, Joints, Kind, Parts, apart, kinds_of
from sixfold.solving.lot import Lot


class Reading:
    """The answers to folds. Beyond are hands in which the chain of an exploding die is longer than is followed."""

    __slots__ = ("context", "die", "folds", "size")

    def __init__(self, context: Context, size: int, die: Any, folds: tuple[Fold[Any], ...]) -> None:
        self.context = context
        self.size = size
        self.die = die
        self.folds = folds

    def parts(self) -> Parts:
        return self.context.kept((self.size, self.die, self.folds), self._parts)

    def _parts(self) -> Parts:
        context, folds = self.context, self.folds
        lot = Lot(context, self.size, self.die)
        whole = lot.whole
        context.widen(whole.bit_length())
        ways = lot.ways(folds)
        summed = any(fold.sums for fold in folds)
        entries: Entries = [
            (answers, 1, poly) if summed else (answers, poly[1], None) for answers, poly in ways.items()
        ]
        # Each place holds one kind of answer, whatever the dice show, but for folds that do not say which.
        kinds = kinds_of(entries[:1] if all(fold.answers for fold in folds) else entries)
        return Parts(Joint(entries, whole, kinds).by_name(), lot.more)

    def beyond(self) -> Joints:
        from sixfold.solving.exploding import Exploded  # here, since few rules need it

        context, folds = self.context, self.folds
        lot = Lot(context, self.size, self.die)
        groups = lot.groups
        longer = [values.longer for _, values, _ in groups if values.rest]
        if None in longer:
            return apart([(tuple(map(unknown, folds)), lot.whole - lot.followed, None)], lot.whole)
        exploded = Exploded([values for _, values, _ in groups], self.size, folds, context.width)
        hands = [(count, Hands(values.with_longer, context.width, context.work)) for _, values, count in groups]
        every = mixed_ways(hands, folds) if len(hands) > 1 else hands[0][1].ways(self.size, folds)
        entries = [entry for joint in self.parts().joints for entry in joint.entries]
        return exploded.beyond(Joint(entries, lot.whole, self.parts().joints[0].kinds), every)


class Picking(NamedTuple):
    """The dice that a preference takes."""

    context: Context
    size: int
    die: Any
    question: Picked

    def parts(self) -> Parts:
        many, preference = self.question
        lot = Lot(self.context, self.size, self.die)
        ((_, values, _), *others) = lot.groups
        found: dict[Answers, int] = {}
        if others:
            hands = lot.hands()
            self.context.work.charge(len(hands) * (20 + 8 * comb(self.size, many)))
            for hand, ways in hands:
                choice = best(hand, many, preference)
                found[choice] = found.get(choice, 0) + ways
        else:
            found = picks(self.size, values.faces, many, preference, self.context.work)
        entries: Entries = [(choice, ways, None) for choice, ways in found.items()]
        kind = Kind.NAME if lot.decided else Kind.NUMBER
        return Parts(Joint(entries, lot.whole, (kind,) * many).by_name(), lot.more)

    def beyond(self) -> Joints:
        lot = Lot(self.context, self.size, self.die)
        leasts = [values.least for _, values, _ in lot.groups if values.least is not None]
        least = min(leasts) if len(leasts) == len(lot.groups) and not lot.decided else None
        return apart([((Interval(least, None),) * self.question.many, lot.whole - lot.followed, None)], lot.whole)


def seen(context: Context, size: int, die: Any, questions: tuple[Any, ...]) -> Entries:
    """The answers to all questions about a hand, nothing packed."""
    if Picked in map(type, questions):
        return _hand_by_hand(context, size, die, questions)
    parts = Reading(context, size, die, questions).parts()
    entries = plain([entry for joint in parts.joints for entry in joint.entries], context.width)
    context.work.charge(5 * len(entries))
    return entries


def _hand_by_hand(context: Context, size: int, die: Any, questions: tuple[Any, ...]) -> Entries:
    found: dict[Answers, int] = {}
    for hand, ways in Lot(context, size, die).hands():
        key = tuple([part for question in questions for part in answers_of(question, hand)])
        found[key] = found.get(key, 0) + ways
    return [(answers, ways, None) for answers, ways in found.items()]


def answers_of(question: Any, hand: tuple[Any, ...]) -> Answers:
    """What a hand that lies there answers."""
    if isinstance(question, Picked):
        return best(hand, question.many, question.preference)
    return ask(hand, question)
