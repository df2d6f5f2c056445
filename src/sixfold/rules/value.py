"""Values whose fields are given by name, and that do not change.

A small base class of our own: making one dataclass costs more at start-up than reading all the rules of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NoReturn, Self, dataclass_transform

from sixfold.base.wording import did_you_mean, nearest


def placed(*, kw_only: Literal[False]) -> Any:
    """Declare a field that is given by its place, the first of them first."""
    return placed


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(placed,))
class Value:
    """Named fields, given by keyword; compared by value.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(x=3), Point(x=3) == Point(x=3, y=0)
    (Point(x=3), True)
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[Mapping[str, Any]] = {}
    _placed: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        names = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
        cls._fields = tuple(dict.fromkeys((*cls._fields, *names)))
        defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        cls._placed += list(defaults.values()).count(placed)
        cls._defaults = {**cls._defaults, **{name: value for name, value in defaults.items() if value is not placed}}

    def __init__(self, *unnamed: Any, **named: Any) -> None:
        if len(unnamed) > self._placed:
            field = self._fields[self._placed]
            raise TypeError(f"the fields of {type(self).__name__} are given by name: {field}=...")
        values = {**self._defaults, **dict(zip(self._fields, unnamed, strict=False)), **named}
        if len(values) != len(self._fields) or not values.keys() <= set(self._fields):
            unknown, missing = values.keys() - set(self._fields), set(self._fields) - values.keys()
            lines = [f"has no {', '.join(sorted(unknown))}"] if unknown else []
            lines += [f"needs {', '.join(sorted(missing))}"] if missing else []

            guess = did_you_mean(nearest(min(unknown), self._fields)) if unknown else ""
            raise TypeError(f"{type(self).__name__} {' and '.join(lines)}{'.' if guess else ''}{guess}")
        self.__dict__.update(self._completed(values))

    def _completed(self, values: dict[str, Any]) -> dict[str, Any]:
        """The fields as they are kept, from those that were given."""
        return values

    def replace(self, **changes: Any) -> Self:
        """The same value with some fields changed."""
        return type(self)(**{**self._given(), **changes})

    def _changed(self, **changes: Any) -> Self:
        """The same value with some fields changed that need neither checks nor completion."""
        made = object.__new__(type(self))
        made.__dict__.update(self._given(), **changes)
        return made

    def _given(self) -> dict[str, Any]:
        """The fields alone, without what is worked out of them once and kept beside them."""
        return {name: self.__dict__[name] for name in self._fields}

    def __getstate__(self) -> dict[str, Any]:
        return self._given()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} does not change")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._given() == other._given()

    def __hash__(self) -> int:
        return hash((type(self), *(self.__dict__[name] for name in self._fields)))

    def __repr__(self) -> str:
        fields = ((name, self.__dict__[name]) for name in self._fields)
        parts = (f"{n}={v!r}" for n, v in fields if n not in self._defaults or self._defaults[n] != v)
        return f"{type(self).__name__}({', '.join(parts)})"
