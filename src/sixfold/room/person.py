"""A person who joined a room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sixfold.bounds import EVENTS
from sixfold.rules.instrument import Person as Seated

ROLES: Final = ("master", "player", "spectator")


@dataclass(frozen=True, slots=True)
class Person:
    """A person who joined. `token` is the hash of their token; `here` is False once they left or were removed.

    A former GM still sees what was for the GM up to event `master_until`.
    """

    id: str
    name: str
    colour: str
    role: str
    token: str
    here: bool = True
    master_until: int = 0

    @property
    def sees_master_until(self) -> int:
        """The number of the last event whose GM-only part this person may read."""
        return 2 * EVENTS if self.role == "master" else self.master_until

    @property
    def seated(self) -> Seated:
        """This person as the games know them."""
        return Seated(self.id, self.name, self.role)
