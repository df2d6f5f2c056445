"""The config file: `config --json`."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.base.shapes.parts import Version


class Saved(Struct, frozen=True):
    """A check under a name."""

    name: str
    check: Annotated[str, Meta(description="Its text, as the file has it.")]


class SavedCharacter(Struct, frozen=True):
    """Somebody with saved checks."""

    name: str
    checks: list[Saved]


class Wrong(Struct, frozen=True):
    """Something in the file that cannot be rolled."""

    key: Annotated[str, Meta(description="The key in the file, as in checks.climb.")]
    message: str


class Configured(Struct, frozen=True, kw_only=True):
    """The config file."""

    version: Version
    path: Annotated[str, Meta(description="Where the file is, or would be; empty if there shall be none.")]
    exists: bool
    game: Annotated[str | UnsetType, Meta(description="The game of a check that names none.")] = UNSET
    checks: list[Saved]
    characters: list[SavedCharacter]
    problems: list[Wrong]
