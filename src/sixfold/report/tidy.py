"""Tidy data: a line for each observation, a column for each name, for programs."""

from __future__ import annotations

from typing import NamedTuple


class Tidy(NamedTuple):
    """Names, and lines of as many values."""

    names: tuple[str, ...]
    lines: tuple[tuple[str | int | float | None, ...], ...]
