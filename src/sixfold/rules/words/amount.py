"""A word with a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from sixfold.bounds import AMOUNT
from sixfold.errors import NotationError, RuleError
from sixfold.rules.message import figures
from sixfold.rules.words.pieces import NUMBER, SIGNED, Pattern, Piece, spelled_as, spoken
from sixfold.rules.words.word import Schema, Word

VERSUS = ("vs", "against", "dc", "difficulty", "tn")
"""What a roll is held against, in the words of many games."""


class Amount(Word):
    """A word with a number from `least` to `most`: `threshold 10`, `vs 15`, `3 ranks`. Said once.

    With `number_first` it is written `3 ranks`, and the word alone counts one: then `words` begins with the plural and
    the singular. With `sign` its number is shown with a sign: `size +1`.
    """

    kind: ClassVar[str] = "amount"

    words: tuple[str, ...] = ()
    least: int = 0
    most: int = AMOUNT
    default: int | None = None
    number_first: bool = False
    sign: bool = False

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        named = super(Amount, self if self.words else self.replace(words=(spoken(name),))).at(name, default)
        if named.default is not None and not named.least <= named.default <= named.most:
            span = f"from {figures(named.least)} to {figures(named.most)}"
            raise RuleError(
                "rule/declared", f"“{name}” can be {span}: it cannot be {figures(named.default)} by default."
            )
        return named

    @property
    def low(self) -> int:
        return self.least

    @property
    def high(self) -> int:
        return self.most

    @property
    def forms(self) -> tuple[str, ...]:
        return (self._form("+N" if self.sign else "N"),)

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.words

    @property
    def open_form(self) -> str:
        return self._form("?")

    def _form(self, number: str) -> str:
        return f"{number} {self.words[0]}" if self.number_first else f"{self.words[0]} {number}"

    def schema(self) -> Mapping[str, Schema]:
        schema: Schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {self.name: schema if self.default is None else {**schema, "default": self.default}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        if self.number_first:
            return [p for w in spelled_as(self.words) for p in ((*w, NUMBER), (NUMBER, *w), (SIGNED, *w), w)]
        return [(*word, number) for word in spelled_as(self.words) for number in (NUMBER, SIGNED)]

    def said(self, pieces: Sequence[Piece]) -> int:
        word = " ".join(piece.text for piece in pieces if piece.kind == "word")
        number = next((piece for piece in pieces if piece.kind != "word"), None)
        return 1 if number is None else number.number(self.least, self.most, f"“{word}” must be")

    def unfinished(self, following: Piece) -> NotationError | None:
        return NotationError(
            "notation/unexpected",
            f"After “{self.words[0]}” comes a number, from {figures(self.least)} to {figures(self.most)}.",
            following.within,
            following.column,
            ("a number",),
        )

    def spell(self, value: Any) -> str:
        if self.number_first:
            return f"{value} {self.words[value == 1 and len(self.words) > 1]}"
        return self._form(f"{value:+d}" if self.sign else str(value))
