"""Dice that are thrown again, drawn out of a cup, or paired: hands of which more must be known than one question.

Dice thrown again by their faces before anything was read of them are dice of another kind. Where something was read
before, the hands before and after are a `family`: one draw has the answers of all of them. And where it hangs on all
dice together which of them are thrown again, the dice lie there: each entry of the draw has the hand itself.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from sixfold.counting import Faces, Work, best, multisets
from sixfold.counting.drawn import drawn, drawn_hands
from sixfold.counting.pairs import pairs
from sixfold.counting.thrown_again import Throws, adds_up, again_by_hand, die_by_die, hand_by_hand
from sixfold.errors import RuleError
from sixfold.rules.dice import Die, Weights
from sixfold.rules.folds import Fold, ask
from sixfold.rules.interval import Interval
from sixfold.solving.context import Context
from sixfold.solving.entries import plain, with_answers
from sixfold.solving.hand import Cup, Picked, UnseenHand
from sixfold.solving.joint import Answers, Entries, Joint, Joints, Kind, Parts, apart, kinds_of

ASKED = 30
"""Work of asking one hand that lies there."""


class Rethrown(NamedTuple):
    """A die of which some faces were thrown again once, before anything was read of it."""

    base: Any
    root: Die
    """The die as it is thrown afresh."""
    again: frozenset[int]

    @property
    def plain(self) -> bool:
        return False

    @property
    def shows(self) -> tuple[int, ...]:
        return ()

    @property
    def sides(self) -> int:
        return self.root.sides

    @property
    def explode(self) -> frozenset[int]:
        return self.root.explode

    def weights(self, tolerance: Fraction, charge: Callable[[int], None]) -> Weights:
        """The weight of each value: those that stayed, and those that were thrown afresh."""
        first, fresh = self.base.weights(tolerance, charge), self.root.weights(tolerance, charge)
        again = sum([n for value, n in first.ways.items() if value in self.again])
        found = {value: again * n for value, n in fresh.ways.items()}
        for value, n in first.ways.items():
            if value not in self.again:
                found[value] = found.get(value, 0) + n * fresh.scale
        return Weights(found, first.scale * fresh.scale)


class Drawn(NamedTuple):
    """The answers to folds about what was drawn out of a cup."""

    context: Context
    size: int
    cup: Cup
    folds: tuple[Fold[Any], ...]

    def parts(self) -> Parts:
        return self.context.kept((self.size, self.cup, self.folds), self._parts)

    def _parts(self) -> Parts:
        ways = drawn(self.cup.counts, self.size, self.folds, self.context.work)
        entries: Entries = [(answers, number, None) for answers, number in ways.items()]
        return Parts((Joint(entries, comb(sum(self.cup.counts), self.size), kinds_of(entries[:1])),))

    def beyond(self) -> Joints:
        return ()


class Lies(NamedTuple):
    """A hand as it lies there, all its dice."""

    context: Context
    size: int
    die: Any

    def parts(self) -> Parts:
        return self.context.kept((self.size, self.die, Lies), self._parts)

    def _parts(self) -> Parts:
        hands, scale = every_hand(self.context, self.size, self.die)
        return Parts((Joint([((hand,), ways, None) for hand, ways in hands], scale, (Kind.NAME,)),))

    def beyond(self) -> Joints:
        return ()


class Paired(NamedTuple):
    """How many pairs of two unseen hands go to either side."""

    context: Context
    mine: tuple[int, Any]
    theirs: tuple[int, Any]

    def parts(self) -> Parts:
        return self.context.kept(("pairs", self.mine, self.theirs), self._parts)

    def _parts(self) -> Parts:
        (size, die), (other_size, other) = self.mine, self.theirs
        ours, others = self.context.values(die, size), self.context.values(other, other_size)
        work = self.context.work
        found = self.context.kept_unpacked(
            ("pairs", self.mine, self.theirs), lambda: pairs(size, ours.faces, other_size, others.faces, work)
        )
        entries: Entries = [(answers, ways, None) for answers, ways in found.items()]
        more = bool((ours.rest and size) or (others.rest and other_size))
        return Parts((Joint(entries, ours.scale**size * others.scale**other_size, kinds_of(entries)),), more)

    def beyond(self) -> Joints:
        (joint,) = self.parts().joints
        left = joint.scale - sum([ways for _, ways, _ in joint.entries])
        each = Interval(0, min(self.mine[0], self.theirs[0]))
        return apart([((each, each, each), left, None)], joint.scale)


def every_hand(context: Context, size: int, die: Any) -> tuple[list[tuple[tuple[int, ...], int]], int]:
    """Every hand of some dice or out of a cup, and what the ways are out of."""
    if isinstance(die, Cup):
        return list(drawn_hands(die.counts, size, context.work)), comb(sum(die.counts), size)
    values = context.values(die, size)
    return list(multisets(size, values.faces, context.work)), values.scale**size


def check_ending(hand: UnseenHand) -> None:
    """Raises RuleError (rule/dice) for dice that cannot be gone through, as they have no highest face."""
    if hand.die.explode:
        raise RuleError(
            "rule/dice",
            "Dice that explode are thrown again by their faces, and paired, before anything is read of them.",
        )


def fresh_of(context: Context, hand: UnseenHand) -> Faces:
    """The faces of a die of this hand when it is thrown afresh."""
    return context.values(root_of(hand.die), hand.size).faces


def root_of(die: Any) -> Any:
    """The die as it is thrown afresh."""
    return die.root if isinstance(die, Rethrown) else die


def factor_of(context: Context, hand: UnseenHand) -> int:
    """By how much the ways of a family's draw grow for the throws that are not in it yet."""
    throws = hand.stage - hand.family[0].throws_in_draw
    return int(context.values(root_of(hand.die), hand.size).scale ** (hand.size * max(0, throws)))


