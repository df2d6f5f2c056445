"""Checks of folds that are asked of hands: what `table.read` is told."""

from collections.abc import Collection
from functools import partial
from itertools import repeat
from typing import Any, Final

from sixfold.base.printable import quoted, shown
from sixfold.errors import RuleError, wrong_dice
from sixfold.rules.cards import RanksOrSuits
from sixfold.rules.folds import Fold
from sixfold.rules.folds.fold import with_numbers
from sixfold.rules.functions import is_builtin
from sixfold.rules.judging.hands import check_hand, dice_of_hand, faces_of_hand
from sixfold.rules.judging.own_folds import check_own

_unread = partial(RuleError, "rule/unread")


def check_reading(hand: object, folds: tuple[object, ...]) -> None:
    """Raises RuleError (rule/unread) where no hand is read, or nothing is asked of it.

    >>> from sixfold.rules.folds import total
    >>> from sixfold.rules.hand import Hand
    >>> check_reading(Hand(), (total,))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: A fold must be called: write total() instead of total.
    """
    hands: Any = hand if isinstance(hand, tuple) else (hand,)
    for each in hands:
        check_hand(each)
    if not folds:
        raise _unread("table.read needs a fold: write table.read(hand, total()).")
    several = isinstance(hand, tuple)
    faces = faces_of_hand(hand) if not several else _faces_of_all(hands)
    if not several and not isinstance(hand, RanksOrSuits):
        asked = [fold.of[-1] for fold in folds if isinstance(fold, Fold) and fold.of]
        if asked and not faces and any(_passes(die, asked[0]) for die in dice_of_hand(hand)):
            raise wrong_dice("These dice explode, and show more than each_face() asks for: read them with other folds.")
    for fold in folds:
        if not isinstance(fold, Fold):
            raise _no_question(fold)
        if several and (fold.sums or fold.several is False):
            raise wrong_dice(
                f"This fold is asked of one hand ({quoted(fold.say(1))}): read each hand by itself, or ask both with a "
                "fold of your own, or pairs_won()."
            )
        if fold.several and len(hands) != 2:
            raise wrong_dice("Pairs are read of two hands: table.read((mine, theirs), pairs_won()).")
        if not type(fold).__module__.startswith("sixfold."):
            # A number that is not decided yet may stay so: any other number does for trying the methods.
            check_own(with_numbers(fold, repeat(1)), tuple(faces)[:1], len(hands) if several else 0)
        if faces and (sentence := fold.misfit(faces, getattr(hand, "size", None))):
            raise wrong_dice(sentence)


def _faces_of_all(hands: Collection[Any]) -> Collection[Any]:
    """Return the faces of all dice of several hands that are read together; nothing if one shows something else.

    Raises RuleError (rule/unread) for fewer than two, one that is there twice, and ranks or suits of cards; RuleError
    (rule/dice) for hands with numbers beside others with symbols.
    """
    if len({id(hand) for hand in hands}) < max(2, len(hands)):
        raise _unread("Several hands are read together as a tuple of different ones: table.read((mine, theirs), …).")
    if any(isinstance(hand, RanksOrSuits) for hand in hands):
        raise _unread("Ranks and suits are read of one hand of cards at a time.")
    if len({type(hand.die.faces[0]) is tuple for hand in hands}) > 1:
        raise wrong_dice("Hands that are read together show numbers, or symbols: not one of each.")
    faces = [faces_of_hand(hand) for hand in hands]
    return [face for each in faces for face in each] if all(faces) else ()


def _passes(die: Any, face: Any) -> bool:
    """Whether a die that explodes can show more than a face."""
    if not getattr(die, "explode", False):
        return False
    return die.endless or (type(face) is int and max(die.faces) * (die.depth + 1) > face)


def _no_question(fold: object) -> RuleError:
    """The error for what is no question to a hand, or one that is not called."""
    if not callable(fold):
        return _unread(f"table.read takes folds such as total() or highest(3), not {shown(fold)}.")
    name = getattr(fold, "__name__", "total")
    own = isinstance(fold, type) and issubclass(fold, Fold)
    if not own and not is_builtin(fold):
        sentence = f"table.read takes folds such as total() or highest(3), not the function {shown(name)}."
        return _unread(f"{sentence} Your own fold is a class with start, step and end.")
    return _unread(f"A fold must be called: write {CALLED.get(name, f'{name}()')} instead of {name}.")


CALLED: Final = {
    **{name: f"{name}(1)" for name in ("highest", "lowest", "without_highest", "nth_highest")},
    **{"of_a_kind": "of_a_kind(2)", "at_least": "at_least(6, 2)", "showing": 'showing(">=", 5)'},
    **{"successes": "successes(5)", "score": "score({1: 100})", "count": 'count("sword")'},
    **{"roll": 'table.roll(2, "attack")', "read": "table.read(hand, total())", "pick": "table.pick(hand, 2, sum)"},
    **{"rethrow": "table.rethrow(hand, {1, 2})", "draw": "table.draw(Deck(13, 4), 5)"},
    **{"again": 'table.again(1, "die", (6,))', "choose": 'table.choose("Push?", ("no", "yes"), 0)'},
    **{"repeat": "table.repeat(step, state, until)", "play": 'table.play(attack, "hit")'},
    **{"tell": 'table.tell("D1", "a pair")', "strike": 'table.strike("attack", 6, 1)'},
}
"""Examples of calls, for folds that need an argument and for verbs."""
