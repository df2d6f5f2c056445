"""Dice that left the hand together, their faces unseen until they are read."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from sixfold.base.printable import shown
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import NoSuchVerbError, RuleError


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
                f"A hand has no “{shown(name)}”, its dice are unseen: write table.read(hand, total()).", of_table=True
            )

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = __str__ = __format__ = _looked_into


def unread(why: str) -> RuleError:
    """The error for a hand that is used in place of an answer about it."""
    return RuleError("rule/unread", f"{why}: write table.read(hand, total()).")


THROWN_AGAIN = "Dice of this hand were rerolled: read the hand that table.rethrow returned."


Operator = Callable[..., Any]


def calculating_as(number: Callable[[Any], Any]) -> Callable[[Operator], tuple[Any, Any]]:
    """Return the two methods of an operator that calculate with a number: for the left side, and for the right one."""
    return lambda operation: (
        lambda value, *others: operation(number(value), *others),
        lambda value, other: operation(other, number(value)),
    )


_from_place = calculating_as(operator.attrgetter("place"))


class Chosen(int):
    """The place of the option that a player chose, from 0, which compares with its options only.

    >>> choice = Chosen(1, ("no", "yes"))
    >>> choice == 1, choice == "yes", "no" == choice
    (True, True, False)
    >>> {"no": 0, "yes": 3}[choice.name], f"{choice}"
    (3, 'yes')
    >>> choice == "maybe"
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: “maybe” is not one of the options; they are no, yes.
    >>> Chosen(2, ("1", "2", "3")) == 3
    True
    """

    options: Sequence[str]

    def __new__(cls, at: int, options: Sequence[str]) -> Self:
        chosen = super().__new__(cls, at)
        chosen.options = options
        return chosen

    @property
    def name(self) -> OptionName:
        """The option in words."""
        return OptionName(self.options[int(self)], self.options)

    @property
    def _of_numbers(self) -> bool:
        """Whether the options are numbers, so that a place may be taken for one of them."""
        return all(map(str.isdecimal, self.options))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Chosen):
            return int(self) == int(other) and self.options == other.options
        if type(other) is int and not self._of_numbers:
            return bool(int(self) == among(other, range(len(self.options)), self.options))
        return bool(self.name == (str(other) if type(other) is int else other))

    __ne__ = object.__ne__  # the opposite of `==`

    @property
    def place(self) -> int:
        """The place of the option, from 0, where it cannot be taken for a number that is an option."""
        if self._of_numbers and [*map(int, self.options)] != list(range(len(self.options))):
            raise RuleError(
                "rule/verb",
                f"A choice is the place of {', '.join(self.options)}, from 0: write int(choice.name) for the number.",
            )
        return int(self)

    __add__, __radd__ = _from_place(operator.add)
    __sub__, __rsub__ = _from_place(operator.sub)
    __mul__, __rmul__ = _from_place(operator.mul)
    __floordiv__, __rfloordiv__ = _from_place(operator.floordiv)
    __mod__, __rmod__ = _from_place(operator.mod)
    __lt__, __gt__ = _from_place(operator.lt)
    __le__, __ge__ = _from_place(operator.le)

    def __bool__(self) -> bool:
        raise RuleError("rule/verb", f'A choice is neither true nor false: write choice == "{self.options[0]}".')

    def __str__(self) -> str:
        return self.name

    def __format__(self, how: str) -> str:
        return format(self.options[int(self)], how)

    def __hash__(self) -> int:
        raise RuleError(
            "rule/verb",
            "A choice is looked up by its name: prices[choice.name], not prices[choice]; the same goes for a set.",
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Chosen, (int(self), self.options)


class OptionName(str):
    """The name of an option: of a choice, or of a check. It compares with these only.

    >>> name = OptionName("yes", ("no", "yes"))
    >>> name == "yes", name.upper() == "NO"
    (True, False)
    >>> name == "Yes"
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: “Yes” is not one of the options; they are no, yes. Did you mean “yes”?
    """

    __slots__ = ("options",)

    options: Sequence[str]

    def __new__(cls, name: str, options: Sequence[str]) -> Self:
        made = super().__new__(cls, name)
        made.options = options
        return made

    def __eq__(self, other: object) -> bool:
        value = str.__str__(other) if isinstance(other, OptionName) else other
        return str.__eq__(self, among(value, self.options)) is True

    __ne__ = object.__ne__
    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return OptionName, (str.__str__(self), self.options)


def among(value: Any, known: Sequence[Any], options: Sequence[str] = ()) -> Any:
    """Return what a choice is compared with; raises RuleError (rule/verb) for what it can never be."""
    if type(value) in (int, str) and value in known:
        return value
    options = options or known
    text = f"“{shown(value)}”" if isinstance(value, str) else shown(value)
    guess = did_you_mean(nearest(value, options)) if isinstance(value, str) else ""
    raise RuleError("rule/verb", f"{text} is not one of the options; they are {', '.join(options)}.{guess}")


class Answer(tuple[Any, ...]):
    """The answer of a fold that has several parts, and its parts in words. It compares with tuples only.

    >>> Answer(3, 2) == (3, 2), f"{Answer('discipline', -2)}"
    (True, 'discipline -2')
    >>> Answer(3, 2) == [3, 2]
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: This answer is a tuple, such as (3, 2), and never equals [3, 2].
    """

    __slots__ = ()

    def __new__(cls, *parts: Any) -> Self:
        return super().__new__(cls, parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            example = f", such as {tuple(self)!r}," if self else ""
            raise RuleError("rule/verb", f"This answer is a tuple{example} and never equals {repr(other)[:80]}.")
        return tuple.__eq__(self, other) is True

    __ne__ = object.__ne__
    __hash__ = tuple.__hash__

    def __str__(self) -> str:
        return in_words(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self)


class Answers(Answer):
    """The answers of several folds, of which each is a value of its own."""

    __slots__ = ()


def in_words(value: Any) -> str:
    """An answer, or a part of one, as players read it.

    >>> in_words((("hit", 2), True)), in_words(())
    ('hit 2 yes', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(in_words, value)) or "none" if type(value) is tuple else str(value)


class Alike(Answer):
    """The answer of `groups()`: how many dice show each face that is shown, the largest number first."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple) and not isinstance(other, Alike):
            falling = all(type(part) is int and part > 0 for part in other) and list(other) == sorted(other)[::-1]
            if not falling or sum(other) != sum(self):
                raise RuleError(
                    "rule/verb",
                    f"groups() of {sum(self)} dice never answers {repr(other)[:80]}: it has the number of dice for "
                    "each face, the largest first, and all dice are in it, as (3, 2) of five dice.",
                )
        return super().__eq__(other)

    __hash__ = tuple.__hash__

    def __str__(self) -> str:
        return " + ".join(map(str, self)) or "none"
