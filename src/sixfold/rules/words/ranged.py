"""Words with a number from one bound to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from sixfold.bounds import AMOUNT
from sixfold.errors import NotationError, RuleError
from sixfold.rules.message import figures
from sixfold.rules.words.pieces import Piece, spoken
from sixfold.rules.words.word import Schema, Word


class Ranged(Word):
    """A word with a number from `least` to `most`.

    `words` are its spellings, the first one as it is written; without any, it is spelled like its parameter.
    """

    words: tuple[str, ...] = ()
    least: int = 0
    most: int = AMOUNT
    default: int | None = None

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        named = super(Ranged, self if self.words else self.replace(words=(spoken(name),))).at(name, default)
        if named.default is not None and not named.least <= named.default <= named.most:
            raise RuleError(
                "rule/declared", f"“{name}” can be {named.span}: it cannot be {figures(named.default)} by default."
            )
        return named

    @property
    def span(self) -> str:
        """From which number to which, in words."""
        return f"from {figures(self.least)} to {figures(self.most)}"

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
    def open_form(self) -> str:
        return self._form("?")

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.words

    def _form(self, number: str) -> str:
        return f"{self.words[0]} {number}"

    def schema(self) -> Mapping[str, Schema]:
        schema: Schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {self.name: schema if self.default is None else {**schema, "default": self.default}}

    def unfinished(self, following: Piece) -> NotationError | None:
        return self._needs(following, f"a number, {self.span}", "a number")

    def _needs(self, following: Piece, what: str, expected: str) -> NotationError:
        message = f"After “{self.words[0]}” comes {what}."
        return NotationError("notation/unexpected", message, following.within, following.column, (expected,))

    def spell(self, value: Any) -> str:
        return self._form(str(value))
