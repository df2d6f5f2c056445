"""The words that a check is made of: each kind reads itself from a text and writes itself back.

A rule lists its words. From that list come the reading of its texts, their one canonical form, the shape of the
options in JSON, what is expected where something else stands, and the list of words that `systems` shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from sixfold.bounds import DICE_IN_A_HAND, LABEL_LENGTH, MODIFIER
from sixfold.errors import BoundsError, NotationError
from sixfold.rules.message import figures, nearest
from sixfold.rules.tokens import Cursor, Token


class Word(Protocol):
    """One kind of word of a rule."""

    @property
    def name(self) -> str:
        """The option that it sets."""
        ...

    @property
    def forms(self) -> tuple[str, ...]:
        """How it is written, for people: `superior N`."""
        ...

    @property
    def help(self) -> str:
        """What it means, in a few words."""
        ...

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every word that starts it, to guess from when one is nearly right."""
        ...

    def read(self, cursor: Cursor) -> bool:
        """Take what is its own from the cursor; False, and nothing taken, when there is none."""
        ...

    def default(self) -> Any:
        """The value when it is not said."""
        ...

    def write(self, value: Any) -> str:
        """The canonical words for a value; nothing for the default."""
        ...

    def to_json(self, value: Any) -> Mapping[str, Any]:
        """The options it shows in JSON."""
        ...

    def argument(self, value: Any) -> Any:
        """What the rule is given."""
        ...


class Modifier(NamedTuple):
    """Signed numbers that add up, each with a label if the player likes: `+2 [Strength] -1`.

    `tiers` are words that stand for a number (T8).
    """

    tiers: tuple[tuple[str, int], ...] = ()
    help: str = "a modifier; any number of them add up, and may carry a label: +2 [Strength]"
    name: str = "modifier"

    @property
    def forms(self) -> tuple[str, ...]:
        return ("+N", "-N", *(name for name, _ in self.tiers))

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.tiers)

    def read(self, cursor: Cursor) -> bool:
        token = cursor.peek()
        tiers = dict(self.tiers)
        if token.kind == "signed":
            cursor.take()
            value = cursor.number(token, -MODIFIER, MODIFIER, "A modifier goes")
            cursor.modifier_at = cursor.at - 1
            label = ""
            if cursor.peek().kind == "label":
                label = self._label(cursor)
            self._add(cursor, value, label, token.column)
            return True
        if token.kind == "word" and token.text.lower() in tiers:
            cursor.take()
            self._add(cursor, tiers[token.text.lower()], token.text.lower(), token.column)
            return True
        return False

    def _label(self, cursor: Cursor) -> str:
        token = cursor.take()
        label = " ".join(token.text[1:-1].split())
        if len(label) > LABEL_LENGTH:
            raise BoundsError(f"A label has at most {LABEL_LENGTH} characters.", cursor.text, token.column)
        return label

    def _add(self, cursor: Cursor, value: int, label: str, column: int) -> None:
        entries = [*cursor.values.get(self.name, ()), (value, label)]
        if abs(sum(entry[0] for entry in entries)) > MODIFIER:
            raise cursor.out_of_bounds(column, "All modifiers together go", -MODIFIER, MODIFIER)
        cursor.values[self.name] = self.canonical(entries)

    @staticmethod
    def canonical(entries: Any) -> tuple[tuple[int, str], ...]:
        """Numbers without a label add up to one, which comes first; labelled ones stay as they are."""
        plain = sum(value for value, label in entries if not label)
        return (((plain, ""),) if plain else ()) + tuple(e for e in entries if e[1])

    def default(self) -> tuple[tuple[int, str], ...]:
        return ()

    def write(self, value: Any) -> str:
        return " ".join(f"{n:+d} [{label}]" if label else f"{n:+d}" for n, label in value)

    def to_json(self, value: Any) -> Mapping[str, Any]:
        options: dict[str, Any] = {self.name: self.argument(value)}
        if any(label for _, label in value):
            options["modifiers"] = [{"value": n, "label": label} for n, label in value]
        return options

    def argument(self, value: Any) -> int:
        return sum(n for n, _ in value)


