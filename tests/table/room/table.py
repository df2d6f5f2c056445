"""A table to play at: a room with its events in a list, and everything that a store would do for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS
from sixfold.table.room import Decided, LogEvent, Person, Randomness, RoomState, exported, seen_by, who, written_out
from sixfold.table.room.commands import Answer, Bookmark, Command, Join, Open, Roll
from sixfold.table.room.dispatch import decide, replay
from sixfold.table.room.log_event import canonical
from sixfold.table.room.playing import PlayCheck, play

BEGIN = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
C = "00112233445566778899aabbccddeeff"
W = "ffeeddccbbaa99887766554433221100"


class Table:
    """A room whose chance follows from a name, so that every test plays the same evening again."""

    def __init__(self, name: str = "inn", systems: Mapping[str, System] = SYSTEMS) -> None:
        self.systems = systems
        self.play_check: PlayCheck = play
        self.secret = sha256(name.encode()).digest()
        self.state = RoomState(systems)
        self.events: list[LogEvent] = []
        self.commands = 0
        self.links = dict(self.do(Open("Friday")).given)
        self.tokens: dict[str, str] = {}

    def do(self, command: Command) -> Decided:
        """Decide on a command and keep what comes of it."""
        self.commands += 1
        chance = Randomness(self.secret, sha256(f"{self.commands}".encode()).digest())
        now = BEGIN + timedelta(seconds=self.commands)
        decided = decide(self.state, command, chance, now, self.play_check)
        self.events += decided.events
        self.state = decided.state
        return decided

    def join(self, role: str, name: str) -> str:
        """Somebody comes in by a link; gives his id."""
        token = self.do(Join(self.links[role], name)).given["token"]
        person = who(self.state, token).id
        self.tokens[person] = token
        return person

    def person(self, id: str | None) -> Person | None:
        """A person as they are now."""
        return self.state.people.get(id or "")

    def event(self, number: int, person: str | None = None) -> dict[str, Any]:
        """An event as a person sees it."""
        return seen_by(self.events[number - 1], self.person(person))

    def throw(self, person: str, check: str, **more: Any) -> dict[str, Any]:
        """Roll a check, drawn or typed; gives the answering event as the roller sees it."""
        if "faces" not in more:
            more = {"c": C, **more}
        return self.event(self.do(Roll(person, check, **more)).number, person)

    def seen(self, number: int = 0) -> Bookmark:
        """What somebody says who has seen the log up to an event, or up to the last one."""
        event = self.events[number - 1]
        return Bookmark(event.number, event.hash)

    def answer(self, person: str, question: int, choice: int, **more: Any) -> dict[str, Any]:
        """Take an option; gives the answering event."""
        return self.event(self.do(Answer(person, question, choice, **more)).number, person)

    def last(self, person: str | None = None) -> dict[str, Any]:
        """The last event as a person sees it."""
        return self.event(len(self.events), person)

    def export(self, person: str | None = None) -> str:
        """The log as a person may see it."""
        return written_out(exported(self.state.room, self.events, self.person(person)))

    def forged(self, change: Callable[[dict[str, Any]], None]) -> str:
        """The log as everyone may see it, with its last event changed: no hash after it gives that away."""
        data = json.loads(self.export())
        last = json.loads(data["events"][-1]["stored"])
        change(last)
        data["events"][-1]["stored"] = canonical(last).decode()
        return json.dumps(data)

    def again(self, count: int | None = None) -> RoomState:
        """The room folded from its stored events, the first `count` or all, as another process would."""
        return replay([replace(event) for event in self.events[:count]], self.systems)


def seated(name: str = "inn", systems: Mapping[str, System] = SYSTEMS) -> tuple[Table, str, str, str, str]:
    """A table with a master, two players and a spectator: the table and their ids."""
    table = Table(name, systems)
    people = [table.join(role, called) for role, called in
              (("master", "Mo"), ("player", "Ada"), ("player", "Bo"), ("spectator", "Cy"))]  # fmt: skip
    return table, *people  # type: ignore[return-value]
