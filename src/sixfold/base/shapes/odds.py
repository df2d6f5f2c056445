"""Exact odds: `odds --json`."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.base.bounds import SHOWN_AT_ONCE
from sixfold.base.shapes.advise import BestPlay
from sixfold.base.shapes.fraction import PATTERN
from sixfold.base.shapes.parts import Chance, Check, Decimal, Text, Unresolved, Value, Values, Version, Whole

ExactText = Annotated[
    str, Meta(description="A fraction in lowest terms, as text.", extra_json_schema={"pattern": PATTERN})
]
"""An exact chance that is read as text: `read_exact` says what is wrong with it."""


class Distribution(Struct, frozen=True):
    """The distribution of an integer field."""

    mean: float
    sd: Annotated[float, Meta(description="The standard deviation.")]
    unresolved: Unresolved
    pmf: Annotated[dict[str, ExactText], Meta(description="The probability of each value.")]


class RowRead(Struct, frozen=True):
    """An outcome and its probability, as they are read."""

    outcome: Values
    exact: ExactText


class Row(RowRead, frozen=True):
    """One outcome and its probability."""

    decimal: Decimal


class Between(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of which only bounds are known, or a yes or no of which is known what it is far out.

    `endless` says that the number passes every bound on its open side with some chance. `far` is the yes or no where
    all endless numbers are far out.
    """

    least: Whole | UnsetType | None = UNSET
    most: Whole | UnsetType | None = UNSET
    endless: bool | UnsetType = UNSET
    far: bool | UnsetType = UNSET


class PartialRow(Struct, frozen=True):
    """An outcome that is known in part, and its probability."""

    outcome: Annotated[dict[str, Value | Between | None], Meta(description="Null if the value is unknown.")]
    exact: ExactText


class CoursePoint(Struct, frozen=True):
    """The chances of the endings after so many rolls or rounds."""

    at: int
    endings: Annotated[dict[str, Chance], Meta(description="The chance of each ending up to this count.")]
    going: Chance


class Course(Struct, frozen=True):
    """The chances of the endings after each roll or round."""

    number: Annotated[str, Meta(description="The field that counts the rolls or rounds.")]
    points: Annotated[list[CoursePoint], Meta(description="A point for each count, the first thousand of them.")]


class Odds(Check, frozen=True, kw_only=True):
    """The exact chance of everything that could happen in a check."""

    unresolved: Unresolved
    events: Annotated[
        dict[str, Chance], Meta(description="Every true-or-false field, and every named value as field=value.")
    ]
    numbers: Annotated[dict[str, Distribution], Meta(description="Every integer field.")]
    outcomes: Annotated[list[Row], Meta(description="Every outcome, likeliest first.")]
    partial: Annotated[
        list[PartialRow] | UnsetType, Meta(description="Outcomes of endless rerolls that are known only in part.")
    ] = UNSET
    asked: Annotated[
        dict[str, Chance] | UnsetType, Meta(description="The events that were asked for, by their text.")
    ] = UNSET
    whole: Annotated[bool | UnsetType, Meta(description="With --all: a report shows every value.")] = UNSET
    course: Annotated[
        Course | UnsetType,
        Meta(description="The chance of having finished after each roll or round: extended tests, duels."),
    ] = UNSET
    play: Annotated[
        BestPlay | UnsetType,
        Meta(description="With --aim: the value of best play; all other figures assume best play."),
    ] = UNSET


class OddsRead(Struct, frozen=True, kw_only=True):
    """Odds as they are read; the rest follows from this, and must agree where it is there."""

    version: Version
    text: Text
    unresolved: str
    outcomes: Annotated[list[RowRead], Meta(min_length=1)]
    partial: list[PartialRow] = []
    asked: Annotated[dict[str, object], Meta(max_length=SHOWN_AT_ONCE)] = {}
    whole: bool = False
    play: BestPlay | None = None