class Lean(NamedTuple):
    """Two opposite words that cancel each other one for one: superior and inferior, high and low."""

    name: str
    up: tuple[str, ...]
    down: tuple[str, ...]
    help: str
    most: int = DICE_IN_A_HAND
    number_first: bool = False
    always: bool = True

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(f"N {w}" if self.number_first else f"{w} N" for w in (self.up[0], self.down[0]))

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.up + self.down

    def read(self, cursor: Cursor) -> bool:
        taken = _counted(cursor, self.up + self.down, 0, self.most, self.help)
        if taken is None:
            return False
        word, count, column = taken
        last = cursor.tokens[cursor.at - 1]
        if last.kind == "word" and last.column == column:
            self._refuse_less_than_none(cursor, word)
        value = cursor.values.get(self.name, 0) + (count if word in self.up else -count)
        if abs(value) > self.most:
            raise cursor.out_of_bounds(column, f"{self.up[0].capitalize()} dice go", 0, self.most)
        cursor.values[self.name] = value
        return True

    def _refuse_less_than_none(self, cursor: Cursor, word: str) -> None:
        """`superior -2` would read as superior 1 and a modifier of -2, which nobody means."""
        if self.number_first:
            beside = cursor.tokens[cursor.at - 2] if cursor.modifier_at == cursor.at - 2 else None
        else:
            beside = cursor.peek()
        if beside is not None and beside.kind == "signed" and beside.text[0] != "+":
            other = self.down[0] if word in self.up else self.up[0]
            number = beside.text[1:].strip()
            said = f"{number} {other}" if self.number_first else f"{other} {number}"
            raise NotationError(
                "notation/unexpected",
                f"There is no “{word}” below zero. Say “{said}”, or write the modifier elsewhere in the check.",
                cursor.text,
                beside.column,
                (said,),
            )

    def default(self) -> int:
        return 0

    def write(self, value: Any) -> str:
        if not value:
            return ""
        word = self.up[0] if value > 0 else self.down[0]
        return f"{abs(value)} {word}" if self.number_first else f"{word} {abs(value)}"

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: value} if value or self.always else {}

    def argument(self, value: Any) -> Any:
        return value


class Amount(NamedTuple):
    """A word with a number: `threshold 10`, `vs 15`, `3 ranks`. Said once."""

    name: str
    words: tuple[str, ...]
    help: str
    low: int
    high: int
    number_first: bool = False
    signed: bool = False
    absent: int | None = None
    always: bool = False
    signs: bool = False

    @property
    def forms(self) -> tuple[str, ...]:
        if self.number_first:
            return (f"N {self.words[0]}",)
        return (f"{self.words[0]} {'+N' if self.signs else 'N'}",)

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.words

    def read(self, cursor: Cursor) -> bool:
        taken = _counted(cursor, self.words, self.low, self.high, self.help, self.signed, self.number_first)
        if taken is None:
            return False
        word, count, column = taken
        cursor.once(self.name, column, f"“{word}”")
        cursor.values[self.name] = count
        return True

    def default(self) -> int | None:
        return self.absent

    def write(self, value: Any) -> str:
        if value == self.absent:
            return ""
        if self.number_first:
            return f"{value} {self.words[value == 1 and len(self.words) > 1]}"
        return f"{self.words[0]} {value:+d}" if self.signs else f"{self.words[0]} {value}"

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: value} if self.always or value != self.absent else {}

    def argument(self, value: Any) -> Any:
        return value


