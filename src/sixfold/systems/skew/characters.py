"""The character side of `skew` (clause K11): attributes, fields, skills and rotes.

A character is a value: learning something gives a new character.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sixfold.arguments import name, one_of, several, text, whole
from sixfold.bounds import KNOWLEDGE, MODIFIER, SCORE
from sixfold.errors import BoundsError, RuleError
from sixfold.printable import shown
from sixfold.rules.message import figures


@dataclass(frozen=True, slots=True)
class Attribute:
    """A general ability, with its value (any whole number up to ±1,000)."""

    name: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """A field of knowledge, with its field rank (0 or more)."""

    name: str
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with its skill level. It is basic, or advanced in a field: then `field` names it."""

    name: str
    level: int = 0
    field: str | None = None

    @property
    def advanced(self) -> bool:
        """Whether a rank in its field must come first."""
        return self.field is not None


@dataclass(frozen=True, slots=True)
class Rote:
    """A memorised procedure."""

    name: str


@dataclass(frozen=True, slots=True)
class Character:
    """A character with attributes, fields, skills and rotes, and a learning rate.

    Raises RuleError (rule/field-required) for an advanced skill without at least one rank in its field, and
    BoundsError for a number past ±1,000, a rank or level below 0, or a name past 80 characters.

    >>> Character("Mira").learn(Skill("Surgery", 1, field="Medicine"))
    Traceback (most recent call last):
    sixfold.errors.RuleError: Surgery is an advanced skill: it needs at least one rank in Medicine first.
    >>> surgeon = Character("Mira").study(Field("Medicine", 1)).learn(Skill("Surgery", 2, field="Medicine"))
    >>> surgeon.task("Surgery", vs=14)
    'skew task +2 [Surgery] vs 14'
    """

    name: str
    attributes: tuple[Attribute, ...] = ()
    fields: tuple[Field, ...] = ()
    skills: tuple[Skill, ...] = ()
    rotes: tuple[Rote, ...] = ()
    learning_rate: int = field(default=0)

    def __post_init__(self) -> None:
        name(self.name, "A name")
        _bounded("The learning rate", self.learning_rate, -MODIFIER)
        for things, kind in (
            (self.attributes, Attribute), (self.fields, Field), (self.skills, Skill), (self.rotes, Rote),
        ):  # fmt: skip
            for thing in several(things, "What a character knows", KNOWLEDGE):
                one_of(thing, "What a character knows", kind, f"of the kind {kind.__name__}")
                name(getattr(thing, "name", ""), "A name")
        for attribute in self.attributes:
            _bounded(attribute.name, attribute.value, -MODIFIER)
        for known in self.fields:
            _bounded(known.name, known.rank, 0)
        for skill in self.skills:
            _bounded(skill.name, skill.level, 0)
            if skill.field is not None and self.rank(skill.field) < 1:
                raise RuleError(
                    "rule/field-required",
                    f"{skill.name} is an advanced skill: it needs at least one rank in {skill.field} first.",
                )

    def rank(self, field_name: str) -> int:
        """The rank in a field; 0 where there is none."""
        return next((known.rank for known in self.fields if known.name == field_name), 0)

    def study(self, new: Field) -> Character:
        """The character with this field, in the place of one of the same name."""
        one_of(new, "What is studied", Field, "a Field")
        return replace(self, fields=(*(f for f in self.fields if f.name != new.name), new))

    def learn(self, new: Skill) -> Character:
        """The character with this skill, in the place of one of the same name."""
        one_of(new, "What is learned", Skill, "a Skill")
        return replace(self, skills=(*(s for s in self.skills if s.name != new.name), new))

    def memorise(self, new: Rote) -> Character:
        """The character with this rote."""
        one_of(new, "What is memorised", Rote, "a Rote")
        return replace(self, rotes=(*(r for r in self.rotes if r.name != new.name), new))

    def task(self, skill_name: str, attribute_name: str | None = None, vs: int | None = None) -> str:
        """The text of a task: one use of a skill, with an attribute if one bears on it.

        Raises RuleError (rule/unknown) when the character has no such skill or attribute.
        """
        attribute = "" if attribute_name is None else text(attribute_name, "An attribute")
        adjustments = [
            (called, value)
            for called, value in (
                (skill_name, {s.name: s.level for s in self.skills}.get(text(skill_name, "A skill"))),
                (attribute_name, {a.name: a.value for a in self.attributes}.get(attribute)),
            )
            if called is not None
        ]
        for called, value in adjustments:
            if value is None:
                raise RuleError("rule/unknown", f"{self.name} has no {shown(called)}.")
        words = [f"{value:+d} [{_label(called)}]" for called, value in adjustments]
        against = [] if vs is None else [f"vs {whole(vs, 'A difficulty', -SCORE, SCORE)}"]
        return " ".join(["skew task", *words, *against])


def _label(called: str) -> str:
    """A name as a label: brackets would end it."""
    return called.replace("[", "(").replace("]", ")")


def _bounded(called: str, value: int, low: int) -> None:
    if not low <= whole(value, called) <= MODIFIER:
        raise BoundsError(f"{called} must be from {figures(low)} to {figures(MODIFIER)}.")
