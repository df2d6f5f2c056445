"""A word with a number for each of two sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.errors import NotationError, RuleError
from sixfold.rules.words.pieces import NUMBER, STOP, Pattern, Piece, spelled_as
from sixfold.rules.words.ranged import Ranged
from sixfold.rules.words.word import Schema

Pair = tuple[int, int]


class Sides(Ranged):
    """A number from `least` to `most` for each of two sides, or one for both: `health 20 15`, `health 20`.

    In JSON it is a number, and where the other side has its own a second one (`second_health`).
    """

    kind: ClassVar[str] = "sides"

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Sides:
        if default is not None:
            raise RuleError("rule/declared", f"“{name}” has a number for each side, and no default.")
        return super().at(name, default)

    @property
    def forms(self) -> tuple[str, ...]:
        return (self._form("N"), self._form("N N"))

    def schema(self) -> Mapping[str, Schema]:
        schema = super().schema()[self.name]
        other = {**schema, "description": "that of the second, where it is another"}
        return {self.name: schema, f"second_{self.name}": other}

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [
            (*word, *numbers)
            for word in spelled_as(self.words)
            for numbers in ((NUMBER,), (NUMBER, NUMBER), (NUMBER, STOP, NUMBER))
        ]

    def said(self, pieces: Sequence[Piece]) -> Pair:
        numbers = [
            piece.number(self.least, self.most, f"“{self.words[0]}” must be")
            for piece in pieces
            if piece.kind == "number"
        ]
        return numbers[0], numbers[-1]

    def unfinished(self, following: Piece) -> NotationError | None:
        return self._needs(following, f"a number for each side, {self.span}", "a number")

    def spell(self, value: Pair) -> str:
        one, other = value
        return self._form(str(one) if one == other else f"{one} {other}")

    def to_json(self, value: Pair) -> Mapping[str, Any]:
        one, other = value
        return {self.name: one} if one == other else {self.name: one, f"second_{self.name}": other}

    def from_json(self, options: Mapping[str, Any]) -> Pair:
        one = options[self.name]
        return one, options.get(f"second_{self.name}", one)

    def setting(self, plain: Any) -> Pair:
        return (plain, plain) if isinstance(plain, int) else tuple(plain)
