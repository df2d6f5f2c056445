"""Checks of hands that a verb is told, and the faces that their dice have."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from sixfold.base.printable import shown
from sixfold.errors import RuleError
from sixfold.rules.cards import RanksOrSuits
from sixfold.rules.dice import is_among
from sixfold.rules.folds import Fold
from sixfold.rules.hand import Hand
from sixfold.rules.mixed import Mixed


def check_hand(hand: object) -> None:
    """Raises RuleError (rule/unread) for what is no hand, or one whose dice do not lie there any more."""
    if isinstance(hand, Fold):
        raise RuleError("rule/unread", "The hand comes first, then the folds: write table.read(hand, total()).")
    if not isinstance(hand, Hand):
        raise RuleError("rule/unread", f"A hand from table.roll is needed here, not {shown(hand)}.")
    if hand.gone:
        raise RuleError("rule/unread", hand.gone)


def faces_of_hand(hand: Any) -> Collection[Any]:
    """Return the faces of a die of a hand, or the ranks or suits of cards.

    It is nothing if a die shows something else than a face.
    """
    if isinstance(hand, RanksOrSuits):
        return hand.faces
    dice = dice_of_hand(hand)
    summed = any(getattr(die, "explode", False) or getattr(die, "counting", None) is not None for die in dice)
    faces: Collection[Any] = () if summed or not dice else hand.die.faces
    return faces


def lacks(hand: Any, wants: Iterable[Any], places: object = 0) -> Iterator[tuple[str, bool]]:
    """Yield what is wanted of a hand, and whether it lacks that: faces, symbols, a number of dice.

    A hand may have whatever is not known yet.

    >>> from sixfold.rules.dice import Die
    >>> from types import SimpleNamespace
    >>> list(lacks(SimpleNamespace(size=2, die=Die(6)), [6, 7], 3))
    [('no die can show 6', False), ('no die can show 7', True), ('no hand has 3 dice', True)]
    """
    faces = faces_of_hand(hand)
    for face in wants:
        known = bool(faces) and (type(face) is int or isinstance(face, str))
        yield f"no die can show {shown(face)}", known and not any(is_among(each, (face,)) for each in faces)
    if type(places) is int and places > 1:
        size = getattr(hand, "size", None)
        yield f"no hand has {places} dice", type(size) is int and size < places


def dice_of_hand(hand: Any) -> list[Any]:
    """Return the kinds of dice in a hand, as they are thrown afresh."""
    die = getattr(hand, "die", None)
    kinds = [kind for kind, _ in die.kinds] if isinstance(die, Mixed) else [die]
    return [getattr(kind, "root", kind) for kind in kinds if kind is not None]
