"""Traits: what the characters of a game have, declared once beside its rules.

The form on the page, the JSON Schema, the terminal and the checks on a sheet follow from the declaration. A trait that
`fills` an option of a rule makes a check for each of its entries: a skill is a button that rolls.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Trait(NamedTuple):
    """One trait of a game's characters: a number, or with `text` a line.

    `many` is a list of named ones, such as skills. `fills` says which option of which rule a value fills in
    (`"test modifier"`), several of them if it makes several checks. `"voluntary score +8"` adds 8. The range goes from
    `low` to `high`, by default that of the option. A text that fills an option is words of the check: `3D+1`.

    An entry may count together with entries of the traits that it `joins`: a skill with its attribute. A trait whose
    range is a single number has no value to fill in and makes no check of its own: an edge counts once. A number that
    is `spent` has a current value and a full one, such as health.

    >>> Trait("skills", "what a duellist is good at", "parry modifier", many=True).title
    'Skills'
    """

    name: str
    help: str
    fills: str | Sequence[str] = ()
    many: bool = False
    text: bool = False
    low: int | None = None
    high: int | None = None
    default: int | str | None = None
    joins: str | Sequence[str] = ()
    spent: bool = False

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.name.replace("_", " ").capitalize()

    @property
    def options(self) -> list[tuple[str, str, int]]:
        """The options that it fills: the rule, the option, and what is added."""
        fills = [fill.split() for fill in alone(self.fills)]
        return [(rule, option, int("".join(plus) or 0)) for rule, option, *plus in fills]

    @property
    def joined(self) -> tuple[str, ...]:
        """The names of the traits that it joins."""
        return alone(self.joins)


def alone(texts: str | Sequence[str]) -> tuple[str, ...]:
    """Return several texts as a tuple; one may be given alone."""
    return (texts,) if isinstance(texts, str) else tuple(texts)