def answered_by_family(context: Context, hand: UnseenHand, fresh: Sequence[Any], entries: Entries) -> Entries:
    """The entries of a family's draw with answers of its last hand to more questions; without any, with the hand."""
    family = hand.family
    asked = [(stage, question) for stage, member in enumerate(family) for question in member.places]
    places = [at for member in family for question in member.places for at in member.places[question]]
    asked += [(len(family) - 1, question) for question in fresh]
    if isinstance(hand.die, Cup):
        questions = [question for _, question in asked]
        joint = _asked_one_by_one(every_hand(context, hand.size, hand.die)[0], questions)
        joint = _without_hand(joint) if fresh else joint
        return _conditional(context, entries, 1, places, joint)
    first = context.values(family[0].die, hand.size).faces
    throws = Throws(hand.size, first, fresh_of(context, hand), [member.again for member in family[1:]])
    if fresh and all(not isinstance(question, Picked) and adds_up(question, hand.size) for _, question in asked):
        key = (throws.size, throws.faces, throws.fresh, tuple(throws.agains), tuple(asked))
        joint = context.kept_unpacked(key, lambda: die_by_die(throws, asked, context.work))
    else:
        joint = hand_by_hand(throws, asked, answers_of, context.work)
        if fresh:
            joint = _without_hand(joint)
    return _conditional(context, entries, factor_of(context, hand), places, joint)


def _conditional(
    context: Context, entries: Entries, factor: int, places: Sequence[int], joint: dict[Answers, int]
) -> Entries:
    """The entries of a draw, so many times as many ways each, with more answers behind those at some places."""
    scaled = [(answers, number * factor, poly) for answers, number, poly in entries]
    seen: Entries = [(answers, ways, None) for answers, ways in joint.items()]
    context.work.charge(5 * len(seen))
    return with_answers(scaled, places, seen, context.width)


def _asked_one_by_one(hands: Sequence[tuple[tuple[int, ...], int]], questions: Sequence[Any]) -> dict[Answers, int]:
    """The answers of every hand, and the hand."""
    return {
        (*[part for question in questions for part in answers_of(question, hand)], hand): ways for hand, ways in hands
    }


def answers_of(question: Any, hand: tuple[int, ...]) -> Answers:
    """What a hand that lies there answers."""
    if isinstance(question, Picked):
        return best(hand, question.many, question.preference)
    return ask(hand, question)


def asked_of_lying(context: Context, at: int, fresh: Sequence[Any], entries: Entries) -> Entries:
    """The entries of a draw in which the hand itself stands, with its answers to more questions."""
    known: dict[Any, Answers] = {}
    found: Entries = []
    for answers, number, poly in entries:
        hand = answers[at]
        more = known.get(hand)
        if more is None:
            context.work.charge(ASKED * len(fresh))
            more = known[hand] = tuple([part for question in fresh for part in answers_of(question, hand)])
        found.append(((*answers, *more), number, poly))
    return found


def thrown_again(
    context: Context, at: int, entries: Entries, chosen: Mapping[tuple[int, ...], Sequence[int]], hand: UnseenHand
) -> Entries:
    """The entries of a draw in which the hand itself stands, after some of its dice were thrown again."""
    hands: dict[Answers, int] = {}
    for answers, ways, _ in plain(entries, context.width):
        key = (*answers[:at], *answers[at + 1 :], answers[at])
        hands[key] = hands.get(key, 0) + ways
    context.work.charge(10 * len(hands))
    moved = again_by_hand(hands, chosen.__getitem__, hand.size, fresh_of(context, hand), context.work)
    return [((*key[:at], key[-1], *key[at:-1]), ways, None) for key, ways in moved.items()]


def _without_hand(joint: dict[Answers, int]) -> dict[Answers, int]:
    found: dict[Answers, int] = {}
    for (*answers, _), ways in joint.items():
        found[tuple(answers)] = found.get(tuple(answers), 0) + ways
    return found


def thrown_beside(entries: Entries, at: int, size: int, faces: Faces, work: Work) -> Entries:
    """Entries in which the dice that stay stand at a place, with the whole hand there once the others were thrown."""
    fresh = {left: list(multisets(left, faces, work)) for left in {size - len(row[at]) for row, _, _ in entries}}
    scale = sum([weight for _, weight in faces])
    found: dict[Answers, int] = {}
    for row, ways, _ in entries:
        stays, before, after = row[at], row[:at], row[at + 1 :]
        factor = ways * scale ** len(stays)
        work.charge(10 * len(fresh[size - len(stays)]))
        for thrown, number in fresh[size - len(stays)]:
            key = (*before, tuple(sorted((*stays, *thrown), reverse=True)), *after)
            found[key] = found.get(key, 0) + factor * number
    return [(row, ways, None) for row, ways in found.items()]
