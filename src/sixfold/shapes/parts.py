"""What the documents have in common: a version, fractions, chances, the values of an outcome."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.shapes.fraction import PATTERN

Version: TypeAlias = Annotated[Literal[1], Meta(description="The version of this shape.")]
Text: TypeAlias = Annotated[str, Meta(description="The canonical text of a check.")]
Options: TypeAlias = Annotated[dict[str, Any], Meta(description="The options of the check, by name.")]
Whole: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Value: TypeAlias = bool | Whole | str
Values: TypeAlias = Annotated[dict[str, Value], Meta(description="The named values of an outcome.")]
Exact: TypeAlias = Annotated[str, Meta(pattern=PATTERN, description="A fraction in lowest terms, as text.")]
Unresolved: TypeAlias = Annotated[
    str,
    Meta(
        pattern=PATTERN,
        description="The maximum error: the true figure is at most this much higher.",
    ),
]
Decimal: TypeAlias = Annotated[float, Meta(description="The double nearest to the exact figure.")]


class Chance(Struct, frozen=True):
    """A probability."""

    exact: Exact
    decimal: Decimal
    unresolved: Unresolved | UnsetType = UNSET


class CheckPart(Struct, frozen=True, kw_only=True):
    """The check that a document is about."""

    version: Version
    text: Text
    system: str
    rule: str
    options: Options


class ClauseApplied(Struct, frozen=True):
    """A clause of the rule book that did something."""

    clause: str
    text: str
    after: Annotated[int, Meta(description="The number of rolls made before the clause applied.")]
