"""A whole phrase with a grammar of its own, instead of words in any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from sixfold.rules.words.word import Schema, Word


class Phrase(Word):
    """All that stands after a rule's name, read by a grammar of its own: the expression of `dice`.

    `reads` gives the value that a text says from an index on, or raises NotationError with its column; the value
    writes itself (`str`). `form` shows an example.
    """

    kind: ClassVar[str] = "phrase"
    whole: ClassVar[bool] = True

    form: str
    reads: Callable[[str, int], Any]

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.form,)

    def read(self, text: str, start: int) -> Any:
        """The value that the text from an index on says."""
        return self.reads(text, start)

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "string", "examples": [self.form]}}

    def spell(self, value: Any) -> str:
        return str(value)

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: str(value)}
