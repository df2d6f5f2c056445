"""Numbers and answers that are decided late.

While a rule is being solved, what it has read is not one number but a whole distribution of them. A `LateNumber` is
such a number, a `LateCondition` such a yes or no. Adding, comparing and handing over decide nothing; only an `if`, or
what must know the number itself (the size of a hand), makes the solver follow more than one path.
The rule does not notice: it computes with what it takes for an int or a bool.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from typing import Any, Final, Protocol

from sixfold.base.printable import quoted
from sixfold.errors import RuleError
from sixfold.rules.hand import NoNumber, Operator, calculating_as
from sixfold.rules.interval import Interval, OpenNumber

Term = tuple[Any, int, int]
"""A random variable, the place of an answer in it, and how many times that answer counts."""

Terms = tuple[Term, ...]

NUMBER: Final = "number"
YES_OR_NO: Final = "yes or no"
"""The kinds of late values."""


class Decider(Protocol):
    """The solver, which follows the paths."""

    depth: int
    """The number of rules around this one."""

    def holds(self, condition: LateCondition) -> bool:
        """Whether a condition holds on this path."""
        ...

    def value(self, number: LateNumber) -> int:
        """The number itself on this path."""
        ...

    def derived(self, number: LateNumber, function: Callable[[int], int]) -> LateNumber | int:
        """A function of the number, worked out for each of its values."""
        ...

    def added(self, terms: int) -> None:
        """Numbers with so many terms together are added."""
        ...

    def counted(self, condition: LateCondition) -> LateNumber:
        """1 where the condition holds, 0 where it does not."""
        ...


_plainly = calculating_as(int)
"""An operation that must know the number."""

_counting = calculating_as(operator.pos)
"""An operation on a condition as a number: 1 where it holds, 0 where it does not."""

_deciding = calculating_as(bool)
"""An operation on a condition that must be decided."""


def _for_each(operation: Operator) -> Operator:
    """An operation that is worked out for each value of a number."""

    def operate(number: LateNumber, other: Any) -> Any:
        if not issubclass(type(other), int):
            return operation(int(number), other)
        return number.decider.derived(number, lambda value: operation(value, other))

    return operate


class Late(OpenNumber):
    """Operations that must know the number itself: a run of the rule for each of its values.

    For `isinstance`, a late number is an int, and a late condition a bool.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(int, name):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute {name!r}")
        return getattr(int(self), name)

    def __reduce__(self) -> Any:
        return int, (int(self),)

    __truediv__, __rtruediv__ = _plainly(operator.truediv)
    __pow__, __rpow__ = _plainly(pow)
    __lshift__, __rlshift__ = _plainly(operator.lshift)
    __rshift__, __rrshift__ = _plainly(operator.rshift)
    __rfloordiv__ = _plainly(operator.floordiv)[1]
    __rmod__ = _plainly(operator.mod)[1]
    __rdivmod__ = _plainly(divmod)[1]


class LateNumber(Late):
    """A whole number: answers of random variables, each some times, and an offset."""

    __slots__ = ("decider", "offset", "terms")

    def __init__(self, decider: Decider, terms: Terms, offset: int) -> None:
        self.decider = decider
        self.terms = terms
        self.offset = offset

    # -- what decides nothing ------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        if issubclass(type(other), int):
            return LateNumber(self.decider, self.terms, self.offset + other)
        if isinstance(other, LateCondition):
            other = +other
        if isinstance(other, Interval):
            return NotImplemented
        if not isinstance(other, LateNumber):
            return int(self) + other
        if other.decider is not self.decider:
            return _of_one_rule(self, other)
        self.decider.added(len(self.terms) + len(other.terms))
        return LateNumber(self.decider, _added(self.terms, other.terms), self.offset + other.offset)

    __radd__ = __add__

    def __neg__(self) -> LateNumber:
        return LateNumber(
            self.decider, tuple((variable, at, -factor) for variable, at, factor in self.terms), -self.offset
        )

    def __mul__(self, other: Any) -> Any:
        if not issubclass(type(other), int):
            return int(self) * other
        if other == 0:
            return 0
        return LateNumber(
            self.decider,
            tuple((variable, at, factor * other) for variable, at, factor in self.terms),
            self.offset * other,
        )

    __rmul__ = __mul__

    __floordiv__ = _for_each(operator.floordiv)
    __mod__ = _for_each(operator.mod)
    __and__ = __rand__ = _for_each(operator.and_)
    __or__ = __ror__ = _for_each(operator.or_)
    __xor__ = __rxor__ = _for_each(operator.xor)

    def __abs__(self) -> Any:
        return self.decider.derived(self, abs)

    def __invert__(self) -> Any:
        return -self - 1

    # -- comparisons: decided when the answer is needed -----------------------------------------------------

    def _difference(self, other: Any, never: str) -> Any:
        if isinstance(other, LateNumber | LateCondition):
            return self - other
        if not isinstance(other, Interval):
            _check_comparable("A number", other, never)
        return NotImplemented

    def _reaches(self, bound: int, negated: bool) -> LateCondition:
        return LateCondition(self.decider, self.terms, bound - self.offset, False, negated)

    def _is(self, number: int, equal: bool) -> LateCondition:
        return LateCondition(self.decider, self.terms, number - self.offset, True, not equal)

    # -- what must know the number -------------------------------------------------------------------------

    def __int__(self) -> int:
        if self.terms:
            self.offset = self.decider.value(self)
            self.terms = ()
        return self.offset

    __repr__ = OpenNumber.__str__


