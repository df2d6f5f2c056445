"""The option that a player chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from sixfold.errors import RuleError
from sixfold.printable import shown
from sixfold.rules.message import did_you_mean, nearest


class Chosen(int):
    """The place of the option that a player chose, from 0, which also compares with the name of an option.

    >>> choice = Chosen(1, ("no", "yes"))
    >>> choice == 1, choice == "yes", "no" == choice
    (True, True, False)
    >>> {"no": 0, "yes": 3}[choice.name]
    3
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

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return Chosen, (int(self), self.options)
