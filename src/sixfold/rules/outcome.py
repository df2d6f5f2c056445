"""What a rule gives back, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixfold.errors import RuleError

VALUES = frozenset({int, bool, str})
"""What the values of an outcome can be."""


def checked_value(field: str, value: Any) -> Any:
    """A value of an outcome. Raises RuleError (rule/outcome) when it cannot be one."""
    if type(value) in VALUES:
        return value
    raise RuleError(
        "rule/outcome",
        f"The rule gives {field} as {value!r}; an outcome has whole numbers, names, and true or false.",
    )


def not_an_outcome(outcome: Any) -> RuleError:
    """A rule returned no named values."""
    return RuleError(
        "rule/outcome",
        f"The rule gives {type(outcome).__name__}; it must return its outcome as a dict of names and values.",
    )


def other_names(names: Sequence[str], others: Sequence[str]) -> RuleError:
    """A rule gave other values on another path."""
    return RuleError(
        "rule/outcome",
        f"The rule gives {', '.join(names)} for some dice and {', '.join(others)} for others; "
        "an outcome has the same values whatever the dice show.",
    )


class Outcome(Mapping[str, Any]):
    """Named values, read by name or as attributes; compared by value.

    >>> outcome = Outcome({"total": 13, "success": True})
    >>> outcome.total, outcome["success"]
    (13, True)
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        if not isinstance(values, Mapping):
            raise not_an_outcome(values)
        object.__setattr__(self, "_values", dict(values))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"this outcome has no {name}; it has {', '.join(self)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an outcome does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an outcome does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Outcome, (self._values,))

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"Outcome({inside})"
