"""A number of six-sided dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from sixfold.bounds import DICE_IN_A_HAND
from sixfold.errors import NotationError
from sixfold.rules.message import minus
from sixfold.rules.words.pieces import CODE, SIGNS, Pattern, Piece, Slot
from sixfold.rules.words.ranged import Ranged
from sixfold.rules.words.word import Word


class DieCode(Ranged):
    """A number of six-sided dice from `least` to `most`: `3D`, `4d`, `5d6`.

    It stands after a word of its own if it has one: `damage 2d6`. `form` is how it is written, with N for the number.
    With `adds` a modifier may stand right behind it: `3D+1`. Where `plus` is the word for what is added, that right
    behind it is read so: `damage 2d6+1` is `damage 2d6 plus 1`.
    """

    kind: ClassVar[str] = "die code"

    most: int = DICE_IN_A_HAND
    form: str = "Nd6"
    always: bool = True
    adds: bool = False
    plus: str = ""

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        return Word.at(self, name, default, choices)

    @property
    def example(self) -> str:
        return self.spell(min(self.most, max(self.least, 3)))

    @property
    def takes_modifier(self) -> bool:
        return self.adds

    def _form(self, number: str) -> str:
        return " ".join([*self.words, self.form.replace("N", number)])

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(*[Slot("word", (word,)) for word in self.words], CODE)]

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
        if self.words and piece.within[piece.end : piece.end + 1] in tuple(SIGNS) and not self.plus:
            message = f"{self.words[0].capitalize()} is a number of dice; write a modifier of the roll apart from it."
            form = f"{self.words[0]} {piece.text}"
            raise NotationError("notation/unexpected", message, piece.within, piece.end + 1, (form,))
        return value

    def unfinished(self, following: Piece) -> NotationError | None:
        error = self._needs(following, f"a number of dice, like {self._form('2')}", self.form)
        if following.kind == "number":
            error.guess = self.form.replace("N", following.text)
        return error

    def label(self, plain: Any) -> str:
        return self.write(plain) or minus(str(plain))
