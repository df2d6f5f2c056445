"""Numbers of which only bounds are known.

Endless rerolls are followed to some length. Beyond that, something is still known: a chain of
more than thirty sixes has at least thirty-one, an exploding die that is still going shows at least what it shows
by now. While a rule is being solved, such a number is an `Interval`. Adding, multiplying and comparing go on with
its bounds; a comparison that comes out alike for everything between them is decided. Where the rule must know
more, the solver follows both answers, and the number is narrower on each side. If there is no solver to ask, or too
much to ask it, `Undecided` gives up what follows: only that part of the outcome is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import ceil, floor, isfinite
from operator import add, floordiv, index, mul
from typing import Any, NoReturn, Protocol, Self

from sixfold.errors import Passing


class Undecided(Passing):
    """More must be known than bounds. It passes through a rule whatever the rule catches."""


class Guesser(Protocol):
    """The solver, which follows both answers where bounds are not enough."""

    def guess(self, far: bool | None) -> bool:
        """One of the answers on this path; `far` is the one where endless numbers are far out, if that is known."""
        ...


class OpenNumber:
    """The operations that numbers with several possible values share.

    Each kind of them says how to add and negate, how to find the number itself, and how to compare it with a whole one:
    `_reaches` tells whether it is at least that, or `negated` whether it is less; `_is` whether it is `equal` to it or
    not. Before another open number it has a `_difference`; before anything else that is NotImplemented.

    For a rule it is an int, as that is what a table with real dice gives, and isinstance says so. It does not inherit
    from int: functions in C, such as `sum` and `max`, would read the one number in it instead of asking.
    """

    __slots__ = ("sides",)

    @property  # type: ignore[misc]
    def __class__(self) -> type[int]:  # type: ignore[override]
        """The answer to isinstance."""
        return int

    sides: Any
    """The sides of the die of a mixed hand that shows it, if one does; they may be open, too."""

    def on_a_die(self, sides: Any) -> Any:
        """The same number, shown by a die with so many sides."""
        number: Any = self + 0  # type: ignore[operator]
        number.sides = sides
        return number

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __pos__(self: Any) -> Any:
        return self

    def __sub__(self: Any, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self: Any, other: Any) -> Any:
        return (-self) + other

    def __divmod__(self: Any, other: Any) -> Any:
        return self // other, self % other

    def _compared(self: Any, other: Any, more: int, negated: bool) -> Any:
        """Whether it is at least another number, or at least 1 `more`; `negated`: whether it is less."""
        if issubclass(type(other), int):
            return self._reaches(other + more, negated)
        if not is_real(other):
            difference = self._difference(other, "is never more or less than")
            if difference is NotImplemented:
                return difference
            return difference < more if negated else difference >= more
        if not isfinite(other):
            return bool(other > 0 if negated else other < 0)
        return self._reaches(floor(other) + 1 if more else ceil(other), negated)

    def _equals(self: Any, other: Any, equal: bool) -> Any:
        """Whether it equals another number; with `equal` false, whether it does not."""
        if issubclass(type(other), int):
            return self._is(other, equal)
        if not is_real(other):
            difference = self._difference(other, "never equals")
            if difference is NotImplemented:
                return difference
            return difference == 0 if equal else difference != 0
        return self._is(int(other), equal) if isfinite(other) and other == floor(other) else not equal

    def __ge__(self: Any, other: Any) -> Any:
        return self._compared(other, 0, False)

    def __gt__(self: Any, other: Any) -> Any:
        return self._compared(other, 1, False)

    def __lt__(self: Any, other: Any) -> Any:
        return self._compared(other, 0, True)

    def __le__(self: Any, other: Any) -> Any:
        return self._compared(other, 1, True)

    def __eq__(self: Any, other: object) -> Any:
        return self._equals(other, True)

    def __ne__(self: Any, other: object) -> Any:
        return self._equals(other, False)

    def __bool__(self: Any) -> bool:
        return bool(self != 0)

    def __round__(self: Any, digits: int | None = None) -> Any:
        return round(int(self), digits) if digits is not None else +self

    def __index__(self: Any) -> int:
        return int(self)

    def __trunc__(self: Any) -> int:
        return int(self)

    def __float__(self: Any) -> float:
        return float(int(self))

    def __hash__(self: Any) -> int:
        return hash(int(self))

    def __str__(self: Any) -> str:
        sides = getattr(self, "sides", None)
        return str(int(self)) if sides is None else f"{int(self)} (d{int(sides)})"

    def __format__(self: Any, how: str) -> str:
        return format(int(self), how) if how else str(self)


class Interval(OpenNumber):
    """A whole number from `low` to `high`, where None is no bound; both may be moved by a late number, the `base`.

    If it is `endless`, one bound is None, and the number passes every bound on that side with some chance. All endless
    numbers of one path do so together.
    """

    __slots__ = ("base", "endless", "guesser", "high", "low")

    def __init__(
        self,
        low: int | None,
        high: int | None,
        base: Any = 0,
        endless: bool = False,
        guesser: Guesser | None = None,
    ) -> None:
        plain = type(base) is int
        self.low = low + base if plain and low is not None else low
        self.high = high + base if plain and high is not None else high
        self.base = 0 if plain else base
        self.endless = endless and (low is None) != (high is None)
        self.guesser = guesser

    @property
    def key(self) -> Hashable:
        """A key that equal intervals share, as they cannot be compared: the bounds, and whether it is endless."""
        return (Interval, self.low, self.high, self.endless)

    def settled(self) -> Interval:
        """The same with its base decided."""
        return self if type(self.base) is int else self._now(self.low, self.high, int(self.base))

    def on(self, guesser: Guesser | None) -> Interval:
        """The same number on a path of a solver."""
        return Interval(self.low, self.high, self.base, self.endless, guesser)

    def _now(self, low: int | None, high: int | None, base: Any = 0) -> Interval:
        return Interval(low, high, base, self.endless, self.guesser)

    def beyond_all(self) -> Interval:
        """The part of an endless number beyond every number that a question could compare it with."""
        if not self.endless:
            return self
        if self.high is None:
            return Interval(max(self.low or 0, FAR), None, self.base, True)
        return Interval(None, min(self.high, -FAR), self.base, True)

    # -- what bounds are enough for ------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Interval):
            low, high = _bound(add, self.low, other.low), _bound(add, self.high, other.high)
            guesser = self.guesser or other.guesser
            return Interval(low, high, self.base + other.base, self._goes_on_with(other), guesser)
        return self._now(self.low, self.high, self.base + _whole(other))

    __radd__ = __add__

    def __neg__(self) -> Interval:
        return self._now(_bound(mul, self.high, -1), _bound(mul, self.low, -1), -self.base)

    def __mul__(self, other: Any) -> Any:
        times = _plain(other)
        if times < 0:
            return (-self) * -times
        if not times:
            return 0
        return self._now(_bound(mul, self.low, times), _bound(mul, self.high, times), self.base * times)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        parts = _plain(other)
        if parts < 0:
            return (-self) // -parts
        known = self.settled()
        return known._now(_bound(floordiv, known.low, parts), _bound(floordiv, known.high, parts))

    def __mod__(self, other: Any) -> Any:
        parts = _plain(other)
        return self._now(0, parts - 1) if parts > 0 else self._now(parts + 1, 0)

    def __abs__(self) -> Any:
        known = self.settled()
        if known.low is not None and known.low >= 0:
            return known
        if known.high is not None and known.high <= 0:
            return -known
        ends = [abs(end) for end in (known.low, known.high) if end is not None]
        return known._now(0, max(ends) if len(ends) == 2 else None)

    def clamped(self, least: int, most: int | None) -> Any:
        """The number held between two bounds."""
        known = self.settled()
        low = least if known.low is None else max(least, known.low)
        high = most if known.high is None else max(least, known.high)
        if most is not None:
            low, high = min(low, most), min(most if high is None else high, most)
        return low if low == high else known._now(low, high)

    def _goes_on_with(self, other: Interval) -> bool:
        """Whether the sum with another number is endless: the other one is bounded, or goes on to the same side."""
        if self.endless and other.endless:
            return (self.high is None) is (other.high is None)
        one, fixed = (self, other) if self.endless else (other, self)
        return one.endless and fixed.low is not None and fixed.high is not None

    # -- comparisons: unknown where the bounds are not enough ------------------------------------------------

    def _reaches(self, bound: int, negated: bool = False) -> Any:
        """Whether it is at least so much, or with `negated` less."""
        if self.low is not None and self.base + self.low >= bound:
            return not negated
        if self.high is not None and self.base + self.high < bound:
            return negated
        far = (self.high is None) is not negated if self.endless else None
        return self._unknown(far, lambda: self._reaches(bound, negated), partial(self._narrow, bound, negated))

    def _narrow(self, bound: int, negated: bool, holds: bool) -> None:
        """Keep what agrees with the answer whether it is at least so much, or with `negated` less."""
        least = bound - int(self.base)
        if holds is not negated:
            self.low = least if self.low is None else max(self.low, least)
        else:
            self.high = least - 1 if self.high is None else min(self.high, least - 1)

    def _unknown(self, far: bool | None, again: Callable[[], Any], narrow: Callable[[bool], None]) -> Unknown:
        """An answer that is not known; once it is asked for, the number is narrower on either path."""

        def decide() -> bool:
            known = again()
            if type(known) is not bool:
                assert self.guesser is not None
                known = self.guesser.guess(far)
                narrow(known)
                self.endless = self.endless and (self.low is None) != (self.high is None)
            return known

        return Unknown(far, decide if self.guesser is not None else None)

    def _difference(self, other: Any, never: str) -> Any:
        return NotImplemented if isinstance(other, str | tuple | list | None) else self - other

    def _is(self, bound: int, equal: bool) -> Any:
        if self.low is not None and self.base + self.low > bound:
            return not equal
        if self.high is not None and self.base + self.high < bound:
            return not equal
        if self.low is not None and self.low == self.high:
            return equal

        def narrow(holds: bool) -> None:
            if holds is equal:
                self.low = self.high = bound - int(self.base)

        return self._unknown((not equal) if self.endless else None, lambda: self._is(bound, equal), narrow)

    # -- what must know the number itself ------------------------------------------------------------------

    def __int__(self) -> int:
        if self.low is None or self.low != self.high:
            raise Undecided
        return int(self.base) + self.low

    def __getattr__(self, name: str) -> NoReturn:
        _undecided_of(int, name)

    def __repr__(self) -> str:
        if self.guesser is not None:
            raise Undecided  # a rule makes a text of it
        return f"Interval({self.low}, {self.high})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.guesser is not None:
            raise Undecided  # a rule keeps it, as bytes say
        return Interval, (self.low, self.high, 0, self.endless)

    def _beyond(self, *_: Any) -> Any:
        """Arithmetic that bounds do not go through."""
        raise Undecided

    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __rfloordiv__ = __rmod__ = __rdivmod__ = _beyond
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = _beyond
    __rshift__ = __rrshift__ = __invert__ = _beyond


class Unknown:
    """A yes or no, or a name, of which nothing is known; or only that it is `far` where endless numbers are far out."""

    __slots__ = ("_decide", "far")

    def __init__(self, far: bool | None = None, decide: Callable[[], bool] | None = None) -> None:
        self.far = far
        self._decide = decide

    @property
    def key(self) -> Hashable:
        """A key in its place, as it cannot be compared."""
        return (Unknown, self.far)

    def on(self, guesser: Guesser | None) -> Unknown:
        """The same answer on a path of a solver."""
        return Unknown(self.far, None if guesser is None else lambda: guesser.guess(self.far))

    @property  # type: ignore[misc]
    def __class__(self) -> type[Unknown]:
        """The answer to isinstance; a rule that asks must know more."""
        if self._decide is not None:
            raise Undecided
        return Unknown

    def __copy__(self) -> Unknown:
        return self

    def __deepcopy__(self, memo: object) -> Unknown:
        return self

    def __bool__(self) -> bool:
        if self._decide is None:
            raise Undecided
        return self._decide()

    def _undecided(self, *_: Any) -> NoReturn:
        raise Undecided

    __hash__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _undecided
    __str__ = __format__ = __int__ = __index__ = __len__ = __iter__ = __contains__ = __getitem__ = _undecided
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pos__ = __abs__ = _undecided
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _undecided
    __divmod__ = __rdivmod__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = _undecided
    __round__ = __float__ = __trunc__ = _undecided
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _undecided

    def __getattr__(self, name: str) -> NoReturn:
        _undecided_of(str, name)

    def __repr__(self) -> str:
        if self._decide is not None:
            raise Undecided  # a rule makes a text of it
        return "UNKNOWN"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._decide is not None:
            raise Undecided  # a rule keeps it, as bytes say
        return Unknown, (self.far,)


def _undecided_of(kind: type, name: str) -> NoReturn:
    """Give up where a rule asks for what it would have if it were known, or for the `sides` of a die."""
    if name != "sides" and (name.startswith("__") or not hasattr(kind, name)):
        raise AttributeError(name)
    raise Undecided


UNKNOWN = Unknown()

LEANING = (Unknown(False), Unknown(True))
"""A comparison with an endless number: false, or true, once that is far out."""

FAR = 10**30
"""Beyond everything that a question compares an endless number with."""


def is_real(other: Any) -> bool:
    """Whether it is a number that a whole number can be compared with."""
    return issubclass(type(other), int | float | Fraction | Decimal)


def _whole(other: Any) -> Any:
    """A number that can be added to bounds: a whole number, or a late one."""
    if issubclass(type(other), float | Fraction | Decimal | str):
        raise Undecided
    return other


def _plain(other: Any) -> int:
    """A whole number that bounds can be multiplied with, or divided by."""
    try:
        return index(other)
    except TypeError:
        raise Undecided from None


def _bound(operation: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    """The bound that follows from two; None where one of them is none."""
    return None if one is None or other is None else operation(one, other)
