"""The people at a table as a verifier follows them: when they joined, their roles and their rights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sixfold.bounds import NAME_LENGTH, PEOPLE
from sixfold.room.names import read_name, told_apart

ROLES: Final = ("master", "player", "spectator")


class Lie(Exception):
    """The log does not hold."""


@dataclass
class Seat:
    """Somebody who came in."""

    name: str
    role: str
    here: bool = True


@dataclass
class Seats:
    """Everyone who came in, the door, and the links that there are."""

    people: dict[str, Seat] = field(default_factory=dict)
    links: set[str] = field(default_factory=lambda: set(ROLES))
    open: bool = True
    _watching: list[list[str]] = field(default_factory=list)

    def watching(self) -> list[str]:
        """Return who sees the parts for the master: the masters who are here, and all later masters."""
        found = list(self.masters)
        self._watching.append(found)
        return found

    @property
    def masters(self) -> tuple[str, ...]:
        """The masters who are here."""
        return tuple(person for person, seat in self.people.items() if seat.here and seat.role == "master")

    def here(self, person: Any, *roles: str) -> Seat:
        """Somebody who is here, in one of these roles if any are named."""
        seat = self.people.get(person)
        if seat is None:
            raise Lie(f"is by or about {str(person)[:40]!r}, who never came in")
        if not seat.here:
            raise Lie(f"is by or about {person}, who is gone")
        if roles and seat.role not in roles:
            raise Lie(f"is by or about {person}, who may not: a {seat.role}")
        return seat

    def audience(self, person: str, visible: str) -> frozenset[str] | None:
        """Who sees what somebody throws at this moment; None is everyone."""
        if visible == "all":
            return None
        if visible == "self":
            return frozenset((person,))
        if not self.masters:
            raise Lie("is for a master, and there is none here")
        return frozenset((*self.masters, person) if visible == "master" else self.masters)

    # -- what happens to them --------------------------------------------------------------------------------

    def opened(self, body: Mapping[str, Any]) -> None:
        """The room has a name."""
        _name(body["name"], [], 2 * NAME_LENGTH)

    def joined(self, body: Mapping[str, Any]) -> None:
        """Check that people join by a known link through an open door, with the next id and a unique name."""
        if body["person"] != f"p{len(self.people) + 1}" or len(self.people) >= PEOPLE:
            raise Lie(f"lets somebody in as {str(body['person'])[:40]!r}; the next one is p{len(self.people) + 1}")
        if body["role"] not in self.links or not (self.open or body["role"] == "master"):
            raise Lie(f"lets a {body['role']} in by an unknown link, or through a closed door")
        _name(body["name"], self._taken())
        self.people[body["person"]] = Seat(body["name"], body["role"])
        if body["role"] == "master":
            self._sworn_in(body["person"])

    def renamed(self, body: Mapping[str, Any]) -> None:
        """Oneself, or anyone for a master."""
        by, seat = self.here(body["person"]), self.here(body["who"])
        if by is not seat and by.role != "master":
            raise Lie("gives somebody else a name, which is the master's")
        _name(body["name"], self._taken(seat))
        if body["was"] != seat.name:
            raise Lie("gives a wrong former name")
        seat.name = body["name"]

    def removed(self, body: Mapping[str, Any]) -> None:
        """Check that a master removes somebody else."""
        self.here(body["person"], "master")
        if body["who"] == body["person"]:
            raise Lie("lets the master remove themselves")
        self.here(body["who"]).here = False

    def left(self, body: Mapping[str, Any]) -> None:
        """Anyone; the last master hands over first, where there is a player."""
        seat = self.here(body["person"])
        others = [other for other in self.people.values() if other.here and other.role == "player"]
        if self.masters == (body["person"],) and others:
            raise Lie("lets the last master go")
        seat.here = False

    def handed_over(self, body: Mapping[str, Any]) -> None:
        """From a master to somebody else; the master's link ends."""
        by, to = self.here(body["person"], "master"), self.here(body["to"], "player", "spectator")
        by.role, to.role = "player", "master"
        self._sworn_in(body["to"])
        self.links.discard("master")

    def door(self, body: Mapping[str, Any]) -> None:
        """By a master."""
        self.here(body["person"], "master")
        self.open = body["open"]

    def renewed(self, body: Mapping[str, Any]) -> None:
        """By a master, each link once."""
        self.here(body["person"], "master")
        if not body["roles"] or body["roles"] != [role for role in ROLES if role in body["roles"]]:
            raise Lie("renews unknown links, or one twice")
        self.links |= set(body["roles"])

    def _sworn_in(self, person: str) -> None:
        for found in self._watching:
            found.append(person)

    def _taken(self, but: Seat | None = None) -> list[str]:
        return [seat.name for seat in self.people.values() if seat.here and seat is not but]


def _name(name: str, taken: list[str], longest: int = NAME_LENGTH) -> None:
    if read_name(name, longest=longest) != name or told_apart(name, taken) != name:
        raise Lie("has an impossible name, or somebody else's")
