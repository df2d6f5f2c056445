"""A word with a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from sixfold.rules.words.pieces import COMPARED, NUMBER, SIGNED, Pattern, Piece, Slot, spelled_as
from sixfold.rules.words.ranged import Ranged

VERSUS = ("vs", "against", "dc", "difficulty", "tn")
"""What a roll is held against, in the words of many games."""


class Amount(Ranged):
    """A word with a number from `least` to `most`: `threshold 10`, `vs 15`, `3 ranks`. Said once.

    With `number_first` it is written `3 ranks`, and the word alone counts one: then `words` begins with the plural and
    the singular. With `sign` its number is shown with a sign: `size +1`. What `compares` may stand in place of the
    word: `≥` where this number or more succeeds. `plus` is the word for what may be added to it.
    """

    kind: ClassVar[str] = "amount"

    number_first: bool = False
    sign: bool = False
    compares: str = ""
    plus: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        return (self._form("+N" if self.sign else "N"),)

    def _form(self, number: str) -> str:
        return f"{number} {self.words[0]}" if self.number_first else super()._form(number)

    @property
    def patterns(self) -> Sequence[Pattern]:
        spelled = spelled_as(self.words)
        if self.number_first:
            return [p for w in spelled for p in ((*w, NUMBER), (NUMBER, *w), (SIGNED, *w), w)]
        signs = tuple(said for said, sign in COMPARED.items() if sign == self.compares)
        if signs:
            spelled.append((Slot("sign", signs),))
        return [(*word, number) for word in spelled for number in (NUMBER, SIGNED)]

    def said(self, pieces: Sequence[Piece]) -> int:
        word = " ".join(piece.text for piece in pieces if piece.kind == "word") or self.words[0]
        number = next((piece for piece in pieces if piece.kind in ("number", "signed")), None)
        return 1 if number is None else number.number(self.least, self.most, f"“{word}” must be")

    def spell(self, value: Any) -> str:
        if self.number_first:
            return f"{value} {self.words[value == 1 and len(self.words) > 1]}"
        return self._form(f"{value:+d}" if self.sign else str(value))
