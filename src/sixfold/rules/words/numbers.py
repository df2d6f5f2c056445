"""Words with a number: amounts, dice, and extra dice that cancel each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from sixfold.bounds import AMOUNT, DICE_IN_A_HAND, SIDES
from sixfold.errors import BoundsError, NotationError, misdeclared
from sixfold.rules.message import counted, figures, minus
from sixfold.rules.words.pieces import CODE, COMPARED, NUMBER, SIGNED, SIGNS, STOP, Pattern, Piece, Slot, spelled_as
from sixfold.rules.words.word import Schema, Word

VERSUS = ("vs", "against", "dc", "difficulty", "tn")
"""Words for the number that a roll is compared with, of many games."""


class Ranged(Word):
    """A word with a number from `least` to `most`."""

    named: ClassVar[bool] = True

    least: int = 0
    most: int = AMOUNT
    default: int | None = None

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        word = super().at(name, default)
        if word.default is not None and not word.least <= word.default <= word.most:
            raise misdeclared(f"“{name}” can be {word.span}: it cannot be {figures(word.default)} by default.")
        return word

    @property
    def span(self) -> str:
        """Its bounds in words."""
        return f"from {figures(self.least)} to {figures(self.most)}"

    @property
    def forms(self) -> tuple[str, ...]:
        return (self._form("N"),)

    @property
    def open_form(self) -> str:
        return self._form("?")

    def _form(self, number: str) -> str:
        return f"{self.words[0]} {number}"

    def schema(self) -> Mapping[str, Schema]:
        schema: Schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {self.name: schema if self.default is None else {**schema, "default": self.default}}

    def unfinished(self, following: Piece) -> NotationError | None:
        return self._needs(following, f"a number, {self.span}", "a number")

    def _needs(self, following: Piece, what: str, expected: str) -> NotationError:
        return following.refused(f"After “{self.words[0]}” comes {what}.", (expected,))

    def spell(self, value: Any) -> str:
        return self._form(str(value))


class Amount(Ranged):
    """A word with a number from `least` to `most`: `threshold 10`, `vs 15`, `3 ranks`. Said once.

    With `number_first` it is written `3 ranks`, and the word alone counts one: then `words` begins with the plural and
    the singular. With `sign` its number is shown with a sign: `size +1`. The sign that it `compares` with may replace
    the word: `≥` where this number or more succeeds. `plus` is the word for something added to it.
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


Pair = tuple[int, int]


class Sides(Ranged):
    """A number from `least` to `most` for each of two sides, or one for both: `health 20 15`, `health 20`.

    In JSON it is a number, with a second one if the sides differ (`second_health`).
    """

    kind: ClassVar[str] = "sides"

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        if default is not None:
            raise misdeclared(f"“{name}” has a number for each side, and no default.")
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
        numbers = ((NUMBER,), (NUMBER, NUMBER), (NUMBER, STOP, NUMBER))
        return [(*word, *each) for word in spelled_as(self.words) for each in numbers]

    def said(self, pieces: Sequence[Piece]) -> Pair:
        what = f"“{self.words[0]}” must be"
        numbers = [piece.number(self.least, self.most, what) for piece in pieces if piece.kind == "number"]
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


class DieCode(Ranged):
    """A number of six-sided dice from `least` to `most`: `3D`, `4d`, `5d6`.

    It follows a word of its own if it has one: `damage 2d6`. `form` is how it is written, with N for the number. With
    `adds` a modifier may follow it without a blank: `3D+1`. If `plus` is the word for something added, such a modifier
    is read as that: `damage 2d6+1` is `damage 2d6 plus 1`.
    """

    kind: ClassVar[str] = "die code"
    named: ClassVar[bool] = False

    most: int = DICE_IN_A_HAND
    form: str = "Nd6"
    always: bool = True
    adds: bool = False
    plus: str = ""

    def at(self, name: str, default: Any, choices: Sequence[str | int] = ()) -> Self:
        return Word.at(self, name, default)

    @property
    def example(self) -> str:
        return self.spell(min(self.most, max(self.least, 3)))

    def _form(self, number: str) -> str:
        return " ".join([*self.words, self.form.replace("N", number)])

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(*[Slot("word", (word,)) for word in self.words], CODE)]

    def said(self, pieces: Sequence[Piece]) -> int:
        piece = pieces[-1]
        number, sides = counted_and_sided(piece)
        if piece.said.partition("d")[2] and sides.text != "6":
            other = f"or roll other dice with “dice {piece.text}”"
            form = self._form(piece.said.partition("d")[0])
            raise sides.refused(f"Only six-sided dice here: write {form}, {other}.", ("6",))
        value = number.number(self.least, self.most, "The number of dice must be")
        if self.words and piece.within[piece.end : piece.end + 1] in tuple(SIGNS) and not self.plus:
            message = f"{self.words[0].capitalize()} is a number of dice; write a modifier of the roll apart from it."
            raise piece.refused(message, (f"{self.words[0]} {piece.text}",), skip=len(piece.text))
        return value

    def unfinished(self, following: Piece) -> NotationError | None:
        error = self._needs(following, f"a number of dice, like {self._form('2')}", self.form)
        if following.kind == "number":
            error.guess = self.form.replace("N", following.text)
        return error

    def label(self, plain: Any) -> str:
        return self.write(plain) or minus(str(plain))


