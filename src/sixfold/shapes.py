"""The shapes of the JSON that is read back, checked by msgspec."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from sixfold.errors import RecordError


class CheckShape(msgspec.Struct, frozen=True):
    version: Literal[1]
    text: str


class ThrowShape(msgspec.Struct, frozen=True):
    label: str
    sides: int
    faces: list[int]
    kept: list[bool]


class RecordShape(msgspec.Struct, frozen=True):
    version: Literal[1]
    text: str
    throws: list[ThrowShape]
    outcome: dict[str, Any]
    source: str
    choices: list[int] = []


class OddsRow(msgspec.Struct, frozen=True):
    outcome: dict[str, Any]
    exact: str


class OddsShape(msgspec.Struct, frozen=True):
    version: Literal[1]
    text: str
    unresolved: str
    outcomes: list[OddsRow]


Shape = TypeVar("Shape", bound=msgspec.Struct)


def checked(data: Any, shape: type[Shape]) -> Shape:
    """The data in its shape; raises RecordError (record/malformed) that says what is wrong, and where."""
    try:
        return msgspec.convert(data, shape, strict=True)
    except msgspec.ValidationError as error:
        raise RecordError("record/malformed", f"This cannot be read: {error}.") from None
