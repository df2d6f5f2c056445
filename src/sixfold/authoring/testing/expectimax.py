"""Best play by going through every face and every choice: the slow twin of what the solver finds."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sixfold.authoring.second_opinion.every_face import hands_of
from sixfold.errors import ChoiceNeeded, DiceNeeded
from sixfold.rules.check import Check
from sixfold.rules.outcome import checked_value, values_of
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.typed_faces import TypedDice

DEEP = 100
"""Dice and choices of one play."""


class TooManyError(Exception):
    """There are more plays than may be gone through."""


def expectimax(
    check: Check,
    worth: Callable[[Mapping[str, Any]], Any],
    most: int,
    faces: tuple[int, ...] = (),
    choices: tuple[int, ...] = (),
) -> Fraction | None:
    """Return what a check is worth if each side always chooses best; None where that takes more plays than `most`.

    `faces` lie on the table already, and `choices` were made.

    >>> from sixfold import parse
    >>> expectimax(parse("odgs vs 15 +5 combat double=effort"), lambda outcome: outcome["hit"], 5_000)
    Fraction(173, 216)
    """
    search = _Search(check, worth, most)
    try:
        return search.value(faces, choices)
    except TooManyError:
        return None


class _Search:
    def __init__(self, check: Check, worth: Callable[[Mapping[str, Any]], Any], most: int) -> None:
        self.check, self.worth = check, worth
        self.left = most

    def value(self, faces: tuple[int, ...], choices: tuple[int, ...]) -> Fraction:
        """Return the expected worth with these dice and choices so far."""
        self.left -= 1
        if self.left < 0 or len(faces) + len(choices) > DEEP:
            raise TooManyError
        try:
            outcome = values_of(RolledTable(TypedDice(faces), choices).play(self.check))
        except DiceNeeded as needed:
            weighted = hands_of(needed.size, range(needed.lowest, needed.lowest + needed.sides), self.left)
            if weighted is None:
                raise TooManyError from None
            ways = sum([often for _, often in weighted])
            return sum([often * self.value((*faces, *hand), choices) for hand, often in weighted], Fraction(0)) / ways
        except ChoiceNeeded as question:
            worths = [self.value(faces, (*choices, at)) for at in range(len(question.options))]
            return min(worths) if question.against else max(worths)
        return Fraction(self.worth({name: checked_value(name, value) for name, value in outcome.items()}))