def counted_and_sided(piece: Piece) -> tuple[Piece, Piece]:
    """The number of dice in a code such as 3d6, and their sides; one die and six sides where it does not say."""
    count, _, sides = piece.said.partition("d")
    at = piece.column + len(count) + 1
    return Piece("number", count or "1", piece.column, piece.within), Piece("number", sides or "6", at, piece.within)


class DicePool(Word):
    """Dice of several kinds, side by side: `d6 2d8 d10`. The rule gets a list of their sides, the smallest first.

    `sides` are those that a die may have; any, if it is empty. A hand has `at_least` to `at_most` dice.

    >>> pool = DicePool(name="dice")
    >>> pool.spell((6, 8, 8, 10)), pool.argument((6, 8, 8, 10))
    ('d6 2d8 d10', [6, 8, 8, 10])
    """

    kind: ClassVar[str] = "dice pool"
    repeats: ClassVar[bool] = True

    default: tuple[int, ...] | None = None
    sides: tuple[int, ...] = ()
    at_least: int = 1
    at_most: int = DICE_IN_A_HAND
    always: bool = True

    @property
    def forms(self) -> tuple[str, ...]:
        return ("NdS",)

    @property
    def example(self) -> str:
        known = self.sides or (6, 8, 10)
        return self.spell(
            tuple(sorted([known[at % len(known)] for at in range(min(max(self.at_least, 3), self.at_most))]))
        )

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(CODE,)]

    def schema(self) -> Mapping[str, Schema]:
        die: Schema = {"type": "integer", "minimum": 1, "maximum": SIDES}
        if self.sides:
            die["enum"] = list(self.sides)
        return {self.name: {"type": "array", "items": die, "minItems": self.at_least, "maxItems": self.at_most}}

    def said(self, pieces: Sequence[Piece]) -> tuple[int, ...]:
        size, die = counted_and_sided(pieces[0])
        dice = size.number(1, DICE_IN_A_HAND, "The number of dice must be")
        number = die.number(1, SIDES, "The number of sides must be")
        if self.sides and number not in self.sides:
            kinds = ", ".join(f"d{known}" for known in self.sides)
            raise die.refused(f"No d{number} belongs here: the dice are {kinds}.", (kinds,))
        return (number,) * dice

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> tuple[int, ...]:
        dice = tuple(sorted([die for part, _ in said for die in part]))
        if not self.at_least <= len(dice) <= self.at_most:
            piece = said[-1][1][0]
            span = f"{self.at_least}" if self.at_least == self.at_most else f"{self.at_least} to {self.at_most}"
            message = f"This hand has {counted(len(dice), 'die', 'dice')}; it must have {span}."
            raise BoundsError(message, piece.within, piece.column, (f"{span} dice",))
        return dice

    def spell(self, value: Any) -> str:
        counts = {die: value.count(die) for die in value}
        return " ".join(f"{count if count > 1 else ''}d{die}" for die, count in counts.items())

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: list(value)}

    def setting(self, plain: Any) -> tuple[int, ...]:
        return tuple(sorted(plain))

    def argument(self, value: Any) -> Any:
        return None if value is None else list(value)

    def label(self, plain: Any) -> str:
        return self.spell(self.setting(plain))


class Lean(Word):
    """Two opposite words that cancel each other one for one: superior and inferior, high and low.

    `up` and `down` are the spellings of either, the canonical one first; a word alone counts one. At most `most` are
    left when all have cancelled. With `number_first` it is written `2 high`.
    """

    kind: ClassVar[str] = "lean"
    repeats: ClassVar[bool] = True

    up: tuple[str, ...]
    down: tuple[str, ...]
    most: int = DICE_IN_A_HAND
    number_first: bool = False
    always: bool = True
    default = 0

    @property
    def least(self) -> int:
        return -self.most

    @property
    def forms(self) -> tuple[str, ...]:
        return self._form(self.up[0], "N"), self._form(self.down[0], "N")

    def _form(self, word: str, number: str) -> str:
        return f"{number} {word}" if self.number_first else f"{word} {number}"

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.up + self.down

    @property
    def open_form(self) -> str:
        return self._form(self.up[0], "?")

    def schema(self) -> Mapping[str, Schema]:
        meaning = f"{self.help}; above zero {self.up[0]}, below zero {self.down[0]}"
        return {
            self.name: {
                "type": "integer", "minimum": self.least, "maximum": self.most, "default": 0, "description": meaning,
                "x-ends": [self.down[0], self.up[0]],
            }
        }  # fmt: skip

    @property
    def patterns(self) -> Sequence[Pattern]:
        word = Slot("word", self.spellings)
        beside = (SIGNED, word) if self.number_first else (word, SIGNED)
        return [(word, NUMBER), (NUMBER, word), beside, (word,)]

    def said(self, pieces: Sequence[Piece]) -> int:
        word = next(piece for piece in pieces if piece.kind == "word")
        number = next((piece for piece in pieces if piece.kind != "word"), None)
        # A number past the bound may still be cancelled, so only the sum is compared with it.
        count = 1 if number is None else number.value
        return count if word.said in self.up else -count

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> int:
        value: int = sum(each for each, _ in said)
        if abs(value) > self.most:
            word = (self.up if value > 0 else self.down)[0]
            pieces = said[-1][1]
            number = next((piece for piece in pieces if piece.kind != "word"), pieces[0])
            raise number.out_of_bounds(f"“{word}” must be", 0, self.most)
        return value

    def spell(self, value: Any) -> str:
        return self._form(self.up[0] if value >= 0 else self.down[0], str(abs(value)))

    def label(self, plain: Any) -> str:
        return self.write(plain) or minus(str(plain))
