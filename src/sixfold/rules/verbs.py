"""What every table has in common, and what its verbs can be given: who slips is told in the words of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final

from sixfold.errors import NoSuchVerbError, RuleError
from sixfold.printable import shown
from sixfold.rules.dice import Die
from sixfold.rules.message import did_you_mean, listed, nearest

VERBS: Final = (
    *("roll", "read", "pick", "rethrow", "draw", "match", "choose", "again", "repeat", "play", "tell", "strike"),
)
"""What a table can be asked."""


class Verbs:
    """A table, as whoever writes a rule meets it: called so, and with these verbs."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        # Python names them where an argument is missing, or a value cannot be set.
        cls.__name__ = "table"
        for name in VERBS:
            if name in vars(cls):
                vars(cls)[name].__qualname__ = f"table.{name}"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"a table has no {name}")
            guess = did_you_mean(nearest(name, VERBS))
            raise NoSuchVerbError(f"A table has no “{shown(name)}”: its verbs are {listed(VERBS)}.{guess}")


def _said(value: Any) -> str:
    """A value in a sentence; text in quotation marks, since it may look like a number."""
    return f"“{shown(value)}”" if isinstance(value, str) else shown(value)


def dice_of(size: Any, what: str = "How many dice are thrown") -> int:
    """A number of dice, of which there are none below 0; raises RuleError (rule/verb) for what is no whole number.

    >>> dice_of(3), dice_of(-1)
    (3, 0)
    """
    try:
        return max(0, index(size))
    except TypeError:
        raise RuleError("rule/verb", f"{what} is a whole number, not {_said(size)}.") from None


def check_label(label: Any) -> None:
    """Raises RuleError (rule/verb) for a name of a throw that is no text.

    >>> check_label(8)
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: A throw is called by a text, not 8: the die comes third, as in table.roll(2, "hit", 8).
    """
    if not isinstance(label, str):
        third = ': the die comes third, as in table.roll(2, "hit", 8)' if isinstance(label, int | Die) else ""
        raise RuleError("rule/verb", f"A throw is called by a text, not {_said(label)}{third}.")


def check_asked(ask: Any) -> None:
    """Raises RuleError (rule/verb) for words in which a player is asked that are no text."""
    if not isinstance(ask, str):
        raise RuleError("rule/verb", f'A player is asked in words, as ask="Which dice count?": not {_said(ask)}.')


def check_preference(preference: Any) -> None:
    """Raises RuleError (rule/verb) for what does not rank dice."""
    if not callable(preference):
        raise RuleError(
            "rule/verb",
            f"What ranks the dice that are picked is a function of them, as sum or max: not {_said(preference)}.",
        )


def options_of(label: Any, options: Any, default: Any) -> tuple[Sequence[str], int]:
    """What a player chooses among, as texts, and the index of the default.

    Raises RuleError (rule/verb) for what is no choice.

    >>> options_of("How many?", (1, 2), 0)
    (('1', '2'), 0)
    """
    if not isinstance(label, str):
        raise RuleError("rule/verb", f"A player is asked in words, not with {_said(label)}.")
    if isinstance(options, Sequence) and not options:
        raise RuleError("rule/verb", "A player is given nothing to choose among: there is one option at least.")
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise RuleError("rule/verb", f"What is chosen among is a list of options, not {_said(options)}.")
    said = options if all(type(option) is str for option in options) else tuple([str(option) for option in options])
    try:
        at = index(default)
    except TypeError:
        at = -1
    if not 0 <= at < len(said):
        place = (
            f", as {said.index(default)} for {_said(default)}" if isinstance(default, str) and default in said else ""
        )
        raise RuleError(
            "rule/verb",
            f"What is taken where nobody is asked is the place of an option, from 0 to {len(said) - 1}{place}: "
            f"not {_said(default)}.",
        )
    return said, at


def check_played(rule: Any) -> None:
    """Raises RuleError (rule/verb) for what is no rule's function."""
    if not callable(rule):
        raise RuleError("rule/verb", f"What is played is the function of a rule, not {_said(rule)}.")


def values_among(among: Any) -> tuple[int, ...]:
    """The values while which something is thrown again; raises RuleError (rule/verb) for what is no list of them."""
    try:
        return tuple(map(index, among))
    except TypeError:
        raise RuleError(
            "rule/verb", f"Throws go on while they show one of a list of numbers, as (6,): not {_said(among)}."
        ) from None


def other_table() -> RuleError:
    """A table, or a hand of one, is used where it is not given."""
    return RuleError(
        "rule/table",
        "A step of a repeat, or a rule inside another one, must use the table that it is given, and its own hands; "
        "`until` looks at the state alone.",
    )
