"""Readings of a hand, and dice that are picked from it: the first time, and again."""

from collections.abc import Callable
from functools import partial
from math import comb
from typing import Any

from sixfold.base.mappings import added_up
from sixfold.rules.cup import Cup
from sixfold.rules.folds import Fold, ask
from sixfold.rules.functions import is_builtin
from sixfold.rules.interval import Interval
from sixfold.rules.mixed import Beside, Landed, alone, seen
from sixfold.solving.context import Context, FollowedPart
from sixfold.solving.counting.hands import ways_of
from sixfold.solving.counting.packed import IDENTITY
from sixfold.solving.counting.ranks import RankedHands
from sixfold.solving.entries import plain
from sixfold.solving.hand import Picked, RandomHand, root_of, unknown
from sixfold.solving.joint_distribution import (
    Alternatives,
    Answers,
    Distributions,
    Entries,
    JointDistribution,
    Kind,
    kinds_of,
    partial_distributions,
)

ANSWER_WORK = 10
"""Work of one answer to all folds."""

NAME_WORK = 60
"""Work of one that is followed on a path of its own."""


def reading(context: Context, size: int, die: Any, folds: tuple[Fold[Any], ...]) -> Alternatives:
    """The answers to folds, in hands in which no chain of an exploding die is longer than is followed."""
    die = alone(die)
    key = (size, die, folds, die.endless and context.tolerance)

    def followed() -> FollowedPart:
        pool = RandomHand(context, size, die)
        scale = pool.scale
        context.widen(scale.bit_length())
        ways = pool.ways(folds)
        context.work.charge(len(ways) * (ANSWER_WORK + 2 * len(folds)))
        entries: Entries = [
            (answers, 1, poly) if IDENTITY in answers else (answers, poly[1], None) for answers, poly in ways.items()
        ]
        # Each place holds one kind of answer, whatever the dice show, but for folds that do not say which.
        kinds = kinds_of(zip(entries[0][0], strict=True)) if all(fold.answers for fold in folds) else None
        distribution = JointDistribution(entries, scale, kinds)
        context.work.charge(NAME_WORK * len(entries) if Kind.NAME in distribution.kinds else 0)
        return FollowedPart(distribution.by_name(), pool.more)

    def parts() -> Alternatives:
        distributions, more = _shared("known", context, size, die, folds, followed)
        return Alternatives(distributions, partial(with_tails, context, size, die, folds) if more else None)

    return context.kept(key, parts)


def _shared(
    what: str, context: Context, size: int, die: Any, folds: tuple[Fold[Any], ...], find: Callable[[], FollowedPart]
) -> FollowedPart:
    """Find something about a hand of dice, or take what another solution found; not where a fold is an author's."""
    # A fold of an author may hang on more than its attributes, and endless dice on how far they are followed.
    if isinstance(die, Cup | Beside) or not all(map(is_builtin, map(type, folds))):
        return find()
    scales = tuple([values.scale for _, values, _ in RandomHand(context, size, die).groups])
    return context.shared((what, size, die, folds, scales), find)


def with_tails(context: Context, size: int, die: Any, folds: tuple[Fold[Any], ...]) -> Distributions:
    """The same in hands in which the chain of an exploding die is longer."""
    from sixfold.solving.exploding_tails import ExplodingTails  # here, since few rules need it

    pool = RandomHand(context, size, die)
    groups = pool.groups
    if isinstance(die, Beside) or None in [values.longer for _, values, _ in groups if values.rest]:
        return partial_distributions([(tuple(map(unknown, folds)), pool.scale - pool.followed, None)], pool.scale)

    def longer() -> FollowedPart:
        exploded = ExplodingTails([values for _, values, _ in groups], size, folds, context.width)
        hands = [(count, RankedHands(values.with_longer, context.width, context.work)) for _, values, count in groups]
        every = ways_of(hands, folds)
        distributions = reading(context, size, die, folds).distributions
        entries = [entry for distribution in distributions for entry in distribution.entries]
        return FollowedPart(exploded.tail(JointDistribution(entries, pool.scale, distributions[0].kinds), every), False)

    return _shared("longer", context, size, die, folds, longer).distributions


def picking(context: Context, size: int, die: Any, question: Picked) -> Alternatives:
    """The dice that a preference takes."""
    from sixfold.solving.counting.picks import best, picks  # here, since few rules pick dice

    many, preference, sided = question
    pool = RandomHand(context, size, die)
    context.widen(pool.scale.bit_length())
    ((kind, values, _), *others) = pool.groups
    if others:
        hands = pool.hands()
        context.work.charge(len(hands) * asking(question, size))
        picked = [(best(hand, many, preference), ways) for hand, ways in hands]
    else:

        def dice(faces: Answers) -> tuple[Any, ...]:
            return tuple([Landed.of(face, root_of(kind)) for face in faces]) if sided else faces

        choices = picks(size, values.faces, many, lambda faces: preference(seen(dice(faces))), context.work)
        picked = [(dice(faces), ways) for faces, ways in choices.items()]
    by_answers = added_up((question.answers(choice), ways) for choice, ways in picked)
    entries: Entries = [(answers, ways, None) for answers, ways in by_answers.items()]
    tail = partial(_picked_tail, pool, question) if pool.more else None
    return Alternatives(JointDistribution(entries, pool.scale, question.kinds(pool.kind)).by_name(), tail)


def _picked_tail(pool: RandomHand, question: Picked) -> Distributions:
    """The same where a chain is longer than is followed."""
    leasts = [values.least for _, values, _ in pool.groups if values.least is not None]
    least = min(leasts) if len(leasts) == len(pool.groups) and pool.kind is Kind.NUMBER else None
    sides = [die.sides for die, _, _ in pool.groups] if question.sided else []
    answers = (Interval(least, None),) * question.many
    answers += tuple([Interval(min(sides), max(sides)) for _ in answers]) if question.sided else ()
    return partial_distributions([(answers, pool.scale - pool.followed, None)], pool.scale)


def all_answers(context: Context, size: int, die: Any, questions: tuple[Any, ...]) -> dict[Answers, int]:
    """The answers to all questions about a hand, each with its ways."""
    if Picked in map(type, questions):
        hands = RandomHand(context, size, die).hands()
        context.work.charge(len(hands) * sum([asking(question, size) for question in questions]))
        return added_up(
            (tuple([part for question in questions for part in answers_of(question, hand)]), ways)
            for hand, ways in hands
        )
    distributions = reading(context, size, die, questions).distributions
    entries = plain([entry for distribution in distributions for entry in distribution.entries], context)
    context.work.charge(5 * len(entries))
    return added_up((answers, ways) for answers, ways, _ in entries)


def asking(question: Any, size: int) -> int:
    """The work of asking one hand of so many dice that lies there."""
    return 30 + 10 * comb(size, question.many) if isinstance(question, Picked) else 30 + 5 * size


def answers_of(question: Any, hand: tuple[Any, ...]) -> Answers:
    """Return the answers of a hand that is on the table."""
    if isinstance(question, Picked):
        from sixfold.solving.counting.picks import best

        return question.answers(best(hand, question.many, question.preference))
    return ask(hand, question)
