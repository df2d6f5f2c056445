"""Advice on the best choice: `advise --json`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sixfold.base.shapes.fraction import PATTERN
from sixfold.base.shapes.parts import Decimal, Text, Version

Unresolved = Annotated[
    str, Meta(pattern=PATTERN, description="The maximum error: the true figure is at most this much higher.")
]
FractionText = Annotated[
    str, Meta(pattern=r"^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$", description="A chance or a mean in lowest terms, as text.")
]


class Worth(Struct, frozen=True):
    """The chance of an event, or the mean of a number."""

    exact: FractionText
    decimal: Decimal
    unresolved: Unresolved


class Valued(Worth, frozen=True):
    """The value of an option of a decision, with best play from there on."""

    loses: Annotated[FractionText, Meta(description="The loss compared with the best option.")]
    best: bool
    usual: Annotated[bool, Meta(description="Whether it is the default if nobody is asked.")]


class Option(Valued, frozen=True):
    """An option of a decision, and what it is worth."""

    option: str
    meaning: Annotated[str, Meta(description="The result of this option, as far as the dice on the table show it.")]


Kind = Annotated[Literal["event", "mean"], Meta(description="Whether the goal is a chance or a mean.")]


class Advice(Struct, frozen=True):
    """A decision with the dice on the table, and the value of each option."""

    version: Version
    text: Text
    aim: Annotated[str, Meta(description="An event, or the name of a number to maximise; with a minus, to minimise.")]
    kind: Kind
    label: Annotated[str, Meta(description="The question.")]
    dice: Annotated[list[int], Meta(description="The dice on the table, in the order rolled.")]
    choices: Annotated[list[int], Meta(description="The options chosen before.")]
    choice: Annotated[int, Meta(description="The index of the best option.")]
    options: list[Option]


class BestPlay(Struct, frozen=True):
    """The value of best play for an aim, beside the policy of the book."""

    aim: str
    kind: Kind
    best: Worth
    usual: Annotated[Worth, Meta(description="The default if nobody is asked.")]
    gain: Annotated[Worth, Meta(description="The least that best play gains.")]
