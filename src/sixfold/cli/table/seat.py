"""A person's seat: in their own room, kept in a file, or in a room on a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from sixfold.room.commands import Command
from sixfold.rules.rule import System

Shown = Mapping[str, Any]
"""An event as this person sees it."""


class Seat(Protocol):
    """What a terminal needs of a room. Whatever it refuses is a SixfoldError."""

    @property
    def person(self) -> str:
        """The id of who sits here."""
        ...

    @property
    def systems(self) -> Mapping[str, System]:
        """The games that are known here."""
        ...

    def view(self, games: Iterable[str] = ()) -> Mapping[str, Any]:
        """The room as this person sees it, with the instruments of these games and of those that were used."""
        ...

    def do(self, command: Command) -> Shown:
        """Ask the room for something; the event that answers."""
        ...

    def log(self) -> Iterable[Shown]:
        """All events, as this person sees them."""
        ...

    def export(self, form: str) -> str:
        """The log as this person may see it, as `json`, `csv` or `markdown`."""
        ...

    def entropy(self) -> str:
        """Fresh entropy for a throw, 32 hexadecimal digits."""
        ...
