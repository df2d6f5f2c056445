"""Dice of several kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.bounds import DICE_IN_A_HAND, SIDES
from sixfold.errors import BoundsError, NotationError
from sixfold.rules.words.pieces import CODE, Pattern, Piece
from sixfold.rules.words.word import Schema, Word


class DicePool(Word):
    """Dice of several kinds, side by side: `d6 2d8 d10`. The rule gets a list of their sides, the smallest first.

    `sides` are those that a die may have; any, if it is empty.

    >>> pool = DicePool(name="dice")
    >>> pool.spell((6, 8, 8, 10)), pool.argument((6, 8, 8, 10))
    ('d6 2d8 d10', [6, 8, 8, 10])
    """

    kind: ClassVar[str] = "dice pool"
    repeats: ClassVar[bool] = True

    default: tuple[int, ...] | None = None
    sides: tuple[int, ...] = ()
    always: bool = True

    @property
    def forms(self) -> tuple[str, ...]:
        return ("NdS",)

    @property
    def example(self) -> str:
        return self.spell(self.sides[:3] or (6, 8, 8))

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(CODE,)]

    def schema(self) -> Mapping[str, Schema]:
        die: Schema = {"type": "integer", "minimum": 1, "maximum": SIDES}
        if self.sides:
            die["enum"] = list(self.sides)
        return {self.name: {"type": "array", "items": die, "minItems": 1, "maxItems": DICE_IN_A_HAND}}

    def said(self, pieces: Sequence[Piece]) -> tuple[int, ...]:
        piece = pieces[0]
        count, _, sides = piece.said.partition("d")
        at = piece.column + len(count) + 1
        size = Piece("number", count or "1", piece.column, piece.within)
        die = Piece("number", sides or "6", at, piece.within)
        dice = size.number(1, DICE_IN_A_HAND, "The number of dice must be")
        number = die.number(1, SIDES, "The number of sides must be")
        if self.sides and number not in self.sides:
            kinds = ", ".join(f"d{known}" for known in self.sides)
            raise NotationError(
                "notation/unexpected", f"No d{number} belongs here: the dice are {kinds}.", piece.within, at, (kinds,)
            )
        return (number,) * dice

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> tuple[int, ...]:
        dice = tuple(sorted([die for part, _ in said for die in part]))
        if len(dice) > DICE_IN_A_HAND:
            piece = said[-1][1][0]
            message = f"This hand has {len(dice)} dice; the maximum is {DICE_IN_A_HAND}."
            raise BoundsError(message, piece.within, piece.column)
        return dice

    def spell(self, value: Any) -> str:
        counts = {die: value.count(die) for die in value}
        return " ".join(f"{count if count > 1 else ''}d{die}" for die, count in counts.items())

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: list(value)}

    def setting(self, plain: Any) -> tuple[int, ...]:
        return tuple(sorted(plain))

    def argument(self, value: Any) -> Any:
        return None if value is None else list(value)

    def label(self, plain: Any) -> str:
        return self.spell(self.setting(plain))