def _check_comparable(what: str, other: Any, never: str = "never equals") -> None:
    """Raise RuleError (rule/verb) for what no value that was read compares with: a slip means something else."""
    if isinstance(other, str):
        digits = other.strip().lstrip("+-").isdecimal()
        instead = f"write {other} without quotes" if digits else "no text is one"
    elif isinstance(other, NoNumber):
        instead = "read the hand with it" if hasattr(other, "say") else "read it"
    elif isinstance(other, Collection):
        instead = "write “in” instead of “==”" if never == "never equals" else "compare it with one number"
    elif callable(other):
        instead = "call it"
    else:
        return
    raise RuleError("rule/verb", f"{what} that you read {never} {quoted(other)}: {instead}.")


def clamp(number: int, least: int, most: int | None = None) -> int:
    """A number held between two bounds, like `max(least, min(number, most))`, which would look at each case apart.

    >>> clamp(7, 0, 5), clamp(-2, 0), clamp(7, 5, 2), max(5, min(7, 2))
    (5, 0, 5, 5)
    """
    if type(least) is type(most) is int and most < least:
        most = least
    clamped: int = _clamped(number, least, most)
    return clamped


def _clamped(number: Any, least: Any, most: Any) -> Any:
    if type(number) is type(least) is int and type(most) in (int, type(None)):
        return max(least, number if most is None else min(number, most))
    if type(number) is LateNumber and issubclass(type(least), int) and (most is None or issubclass(type(most), int)):
        return number.decider.derived(number, lambda value: _clamped(value, least, most))
    if type(number) is Interval and issubclass(type(least), int) and (most is None or issubclass(type(most), int)):
        return number.clamped(least, most)
    if number < least:
        return least
    if most is None or number <= most:
        return number
    return least if most < least else most


def _of_one_rule(number: LateNumber, other: LateNumber) -> Any:
    """The sum of numbers of two rules, one played inside the other: what the outer one has read is decided."""
    inner, outer = (other, number) if number.decider.depth < other.decider.depth else (number, other)
    return inner + int(outer)


def _added(terms: Terms, others: Terms) -> Terms:
    """The terms of a sum, each answer once."""
    factors: dict[tuple[Any, int], int] = {}
    for variable, at, factor in (*terms, *others):
        factors[variable, at] = factors.get((variable, at), 0) + factor
    return tuple([(variable, at, factor) for (variable, at), factor in factors.items() if factor])


LateNumber.__name__ = "int"  # what it is to its author, whom Python tells where it is not used as one


class LateCondition(Late):
    """Whether the answers of random variables, each some times, add up to at least a bound, or `exactly` to it.

    `negated`: holds where that does not.
    """

    __slots__ = ("bound", "decider", "exactly", "known", "negated", "terms")

    @property  # type: ignore[misc]
    def __class__(self) -> type[bool]:  # type: ignore[override]
        """The answer to isinstance, as with open numbers."""
        return bool

    def __init__(self, decider: Decider, terms: Terms, bound: int, exactly: bool, negated: bool) -> None:
        self.decider = decider
        self.terms = terms
        self.bound = bound
        self.exactly = exactly
        self.negated = negated
        self.known: bool | None = None

    def of(self, total: int) -> bool:
        """The answer for a sum."""
        return (total == self.bound if self.exactly else total >= self.bound) != self.negated

    def __bool__(self) -> bool:
        if self.known is None:
            self.known = self.decider.holds(self) if self.terms else self.of(0)
        return self.known

    def __int__(self) -> int:
        return int(bool(self))

    def __invert__(self) -> Any:
        raise RuleError("rule/verb", "“~” of a yes or no is a number, which is never false: write “not”.")

    def __pos__(self) -> Any:
        if self.known is not None or not self.terms:
            return int(bool(self))
        return self.decider.counted(self)

    def __neg__(self) -> Any:
        return -(+self)

    __add__, __radd__ = _counting(operator.add)
    __mul__, __rmul__ = _counting(operator.mul)
    __floordiv__, __rfloordiv__ = _counting(operator.floordiv)
    __mod__, __rmod__ = _counting(operator.mod)
    __lt__, __gt__ = _counting(operator.lt)
    __le__, __ge__ = _counting(operator.le)
    __and__, __rand__ = _deciding(operator.and_)
    __or__, __ror__ = _deciding(operator.or_)
    __xor__, __rxor__ = _deciding(operator.xor)

    def __abs__(self) -> Any:
        return +self

    def __eq__(self, other: object) -> Any:
        _check_comparable("A yes or no", other)
        return bool(self) == other

    def __ne__(self, other: object) -> Any:
        return not self == other

    __hash__ = OpenNumber.__hash__

    def __str__(self) -> str:
        return str(bool(self))

    def __format__(self, how: str) -> str:
        return format(bool(self), how)

    __repr__ = __str__


LateCondition.__name__ = "bool"
