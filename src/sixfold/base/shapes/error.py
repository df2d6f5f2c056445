"""An error: what any command prints with `--json` instead of its answer."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.base.shapes.advise import Kind, Valued
from sixfold.base.shapes.record import Throw


class Problem(Struct, frozen=True, kw_only=True):
    """A problem, for people and for programs."""

    code: Annotated[str, Meta(pattern="^[a-z]+/[a-z-]+$", description="A stable code: see the page on errors.")]
    message: Annotated[str, Meta(description="A sentence for people.")]
    column: Annotated[int | UnsetType, Meta(description="The place in the text, counted from 1.")] = UNSET
    expected: Annotated[list[str] | UnsetType, Meta(description="The words expected there.")] = UNSET
    guess: Annotated[str | UnsetType, Meta(description="A correction that can be parsed.")] = UNSET
    path: Annotated[str | UnsetType, Meta(description="The file of claims, or the config file.")] = UNSET
    line: Annotated[int | UnsetType, Meta(description="The line in it, counted from 1.")] = UNSET
    label: Annotated[str | UnsetType, Meta(description="The label of the roll that is needed, or the question.")] = (
        UNSET
    )
    size: Annotated[int | UnsetType, Meta(description="How many dice are needed (dice/needed).")] = UNSET
    sides: Annotated[int | UnsetType, Meta(description="How many sides each of them has (dice/needed).")] = UNSET
    lowest: Annotated[int | UnsetType, Meta(description="Their lowest face (dice/needed).")] = UNSET
    shows: Annotated[str | UnsetType, Meta(description="The symbols on their sides (dice/needed).")] = UNSET
    options: Annotated[list[str] | UnsetType, Meta(description="The options to choose from (choice/needed).")] = UNSET
    meanings: Annotated[list[str] | UnsetType, Meta(description="The result of each option (choice/needed).")] = UNSET
    default: Annotated[int | UnsetType, Meta(description="The default option (choice/needed).")] = UNSET
    dice: Annotated[list[int] | UnsetType, Meta(description="All faces on the table (choice/needed).")] = UNSET
    throws: Annotated[list[Throw] | UnsetType, Meta(description="The rolls on the table (choice/needed).")] = UNSET
    choices: Annotated[list[int] | UnsetType, Meta(description="The options chosen before (choice/needed).")] = UNSET
    aim: Annotated[str | UnsetType, Meta(description="The goal of the player (choice/needed).")] = UNSET
    kind: Kind | UnsetType = UNSET
    choice: Annotated[int | UnsetType, Meta(description="The best option for that (choice/needed).")] = UNSET
    worth: Annotated[list[Valued] | UnsetType, Meta(description="The value of each option (choice/needed).")] = UNSET


class Error(Struct, frozen=True):
    """An error instead of an answer."""

    error: Problem
