"""Two opposite words that cancel each other one for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.bounds import DICE_IN_A_HAND
from sixfold.rules.message import minus
from sixfold.rules.words.pieces import NUMBER, SIGNED, Pattern, Piece, Slot
from sixfold.rules.words.word import Schema, Word


class Lean(Word):
    """Two opposite words that cancel each other one for one: superior and inferior, high and low.

    `up` and `down` are the spellings of either, the canonical one first; a word alone counts one. At most `most` are
    left when all have cancelled. With `number_first` it is written `2 high`.
    """

    kind: ClassVar[str] = "lean"
    repeats: ClassVar[bool] = True

    up: tuple[str, ...]
    down: tuple[str, ...]
    most: int = DICE_IN_A_HAND
    number_first: bool = False
    always: bool = True

    @property
    def default(self) -> int:
        return 0

    @property
    def low(self) -> int:
        return -self.most

    @property
    def high(self) -> int:
        return self.most

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(f"N {w}" if self.number_first else f"{w} N" for w in (self.up[0], self.down[0]))

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.up + self.down

    @property
    def open_form(self) -> str:
        return f"? {self.up[0]}" if self.number_first else f"{self.up[0]} ?"

    def schema(self) -> Mapping[str, Schema]:
        meaning = f"{self.help}; above zero {self.up[0]}, below zero {self.down[0]}"
        return {
            self.name: {
                "type": "integer", "minimum": self.low, "maximum": self.high, "default": 0, "description": meaning,
                "x-ends": [self.down[0], self.up[0]],
            }
        }  # fmt: skip

    @property
    def patterns(self) -> Sequence[Pattern]:
        word = Slot("word", self.spellings)
        beside = (SIGNED, word) if self.number_first else (word, SIGNED)
        return [(word, NUMBER), (NUMBER, word), beside, (word,)]

    def said(self, pieces: Sequence[Piece]) -> int:
        word = next(piece for piece in pieces if piece.kind == "word")
        number = next((piece for piece in pieces if piece.kind != "word"), None)
        # What lies beyond the bound may still be cancelled, so only the sum is held against it.
        count = 1 if number is None else number.value
        return count if word.said in self.up else -count

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> int:
        value: int = sum(each for each, _ in said)
        if abs(value) > self.most:
            word = (self.up if value > 0 else self.down)[0]
            pieces = said[-1][1]
            number = next((piece for piece in pieces if piece.kind != "word"), pieces[0])
            raise number.out_of_bounds(f"“{word}” must be", 0, self.most)
        return value

    def spell(self, value: Any) -> str:
        word = self.up[0] if value >= 0 else self.down[0]
        return f"{abs(value)} {word}" if self.number_first else f"{word} {abs(value)}"

    def label(self, plain: Any) -> str:
        return self.write(plain) or minus(str(plain))
