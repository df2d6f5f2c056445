"""A character at a table, as a document that goes from one room to another."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from sixfold.base.shapes.config import Saved
from sixfold.base.shapes.parts import Version


class Character(Struct, frozen=True, kw_only=True):
    """A character: its game, what its game keeps of it, and saved checks."""

    version: Version = 1
    name: str
    game: Annotated[str, Meta(description="The name of its game; empty if it belongs to none.")] = ""
    notes: str = ""
    values: Annotated[
        dict[str, Any], Meta(description="What it has, by the traits of its game: see `characters` in `games`.")
    ] = {}
    checks: list[Saved] = []
