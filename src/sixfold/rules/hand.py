"""Dice that left the hand together, their faces unseen until they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from sixfold.errors import NoSuchVerbError, RuleError
from sixfold.printable import shown
from sixfold.rules.wording import did_you_mean, nearest


class NoNumber:
    """Something that is no number: an error says what to write instead of calculating or comparing with it."""

    __slots__ = ()

    _said: ClassVar[str]
    """Why it is no number."""

    def _unread(self, *_: Any) -> NoReturn:
        raise unread(self._said)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _unread
    __truediv__ = __rtruediv__ = __mod__ = __rmod__ = __neg__ = __pos__ = __abs__ = _unread
    __int__ = __index__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _unread


class Hand(NoNumber):
    """A hand of `size` dice. It is no number: what it shows is read with folds.

    >>> Hand() + 2
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: A hand is not a number until it is read: write table.read(hand, total()).
    """

    __slots__ = ()

    _size: int
    die: Any
    """The Die that each of its dice is, or the Mixed or Cup of them all."""
    gone: str = ""
    """Why the dice do not lie there any more; nothing while they do."""

    def __init_subclass__(cls) -> None:
        cls.__name__ = cls.__qualname__ = "hand"  # so Python calls it where it is not used as one

    @property
    def size(self) -> int:
        """The number of dice."""
        return self._size

    _said = "A hand is not a number until it is read"

    def _compared(self, *_: Any) -> NoReturn:
        raise unread("Hands cannot be compared, only what you read of them")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _compared
    __hash__ = object.__hash__

    def _looked_into(self, *_: Any) -> NoReturn:
        raise unread("You see the dice of a hand only by reading them")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"a hand has no {name}")
            raise NoSuchVerbError(
                f"A hand has no “{shown(name)}”, its dice are unseen: write table.read(hand, total())."
            )

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = __str__ = __format__ = _looked_into


def unread(why: str) -> RuleError:
    """The error for a hand that is used in place of an answer about it."""
    return RuleError("rule/unread", f"{why}: write table.read(hand, total()).")


THROWN_AGAIN = "Dice of this hand were rerolled: read the hand that table.rethrow returned."
PAIRED = "The dice of this hand were paired: read anything else of them before table.match."


class Chosen(int):
    """The place of the option that a player chose, from 0, which also compares with the name of an option.

    >>> choice = Chosen(1, ("no", "yes"))
    >>> choice == 1, choice == "yes", "no" == choice
    (True, True, False)
    >>> {"no": 0, "yes": 3}[choice.name], f"{choice}"
    (3, 'yes')
    >>> choice == "maybe"
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: “maybe” is not one of the options; they are no, yes.
    """

    options: Sequence[str]

    def __new__(cls, at: int, options: Sequence[str]) -> Self:
        chosen = super().__new__(cls, at)
        chosen.options = options
        return chosen

    @property
    def name(self) -> str:
        """The option in words."""
        return self.options[self]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str):
            return int(self) == other
        if other not in self.options:
            guess = did_you_mean(nearest(other, self.options))
            raise RuleError(
                "rule/verb", f"“{shown(other)}” is not one of the options; they are {', '.join(self.options)}.{guess}"
            )
        return self.options[self] == other

    __ne__ = object.__ne__  # the opposite of `==`

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        raise RuleError(
            "rule/verb",
            "A choice is looked up by its name: prices[choice.name], not prices[choice]; the same goes for a set.",
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Chosen, (int(self), self.options)
