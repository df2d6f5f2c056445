"""A choice among a few names or numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.errors import NotationError
from sixfold.rules.message import nearest
from sixfold.rules.words.pieces import CODE, NUMBER, Pattern, Piece, Slot, spelled_as
from sixfold.rules.words.word import Schema, Word


class Choice(Word):
    """A choice among a few: `weapon axe`, `weapon=axe` or just `axe`; of numbers `trait 8` or `trait d8`.

    `values` are names or whole numbers. The rule is given one of them, or what stands in its place in `members`.
    Those that are `apart` are names of something else, too, and never said alone.
    """

    kind: ClassVar[str] = "choice"

    words: tuple[str, ...] = ()
    values: tuple[str | int, ...] = ()
    members: tuple[Any, ...] = ()
    default: str | int | None = None
    apart: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(map(str, self.values))

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(self.spell(value) for value in self.values)

    @property
    def spellings(self) -> tuple[str, ...]:
        return (*self.words, *(v for v in self.values if isinstance(v, str) and v not in self.apart))

    @property
    def _of_names(self) -> bool:
        return all(isinstance(value, str) for value in self.values)

    def schema(self) -> Mapping[str, Schema]:
        schema: Schema = {"type": "string" if self._of_names else "integer", "enum": list(self.values)}
        return {self.name: schema if self.default is None else {**schema, "default": self.default}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        said = spelled_as(self.words)
        if not self._of_names:
            return [(*word, number) for word in said for number in (NUMBER, CODE)]
        names = spelled_as(self.choices)
        alone = spelled_as([choice for choice in self.choices if choice not in self.apart])
        setting: list[Pattern] = [(Slot("setting", (word,)),) for word in self.words if " " not in word]
        return [*setting, *((*word, *name) for word in said for name in names), *alone]

    def said(self, pieces: Sequence[Piece]) -> str | int:
        if pieces[-1].kind in ("number", "code"):
            digits = pieces[-1].said.lstrip("d")
            number = int(digits) if digits.isdecimal() else pieces[-1].many or 0
            if number in self.values:
                return number
            raise self._no_choice(pieces[-1], digits)
        said = " ".join(piece.said.rpartition("=")[2] for piece in pieces)
        for value in sorted(self.choices, key=len, reverse=True):
            if said == value or said.endswith(f" {value}"):
                return value
        raise self._no_choice(pieces[-1], said)

    def _no_choice(self, piece: Piece, said: str) -> NotationError:
        expected = " or ".join(self.choices)
        column = piece.column + max(0, len(piece.text) - len(said))
        guess = nearest(said, self.choices)
        return NotationError(
            "notation/unexpected", f"“{self.words[0]}” can be {expected}.", piece.within, column, self.choices, guess
        )

    def unfinished(self, following: Piece) -> NotationError | None:
        if following.said in self.choices:
            return None
        return self._no_choice(following, following.said)

    def spell(self, value: Any) -> str:
        return f"{self.words[0]} {value}"

    def argument(self, value: Any) -> Any:
        return self.members[self.values.index(value)] if self.members and value is not None else value

    def label(self, plain: Any) -> str:
        return str(plain)
