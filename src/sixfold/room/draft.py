"""The events that a command leads to, as they are written one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sixfold.room.chance import Chance, moment
from sixfold.room.events import Event, written
from sixfold.room.kinds import Body
from sixfold.room.sight import Seers
from sixfold.room.state import State


@dataclass
class Draft:
    """The events so far, and the room after them.

    `number` is that of the event that answers the command, and `given` are secrets for the person who asked alone.
    """

    state: State
    chance: Chance
    now: datetime
    apply: Callable[[State, Event], State]
    events: list[Event] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    number: int = 0

    def write(
        self,
        person: str | None,
        body: Body,
        seers: Seers = None,
        revealed: Mapping[str, Any] = MappingProxyType({}),
    ) -> int:
        """Write an event of a person for `seers`, and return its number: from now on it is the answer."""
        self.number = self.state.number + 1
        at = max(self.state.at, moment(self.now))
        salt = self.chance.salt(self.number)
        event = written(self.number, self.state.head, at, person, body, seers, salt, revealed)
        self.state = self.apply(self.state, event)
        self.events.append(event)
        return self.number
