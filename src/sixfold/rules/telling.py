"""What both kinds of table look at before they do what a rule says."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from sixfold.bounds import RULES_INSIDE
from sixfold.errors import RuleError
from sixfold.printable import shown
from sixfold.rules.message import did_you_mean, nearest


class _Blank:
    """What stands for every value while only names are looked for."""

    def __format__(self, how: str) -> str:
        return ""

    def __getattr__(self, name: str) -> _Blank:
        return self

    def __getitem__(self, key: object) -> _Blank:
        return self


class _Names(dict[str, _Blank]):
    """The names that a text asks for."""

    def __missing__(self, name: str) -> _Blank:
        return self.setdefault(name, _Blank())


@lru_cache(maxsize=1024)
def _named(text: str) -> tuple[str, ...]:
    """The names in braces in a text. Raises RuleError (rule/tell) where its braces cannot be read."""
    names = _Names()
    try:
        text.format_map(names)
    except ValueError as error:
        raise RuleError("rule/tell", f"“{shown(text)}” cannot be told: {error}.") from None
    return tuple(names)


def check_told(text: str, values: Collection[str]) -> None:
    """Raises RuleError (rule/tell) for a text that names something that it is not given.

    >>> check_told("{n} dice", ("many",))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: “{n} dice” names “n”, which it is not given; it is given many.
    """
    if not isinstance(text, str):
        raise RuleError(
            "rule/tell", f'What is told is a clause and a text, as table.tell("D1", "a pair"): not {shown(text)}.'
        )
    if "{" not in text and "}" not in text:
        return
    for name in _named(text):
        if name not in values:
            given = ", ".join(values) or "nothing"
            raise RuleError(
                "rule/tell",
                f"“{shown(text)}” names “{shown(name)}”, which it is not given; it is given {given}."
                f"{did_you_mean(nearest(name, values))}",
            )


def check_depth(depth: int, rule: Callable[..., Any]) -> None:
    """Raises RuleError (rule/endless) for rules that are played inside each other without an end."""
    if depth >= RULES_INSIDE:
        name = getattr(rule, "__name__", "a rule")
        raise RuleError(
            "rule/endless",
            f"“{name}” is played inside itself, or other rules inside each other, more than {RULES_INSIDE} deep: "
            "it has no end. What goes on until something is so is written with table.repeat.",
        )
