"""What the verbs of a table can be given: each slip is reported in the words of a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from operator import index
from string import Formatter
from typing import Any, Final

from sixfold.authoring.taking import can_take, parameters_of
from sixfold.bounds import RULES_INSIDE
from sixfold.errors import NoSuchVerbError, RuleError
from sixfold.printable import shown
from sixfold.rules.dice import Die
from sixfold.rules.hand import Hand
from sixfold.rules.late import LateNumber
from sixfold.rules.message import did_you_mean, listed, nearest

VERBS: Final = (
    *("roll", "read", "pick", "rethrow", "draw", "match", "choose", "again", "repeat", "play", "tell", "strike"),
)
"""What a table can be asked."""


def no_verb(name: str) -> Exception:
    """The error for something that a table cannot be asked."""
    if name.startswith("_"):
        return AttributeError(f"a table has no {name}")
    guess = did_you_mean(nearest(name, VERBS))
    return NoSuchVerbError(f"A table has no “{shown(name)}”: its verbs are {listed(VERBS)}.{guess}")


def _said(value: Any) -> str:
    """A value in a sentence; text in quotation marks, since it may look like a number."""
    return f"“{shown(value)}”" if isinstance(value, str) else shown(value)


def number_of_dice(size: Any, what: str = "How many dice are thrown") -> Any:
    """A number of dice; raises RuleError (rule/verb) for what is no whole number.

    >>> number_of_dice(3)
    3
    """
    if isinstance(size, Hand):
        index(size)  # a hand says itself that it was not read
    if not hasattr(type(size), "__index__"):
        raise RuleError("rule/verb", f"{what} is a whole number, not {_said(size)}.")
    return size


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


def check_reading(hand: object, folds: tuple[object, ...]) -> None:
    """Raises RuleError (rule/unread) where no hand is read, or nothing is asked of it.

    >>> from sixfold.rules.folds import total
    >>> check_reading(Hand(), (total,))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: What is asked of a hand is called: write total() instead of total.
    """
    check_hand(hand)
    if not folds:
        raise RuleError("rule/unread", "Nothing is asked of this hand: write table.read(hand, total()).")
    shows = getattr(getattr(hand, "die", None), "names", None)
    for fold in folds:
        if callable(fold) or not hasattr(fold, "sums"):
            raise _no_question(fold)
        if shows or (shows is not None and hasattr(fold, "symbols")):
            _check_symbols(fold, shows)


def _no_question(fold: object) -> RuleError:
    """The error for what is no question to a hand, or one that is not called."""
    if not callable(fold):
        return RuleError("rule/unread", f"A hand is asked for total(), highest(3) and the like, not for {shown(fold)}.")
    name = getattr(fold, "__name__", "total")
    called = CALLED.get(name, f"{name}()")
    return RuleError("rule/unread", f"What is asked of a hand is called: write {called} instead of {name}.")


def _check_symbols(fold: object, shows: tuple[str, ...]) -> None:
    """Raises RuleError (rule/dice) for a question that dice with these symbols cannot answer."""
    if shows != (getattr(fold, "symbols", ()) or shows):
        raise RuleError(
            "rule/dice",
            f"This hand is of dice that have no {getattr(fold, 'words', '')}: throw the die with these symbols.",
        )
    if shows and getattr(fold, "kind", "") in ("ranked", "nth"):
        raise RuleError("rule/dice", f'This die shows symbols, which have no sum: ask for symbol(die, "{shows[0]}").')


CALLED: Final = {
    **{name: f"{name}(1)" for name in ("highest", "lowest", "without_highest", "nth_highest")},
    **{"of_a_kind": "of_a_kind(2)", "at_least": "at_least(6, 2)", "showing": 'showing(">=", 5)'},
    **{"successes": "successes(5)", "score": "score({1: 100})", "symbol": 'symbol(die, "sword")'},
}
"""How questions are called that need something to be said."""


def check_hand(hand: object) -> None:
    """Raises RuleError (rule/unread) for what is no hand, or one whose dice do not lie there any more."""
    if not isinstance(hand, Hand):
        if hasattr(hand, "sums"):
            raise RuleError(
                "rule/unread", "The hand stands first, and then what is asked: write table.read(hand, total())."
            )
        raise RuleError(
            "rule/unread", f"What is read must be a hand that was thrown with table.roll, not {shown(hand)}."
        )
    if hand.gone:
        raise RuleError("rule/unread", hand.gone)


def check_pair(mine: object, theirs: object) -> None:
    """Raises RuleError (rule/unread) for hands that cannot be paired."""
    for hand in (mine, theirs):
        if not isinstance(hand, Hand):
            raise RuleError("rule/unread", f"What is paired must be two hands, not {shown(hand)}.")
        check_hand(hand)
    if mine is theirs:
        raise RuleError("rule/unread", "A hand is paired with another one, not with itself.")


def check_faces(which: Any) -> None:
    """Raises RuleError (rule/dice) where faces to throw again are no collection of faces."""
    if isinstance(which, str) or not hasattr(which, "__contains__"):
        raise RuleError(
            "rule/dice",
            f"Say which faces are thrown again, as {{1, 2}}, or a function of the dice that gives those: "
            f"not {shown(which)}.",
        )


def check_repeat(step: Any, until: Any, most: Any) -> None:
    """Raises RuleError (rule/repeat) for what `table.repeat` cannot use."""
    for what, name, takes in (
        (step, "step", ("a table", "the state")),
        (until, "until", ("the state",)),
    ):
        if not callable(what):
            raise RuleError(
                "rule/repeat",
                f"{shown(what)} is no function: in table.repeat “{name}” is a function of {' and '.join(takes)}.",
            )
        if not can_take(what, len(takes)):
            raise RuleError(
                "rule/repeat",
                f"In table.repeat “{_called(what)}” is called with {' and '.join(takes)}, and takes "
                f"{parameters_of(what)}.",
            )
    if most is not None and (type(most) is bool or not isinstance(most, int | LateNumber) or most < 0):
        raise RuleError("rule/repeat", f"In table.repeat `most` is a number of steps, from 0: not {shown(most)}.")


def _called(function: Any) -> str:
    return str(getattr(function, "__name__", "step"))


def check_told(clause: object, text: object, values: Collection[str]) -> None:
    """Raises RuleError (rule/tell) for a text that names something that it is not given.

    >>> check_told("D1", "{n} dice", ("many",))
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


@lru_cache(maxsize=1024)
def _named(text: str) -> tuple[str, ...]:
    """The names in braces in a text. Raises RuleError (rule/tell) where its braces cannot be read."""
    try:
        fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
    except ValueError as error:
        raise RuleError("rule/tell", f"“{shown(text)}” cannot be told: {error}.") from None
    names = tuple([re.split(r"[.\[]", field)[0] for field in fields])
    if not all(map(str.isidentifier, names)):
        raise RuleError("rule/tell", f"“{shown(text)}” cannot be told: say in its braces what stands there, as {{n}}.")
    return names
