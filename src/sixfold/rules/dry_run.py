"""A rule played once without chance, to find the fields of its outcome."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sixfold.rules.check import Check
from sixfold.rules.dice import Die
from sixfold.rules.outcome import values_of
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.table import Step, Until


class Middling:
    """Dice of which the first shows a face of the middle, and each other one the face after that of the last."""

    def __init__(self) -> None:
        self._thrown = 0

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        first = self._thrown + (die.sides - 1) // 2
        self._thrown += size
        return [die.numbers[at % die.sides] for at in range(first, first + size)]


class DryRun(RolledTable):
    """A table without chance, on which a repeat ends before its first step."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(Middling())

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        return (state, 0) if counted else state


@lru_cache(maxsize=64)
def fields_of(check: Check) -> tuple[str, ...] | None:
    """The fields of an outcome of the check; None where they cannot be found without dice.

    >>> from sixfold import parse
    >>> fields_of(parse("skew")), fields_of(parse("skew vs 12"))
    (('natural', 'total'), ('natural', 'total', 'success'))
    """
    try:
        return tuple(values_of(DryRun().play(check)))
    except Exception:  # of which those of Sixfold are, too
        return None


def has(check: Check, field: str) -> bool:
    """Whether an outcome of the check has this field, as far as that is known without dice."""
    fields = fields_of(check)
    return fields is None or field in fields
