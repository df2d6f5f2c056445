"""A room that people listen to: what it has in memory, and what each of them gets, against all that came."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sixfold.base import bounds
from sixfold.table.room import LogEvent, RoomState, message
from sixfold.table.server import listeners, live_room
from sixfold.table.server.listeners import GONE, Listener
from sixfold.table.server.live_room import LOOKS, LiveRoom
from tests.table.room.evening import evening
from tests.table.room.table import Table
from tests.waiting import turns

played = cache(evening)


async def nothing(*_: object) -> list[object]:
    return []


@given(st.lists(st.sampled_from([1, 1, 1, 1, 0, 3]), max_size=2 * bounds.RECENT_EVENTS // 10), st.data())
def test_what_is_in_memory_is_what_came(steps: list[int], data: st.DataObject) -> None:
    """Whoever asks for the events above a number gets all of them in order, or hears that some are not in memory."""
    live = LiveRoom(RoomState({}), nothing, True, nothing)  # type: ignore[arg-type]
    came, number = [0], 0
    for step in steps:
        number += step
        live._remember(LogEvent(number, b"{}"))
        came.append(number)
    last = max(came)
    after = data.draw(st.integers(0, last + 2))
    found = live.since(after)
    first = live.recent[0].number if live.recent else last + 1
    if not steps or after > last or after < first - 1:
        assert found is None
    else:
        assert found is not None
        assert [event.number for event in found] == list(range(after + 1, last + 1))


class Wire:
    """A connection that reads when it is told to."""

    def __init__(self) -> None:
        self.bytes = b""
        self.parted: list[int] = []
        self.free = asyncio.Event()
        self.free.set()

    @property
    def full(self) -> bool:
        return not self.free.is_set()

    def put(self, frame: bytes) -> None:
        assert not self.full
        self.bytes += frame

    async def drained(self) -> None:
        await self.free.wait()

    def part(self, code: int) -> None:
        self.parted.append(code)

    @property
    def said(self) -> list[bytes]:
        """The messages that were written."""
        found, left = [], self.bytes
        while left:
            size, head = left[1], 2
            if size > 125:
                head = 4 if size == 126 else 10
                size = int.from_bytes(left[2:head], "big")
            found.append(left[head : head + size])
            left = left[head + size :]
        return found


@dataclass
class Heard:
    """A listener, and the number after which they listen."""

    listener: Listener
    wire: Wire
    after: int

    @property
    def follows(self) -> bool:
        """Whether nothing is between them and the next event."""
        return self.listener.catching_up is None and self.listener.takes

    def holds(self, table: Table, live: LiveRoom, here: Sequence[str]) -> None:
        """Everything that came was written once and in order, and what was said last about the room is so."""
        assert not self.wire.parted
        said = [(json.loads(text), text) for text in self.wire.said]
        person = table.person(self.listener.person)
        assert [text for data, text in said if "number" in data] == [
            message(event, person) for event in table.events[self.after : live.state.number]
        ]
        last = {data["kind"]: data for data, _ in said if "number" not in data}
        present = {"kind": "here", "people": here, "whole": live.whole}
        assert last.pop("here", None) == (present if self.listener.wants_presence else None)
        shown = {"kind": "room", "room": seen(live.state, self.listener.person)}
        assert last.pop("room", None) == (shown if self.listener.wants_room else None)
        assert not last


def seen(state: RoomState, person: str) -> dict[str, Any]:
    """A room as somebody sees it."""
    return {"after": state.number, "for": person}


async def listened(steps: Sequence[tuple[str, int, int]], whole: bool) -> None:
    """People come, read slowly and go while events come, some of them from another server."""
    table = played()
    state = replace(table.state, number=8)
    people = list(state.people)
    there: list[Heard] = []

    async def read(after: int) -> Sequence[LogEvent]:
        return table.events[after : live.state.number][:40]

    async def views(wanted: Sequence[tuple[str, Sequence[str]]]) -> Sequence[Mapping[str, Any]]:
        await turns(1)
        return [seen(live.state, person) for person, _ in wanted]

    live = LiveRoom(state, read, whole, views)

    def come(many: int, offered: int) -> None:
        """Some events come; this server hears of the last ones of them, or of all: these are written at once."""
        before = live.state.number
        at_once = [heard for heard in there if heard.listener.after == before and heard.follows]
        live.state = replace(live.state, number=min(before + many, len(table.events)))
        live.offer(table.events[before : live.state.number][-offered or None :])
        if not 0 < offered < live.state.number - before:
            assert {heard.listener.after for heard in at_once if not heard.wire.parted} <= {live.state.number}

    for what, one, other in steps:
        if what == "come":
            come(one, other)
        elif what == "listen" and len(there) < bounds.SOCKETS_A_PERSON:
            wire, after = Wire(), min(7 * other, live.state.number)
            wants = one & 1 == 1, one & 2 == 2
            listener = Listener(people[other % len(people)], after, False, *wants, wire)  # type: ignore[arg-type]
            there.append(Heard(listener, wire, after))
            live.listen(listener)
        elif what == "leave" and there:
            live.leave(there.pop(one % len(there)).listener)
        elif what == "full" and there:
            there[one % len(there)].wire.free.clear()
        elif what == "drained" and there:
            there[one % len(there)].wire.free.set()
        elif what == "later":
            await turns(one)
        elif what == "quiet":
            for heard in there:
                heard.wire.free.set()
            await turns(100)
            here = sorted({heard.listener.person for heard in there})
            for heard in there:
                heard.holds(table, live, here)
    gone = replace(live.state.people["p3"], member=False)
    live.state = replace(live.state, people={**live.state.people, "p3": gone})
    come(1, 0)
    assert [heard.wire.parted for heard in there] == [[GONE] * (heard.listener.person == "p3") for heard in there]


STEPS = st.tuples(
    st.sampled_from(["come", "listen", "listen", "leave", "full", "drained", "later", "quiet"]),
    st.integers(1, 12),
    st.integers(0, 12),
)


@given(st.lists(STEPS, min_size=20, max_size=40), st.booleans())
def test_everyone_gets_everything_once(steps: list[tuple[str, int, int]], whole: bool) -> None:
    """Whoever listens, however slowly, gets each event once, in order and as they may see it.

    Then they hear how the room is and who is there.
    """
    with patch.multiple(bounds, SHOW_SECONDS=0, PRESENCE_SECONDS=0, EVENTS_A_WRITE=5, RECENT_EVENTS=24):
        asyncio.run(listened([*steps, ("quiet", 1, 0)], whole))


def test_everyone_hears_in_time_that_the_table_lives() -> None:
    """ALIVE_SECONDS: who heard nothing is told by the last look before so long is over, unless they do not read."""
    live = LiveRoom(RoomState({}), nothing, True, nothing)  # type: ignore[arg-type]
    step = bounds.ALIVE_SECONDS / LOOKS
    now = step / 2
    reads, full = Wire(), Wire()
    full.free.clear()
    told = []
    with patch.multiple(live_room, monotonic=lambda: now), patch.multiple(listeners, monotonic=lambda: now):
        for wire in (reads, full):
            live.listeners.add(Listener("p1", 7, False, False, False, wire, heard=now))  # type: ignore[arg-type]
        for look in range(1, 2 * LOOKS):
            now = look * step
            live.keep_alive()
            told.append(len(reads.said))
    assert told == [0] * (LOOKS - 1) + [1] * LOOKS
    assert json.loads(reads.said[0]) == {"kind": "alive", "last": 7}
