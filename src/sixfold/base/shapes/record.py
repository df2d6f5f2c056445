"""A record: `roll --json`."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.base.bounds import DICE_IN_AN_EVALUATION
from sixfold.base.shapes.parts import Chance, Check, ClauseApplied, Text, Values, Version

Dice = Annotated[list[int], Meta(max_length=DICE_IN_AN_EVALUATION)]
Choices = Annotated[
    list[int],
    Meta(
        max_length=DICE_IN_AN_EVALUATION,
        description="The options that the player chose, counted from 0, in the order asked; only if they were asked.",
    ),
]
Revision = Annotated[int, Meta(ge=1, le=10**9, description="The revision of the rule; only if it is not the first.")]


class Throw(Struct, frozen=True):
    """Dice that left the hand together."""

    label: Annotated[str, Meta(description="The rule's label of the roll.")]
    sides: Annotated[int, Meta(description="Sides of each die.")]
    faces: Annotated[Dice, Meta(description="Faces in the order rolled.")]
    kept: Annotated[
        list[bool], Meta(max_length=DICE_IN_AN_EVALUATION, description="Whether each die counts, in the same order.")
    ]
    shows: Annotated[
        list[str] | UnsetType, Meta(description="The texts on the sides of a die with faces of its own.")
    ] = UNSET


Throws = Annotated[list[Throw], Meta(max_length=DICE_IN_AN_EVALUATION, description="Every roll of dice, in order.")]
Source = Annotated[
    str,
    Meta(pattern=r"^(system|typed|seed:[\s\S]*)$", description="Where the dice came from: system, seed:TEXT or typed."),
]


class Record(Check, frozen=True, kw_only=True):
    """A check that was thrown. Its text and faces, with its choices, give its outcome again."""

    throws: Throws
    outcome: Values
    announcement: Annotated[str, Meta(description="The result in the words of the game.")]
    source: Source
    choices: Choices | UnsetType = UNSET
    revision: Revision | UnsetType = UNSET
    chance: Annotated[
        Chance | UnsetType | None,
        Meta(description="The chance of this result or better (--odds); null if there is none."),
    ] = UNSET
    why_no_chance: Annotated[str | UnsetType, Meta(description="The reason why there is no such chance.")] = UNSET
    clauses: Annotated[
        list[ClauseApplied] | UnsetType, Meta(description="The clauses that had an effect (--odds).")
    ] = UNSET


class RecordPlayed(Struct, frozen=True, kw_only=True):
    """A record as it is read; the rest follows from playing it again."""

    version: Version
    text: Text
    throws: Throws
    outcome: Values
    source: Source
    choices: Choices = []
    revision: Revision = 1
    announcement: str = ""
