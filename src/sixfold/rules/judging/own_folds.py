"""Checks of a fold that an author wrote: it keeps to what folds promise, about no dice and about one."""

from functools import lru_cache
from typing import Any, Final

from sixfold.base.printable import quoted, shown
from sixfold.errors import wrong_dice
from sixfold.rules.folds import Fold
from sixfold.rules.folds.fold import all_settings
from sixfold.rules.judging.blame import can_take
from sixfold.rules.mixed import said

METHODS: Final = ("start(self, size)", "step(self, state, face, count)", "end(self, state)")
"""Methods of a fold of an author; one that adds up has the worth of a face, and its ranks, instead."""


def check_own(fold: Fold[Any], faces: tuple[Any, ...], hands: int) -> None:
    """Raises RuleError (rule/dice) for a fold of an author's that cannot be asked about dice with these faces.

    `hands` are the number of hands that are read together; 0 for a single one.
    """
    try:
        hash(fold)
    except TypeError:
        name = type(fold).__name__
        sentence = f"The settings of “{name}” can change: keep tuples and numbers instead of lists, sets and dicts."
        raise wrong_dice(sentence) from None
    _check_answers(fold, faces, hands)


@lru_cache(maxsize=256)
def _check_answers(fold: Fold[Any], faces: tuple[Any, ...], hands: int) -> None:
    """Raises RuleError (rule/dice) for a fold that lacks a method, changes itself, or remembers what can change.

    It is asked about no dice, and about one that shows the first of the `faces`, if there are any.
    """
    name, before = type(fold).__name__, all_settings(fold)
    methods = ("worth(self, face)", "ranks(self, size)") if fold.sums else METHODS
    for written in methods:
        method = written.partition("(")[0]
        inherited = getattr(type(fold), method) is getattr(Fold, method, None)
        if inherited or not can_take(getattr(fold, method), written.count(",")):
            raise wrong_dice(f"“{name}” needs a method {method}: def {written}.")
    if fold.sums:
        _check_sum(fold, name, faces)
    else:
        _check_machine(fold, name, faces, hands)
    if all_settings(fold) != before:
        raise wrong_dice(f"“{name}” changes while it is asked: keep what it remembers in its state, not in self.")


def _check_sum(fold: Any, name: str, faces: tuple[Any, ...]) -> None:
    for face in faces:
        if type(worth := fold.worth(face)) not in (int, bool):
            raise wrong_dice(f"The worth of a {said(face)} is a whole number: “{name}” returns {quoted(worth)}.")
    ranks = fold.ranks(1)
    if type(ranks) is not tuple or len(ranks) != 2 or not all(type(rank) is int and rank >= 0 for rank in ranks):
        what = "how many of the highest dice it leaves out, and how many it takes then"
        raise wrong_dice(f"The ranks of “{name}” are two numbers, {what}: not {quoted(ranks)}.")


def _check_machine(fold: Fold[Any], name: str, faces: tuple[Any, ...], hands: int) -> None:
    none: Any = (0,) * hands or 0
    one: Any = (1, *none[1:]) if hands else 1
    for what, asked in (("remembers", fold.start), ("answers", lambda size: fold.end(fold.start(size)))):
        try:
            value = asked(none)
        except Exception:
            continue  # it is never asked about no dice, as it seems
        try:
            hash(value)
        except TypeError:
            raise wrong_dice(f"“{name}” {what} {shown(value)}, which can change: use a tuple or a number.") from None
    if faces and fold.step(fold.start(one), faces[0], one) is None:
        raise wrong_dice(f"The step of “{name}” returns nothing: it must return the next state.")
