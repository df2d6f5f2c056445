"""Dice that left the hand together, their faces unseen until they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from sixfold.errors import NoSuchVerbError, RuleError
from sixfold.printable import shown


class Hand:
    """A hand of `size` dice. It is no number: what it shows is read with folds.

    >>> Hand() + 2
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: A hand is no number until it is read: write table.read(hand, total()).
    """

    __slots__ = ()

    _size: int
    gone: str = ""
    """Why the dice do not lie there any more; nothing while they do."""

    def __init_subclass__(cls) -> None:
        cls.__name__ = cls.__qualname__ = "hand"  # so Python calls it where it is not used as one

    @property
    def size(self) -> int:
        """How many dice it has."""
        return self._size

    def _unread(self, *_: Any) -> NoReturn:
        raise unread("A hand is no number until it is read")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _unread
    __truediv__ = __rtruediv__ = __mod__ = __rmod__ = __neg__ = __pos__ = __abs__ = _unread
    __int__ = __index__ = __float__ = _unread

    def _compared(self, *_: Any) -> NoReturn:
        raise unread("Hands are not compared, but what is read of them")

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __eq__(self, other: object) -> bool:
        raise unread("Hands are not compared, but what is read of them")

    def __ne__(self, other: object) -> bool:
        raise unread("Hands are not compared, but what is read of them")

    __hash__ = object.__hash__

    def _looked_into(self, *_: Any) -> NoReturn:
        raise unread("The dice of a hand are seen by reading them only")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"a hand has no {name}")
            raise NoSuchVerbError(
                f"A hand has no “{shown(name)}”, its dice are unseen: write table.read(hand, total())."
            )

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = _looked_into


def unread(why: str) -> RuleError:
    """The error for a hand that stands where what is read of it is meant."""
    return RuleError("rule/unread", f"{why}: write table.read(hand, total()).")


CALLED: Final = {
    **{name: f"{name}(1)" for name in ("highest", "lowest", "without_highest", "nth_highest")},
    **{"of_a_kind": "of_a_kind(2)", "at_least": "at_least(6, 2)", "showing": 'showing(">=", 5)'},
    **{"successes": "successes(5)", "score": "score({1: 100})", "symbol": 'symbol(die, "sword")'},
}
"""How questions are called that need something to be said."""


def check_reading(hand: object, folds: tuple[object, ...]) -> None:
    """Raises RuleError (rule/unread) where no hand is read, or nothing is asked of it.

    >>> from sixfold.rules.folds import total
    >>> check_reading(Hand(), (total,))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: What is asked of a hand is called: write total() instead of total.
    """
    check_hand(hand)
    if not folds:
        raise RuleError("rule/unread", "Nothing is asked of this hand: write table.read(hand, total()).")
    shows = getattr(getattr(hand, "die", None), "names", None)
    for fold in folds:
        if callable(fold) or not hasattr(fold, "sums"):
            raise _no_question(fold)
        if shows or (shows is not None and hasattr(fold, "symbols")):
            _check_symbols(fold, shows)


def _no_question(fold: object) -> RuleError:
    """The error for what is no question to a hand, or one that is not called."""
    if not callable(fold):
        return RuleError("rule/unread", f"A hand is asked for total(), highest(3) and the like, not for {shown(fold)}.")
    name = getattr(fold, "__name__", "total")
    called = CALLED.get(name, f"{name}()")
    return RuleError("rule/unread", f"What is asked of a hand is called: write {called} instead of {name}.")


def _check_symbols(fold: object, shows: tuple[str, ...]) -> None:
    """Raises RuleError (rule/dice) for a question that dice with these symbols cannot answer."""
    if shows != (getattr(fold, "symbols", ()) or shows):
        raise RuleError(
            "rule/dice",
            f"This hand is of dice that have no {getattr(fold, 'words', '')}: throw the die with these symbols.",
        )
    if shows and getattr(fold, "kind", "") in ("ranked", "nth"):
        raise RuleError("rule/dice", f'This die shows symbols, which have no sum: ask for symbol(die, "{shows[0]}").')


THROWN_AGAIN = "Dice of this hand were thrown again: read the hand that table.rethrow gave."
PAIRED = "The dice of this hand were paired: what else is asked of them is read before table.match."


def check_hand(hand: object) -> None:
    """Raises RuleError (rule/unread) for what is no hand, or one whose dice do not lie there any more."""
    if not isinstance(hand, Hand):
        if hasattr(hand, "sums"):
            raise RuleError(
                "rule/unread", "The hand stands first, and then what is asked: write table.read(hand, total())."
            )
        raise RuleError(
            "rule/unread", f"What is read must be a hand that was thrown with table.roll, not {shown(hand)}."
        )
    check_there(hand)


def check_there(hand: Hand) -> None:
    """Raises RuleError (rule/unread) for a hand whose dice do not lie there any more."""
    if hand.gone:
        raise RuleError("rule/unread", hand.gone)
