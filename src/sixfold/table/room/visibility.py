"""The people of a room, and who may see what. Every answer, socket, export and instrument asks here, and nowhere else.

What is public is decided when an event is written: its public part is the same for everyone, and its private part has
a list of the people who see it (`audience`). Later GMs see everything that was for the GM.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import Struct, json

from sixfold.base.bounds import EVENTS
from sixfold.errors import RoomError
from sixfold.rules.instrument import Person as Seated
from sixfold.table.room.commands import Role
from sixfold.table.room.log_event import LogEvent

ROLES: Final[tuple[Role, ...]] = ("master", "player", "spectator")


class Person(Struct, frozen=True):
    """A person who joined. `token` is the hash of their token; they are no `member` once they left or were removed.

    A former GM still sees what was for the GM up to event `master_until`.
    """

    id: str
    name: str
    colour: str
    role: str
    token: str
    member: bool = True
    master_until: int = 0

    @property
    def sees_master_until(self) -> int:
        """The number of the last event whose GM-only part this person may read."""
        return 2 * EVENTS if self.role == "master" else self.master_until

    @property
    def seated(self) -> Seated:
        """This person as the games know them."""
        return Seated(self.id, self.name, self.role)


Audience: TypeAlias = tuple[str, ...] | None
"""The ids of the people who see something, and `MASTER`; None is everyone."""

AS_OPEN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "all": ("all", "master", "blind"),
    "master": ("master", "blind"),
    "blind": ("blind",),
    "self": ("self",),
})  # fmt: skip
"""How the answer to a request may be visible: to nobody more than asked for, and to the GM all the same."""

MASTER: Final = "master"
"""Marks what is for the GMs: those of that moment, and all later ones."""


def masters(people: Mapping[str, Person]) -> tuple[str, ...]:
    """Return the ids of the GMs who are members: usually one, several if several came by the GM's link."""
    return tuple(person.id for person in people.values() if person.member and person.role == "master")


def audience(people: Mapping[str, Person], person: str, visible: str) -> Audience:
    """Return who sees what a person rolls or writes now, with `visible` as they asked.

    Raises RoomError (room/visible) for another word, or where there is no GM who could see it.
    """
    if visible == "all":
        return None
    if visible == "self":
        return (person,)
    if visible in ("master", "blind"):
        watching = masters(people)
        if not watching:
            raise RoomError("room/visible", "There is no game master here yet who could see it.")
        return tuple(sorted({MASTER, *watching, *((person,) if visible == "master" else ())}))
    raise RoomError("room/visible", "A roll is visible to all, master, blind (the GM alone) or self.")


def together(seers: Audience, others: Iterable[str]) -> Audience:
    """Return these seers and others: a blind roller knows what they asked for, and people know a request to them."""
    return None if seers is None else tuple(sorted({*seers, *others}))


def may_see(person: Person | None, seers: Audience, number: int) -> bool:
    """Whether a person (None: anyone) sees what event `number` contains for its seers."""
    if seers is None:
        return True
    return person is not None and (person.id in seers or (MASTER in seers and number <= person.sees_master_until))


def has_in_sight(person: Person | None, owner: str, seers: Audience) -> bool:
    """Whether a person sees a character now: everyone an open one, its owner and the GM alone a hidden one."""
    return seers is None or (person is not None and (person.id == owner or person.role == "master"))


def sees(event: LogEvent, person: Person | None) -> bool:
    """Whether a person sees a private part here."""
    return bool(event.private) and may_see(person, event.seers, event.number)


def seen_by(event: LogEvent, person: Person | None) -> dict[str, Any]:
    """Return an event as a person (None: anyone) gets it: the public part, its hash, and their private part, if any."""
    return {**json.decode(_bytes(event, person)), "hash": event.hash}


def message(event: LogEvent, person: Person | None) -> bytes:
    """Return `seen_by` as JSON: the same bytes for everyone who sees the same."""
    return _bytes(event, person)[:-1] + b',"hash":"%s"}' % event.hash.encode()


def _bytes(event: LogEvent, person: Person | None) -> bytes:
    return event.whole if sees(event, person) else event.public
