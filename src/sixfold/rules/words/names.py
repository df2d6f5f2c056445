"""Words without a number: a flag, a choice among names, a house rule, a check in parentheses, a phrase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, ClassVar, Self

from sixfold.base.bounds import TEXT_LENGTH
from sixfold.base.printable import shown
from sixfold.base.wording import nearest
from sixfold.errors import NotationError, SixfoldError, misdeclared
from sixfold.rules.words.pieces import CHECK, CODE, NUMBER, SIGNED, Pattern, Piece, Slot, spelled_as
from sixfold.rules.words.word import Schema, Word

YES_OR_NO = {"no": False, "yes": True}


class Flag(Word):
    """A word that is there or not: `combat`. With `house_rule` it switches a house rule on: `literal`."""

    kind: ClassVar[str] = "flag"
    named: ClassVar[bool] = True

    house_rule: bool = False
    default = False
    choices = tuple(YES_OR_NO)

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        if default is True:
            raise misdeclared(
                f"“{name}” is true by default, but a flag is off unless the player writes it. "
                f"Rename it, such as “no_{name}”."
            )
        return super().at(name, default)

    @property
    def forms(self) -> tuple[str, ...]:
        return self.words[:1]

    @property
    def house_rules(self) -> tuple[str, ...]:
        return self.forms if self.house_rule else ()

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "boolean", "default": False}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        return spelled_as(self.words)

    def said(self, pieces: Sequence[Piece]) -> bool:
        return True

    def together(self, parts: Sequence[tuple[Any, Sequence[Piece]]]) -> bool:
        return True

    def spell(self, value: Any) -> str:
        return self.words[0] if value else ""

    def setting(self, plain: Any) -> bool:
        return YES_OR_NO[plain] if isinstance(plain, str) else bool(plain)

    def alternatives(self, value: Any) -> Iterator[tuple[Any, str]]:
        # A word that JSON always shows is the situation, as combat is, and not how a table plays.
        if not self.always and not value:
            yield True, f"with the word “{self.words[0]}”"


class Choice(Word):
    """A choice among a few: `weapon axe`, `weapon=axe` or just `axe`; of numbers `trait 8` or `trait d8`.

    `values` are names or whole numbers. The rule is given one of them, or the one of `members` in its place. Those that
    are `apart` are names of something else, too, and never said alone.
    """

    kind: ClassVar[str] = "choice"
    named: ClassVar[bool] = True

    values: tuple[str | int, ...] = ()
    members: tuple[Any, ...] = ()
    default: str | int | None = None
    apart: tuple[str, ...] = ()

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        if not self.values:
            raise misdeclared(f'The {self.kind} “{name}” needs its values: Literal["all", "kept"].')
        start = default if self.default is None else self.default
        if start is not None and start not in self.values:
            raise misdeclared(f"“{name}” cannot be {shown(default)} by default.")
        return super().at(name, default, choices)

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(map(str, self.values))

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(map(self.spell, self.values))

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
        spelled = spelled_as(self.words)
        if not self._of_names:
            signed = [SIGNED] if any(isinstance(value, int) and value < 0 for value in self.values) else []
            return [(*word, number) for word in spelled for number in (NUMBER, CODE, *signed)]
        names = spelled_as(self.choices)
        alone = spelled_as([choice for choice in self.choices if choice not in self.apart])
        setting: list[Pattern] = [(Slot("setting", (word,)),) for word in self.words if " " not in word]
        return [*setting, *((*word, *name) for word in spelled for name in names), *alone]

    def said(self, pieces: Sequence[Piece]) -> str | int:
        if pieces[-1].kind in ("number", "code", "signed"):
            digits = pieces[-1].said.lstrip("d")
            number = pieces[-1].value if pieces[-1].kind != "code" else int(digits) if digits.isdecimal() else 0
            if number in self.values:
                return number
            raise self._no_choice(pieces[-1], digits)
        text = " ".join(piece.said.rpartition("=")[2] for piece in pieces)
        for value in sorted(self.choices, key=len, reverse=True):
            if text == value or text.endswith(f" {value}"):
                return value
        raise self._no_choice(pieces[-1], text)

    def _no_choice(self, piece: Piece, text: str) -> NotationError:
        message = f"{self._called} can be {' or '.join(self.choices)}."
        return piece.refused(message, self.choices, nearest(text, self.choices), max(0, len(piece.text) - len(text)))

    @property
    def _called(self) -> str:
        return f"“{self.words[0]}”"

    def unfinished(self, following: Piece) -> NotationError | None:
        return None if following.said in self.choices else self._no_choice(following, following.said)

    def spell(self, value: Any) -> str:
        return f"{self.words[0]} {value}"

    def argument(self, value: Any) -> Any:
        if not self.members or value is None:
            return value
        return self.members[[str(one) for one in self.values].index(str(value))]

    def label(self, plain: Any) -> str:
        return str(plain)


class HouseRule(Choice):
    """A choice that a table makes where the book is silent: `chaos=kept`. The first of `values` is the default."""

    kind: ClassVar[str] = "house rule"
    named: ClassVar[bool] = False

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        values = self.values or tuple(map(str, choices))
        return super(HouseRule, self.replace(values=values, default=next(iter(values), None))).at(name, default)

    @property
    def forms(self) -> tuple[str, ...]:
        return self.house_rules

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(map(self.spell, self.values))

    @property
    def house_rules(self) -> tuple[str, ...]:
        return self.spellings[1:]

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(Slot("setting", (self.name,)),), (Slot("word", (self.name,)), Slot("word", self.choices))]

    @property
    def _called(self) -> str:
        return f"The house rule “{self.name}”"

    def together(self, parts: Sequence[tuple[Any, Sequence[Piece]]]) -> str:
        first = parts[0][0]
        for choice, pieces in parts:
            if choice != first:
                raise pieces[0].contradicts(f"{self._called} is {first} or {choice}, not both.")
        return str(first)

    def unfinished(self, following: Piece) -> NotationError | None:
        return None

    def spell(self, value: Any) -> str:
        return f"{self.name}={value}"

    def alternatives(self, value: Any) -> Iterator[tuple[Any, str]]:
        for choice in self.values:
            if choice != value:
                yield choice, f"under the house rule {self.spell(choice)}"


class CheckWord(Word):
    """A check of any game in parentheses: `(ten attack +4 damage 2d6)`.

    With `words` it follows one of them: `damage (wild 4D)`. Without, it is written alone; a rule that takes several of
    these gets them in the order of its options. In JSON it is its canonical text.
    """

    kind: ClassVar[str] = "check"

    help: str = "a check of any game"

    @property
    def in_turn(self) -> bool:
        return not self.words

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.spell("CHECK"),)

    @property
    def example(self) -> str:
        return self.spell("ten")

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "string", "maxLength": TEXT_LENGTH}}

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(*word, CHECK) for word in spelled_as(self.words)] or [(CHECK,)]

    def said(self, pieces: Sequence[Piece]) -> Any:
        return pieces[-1].check

    def spell(self, value: Any) -> str:
        return f"{self.words[0]} ({value})" if self.words else f"({value})"

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: str(value)}


class Phrase(Word):
    """Everything after a rule's name, read by a grammar of its own: the expression of `dice`.

    `reads` returns the value of a text from an index on, or raises NotationError with its column; the value writes
    itself (`str`). `form` shows an example. `endings` may follow a text, before a number, each with its meaning.
    """

    kind: ClassVar[str] = "phrase"
    whole: ClassVar[bool] = True

    form: str
    reads: Callable[[str, int], Any]
    endings: Mapping[str, str] = MappingProxyType({})

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.form,)

    def read(self, text: str, start: int) -> Any:
        return self.reads(text, start)

    def ended(self, text: str, start: int) -> list[tuple[int, str, str]]:
        ends = []
        for ending, means in self.endings.items():
            begun = reversed(range(len(ending) if ending[0] != "}" else 1))  # a brace that is there closes one
            there = next(at for at in begun if text.lower().endswith(ending[:at]))
            for number in "12":  # one of them fits: every die shows 1 or more, and few can show 2 dice
                with suppress(SixfoldError):
                    self.reads(f"{text[: len(text) - there]}{ending}{number}", start)
                    ends.append((there, ending, means))
                    break
        most = max((there for there, *_ in ends), default=0)
        return [each for each in ends if each[0] == most]

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: {"type": "string", "examples": [self.form]}}

    def spell(self, value: Any) -> str:
        return str(value)

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: str(value)}
