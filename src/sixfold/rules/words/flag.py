"""A word that is there or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from sixfold.errors import RuleError
from sixfold.rules.words.pieces import Pattern, Piece, spelled_as, spoken
from sixfold.rules.words.word import Schema, Word

YES_OR_NO = {"no": False, "yes": True}


class Flag(Word):
    """A word that is there or not: `combat`. With `house_rule` it switches a house rule on: `literal`."""

    kind: ClassVar[str] = "flag"

    words: tuple[str, ...] = ()
    house_rule: bool = False

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        if default is True:
            raise RuleError(
                "rule/declared",
                f"“{name}” is true by default, but what is not said in a check is false: turn its name round.",
            )
        return super(Flag, self if self.words else self.replace(words=(spoken(name),))).at(name, default)

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
        return spelled_as(self.words)

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
