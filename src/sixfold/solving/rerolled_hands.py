"""Dice that are thrown again, or drawn out of a cup: hands of which more must be known than one question.

Dice thrown again by their faces before anything was read of them are dice of another kind. Where something was read
before, the hands before and after are a `family`: one variable has the answers of all of them. And if it hangs on all
dice together which of them are thrown again, the dice lie there: each entry of the variable has the hand itself.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple, TypeVar

from sixfold.base.mappings import added_up
from sixfold.rules.cup import Cup
from sixfold.rules.dice import Die, Face, Weights
from sixfold.rules.interval import UNKNOWN
from sixfold.rules.mixed import Mixed
from sixfold.solving.context import Context
from sixfold.solving.counting.packed import Faces
from sixfold.solving.counting.pools import hands_of
from sixfold.solving.counting.rerolled import Again, Fresh, Throws, again_by_hand, die_by_die, hand_by_hand
from sixfold.solving.entries import plain, with_answers
from sixfold.solving.hand import Picked, RandomHand, UnseenHand, root_of
from sixfold.solving.hand_answers import answers_of, asking
from sixfold.solving.joint_distribution import (
    Alternatives,
    Answers,
    Distributions,
    Entries,
    JointDistribution,
    Kind,
    RandomVariable,
    partial_distributions,
)

T = TypeVar("T")

Dice = tuple[Any, ...]
"""A hand as it lies there, the highest die first."""


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
        stayed = [(value, n * fresh.scale) for value, n in first.ways.items() if value not in self.again]
        ways = added_up([*[(value, again * n) for value, n in fresh.ways.items()], *stayed])
        return Weights(ways, first.scale * fresh.scale)


def rethrown(die: Any, again: Again) -> Any:
    """The die, or the dice, once those that show such faces were thrown again."""
    if isinstance(die, Mixed):
        return Mixed(tuple([(rethrown(kind, again), count) for kind, count in die.kinds]))
    return Rethrown(die, root_of(die), again)


def fresh_of(pool: RandomHand) -> Fresh:
    """Return the faces of the dice that are rolled afresh, without those that stay."""
    kinds = pool._replace(die=root_of(pool.die)).groups
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
            known[counts] = list(hands_of(again, isinstance(pool.die, Mixed), pool.context.work)), factor
        return known[counts]

    return thrown


def lies(context: Context, size: int, die: Any) -> Alternatives:
    """A hand as it lies there, all its dice; of one with a longer chain than is followed nothing is known."""
    pool = RandomHand(context, size, die)

    def hands() -> JointDistribution:
        return JointDistribution([((hand,), ways, None) for hand, ways in pool.hands()], pool.scale, (Kind.HAND,))

    def longer() -> Distributions:
        return partial_distributions([((UNKNOWN,), pool.scale - pool.followed, None)], pool.scale)

    known = context.kept((size, die, lies, die.endless and context.tolerance), hands)
    return Alternatives((known,), longer if pool.more else None)


def answered_by_family(context: Context, hand: UnseenHand, fresh: Sequence[Any]) -> Entries:
    """The entries of a family's variable with answers of its last hand to more questions, or else with the hand."""
    family, (variable, shift) = hand.family, hand.current
    questions = [(stage, question) for stage, member in enumerate(family) for question in member.known]
    places = [at + shift for member in family for _, places in member.known.values() for at in places]
    questions += [(len(family) - 1, question) for question in fresh]
    pool = RandomHand(context, hand.size, family[0].die)
    agains = [member.again for member in family[1:]]
    if isinstance(hand.die, Cup) or not (
        fresh and all(not isinstance(question, Picked) and question.adds_up(hand.size) for _, question in questions)
    ):
        distribution = hand_by_hand(
            pool.hands(), fresh_of(pool), agains, questions, answers_of, bool(fresh), context.work
        )
    else:
        key = (hand.size, family[0].die, tuple(agains), tuple(questions))
        throws = [Throws(n, own.faces, context.values(root_of(die), pool.size).faces) for die, own, n in pool.groups]
        distribution = context.kept(key, lambda: die_by_die(throws, agains, questions, context.work), packed=False)
    factor = hand.uncounted(context)
    scaled = [(answers, number * factor, poly) for answers, number, poly in variable.entries]
    context.work.charge(5 * len(distribution))
    return with_answers(scaled, places, distribution, context)


def looked_at(
    context: Context, hand: UnseenHand, look: Callable[[Dice], T], work: int = 0
) -> tuple[dict[Dice, T], RandomVariable, int]:
    """Return what a function finds in each hand that may lie there, in so much work; then where the hand lies.

    A function of an author may decide numbers while all hands are looked at, also such as hang on these dice.
    """
    variable, at = hand.laid
    hands = dict.fromkeys(variable.columns.answers[at])
    context.work.charge(work * len(hands))
    return ({dice: look(dice) for dice in hands}, *hand.laid)


def asked_of_lying(context: Context, hand: UnseenHand, fresh: Sequence[Any]) -> Entries:
    """The entries of the variable in which a hand itself stands, with its answers to more questions."""
    work = sum([asking(question, hand.size) for question in fresh])

    def answers_to_all(dice: Dice) -> Answers:
        return tuple([part for question in fresh for part in answers_of(question, dice)])

    known, variable, at = looked_at(context, hand, answers_to_all, work)
    return [((*answers, *known[answers[at]]), number, poly) for answers, number, poly in variable.entries]


def thrown_again(
    context: Context, at: int, entries: Entries, staying: Callable[[Dice], Dice], hand: UnseenHand
) -> Entries:
    """The entries of a variable in which the hand itself stands, after all but the dice that stay were thrown again."""
    known = plain(entries, context)
    hands = added_up(((*answers[:at], *answers[at + 1 :], answers[at]), ways) for answers, ways, _ in known)
    context.work.charge(20 * len(hands))
    pool = RandomHand(context, hand.size, root_of(hand.die))
    if pool.more:
        context.left_out = True
    moved = again_by_hand(hands, staying, fresh_of(pool), context.work)
    return [((*key[:at], key[-1], *key[at:-1]), ways, None) for key, ways in moved.items()]
