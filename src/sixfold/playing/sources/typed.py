"""Dice that lie on a real table, typed in the order in which they are thrown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sixfold.bounds import DICE_IN_AN_EVALUATION
from sixfold.errors import BoundsError, DiceError, DiceNeeded
from sixfold.rules.dice import Die

Prompt = Callable[[int, str, Die], Sequence[int]]
"""Asks for the faces of so many dice of a throw with this label."""


class TypedDice:
    """A source that hands out typed faces, a throw at a time.

    Raises DiceNeeded where they run out (or asks, with a `prompt`) and DiceError for a face no die has.

    >>> from sixfold.rules.dice import D6
    >>> TypedDice([6, 3, 2, 4]).throw(3, D6, "test")
    [6, 3, 2]
    """

    def __init__(self, faces: Sequence[int], prompt: Prompt | None = None) -> None:
        self._faces = list(faces)
        self._at = 0
        self._prompt = prompt

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        missing = size - (len(self._faces) - self._at)
        if missing > 0:
            if self._prompt is None:
                self._check(self._faces[self._at :], die, label)
                raise DiceNeeded(missing, label, die.sides)
            self._faces.extend(self._prompt(missing, label, die))
            return self.throw(size, die, label)
        faces = self._faces[self._at : self._at + size]
        self._check(faces, die, label)
        self._at += size
        return faces

    def _check(self, faces: Sequence[int], die: Die, label: str) -> None:
        for offset, face in enumerate(faces):
            if type(face) is not int:
                raise DiceError("dice/unreadable", f"{face!r} is not a face: faces are whole numbers.")
            if face not in die.faces:
                low, high = die.faces[0], die.faces[-1]
                raise DiceError(
                    "dice/impossible",
                    f"A d{die.sides} cannot show {face} (die {self._at + offset + 1}, "
                    f"thrown for “{label}”): its faces are {low} to {high}.",
                )

    def finish(self) -> None:
        """Raises DiceError when dice are left over after the check is done."""
        left = len(self._faces) - self._at
        if left:
            dice = "die is" if left == 1 else "dice are"
            raise DiceError(
                "dice/unused",
                f"The check is done after {self._at} dice, but {left} more {dice} typed.",
            )


def read_faces(text: str) -> list[int]:
    """Faces from text: numbers with commas or blanks between them.

    Raises DiceError for anything else, BoundsError for more than 10,000 of them.

    >>> read_faces("6,3, 2 4")
    [6, 3, 2, 4]
    """
    if len(text) > 6 * DICE_IN_AN_EVALUATION:
        raise BoundsError(f"At most {DICE_IN_AN_EVALUATION:,} dice can be typed for one check.")
    faces = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= 4):
            raise DiceError(
                "dice/unreadable",
                f"“{word[:20]}” is not a face. Type numbers with commas between: 6,3,2,4.",
                text,
                text.index(word) + 1,
                ("a face",),
            )
        faces.append(int(word))
    return faces
