"""Named tuples like those of `typing`, made in a tenth of the time.

A roll makes some fifty of them before the first die falls; with those of the library that was a fifth of all its time,
most of it spent on compiling text. To a type checker they are those of the library. A class has up to 13 fields.

>>> class Point(NamedTuple):
...     x: int
...     y: int = 0
>>> Point(3), Point(y=1, x=2)._replace(x=5)
(Point(x=3, y=0), Point(x=5, y=1))
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self

__all__ = ["NamedTuple"]

_library: Any = namedtuple("_library", ("field",))
_Field: Any = type(_library.field)
"""What gives a field by its place."""

_new = tuple.__new__

_TAKING: tuple[Callable[..., Any], ...] = (
    lambda _cls: _new(_cls, ()),
    lambda _cls, a: _new(_cls, (a,)),
    lambda _cls, a, b: _new(_cls, (a, b)),
    lambda _cls, a, b, c: _new(_cls, (a, b, c)),
    lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
    lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
    lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
    lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
    lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
    lambda _cls, a, b, c, d, e, f, g, h, i: _new(_cls, (a, b, c, d, e, f, g, h, i)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j: _new(_cls, (a, b, c, d, e, f, g, h, i, j)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j, k: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
    lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
)
"""What makes a tuple of so many fields. Each class has one of these with its own names in it: nothing is compiled."""


class _Fields(tuple[Any, ...]):
    """What all named tuples can do."""

    __slots__ = ()
    _fields = tuple[str, ...]()

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:
        made = _new(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changes: Any) -> Self:
        made = self._make([changes.pop(name, value) for name, value in zip(self._fields, self, strict=True)])
        if changes:
            raise TypeError(f"Got unexpected field names: {list(changes)}")
        return made

    __replace__ = _replace

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        given = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
        return f"{type(self).__name__}({given})"


class _Definition(type):
    """Makes a class of named tuples out of its body."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        annotations = body.get("__annotations__", {})
        fields = tuple(annotations)
        defaults = {field: body[field] for field in fields if field in body}
        taking: Any = _TAKING[len(fields)]
        called = f"{name}.__new__"
        code = taking.__code__.replace(co_varnames=("_cls", *fields), co_name="__new__", co_qualname=called)
        new = FunctionType(code, globals(), "__new__", tuple(defaults.values()))
        new.__annotations__ = annotations
        body.update(
            {field: _Field(at, "") for at, field in enumerate(fields)},
            __new__=new,
            __slots__=(),
            __match_args__=fields,
            _fields=fields,
            _field_defaults=defaults,
        )
        return type(name, (_Fields, *(base for base in bases if base is not NamedTuple)), body)


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = type.__new__(_Definition, "NamedTuple", (), {})
