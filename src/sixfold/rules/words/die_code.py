"""A number of six-sided dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.bounds import DICE_IN_A_HAND
from sixfold.errors import NotationError
from sixfold.rules.message import minus
from sixfold.rules.words.pieces import CODE, NUMBER, SIGNS, Pattern, Piece, Slot
from sixfold.rules.words.word import Schema, Word


class DieCode(Word):
    """A number of six-sided dice from `least` to `most`: `3D`, `4d`, `5d6`.

    It stands after a word of its own if it has one: `damage 2d6`. `form` is how it is written, with N for the number.
    With `adds` a modifier may stand right behind it: `3D+1`. Where `plus` is the word for what is added, that is said
    instead.
    """

    kind: ClassVar[str] = "die code"

    least: int = 0
    most: int = DICE_IN_A_HAND
    default: int | None = None
    form: str = "Nd6"
    word: str = ""
    always: bool = True
    adds: bool = False
    plus: str = ""

    @property
    def low(self) -> int:
        return self.least

    @property
    def high(self) -> int:
        return self.most

    @property
    def forms(self) -> tuple[str, ...]:
        return (self._form("N"),)

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.word,) if self.word else ()

    @property
    def open_form(self) -> str:
        return self._form("?")

    @property
    def example(self) -> str:
        return self.spell(min(self.most, max(self.least, 3)))

    @property
    def takes_modifier(self) -> bool:
        return self.adds

    def _form(self, number: str) -> str:
        return f"{self.word} {self.form.replace('N', number)}".strip()

    def schema(self) -> Mapping[str, Schema]:
        schema: Schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {self.name: schema if self.default is None else {**schema, "default": self.default}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        word = Slot("word", (self.word,))
        return [(word, CODE), (word, NUMBER)] if self.word else [(CODE,)]

    def said(self, pieces: Sequence[Piece]) -> int:
        piece = pieces[-1]
        count, _, sides = piece.said.partition("d")
        if sides not in ("", "6"):
            raise NotationError(
                "notation/unexpected",
                f"Only six-sided dice here: write {self._form(count)}, or roll other dice with “dice {piece.text}”.",
                piece.within,
                piece.column + len(count) + 1,
                ("6",),
            )
        number = Piece("number", count or "1", piece.column, piece.within)
        value = number.number(self.least, self.most, "The number of dice must be")
        self._refuse_a_sum(piece)
        return value

    def _refuse_a_sum(self, piece: Piece) -> None:
        end = piece.column - 1 + len(piece.text)
        if self.word and piece.within[end : end + 1] in tuple(SIGNS):
            apart = (
                f"what is added to it is said as “{self.plus} N”"
                if self.plus
                else ("write a modifier of the roll apart from it")
            )
            raise NotationError(
                "notation/unexpected",
                f"{self.word.capitalize()} is a number of dice; {apart}.",
                piece.within,
                end + 1,
                (f"{self.plus} N" if self.plus else f"{self.word} {piece.text}",),
            )

    def unfinished(self, following: Piece) -> NotationError | None:
        return NotationError(
            "notation/unexpected",
            f"After “{self.word}” comes a number of dice, like {self._form('2')}.",
            following.within,
            following.column,
            (self.form,),
        )

    def spell(self, value: Any) -> str:
        return self._form(str(value))

    def label(self, plain: Any) -> str:
        return self.write(plain) or minus(str(plain))
