"""Several hands that are read together: one hand of them all, as long as none of them lies there by itself.

Each question to it is put to some of its hands. So what was asked of one hand before, or is asked of it afterwards,
bears on everything that is asked of all.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sixfold.rules.folds import Fold
from sixfold.rules.folds.fold import look_at_all
from sixfold.rules.mixed import Beside
from sixfold.solving.context import Context
from sixfold.solving.hand import OfHands, Picked, RandomHand, UnseenHand
from sixfold.solving.joint_distribution import Alternatives, Entries, JointDistribution, RandomVariable
from sixfold.solving.path import Path


def together(hands: Sequence[UnseenHand], table: Any, path: Path) -> UnseenHand | None:
    """The hand of several hands, made now if there is none; None where one of them lies there, or was thrown again."""
    before = [hand if hand.beside is None else hand.beside[0] for hand in hands]
    if len(set(before)) == 1:
        return before[0]
    if any(hand.lying is not None or len(hand.family) > 1 for hand in before):
        return None
    drawn = [hand for hand in dict.fromkeys(before) if hand.variable is not None]
    if any(isinstance(question, Picked) for hand in drawn for question in hand.known):
        return None
    if drawn and any(hand.die.endless for hand in before):
        return None
    members = [member for hand in dict.fromkeys(before) for member in hand.members or (hand,)]
    die = Beside(tuple([(member.size, member.die) for member in members]))
    every = UnseenHand(sum([member.size for member in members]), die, table)
    every.members, every.cuts = tuple(members), path.cuts
    if drawn:
        _take_up(every, list(dict.fromkeys(before)), path)
    for at, member in enumerate(members):
        member.beside = (every, at)
    return every


def _take_up(every: UnseenHand, before: Sequence[UnseenHand], path: Path) -> None:
    """Have one variable know what was asked of the hands, or of some of them together, before."""
    for hand in before:
        if hand.variable is None:
            scale = RandomHand(path.context, hand.size, hand.die).scale
            hand.variable, _ = path.new_variable(partial(_nothing_read, scale))
    variables = list(dict.fromkeys([hand.current[0] for hand in before]))
    if len(variables) > 1:
        path.join(variables)
    every.variable, first = before[0].current[0], 0
    for hand in before:
        _, shift = hand.current
        for question, (answer, places) in hand.known.items():
            at = tuple([first + place for place in question.at]) if hand.members else (first,)
            fold = question.fold if hand.members else question
            every.known[OfHands(fold, at)] = (answer, tuple([place + shift for place in places]))
        first += len(hand.members) or 1


def _nothing_read(scale: int) -> Alternatives:
    return Alternatives((JointDistribution([((), scale, None)], scale, ()),))


def answered_by_lying(
    context: Context, variable: RandomVariable, at: Sequence[int], folds: Sequence[Fold[Any]]
) -> Entries:
    """The entries of a variable in which several hands lie, with their answers to questions to all of them."""
    context.work.charge((30 + 10 * len(folds)) * len(variable.columns.ways))
    return [
        ((*row, *look_at_all([row[place] for place in at], folds)), ways, poly) for row, ways, poly in variable.entries
    ]
