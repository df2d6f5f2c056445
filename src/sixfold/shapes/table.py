"""The grid of a rule book: `table --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.shapes.parts import Unresolved, Version


class Axis(Struct, frozen=True):
    """What rows or columns go through."""

    option: str
    values: list[bool | int | str]
    labels: list[str]


class Cell(Struct, frozen=True):
    """A check of the grid: a chance, or a mean; null where it has none."""

    text: str
    exact: str | None
    decimal: float | None
    unresolved: Unresolved | UnsetType = UNSET


class Grid(Struct, frozen=True):
    """A check over a range of one option, or of two."""

    version: Version
    text: str
    show: Annotated[list[str], Meta(description="The figures shown for each check.")]
    rows: Axis
    columns: Axis | None
    cells: Annotated[list[list[Cell]], Meta(description="The cells, row by row.")]
