"""A choice that a table makes where the book is silent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from sixfold.errors import NotationError, RuleError
from sixfold.rules.message import nearest
from sixfold.rules.words.pieces import Pattern, Piece, Slot
from sixfold.rules.words.word import Schema, Word


class HouseRule(Word):
    """A choice that a table makes where the book is silent: `chaos=kept`. The first of `values` is the default."""

    kind: ClassVar[str] = "house rule"

    values: tuple[str, ...] = ()

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        named = self if self.values else self.replace(values=tuple(map(str, choices)))
        if not named.values:
            raise RuleError("rule/declared", f'The house rule “{name}” needs its values: Literal["all", "kept"].')
        return super(HouseRule, named).at(name, default)

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def choices(self) -> tuple[str, ...]:
        return self.values

    @property
    def forms(self) -> tuple[str, ...]:
        return self.house_rules

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(f"{self.name}={choice}" for choice in self.values)

    @property
    def house_rules(self) -> tuple[str, ...]:
        return tuple(f"{self.name}={choice}" for choice in self.values[1:])

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "string", "enum": list(self.values), "default": self.values[0]}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(Slot("setting", (self.name,)),), (Slot("word", (self.name,)), Slot("word", self.values))]

    def said(self, pieces: Sequence[Piece]) -> str:
        piece = pieces[-1]
        choice = piece.said.rpartition("=")[2]
        if choice not in self.values:
            raise NotationError(
                "notation/unexpected",
                f"The house rule “{self.name}” can be {' or '.join(self.values)}.",
                piece.within,
                piece.column + len(piece.text) - len(choice),
                self.values,
                nearest(choice, self.values),
            )
        return choice

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> str:
        first = said[0][0]
        for choice, pieces in said:
            if choice != first:
                message = f"The house rule “{self.name}” is {first} or {choice}, not both."
                raise NotationError("notation/conflict", message, pieces[0].within, pieces[0].column)
        return str(first)

    def spell(self, value: Any) -> str:
        return f"{self.name}={value}"

    def alternatives(self, value: Any) -> Iterator[tuple[Any, str]]:
        for choice in self.values:
            if choice != value:
                yield choice, f"under the house rule {self.name}={choice}"
