"""The games: a file or a folder each. A new one is a new file, and its name in GAMES."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from sixfold.rules.rule import System

GAMES: Final = ("ten", "skew", "wild", "hs", "odgs", "dice", "long")
"""The names of the games, each that of its file, in the order in which they are shown."""


class Games(Mapping[str, System]):
    """The games by name. A game's file is imported when it is asked for, so that a roll waits for one only."""

    def __getitem__(self, name: str) -> System:
        if name not in GAMES:
            raise KeyError(name)
        system: System = import_module(f"sixfold.systems.{name}").SYSTEM
        return system

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)

    def __contains__(self, name: object) -> bool:
        return name in GAMES


SYSTEMS: Final[Mapping[str, System]] = Games()
