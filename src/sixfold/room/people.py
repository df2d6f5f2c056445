"""Finds the person who belongs to a token or a link, in constant time."""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest

from sixfold.bounds import EVENTS
from sixfold.errors import RoomError
from sixfold.room.chance import hashed
from sixfold.room.events import MASTER, Event
from sixfold.room.state import ROLES, Person, State
from sixfold.rules.instrument import Person as Seated


def who(state: State, token: str) -> Person:
    """The person whose token this is. Raises RoomError (room/token) when it is nobody's who is here."""
    shown = hashed(token)
    found = [person for person in state.people.values() if compare_digest(shown, person.token)]
    if not found or not found[0].here:
        raise RoomError("room/token", "This token belongs to nobody here: join again by a link.")
    return found[0]


def role_of(state: State, secret: str) -> str:
    """The role that a link gives: `master`, `player` or `spectator`. Raises RoomError (room/link)."""
    shown = hashed(secret)
    found = [role for role in ROLES if role in state.links and compare_digest(shown, state.links[role])]
    if not found:
        raise RoomError("room/link", "This link does not work, or no longer works: ask the game master for a new one.")
    return found[0]


def here(state: State, person: str, *roles: str) -> Person:
    """A person who is here, of one of these roles if any are named.

    Raises RoomError: room/person if the person is not here, room/forbidden if the role does not allow it.
    """
    found = state.people.get(person)
    if found is None or not found.here:
        raise RoomError("room/person", "There is no such person in this room.")
    if roles and found.role not in roles:
        raise RoomError("room/forbidden", f"This is not for a {found.role}.")
    return found


def masters(state: State) -> tuple[str, ...]:
    """The ids of the masters who are here: one as a rule, several where several came by the master's link."""
    return tuple(person.id for person in state.people.values() if person.here and person.role == "master")


def office(person: Person) -> int:
    """Return the number of the last event whose master-only part this person may read."""
    return 2 * EVENTS if person.role == "master" else person.office


def may_see(state: State, person: str | None, seers: tuple[str, ...] | None, number: int) -> bool:
    """Whether a person (None: anyone) sees what event `number` holds for its seers; None of these is everyone."""
    if seers is None or person in seers:
        return True
    found = state.people.get(person or "")
    return found is not None and MASTER in seers and number <= office(found)


def in_office(state: State, events: Iterable[Event]) -> list[Event]:
    """Return events with everyone who sees them by now: adds everyone who has become master since."""
    return [
        event._replace(seers=tuple(who for who in (*state.people, MASTER) if _still(state, who, event)))
        if MASTER in event.seers
        else event
        for event in events
    ]


def _still(state: State, who: str, event: Event) -> bool:
    return who == MASTER or may_see(state, who, event.seers, event.number)


def seated(person: Person) -> Seated:
    """Return a person as the games know them."""
    return Seated(person.id, person.name, person.role)
