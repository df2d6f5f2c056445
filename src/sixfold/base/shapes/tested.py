"""The result of `test --json`: how much of a game was tried, and its faults."""

from typing import Annotated

from msgspec import Meta, Struct

from sixfold.base.shapes.parts import Version


class Finding(Struct, frozen=True):
    """A check or a rule, and a sentence about it."""

    about: str
    sentence: str


class Tested(Struct, frozen=True):
    """The result of the tests of a game."""

    version: Version
    system: str
    sound: Annotated[bool, Meta(description="Whether the odds of a check were compared, and no fault was found.")]
    checks: int
    solved: Annotated[int, Meta(description="Checks whose odds were compared.")]
    by_every_face: Annotated[int, Meta(description="Checks whose odds were compared with every possible roll.")]
    throws: Annotated[int, Meta(description="Rolls that were typed in and played again.")]
    best: Annotated[int, Meta(description="Checks of which best play was compared with every choice.")]
    elsewhere: Annotated[int, Meta(description="Plays that were repeated in other processes.")]
    faults: list[Finding]
    remarks: Annotated[list[Finding], Meta(description="Parts that could not be tried.")]
