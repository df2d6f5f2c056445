"""Signed numbers that add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sixfold.bounds import LABEL_LENGTH, MODIFIER
from sixfold.errors import BoundsError, NotationError
from sixfold.printable import code_point, first_refused
from sixfold.rules.message import signed
from sixfold.rules.words.pieces import LABEL, SIGNED, Pattern, Piece, Slot, unclear
from sixfold.rules.words.word import Schema, Word

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
    least, most, open_form = -MODIFIER, MODIFIER, "+?"

    @property
    def forms(self) -> tuple[str, ...]:
        return ("+N", "-N", *(name for name, _ in self.tiers))

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.tiers)

    def schema(self) -> Mapping[str, Schema]:
        entry = {
            "type": "object",
            "properties": {
                "value": {"type": "integer", "minimum": self.least, "maximum": self.most},
                "label": {"type": "string", "maxLength": LABEL_LENGTH},
            },
            "required": ["value", "label"],
        }
        named: Schema = {"x-named": dict(self.tiers)} if self.tiers else {}
        return {
            self.name: {"type": "integer", "minimum": self.least, "maximum": self.most, "default": 0, **named},
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

    def together(self, said: Sequence[tuple[Any, Sequence[Piece]]]) -> Entries:
        entries = [entry for entry, _ in said]
        tiers = [pieces[0] for _, pieces in said if pieces[0].kind == "word"]
        if len(tiers) > 1:
            raise self._one_tier(tiers)
        if abs(sum(value for value, _ in entries)) > MODIFIER:
            raise said[-1][1][0].out_of_bounds("All modifiers together must be", self.least, self.most)
        return canonical(entries)

    def _one_tier(self, tiers: Sequence[Piece]) -> NotationError:
        """The error for two tiers, of which a check has one: each of them alone, or both as modifiers."""
        text, named = tiers[0].within, dict(self.tiers)
        readings = []
        for kept in (*dict.fromkeys(tier.said for tier in tiers), ""):
            reading, said = text, False
            for tier in reversed(tiers):
                word = tier.text if tier.said == kept and not said else ""
                said = said or bool(word)
                reading = (
                    reading[: tier.column - 1]
                    + (word if kept else f"{named[tier.said]:+d} [{tier.said}]")
                    + (reading[tier.end :])
                )
            readings.append(reading)
        return unclear(text, tiers[1].column, readings)

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

    def keeps(self, asked: Entries, said: Entries) -> bool:
        """Every labelled number is still there, and the sum of the others if there was one; more may be added.

        Numbers without a label become one number, so beside one that was asked for what is added needs a label.
        """
        left = list(said)
        for entry in asked:
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
