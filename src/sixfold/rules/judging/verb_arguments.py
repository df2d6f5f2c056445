"""Checks of what the verbs of a table are told, beside hands and folds: numbers, texts, faces, functions."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache, partial
from operator import index
from string import Formatter
from typing import Any

from sixfold.base.printable import quoted, shown
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.errors import RuleError, wrong_dice
from sixfold.rules.dice import D6, Die, a_die, is_among
from sixfold.rules.folds.fold import span
from sixfold.rules.hand import Chosen
from sixfold.rules.judging.blame import can_take, parameters_of
from sixfold.rules.judging.hands import faces_of_hand
from sixfold.rules.late import LateNumber

_slip = partial(RuleError, "rule/verb")
_unrepeated = partial(RuleError, "rule/repeat")
_untold = partial(RuleError, "rule/tell")


def number_of_dice(size: Any, what: str = "The number of dice") -> Any:
    """A number of dice; raises RuleError (rule/verb) for what is no whole number.

    >>> number_of_dice(3)
    3
    """
    if isinstance(size, Chosen):
        return size.place
    if not hasattr(type(size), "__index__"):
        dice = (
            ': table.roll(2) rolls 2d6, and table.roll(2, "hit", 8) rolls 2d8'
            if re.search(r"\d?d\d", str(size))
            else ""
        )
        raise _slip(f"{what} must be a whole number, not {quoted(size)}{dice}.")
    return size


def dice_in_a_roll(size: Any, die: Any) -> Any:
    """A number of dice, or a list of dice; raises RuleError (rule/verb) for anything else."""
    if not isinstance(size, list | tuple):
        a_die(die)
        return number_of_dice(size)
    if a_die(die) != D6:
        raise _slip('A hand of mixed dice says its dice in the list, as table.roll([6, 8, 8], "hit").')
    for kind in size:
        if not isinstance(kind, Die) and not hasattr(type(kind), "__index__"):
            raise _slip(f"A die is a number of sides, or a Die: not {quoted(kind)}.")
    return size


def check_label(label: Any) -> None:
    """Raises RuleError (rule/verb) for a name of a throw that is no text.

    >>> check_label(8)
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: The label of a roll must be text, not 8: the die is the third argument, as in \
table.roll(2, "hit", 8).
    """
    if not isinstance(label, str):
        third = ': the die is the third argument, as in table.roll(2, "hit", 8)' if isinstance(label, int | Die) else ""
        raise _slip(f"The label of a roll must be text, not {quoted(label)}{third}.")


def check_names_of_kinds(names: Any, counts: Any) -> None:
    """Raises RuleError (rule/verb) for names of what is drawn that are no texts, or too few.

    >>> check_names_of_kinds(("ace", 2), (4, 4))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: The names of what is drawn must be texts, one for each kind, not (“ace”, 2).
    """
    if len(names) and (len(names) < len(counts) or not all(isinstance(name, str) for name in names)):
        raise _slip(f"The names of what is drawn must be texts, one for each kind, not {quoted(names)}.")


def check_asked(ask: Any) -> None:
    """Raises RuleError (rule/verb) for words in which a player is asked that are no text."""
    if not isinstance(ask, str):
        raise _slip(f'“ask” must be a question, as in ask="Which dice count?", not {quoted(ask)}.')


def check_preference(preference: Any) -> None:
    """Raises RuleError (rule/verb) for a preference that ranks nothing."""
    if not callable(preference):
        raise _slip(f"The preference must be a function that ranks dice, such as sum or max, not {quoted(preference)}.")


def options_of(label: Any, options: Any, default: Any) -> tuple[Sequence[str], int]:
    """The options of a choice, as texts, and the index of the default, which may be told by its name.

    Raises RuleError (rule/verb) for what is no choice.

    >>> options_of("How many?", (1, 2), 0)
    (('1', '2'), 0)
    """
    if not isinstance(label, str):
        raise _slip(f"The question of a choice must be text, not {quoted(label)}.")
    if isinstance(options, Sequence) and not options:
        raise _slip("A choice needs at least one option.")
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise _slip(f"The options of a choice must be a list, not {quoted(options)}.")
    said = options if all(type(option) is str for option in options) else tuple([str(option) for option in options])
    if len(set(said)) < len(said):
        raise _slip(f"The options of a choice must differ: {listed(said)}.")
    try:
        at = said.index(default) if isinstance(default, str) else index(default)
    except (TypeError, ValueError):
        at = -1
    if not 0 <= at < len(said):
        raise _slip(
            f"The default of a choice must be an option, or its index from 0 to {len(said) - 1}, not {quoted(default)}."
        )
    return said, at


def check_faces(hand: Any, which: Any, among: Any, ask: str) -> None:
    """Raises RuleError (rule/dice) where faces to throw again are no collection of faces, or none that dice have."""
    if which is None and among is None:
        asked = " (set() for none where nobody is asked)" if ask else ""
        raise wrong_dice(f"Say which dice to reroll, as in table.rethrow(hand, {{1, 2}}){asked}.")
    for chosen in (which, among):
        if (
            chosen is not None
            and not callable(chosen)
            and (isinstance(chosen, str) or not hasattr(chosen, "__contains__"))
        ):
            what = "a set such as {1, 2}, or a function of the dice"
            raise wrong_dice(f"The faces to reroll must be {what}, not {shown(chosen)}.")
        faces = faces_of_hand(hand)
        if isinstance(chosen, Collection) and chosen and faces and not any(is_among(face, chosen) for face in faces):
            raise wrong_dice(f"No die of this hand can show {quoted(next(iter(chosen)))}: its faces are {span(faces)}.")


def check_repeat(step: Any, until: Any, most: Any) -> None:
    """Raises RuleError (rule/repeat) for what `table.repeat` cannot use."""
    for what, name, takes in ((step, "step", ("a table", "the state")), (until, "until", ("the state",))):
        given = " and ".join(takes)
        if not callable(what):
            raise _unrepeated(f"In table.repeat, “{name}” must be a function of {given}, not {shown(what)}.")
        if not can_take(what, len(takes)):
            called = getattr(what, "__name__", name)
            raise _unrepeated(f"table.repeat calls “{called}” with {given}, but it takes {parameters_of(what)}.")
    if most is not None and (type(most) is bool or not isinstance(most, int | LateNumber) or most < 0):
        raise _unrepeated(f"In table.repeat, “most” must be a number of steps from 0, not {shown(most)}.")


def check_told(clause: object, text: object, values: Collection[str]) -> None:
    """Raises RuleError (rule/tell) for a text that names something that it is not given.

    >>> check_told("D1", "{n} dice", ("many",))
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: “{n} dice” names “n”, but its values are many.
    """
    if not isinstance(text, str):
        example = 'table.tell("D1", "a pair")'
        raise _untold(f"table.tell needs a clause and a text, as in {example}, not {shown(text)}.")
    for name in _named(text):
        if name not in values:
            given = f"its values are {', '.join(values)}" if values else "it has no values"
            guess = did_you_mean(nearest(name, values))
            raise _untold(f"“{shown(text)}” names “{shown(name)}”, but {given}.{guess}")


@lru_cache(maxsize=1024)
def _named(text: str) -> tuple[str, ...]:
    """The names in braces in a text. Raises RuleError (rule/tell) where its braces cannot be read."""
    try:
        fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
    except ValueError as error:
        raise _untold(f"“{shown(text)}” cannot be filled in: {error}.") from None
    names = tuple([re.split(r"[.\[]", field)[0] for field in fields])
    if not all(map(str.isidentifier, names)):
        raise _untold(f"“{shown(text)}” cannot be filled in: put a name in its braces, as in {{n}}.")
    return names
