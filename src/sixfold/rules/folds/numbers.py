"""The numbers and faces in a fold, as they are given."""

from collections.abc import Iterable

from sixfold.base.printable import quoted
from sixfold.errors import wrong_dice
from sixfold.rules.folds.fold import fewer_than_none
from sixfold.rules.interval import Interval


def number_asked(given: int, dice: bool = False) -> int:
    """A number that is asked for. Raises RuleError (rule/dice) for what is none, and for a negative number of dice."""
    if not isinstance(given, int | Interval):
        raise wrong_dice(f"What is asked of a hand has whole numbers, not {quoted(given)}.")
    if dice and type(given) is int and given < 0:
        raise fewer_than_none(given)
    return given


def faces_asked(given: Iterable[int] | int) -> frozenset[int]:
    """Faces, one or several. Raises RuleError (rule/dice) for what is none."""
    if isinstance(given, int):
        return frozenset([given])
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise wrong_dice(f"Faces are whole numbers, as [6] or {{1, 2}}: not {quoted(given)}.")
    return frozenset([number_asked(face) for face in given])
