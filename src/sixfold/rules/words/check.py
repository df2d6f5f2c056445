"""A check inside a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.bounds import TEXT_LENGTH
from sixfold.rules.words.pieces import CHECK, Pattern, Piece, spelled_as
from sixfold.rules.words.word import Schema, Word


class CheckWord(Word):
    """A check of any game in parentheses: `(ten attack +4 damage 2d6)`.

    With `words` it stands after one of them: `damage (wild 4D)`. Without, it stands alone, and where a rule takes
    several of these they are said in the order of its options. In JSON it is its canonical text.
    """

    kind: ClassVar[str] = "check"

    help: str = "a check of any game"
    words: tuple[str, ...] = ()

    @property
    def in_turn(self) -> bool:
        return not self.words

    @property
    def forms(self) -> tuple[str, ...]:
        return (self._form("CHECK"),)

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.words

    @property
    def example(self) -> str:
        return self._form("ten")

    def _form(self, inside: str) -> str:
        return f"{self.words[0]} ({inside})" if self.words else f"({inside})"

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "string", "maxLength": TEXT_LENGTH}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(*word, CHECK) for word in spelled_as(self.words)] or [(CHECK,)]

    def said(self, pieces: Sequence[Piece]) -> Any:
        return pieces[-1].check

    def spell(self, value: Any) -> str:
        return self._form(str(value))

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {} if value is None else {self.name: str(value)}
