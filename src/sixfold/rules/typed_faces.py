"""Dice that lie on a real table, typed in the order in which they are thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from sixfold.base.arguments import several
from sixfold.base.bounds import DICE_IN_AN_EVALUATION
from sixfold.base.printable import shown
from sixfold.errors import BoundsError, ChoiceError, DiceError, DiceNeeded, TextError
from sixfold.rules.dice import Die
from sixfold.rules.rolled_table import Source


class TypedDice:
    """A source that hands out typed faces, a throw at a time.

    Where they run out it raises DiceNeeded, or goes on with the dice of `then`. Raises DiceError for a face that the
    die does not have. Fudge dice can be typed as they show, as +, - and 0, or all of them as the sides of a d3.

    >>> from sixfold.rules.dice import D6, Die
    >>> TypedDice([6, 3, 2, 4]).throw(3, D6, "test")
    [6, 3, 2]
    >>> TypedDice(faces_of("+ - 0")).throw(3, Die.of(-1, 0, 1), "4dF")
    [3, 1, 2]
    """

    def __init__(self, faces: Sequence[int | str], then: Source | None = None) -> None:
        self._faces = faces_of(faces)
        self._at = 0
        self._then = then

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        typed = self._faces[self._at : self._at + size]
        faces = [1 + die.signs.index(str(face)) for face in typed] if as_shown(typed, die.signs) else typed
        self._check(faces, die, label)
        missing = size - len(faces)
        if missing and self._then is None:
            raise DiceNeeded(missing, label, die.sides, die.lowest, shows=die.told, signs=die.signs)
        self._at += len(faces)
        if missing and self._then is not None:
            return [*faces, *self._then.throw(missing, die, label)]
        return faces

    def _check(self, faces: Sequence[int | str], die: Die, label: str) -> None:
        numbers = die.numbers
        for offset, face in enumerate(faces):
            if face in SIGNS and set(SIGNS) <= set(die.signs):
                sides = "as sides of a d3 (1 is −, 2 is 0, 3 is +)"
                raise DiceError(
                    "dice/unreadable", f"Type these dice as they show, as +, - and 0, or {sides}, not both."
                )
            if type(face) is not int:
                raise DiceError("dice/unreadable", f"{shown(face)} is not a face: faces are whole numbers.")
            if face not in numbers:
                low, high = numbers[0], numbers[-1]
                raise DiceError(
                    "dice/impossible",
                    f"A d{die.sides} cannot show {shown(face)} (die {self._at + offset + 1}, "
                    f"rolled for “{label}”): its faces are {low} to {high}.{_apart(face, die)}",
                )

    @property
    def left(self) -> int:
        """The number of dice that are still to be thrown."""
        return len(self._faces) - self._at

    def finish(self) -> None:
        """Raises DiceError when dice are left over after the check is done."""
        if self.left:
            dice = "die is" if self.left == 1 else "dice are"
            raise DiceError("dice/unused", f"The check needs only {self._at} dice, but {self.left} more {dice} typed.")


SIGNS = ("−", "+")
"""The faces of Fudge dice beside 0."""


def as_shown(faces: Sequence[int | str], signs: Sequence[str]) -> bool:
    """Whether faces are typed as they stand on a die with these signs; no side of it has the number 0."""
    return any(face in (0, *SIGNS) for face in faces) and {*SIGNS, *map(str, faces)} <= {*signs}


def faces_of(faces: object) -> list[Any]:
    """Faces as they come in: a list of at most 10,000 whole numbers, or text with commas or blanks between them.

    They may have signs of Fudge dice. Raises DiceError for any other text, BoundsError for more of them.

    >>> faces_of("6,3, 2 4"), faces_of((6, 3)), faces_of("+ - 0"), faces_of(["+", "-"])
    ([6, 3, 2, 4], [6, 3], ['+', '−', 0], ['+', '−'])
    """
    too_many = f"You can type at most {DICE_IN_AN_EVALUATION:,} dice for one check."
    how = "Type whole numbers with commas between: 6,3,2,4."
    return _read(
        faces,
        "faces",
        too_many,
        partial(DiceError, "dice/unreadable"),
        "a face",
        how,
        signs={"-": "−", "−": "−", "+": "+"},
    )


def choices_of(choices: object) -> list[int]:
    """Choices as they come in: a list of at most 10,000 indices from 0 in the order asked, or text of these.

    Raises ChoiceError for any other text, BoundsError for more text than choices can fill.

    >>> choices_of("1,0"), choices_of([1, 0])
    ([1, 0], [1, 0])
    """
    too_many = f"You can make at most {DICE_IN_AN_EVALUATION:,} choices for one check."
    how = "Type the numbers of the options, counted from 0, with commas: 1,0."
    wrong = partial(ChoiceError, "choice/unreadable")
    return _read(choices, "choices", too_many, wrong, "a choice", how, "the number of an option")


def _read(
    typed: object,
    what: str,
    too_many: str,
    wrong: Callable[..., TextError],
    one: str,
    how: str,
    expected: str = "",
    signs: Mapping[str, str] = MappingProxyType({}),
) -> list[Any]:
    """The whole numbers in a list or a text; BoundsError for `too_many`, and what `wrong` makes of any other text."""
    if not isinstance(typed, str):
        listed = several(typed, f"The {what}", DICE_IN_AN_EVALUATION)
        return [signs.get(entry, entry) if isinstance(entry, str) else entry for entry in listed]
    if len(typed) > 6 * DICE_IN_AN_EVALUATION:
        raise BoundsError(too_many)
    words = typed.replace(",", " ").split()
    for word in words:
        if word not in signs and not (word.isascii() and word.isdigit() and len(word) <= 4):
            raise wrong(f"“{word[:20]}” is not {one}. {how}", typed, typed.index(word) + 1, (expected or one,))
    return [signs.get(word) or int(word) for word in words]


def _apart(face: int, die: Die) -> str:
    """How to write faces that were typed without anything between them: 632 for 6, 3, 2."""
    digits = str(face) if 10 <= face < 10**20 else ""
    if not digits or not all(int(digit) in die.numbers for digit in digits):
        return ""
    return f" If that is {len(digits)} dice, type commas between: {','.join(digits)}."
