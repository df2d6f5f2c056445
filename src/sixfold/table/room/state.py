"""The state of a room: all its events together, a value that never changes; the draft of the events of a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from sixfold.errors import RoomError
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS
from sixfold.table.room.event_kinds import Body, Called, Questioned, Requested, RollTerms, Used, parts
from sixfold.table.room.fair import Randomness, moment
from sixfold.table.room.instruments import Instruments
from sixfold.table.room.log_event import LogEvent, canonical, digest
from sixfold.table.room.playing import PlayCheck
from sixfold.table.room.visibility import Audience, Person

V = TypeVar("V")

SIZE = 256


class PersistentMap(Struct, Generic[V], frozen=True):
    """A growing row of values by number that shares its past: adding one costs a page, not the whole row.

    >>> before = PersistentMap[str]().having(7, "a")
    >>> after = before.having(900, "b")
    >>> before.get(900), after.get(7), after.get(900)
    (None, 'a', 'b')
    """

    pages: Mapping[int, Mapping[int, V]] = {}

    def get(self, number: int) -> V | None:
        """The value with a number; None where there is none."""
        return self.pages.get(number // SIZE, {}).get(number)

    def __getitem__(self, number: int) -> V:
        return self.pages[number // SIZE][number]

    def having(self, number: int, value: V) -> PersistentMap[V]:
        """The row with this value too, in the place of one with the same number."""
        page = {**self.pages.get(number // SIZE, {}), number: value}
        return PersistentMap({**self.pages, number // SIZE: page})


class PastCall(NamedTuple):
    """A draw that was called, by its index: `request_hash` is the hash of its request and entropy.

    `led_to` is the number of the event with its result, or of the call itself as long as it waits for its witness.
    """

    draw: int
    request_hash: str
    led_to: int


class Lane(Struct, frozen=True):
    """A person's own sequence of draws: how many are committed to, how many are used, and the last ones of these."""

    committed: int = 0
    used: int = 0
    last: tuple[PastCall, ...] = ()


class OpenRoll(Struct, frozen=True):
    """A check that is being rolled: what was asked for, and its faces and choices so far.

    `calls` are the numbers of the calls that gave its faces; typed dice have none.
    """

    person: str
    request: RollTerms
    seers: Audience = None
    typed: bool = False
    faces: tuple[int | str, ...] = ()
    choices: tuple[int, ...] = ()
    calls: tuple[int, ...] = ()
    question: int | None = None


class Call(Struct, frozen=True):
    """A draw that was called and waits for its witness."""

    body: Called
    play: OpenRoll


class PendingChoice(Struct, frozen=True):
    """A choice that the rules give a player, with the dice on the table.

    Once it was answered it is not `open` any more, and stays until the dice that follow were rolled.
    """

    body: Questioned
    play: OpenRoll
    open: bool = True


class RollDone(Struct, frozen=True):
    """A roll that is done, or a correction of one: what is needed to reveal and to correct it.

    `root` is the number of the roll, which has the numbers of its `corrections`. `private` is the stored private part
    as long as it is hidden. `role` is what the roller was then, and `party` the ids of the players who were members
    then, connected or not.
    """

    root: int
    play: OpenRoll
    record: Mapping[str, Any] | None
    private: bytes = b""
    corrections: tuple[int, ...] = ()
    role: str = "player"
    party: tuple[str, ...] = ()


class ActDone(Struct, frozen=True):
    """An act of an instrument, which can be taken back."""

    body: Used
    seers: Audience = None
    withdrawn: bool = False


class GmRequest(Struct, frozen=True):
    """A check that the GM asks for; `answers` are the numbers of the rolls of everyone who rolled it."""

    body: Requested
    seers: Audience = None
    answers: Mapping[str, int] = {}
    withdrawn: bool = False


class Character(Struct, frozen=True):
    """A character, by the number of the event that made it. Without an `owner` it belongs to the GM."""

    number: int
    owner: str
    sheet: Mapping[str, Any]
    seers: Audience = None


class RoomState(Struct, frozen=True):
    """A room after `number` events; `head` is the hash of the last one's public part.

    `games` are those that the GM chose. `requests` are all that the GM made, `open_requests` the numbers of the newest
    ones that were not withdrawn. `restored` is the number of the last event that says that the room was restored from a
    copy.
    """

    systems: Mapping[str, System] = SYSTEMS
    room: str = ""
    name: str = ""
    number: int = 0
    head: str = ""
    at: str = ""
    open: bool = True
    games: tuple[str, ...] = ()
    restored: int = 0
    people: Mapping[str, Person] = {}
    links: Mapping[str, str] = {}
    lanes: Mapping[str, Lane] = {}
    calls: Mapping[int, Call] = {}
    questions: Mapping[int, PendingChoice] = {}
    open_requests: tuple[int, ...] = ()
    requests: PersistentMap[GmRequest] = PersistentMap()
    rolls: PersistentMap[RollDone] = PersistentMap()
    acts: PersistentMap[ActDone] = PersistentMap()
    instruments: Instruments = Instruments()
    characters: Mapping[int, Character] = {}

    @property
    def members(self) -> list[Person]:
        """The people who have not left and were not removed, in the order in which they came."""
        return [person for person in self.people.values() if person.member]

    def roll_and_corrections(self, root: int) -> tuple[int, ...]:
        """Return the numbers of a roll and of its corrections, in order."""
        return (root, *self.rolls[root].corrections)


def require_member(state: RoomState, person: str, *roles: str) -> Person:
    """Return a person who is a member of the room, in one of these roles if any are named.

    Raises RoomError: room/person if the person is no member, room/forbidden if the role does not allow it.
    """
    known = state.people.get(person)
    if known is None or not known.member:
        raise RoomError("room/person", "There is no such person in this room.")
    if roles and known.role not in roles:
        raise RoomError("room/forbidden", f"This is not for a {known.role}.")
    return known


class Draft(Struct):
    """The events so far, and the room after them.

    `number` is that of the event that answers the command, and `given` are secrets for the person who asked alone.
    `play_check` plays the checks of rolls.
    """

    state: RoomState
    randomness: Randomness
    now: datetime
    apply: Callable[[RoomState, LogEvent], RoomState]
    play_check: PlayCheck
    events: list[LogEvent] = []
    given: dict[str, str] = {}
    number: int = 0

    def write(
        self,
        person: str | None,
        body: Body,
        seers: Audience = None,
        revealed: Mapping[str, Any] = MappingProxyType({}),
    ) -> int:
        """Write an event of a person for `seers`, and return its number: from now on it is the answer.

        `seers` (None: everyone) see all of it, and `revealed` is the private part that it reveals. Salt keeps the hash
        of a private part from being guessed.
        """
        self.number, at = self.state.number + 1, max(self.state.at, moment(self.now))
        public, private = parts(body, seers is not None)
        public |= {**revealed, "number": self.number, "version": body.VERSION, "at": at, "person": person}
        hidden = b""
        if private is not None:
            hidden = canonical({**private, "salt": self.randomness.salt(self.number)})
            public["sealed"] = digest(hidden)
        stored = canonical({**public, "prev": self.state.head})
        event = LogEvent(self.number, stored, hidden, tuple(sorted(seers or ())))
        self.state = self.apply(self.state, event)
        self.events.append(event)
        return self.number
