"""A word that is there or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from sixfold.rules.words.pieces import Pattern, Piece, Slot
from sixfold.rules.words.word import Schema, Word

YES_OR_NO = {"no": False, "yes": True}


class Flag(Word):
    """A word that is there or not: `combat`. With `house_rule` it switches a house rule on: `literal`."""

    kind: ClassVar[str] = "flag"

    words: tuple[str, ...]
    house_rule: bool = False

    @property
    def default(self) -> bool:
        return False

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(YES_OR_NO)

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.words[0],)

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.words

    @property
    def house_rules(self) -> tuple[str, ...]:
        return (self.words[0],) if self.house_rule else ()

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "boolean", "default": False}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(Slot("word", self.words),)]

    def said(self, pieces: Sequence[Piece]) -> bool:
        return True

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> bool:
        return True

    def spell(self, value: Any) -> str:
        return self.words[0] if value else ""

    def setting(self, plain: Any) -> bool:
        return YES_OR_NO[plain] if isinstance(plain, str) else bool(plain)

    def alternatives(self, value: Any) -> Iterator[tuple[Any, str]]:
        # A word that JSON always shows is the situation, as combat is, and not how a table plays.
        if not self.always and not value:
            yield True, f"with the word “{self.words[0]}”"
