"""Parts that the documents share: a version, fractions, chances, the values of an outcome."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, Self, TypeAlias

from msgspec import Meta, Struct, field

from sixfold.base.shapes.fraction import PATTERN, Bounds

Version: TypeAlias = Annotated[Literal[1], Meta(description="The version of this shape.")]
Text: TypeAlias = Annotated[str, Meta(description="The canonical text of a check.")]
Options: TypeAlias = Annotated[dict[str, Any], Meta(description="The options of the check, by name.")]
Whole: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Value: TypeAlias = bool | Whole | str
Values: TypeAlias = Annotated[dict[str, Value], Meta(description="The named values of an outcome.")]
Exact: TypeAlias = Annotated[
    Fraction, Meta(description="A fraction in lowest terms, as text.", extra_json_schema={"pattern": PATTERN})
]
Unresolved: TypeAlias = Annotated[
    Fraction,
    Meta(
        description="The maximum error: the true figure is at most this much higher.",
        extra_json_schema={"pattern": PATTERN},
    ),
]
Decimal: TypeAlias = Annotated[float, Meta(description="The double nearest to the exact figure.")]


class Chance(Struct, frozen=True, kw_only=True):
    """A probability."""

    exact: Exact
    decimal: Decimal
    unresolved: Unresolved = field(default_factory=Fraction)

    @classmethod
    def of(cls, chance: Bounds, **fields: Any) -> Self:
        """Its lower bound with the nearest double beside it, and how much more it may be; and other `fields`."""
        low = chance.low
        return cls(exact=low, decimal=low.numerator / low.denominator, unresolved=chance.unresolved, **fields)

    @property
    def bounds(self) -> Bounds:
        """The chance with its bounds."""
        return Bounds.of(self.exact, self.unresolved)


class Line(Struct, frozen=True):
    """A line of why it came out so: dice (face, counts), and words."""

    label: str
    faces: tuple[tuple[int | str, bool], ...]
    words: str


class Check(Struct, frozen=True, kw_only=True):
    """A check: one use of a rule with its options."""

    version: Version
    text: Text
    system: str
    rule: str
    options: Options


class ClauseSaid(Struct, frozen=True):
    """A clause of the rule book as it applies to the check."""

    clause: str
    text: str


class ClauseApplied(ClauseSaid, frozen=True):
    """A clause of the rule book that did something."""

    after: Annotated[int, Meta(description="The number of rolls made before the clause applied.")]