class DieCode(NamedTuple):
    """A number of six-sided dice: `3D`, `4d`, `5d6`, after a word of its own if it has one (`damage 2d6`)."""

    name: str
    help: str
    low: int
    high: int
    form: str
    word: str = ""
    absent: int | None = None
    always: bool = True
    takes_modifier: bool = False

    @property
    def forms(self) -> tuple[str, ...]:
        return (f"{self.word} {self.form}".strip(),)

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.word,) if self.word else ()

    def read(self, cursor: Cursor) -> bool:
        token = cursor.peek()
        if self.word:
            if token.kind != "word" or token.text.lower() != self.word:
                return False
            cursor.take()
            following = cursor.peek()
            if following.kind not in ("code", "number"):
                raise NotationError(
                    "notation/unexpected",
                    f"After “{self.word}” comes a number of dice, like {self.forms[0]}.",
                    cursor.text,
                    following.column,
                    (self.form,),
                )
            token = following
        elif token.kind != "code":
            return False
        count, _, sides = token.text.lower().partition("d")
        if sides not in ("", "6"):
            raise NotationError(
                "notation/unexpected",
                f"Only six-sided dice here: write {count}d6, or roll other dice with “dice {token.text}”.",
                cursor.text,
                token.column + len(count) + 1,
                ("6",),
            )
        cursor.once(self.name, token.column, f"The number of dice ({token.text})")
        number = Token("number", count or "1", token.column)
        cursor.values[self.name] = cursor.number(number, self.low, self.high, "The number of dice goes")
        cursor.take()
        following = cursor.peek()
        if self.word and following.kind == "signed" and following.column == token.column + len(token.text):
            raise NotationError(
                "notation/unexpected",
                f"{self.word.capitalize()} is whole dice; a modifier of the roll stands apart from it.",
                cursor.text,
                following.column,
                (f"{following.text} {self.word} {token.text}",),
            )
        return True

    def default(self) -> int | None:
        return self.absent

    def write(self, value: Any) -> str:
        if value == self.absent:
            return ""
        code = self.form.replace("n", str(value), 1).replace("N", str(value), 1)
        return f"{self.word} {code}".strip()

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: value} if self.always or value != self.absent else {}

    def argument(self, value: Any) -> Any:
        return value


class Flag(NamedTuple):
    """A word that is there or not: `combat`."""

    name: str
    words: tuple[str, ...]
    help: str
    always: bool = False

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.words[0],)

    @property
    def spellings(self) -> tuple[str, ...]:
        return self.words

    def read(self, cursor: Cursor) -> bool:
        token = cursor.peek()
        if token.kind != "word" or token.text.lower() not in self.words:
            return False
        cursor.take()
        cursor.values[self.name] = True
        return True

    def default(self) -> bool:
        return False

    def write(self, value: Any) -> str:
        return self.words[0] if value else ""

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {self.name: value} if value or self.always else {}

    def argument(self, value: Any) -> Any:
        return value


class HouseRule(NamedTuple):
    """A choice that a table makes where the book is silent: `chaos=kept`. The first choice is the default."""

    name: str
    choices: tuple[str, ...]
    help: str

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(f"{self.name}={choice}" for choice in self.choices[1:])

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(f"{self.name}={choice}" for choice in self.choices)

    def read(self, cursor: Cursor) -> bool:
        token = cursor.peek()
        if token.kind != "setting":
            return False
        name, _, choice = token.text.lower().partition("=")
        if name != self.name:
            return False
        if choice not in self.choices:
            raise NotationError(
                "notation/unexpected",
                f"The house rule “{name}” can be {' or '.join(self.choices)}.",
                cursor.text,
                token.column + len(name) + 1,
                self.choices,
                nearest(choice, self.choices),
            )
        cursor.take()
        if cursor.values.get(self.name, choice) != choice:
            cursor.once(self.name, token.column, f"The house rule “{name}”")
        cursor.values[self.name] = choice
        return True

    def default(self) -> str:
        return self.choices[0]

    def write(self, value: Any) -> str:
        return "" if value == self.choices[0] else f"{self.name}={value}"

    def to_json(self, value: Any) -> Mapping[str, Any]:
        return {} if value == self.choices[0] else {self.name: value}

    def argument(self, value: Any) -> Any:
        return value


def _counted(
    cursor: Cursor,
    words: tuple[str, ...],
    low: int,
    high: int,
    what: str,
    signed: bool = False,
    one_alone: bool = True,
) -> tuple[str, int, int] | None:
    """A word with its number before or after it; a word alone counts one where that makes sense."""
    first, second = cursor.peek(), cursor.peek(1)
    numbers = ("number", "signed") if signed else ("number",)
    if first.kind == "number" and second.kind == "word" and second.text.lower() in words:
        cursor.take()
        cursor.take()
        word, number = second.text.lower(), first
    elif first.kind == "word" and first.text.lower() in words:
        cursor.take()
        word, number = first.text.lower(), second
        if second.kind not in numbers:
            if one_alone:
                return word, 1, first.column
            raise NotationError(
                "notation/unexpected",
                f"After “{first.text}” comes a number, from {figures(low)} to {figures(high)}.",
                cursor.text,
                second.column,
                ("a number",),
            )
        cursor.take()
    else:
        return None
    return word, cursor.number(number, low, high, f"“{word}” goes"), number.column
