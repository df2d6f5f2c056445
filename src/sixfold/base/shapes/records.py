"""Many records: `roll --times N --json`."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.base.shapes.error import Problem
from sixfold.base.shapes.parts import Version
from sixfold.base.shapes.record import Record


class Records(Struct, frozen=True):
    """A check that was thrown many times."""

    version: Version
    records: list[Record]
    error: Annotated[Problem | UnsetType, Meta(description="The error that stopped the rolls early.")] = UNSET
