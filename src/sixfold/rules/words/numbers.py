"""Words with a number: amounts, dice, and extra dice that cancel each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any, ClassVar, Self

from sixfold.base.bounds import AMOUNT, DICE_IN_A_HAND, LABEL_LENGTH, MODIFIER, SIDES
from sixfold.base.printable import code_point, first_refused
from sixfold.base.wording import counted, figures, minus, signed
from sixfold.errors import BoundsError, NotationError, misdeclared
from sixfold.rules.words.pieces import (
    CODE,
    COMPARED,
    LABEL,
    NUMBER,
    SIGNED,
    SIGNS,
    STOP,
    Pattern,
    Piece,
    Slot,
    spelled_as,
    unclear,
)
from sixfold.rules.words.word import Schema, Word, whole_number

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

    def _form(self, number: str) -> str:
        return f"{self.words[0]} {number}"

    def schema(self) -> Mapping[str, Schema]:
        return {self.name: whole_number(self.least, self.most, self.default)}

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
        signs = tuple(spelling for spelling, sign in COMPARED.items() if sign == self.compares)
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
        if sides.text != "6":
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
        return self.label(islice(cycle(known), min(max(self.at_least, 3), self.at_most)))

    @property
    def patterns(self) -> Sequence[Pattern]:
        return [(CODE,)]

    def schema(self) -> Mapping[str, Schema]:
        die = whole_number(1, SIDES)
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

    def together(self, parts: Sequence[tuple[Any, Sequence[Piece]]]) -> tuple[int, ...]:
        dice = tuple(sorted([die for part, _ in parts for die in part]))
        if not self.at_least <= len(dice) <= self.at_most:
            piece = parts[-1][1][0]
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

    def schema(self) -> Mapping[str, Schema]:
        meaning = f"{self.help}; above zero {self.up[0]}, below zero {self.down[0]}"
        ends = {"description": meaning, "x-ends": [self.down[0], self.up[0]]}
        return {self.name: whole_number(self.least, self.most, 0) | ends}

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

    def together(self, parts: Sequence[tuple[Any, Sequence[Piece]]]) -> int:
        value: int = sum(each for each, _ in parts)
        if abs(value) > self.most:
            word = (self.up if value > 0 else self.down)[0]
            pieces = parts[-1][1]
            number = next((piece for piece in pieces if piece.kind != "word"), pieces[0])
            raise number.out_of_bounds(f"“{word}” must be", 0, self.most)
        return value

    def spell(self, value: Any) -> str:
        return self._form(self.up[0] if value >= 0 else self.down[0], str(abs(value)))

    def label(self, plain: Any) -> str:
        return self.write(plain) or minus(str(plain))


Entries = tuple[tuple[int, str], ...]
"""Numbers, each with its label or none."""


class Modifier(Word):
    """Signed numbers that add up, each with a label if the player likes: `+2 [Strength] -1`.

    `tiers` are words for numbers (T8).
    """

    kind: ClassVar[str] = "modifier"
    repeats: ClassVar[bool] = True

    name: str = "modifier"
    help: str = "a modifier; any number of them add up, and may carry a label: +2 [Strength]"
    tiers: tuple[tuple[str, int], ...] = ()

    default: Entries = ()
    least, most = -MODIFIER, MODIFIER

    @property
    def forms(self) -> tuple[str, ...]:
        return ("+N", "-N", *(name for name, _ in self.tiers))

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.tiers)

    def schema(self) -> Mapping[str, Schema]:
        label = {"type": "string", "maxLength": LABEL_LENGTH}
        parts = {"value": whole_number(self.least, self.most), "label": label}
        entry = {"type": "object", "properties": parts, "required": list(parts)}
        named: Schema = {"x-named": dict(self.tiers)} if self.tiers else {}
        return {
            self.name: whole_number(self.least, self.most, 0) | named,
            f"{self.name}s": {"type": "array", "items": entry},
        }

    @property
    def patterns(self) -> Sequence[Pattern]:
        tier: list[Pattern] = [(Slot("word", self.spellings),)] if self.tiers else []
        return [(SIGNED, LABEL), (SIGNED,), *tier]

    def said(self, pieces: Sequence[Piece]) -> tuple[int, str]:
        first = pieces[0]
        if first.kind == "word":
            return dict(self.tiers)[first.said], first.said
        value = first.number(self.least, self.most, "A modifier must be")
        return value, _label(pieces[1]) if len(pieces) > 1 else ""

    def together(self, parts: Sequence[tuple[Any, Sequence[Piece]]]) -> Entries:
        entries = [entry for entry, _ in parts]
        tiers = [pieces[0] for _, pieces in parts if pieces[0].kind == "word"]
        if len(tiers) > 1:
            raise self._one_tier(tiers)
        if abs(sum(value for value, _ in entries)) > MODIFIER:
            raise parts[-1][1][0].out_of_bounds("All modifiers together must be", self.least, self.most)
        return canonical(entries)

    def _one_tier(self, tiers: Sequence[Piece]) -> NotationError:
        """The error for two tiers, of which a check has one: each of them alone, or both as modifiers."""
        text, named = tiers[0].within, dict(self.tiers)
        alone = {tier.said: tier for tier in tiers}
        readings = [[tier.text if tier is kept else "" for tier in tiers] for kept in alone.values()]
        readings.append([f"{named[tier.said]:+d} [{tier.said}]" for tier in tiers])
        return unclear(text, tiers[1].column, [replaced(text, tiers, reading) for reading in readings])

    def spell(self, value: Entries) -> str:
        return " ".join(f"{n:+d} [{label}]" if label else f"{n:+d}" for n, label in value or ((0, ""),))

    def to_json(self, value: Entries) -> Mapping[str, Any]:
        options: dict[str, Any] = {self.name: self.argument(value)}
        if any(label for _, label in value):
            options[f"{self.name}s"] = [{"value": n, "label": label} for n, label in value]
        return options

    def from_json(self, options: Mapping[str, Any]) -> Entries:
        listed = options.get(f"{self.name}s")
        if listed is None:
            return self.setting(options[self.name])
        entries = tuple((m["value"], m["label"]) if isinstance(m, Mapping) else tuple(m) for m in listed)
        if options.get(self.name, self.argument(entries)) != self.argument(entries):
            message = f"The {self.name}s add up to {signed(self.argument(entries))}, not to what “{self.name}” says."
            raise NotationError("notation/conflict", message)
        return entries

    def argument(self, value: Entries) -> int:
        return sum(n for n, _ in value)

    def keeps(self, requested: Entries, value: Entries) -> bool:
        """Every labelled number is still there, and the sum of the others if there was one; more may be added.

        Numbers without a label become one number, so beside one that was asked for what is added needs a label.
        """
        left = list(value)
        for entry in requested:
            if entry not in left:
                return False
            left.remove(entry)
        return True

    def told(self, value: Entries) -> tuple[str, str] | None:
        if not value:
            return None
        each = [f"{signed(n)} [{label}]" if label else signed(n) for n, label in value]
        total = f" = {signed(self.argument(value))}" if len(each) > 1 else ""
        return "modifiers", " ".join(each) + total

    def setting(self, plain: Any) -> Entries:
        if isinstance(plain, int):
            return ((plain, ""),) if plain else ()
        return tuple(plain)

    def label(self, plain: Any) -> str:
        return signed(plain)


def replaced(text: str, pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """Return a text with a word in the place of each of some pieces."""
    for piece, word in zip(reversed(pieces), reversed(words), strict=True):
        text = text[: piece.column - 1] + word + text[piece.end :]
    return text


def canonical(entries: Sequence[tuple[int, str]]) -> Entries:
    """Numbers without a label add up to one, which comes first; labelled ones stay as they are."""
    plain = sum(value for value, label in entries if not label)
    return (((plain, ""),) if plain else ()) + tuple(entry for entry in entries if entry[1])


def _label(piece: Piece) -> str:
    refused = first_refused(piece.text)  # something obeys it instead of showing it, such as a change of direction
    if refused is not None:
        message = f"{code_point(piece.text[refused])} cannot be in a label: it is a control character."
        raise piece.refused(message, skip=refused)
    label = " ".join(piece.text[1:-1].split())
    if len(label) > LABEL_LENGTH:
        raise BoundsError(f"A label has at most {LABEL_LENGTH} characters.", piece.within, piece.column)
    return label
