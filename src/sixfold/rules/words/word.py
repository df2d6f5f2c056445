"""The base of all kinds of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from sixfold.base.printable import quoted, shown
from sixfold.base.wording import minus
from sixfold.errors import NotationError, misdeclared
from sixfold.rules.value import Value
from sixfold.rules.words.pieces import Pattern, Piece, spoken

LIKELY = 7
"""The number in an example where it may be any."""

Schema = dict[str, Any]
"""A JSON Schema."""


def whole_number(least: int, most: int, default: Any = None) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most} | ({} if default is None else {"default": default})


class Word(Value):
    """One kind of word of a rule.

    `name` is the option that it sets: that of the parameter at which it is declared. `help` is its meaning in a few
    words. `words` are its spellings, the first one as it is written. With `always` JSON shows it even when it is the
    default. `once` says why it can be said only once.
    """

    kind: ClassVar[str] = ""
    """Its kind in a schema: `modifier`, `lean`, `amount`, `sides`, `die code`, `flag`, `check` and so on."""

    whole: ClassVar[bool] = False
    """Whether it reads all the rest of a text by itself."""

    repeats: ClassVar[bool] = False
    """Whether it can be said several times, which adds up."""

    named: ClassVar[bool] = False
    """Whether it is spelled like its parameter, if it has no `words`."""

    adds = False
    """Whether a modifier may follow it without a blank: `3D+1`."""

    name: str = ""
    help: str = ""
    words: tuple[str, ...] = ()
    always: bool = False
    once: str = ""

    # -- how it is declared ----------------------------------------------------------------------------------

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        """The same word for a parameter of this name and default (None where it has none).

        `choices` are those of its annotation. Raises RuleError (rule/declared) where the default cannot be the word's.
        """
        word = self if self.words or not self.named else self.replace(words=(spoken(name),))
        if word.name not in ("", name):
            raise misdeclared(f"The {word.kind} “{name}” must be called “{word.name}”.")
        if not word.name:
            word = word.replace(name=name, help=word.help or ("" if word.named else name.replace("_", " ")))
        if word.default is None and default is not None and "default" in self._fields:
            word = word.replace(default=tuple(default) if isinstance(default, list) else default)
        try:
            argument = word.argument(word.default)
        except TypeError:
            raise misdeclared(f"“{name}” cannot be {quoted(default)} by default: it is no {word.kind}.") from None
        alike = list(default) if isinstance(default, tuple) and isinstance(argument, list) else default
        if alike not in (None, argument):
            raise misdeclared(
                f"“{name}” is {shown(default)} by default in the function, "
                f"but {shown(argument)} where it is not said in a check."
            )
        return word

    # -- what it looks like ----------------------------------------------------------------------------------

    @property
    def default(self) -> Any:
        """The value when it is not said; None where it has none."""
        return None

    @property
    def least(self) -> int | None:
        """The least number that it takes, or None where it is not a number."""
        return None

    @property
    def most(self) -> int | None:
        """The greatest number that it takes; it has both, or none."""
        return None

    @property
    def choices(self) -> tuple[str, ...]:
        """The names that it chooses from; none where it is a number."""
        return ()

    @property
    def forms(self) -> tuple[str, ...]:
        """How it is written, for people: `superior N`."""
        raise NotImplementedError

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every word that starts it, to complete and to guess from."""
        return self.words

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules that it switches on, as words of a check: `chaos=kept`."""
        return ()

    @property
    def open_form(self) -> str:
        """How it is written with an open place for its number: `vs ?`; nothing where it has none."""
        return "" if self.least is None else " ".join(map(_opened, self.forms[0].split(" ")))

    @property
    def example(self) -> str:
        """How it may be said."""
        if self.least is None:
            return self.forms[0]
        assert self.most is not None
        return self.spell(self.setting(min(self.most, max(self.least, LIKELY))))

    @property
    def in_turn(self) -> bool:
        """Whether a repetition is the next word of this kind: `(ten +4) (ten +2)`."""
        return False

    def schema(self) -> Mapping[str, Schema]:
        """JSON Schemas of the options it has in JSON, by name."""
        raise NotImplementedError

    # -- texts to values -------------------------------------------------------------------------------------

    @property
    def patterns(self) -> Sequence[Pattern]:
        """The pieces that it is written with, each way of it."""
        raise NotImplementedError

    def said(self, pieces: Sequence[Piece]) -> Any:
        """The value of pieces that fit one of its patterns. Raises NotationError or BoundsError."""
        raise NotImplementedError

    def read(self, text: str, start: int) -> Any:
        """The value of the text from an index on, for a word that reads it `whole`."""
        raise NotImplementedError

    def ended(self, text: str, start: int) -> Sequence[tuple[int, str, str]]:
        """Yield texts that may follow at the end: how much of each is there already, all of it, and its meaning."""
        return ()

    def together(self, parts: Sequence[tuple[Any, Sequence[Piece]]]) -> Any:
        """The value of everything that was said, each with its pieces; by default it can be said only once."""
        if len(parts) > 1:
            raise parts[1][1][0].contradicts(self.once or f"“{self.forms[0]}” is repeated; use it only once.")
        return parts[0][0]

    def unfinished(self, following: Piece) -> NotationError | None:
        """The error for its word without the pieces that belong beside it."""
        return None

    # -- values to texts, JSON and the rule ------------------------------------------------------------------

    def spell(self, value: Any) -> str:
        """The words for a value, the default too."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """The canonical words for a value; nothing for the default."""
        return "" if value == self.default else self.spell(value)

    def to_json(self, value: Any) -> Mapping[str, Any]:
        """The options that JSON shows for a value."""
        return {self.name: value} if self.always or value != self.default else {}

    def from_json(self, options: Mapping[str, Any]) -> Any:
        """The value that options as in JSON give it; raises NotationError, or TypeError or ValueError for nonsense."""
        return self.setting(options[self.name])

    def argument(self, value: Any) -> Any:
        """Return the argument of the rule."""
        return value

    def keeps(self, requested: Any, value: Any) -> bool:
        """Whether a value that was asked for is kept by one that was said; the default may be replaced by any."""
        return requested in (self.default, value)

    def told(self, value: Any) -> tuple[str, str] | None:
        """A line about it when a roll is explained, if there is one: a heading, and words."""
        return None

    # -- what studies ask ------------------------------------------------------------------------------------

    def setting(self, plain: Any) -> Any:
        """The value for a number or name along the axis of a table."""
        return plain

    def label(self, plain: Any) -> str:
        """How a value along the axis of a table is shown."""
        return minus(str(plain))

    def alternatives(self, value: Any) -> Iterator[tuple[Any, str]]:
        """Other values that another table might play by, each with words for it: “under the house rule ...”."""
        yield from ()


def _opened(piece: str) -> str:
    """A piece of a form with an open place where its number stands: `+N`, `ND`, `Nd6`, but not `NPC`."""
    number = piece.lstrip("+-\u2212")
    return piece.replace("N", "?", 1) if number[:1] == "N" and number[1:2] in ("", "d", "D") else piece
