"""A socket that begins with the newest events: it sees each event once, without a gap, and nothing that is hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sixfold.base import bounds
from sixfold.table.room.log_export import written_out
from sixfold.table.room.verify import verify
from sixfold.table.server import websocket_frames as protocol
from tests.table.server.kit import Person, Room, Socket, closed, serving
from tests.table.server.running import inside
from tests.table.store.kit import DATABASES, fresh
from tests.waiting import PATIENCE

Event = dict[str, Any]


@pytest.fixture(scope="module", params=DATABASES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room where somebody rolled, openly and in secret, on each kind of database."""
    folder = tmp_path_factory.mktemp("tail")
    with serving(fresh(request.param, folder), folder) as table:
        room = table.open()
        master, one = room.join("Master", "master"), room.join("One")
        for visible in ("all", "master", "blind", "self", "all"):
            one.throw("wild 8D", visible)
        master.throw("ten chaos", "self")
        one.throw("ten +4")
        yield room


def received(socket: Socket, one: Person, tail: int | None) -> list[Event]:
    """The events that a socket sends up to a new roll: from its tail if it has one, then one by one."""
    found: list[Event] = [] if tail is None else socket.next()["events"]
    return found + socket.until(one.throw("ten")["number"])


def last_of(person: Person) -> int:
    """The number of the newest event."""
    last: int = person.get("/events").json()["last"]
    return last


@pytest.mark.parametrize("tail", [0, 1, 7, 500, None])
def test_whoever_joins_late_drops_and_resumes(played: Room, tail: int | None) -> None:
    """From any event on, with any tail: each event above both comes once and in order, then each new one."""
    one = played.join("One")
    wants: dict[str, Any] = {} if tail is None else {"tail": tail}
    for after in (0, 1, last_of(one) - 2, last_of(one)):
        last = last_of(one)
        first = after if tail is None else max(after, last - tail)
        with one.listening(after=after, **wants) as socket:
            heard = received(socket, one, tail)
        with one.listening(after=heard[-1]["number"], head=heard[-1]["hash"], **wants) as socket:
            heard += received(socket, one, tail)
        assert [event["number"] for event in heard] == list(range(first + 1, heard[-1]["number"] + 1))
        assert all(event["prev"] == before["hash"] for before, event in pairwise(heard))
        assert heard == one.events(first)


def test_the_earlier_part_comes_page_by_page(played: Room) -> None:
    """From a tail back to the first event: pages end where the next one begins, and all of it is the whole log."""
    one = played.join("One")
    with one.listening(tail=5) as socket:
        found = socket.next()["events"]
    assert len(found) == 5
    while found[0]["number"] > 1:
        page = one.get("/events", before=found[0]["number"], limit=4).json()["events"]
        assert 1 <= len(page) <= 4
        assert found[0]["prev"] == page[-1]["hash"]
        found = page + found
    assert found == one.events()
    assert one.get("/events", before=1).json()["events"] == []
    assert one.get("/events", before=10**6, limit=2).json()["events"] == found[-2:]
    assert [event["number"] for event in one.get("/events", after=3, limit=2).json()["events"]] == [4, 5]


def test_what_is_hidden_stays_hidden(played: Room) -> None:
    """The tail, the room and the pages before it show each person what `GET /events` and the room show them."""
    people = [played.join("Late", role) for role in ("master", "player", "spectator")]
    for person in people:
        last = last_of(person)
        with person.listening(tail=500, room=True) as socket:
            tail, now = socket.next(), socket.next()
        assert tail["events"] == person.events()
        assert person.get("/events", before=last + 1).json()["events"] == person.events()
        here = person.get("").json()
        here.pop("here")
        assert now == {"kind": "room", "room": here}
    watcher = people[-1]
    with watcher.listening(tail=500, room=True) as socket:
        said = json.dumps([socket.next(), socket.next()])
    hidden = [event for event in watcher.events() if event.get("hidden") and event["kind"] == "throw"]
    assert len(hidden) == 4
    assert all("record" not in event for event in hidden)
    assert "ten chaos" not in said


def test_the_room_follows_every_change(played: Room) -> None:
    """A socket that wants the room gets it anew after an event, as `GET` of the room shows it then."""
    one, two = played.join("One"), played.join("Two")
    with two.listening(tail=0, room=True) as socket:
        assert [socket.next()["kind"], socket.next()["kind"]] == ["tail", "room"]
        number = one.throw("ten")["number"]
        message = socket.next()
        while message["kind"] != "room" or message["room"]["number"] < number:
            message = socket.next()
        assert message["room"]["lanes"][one.id]["next"] == 1
        assert message["room"]["left"] == []
        one.room.table.http.delete(f"/rooms/{one.room.name}/people/{one.id}", headers=one._headers())
        while message["kind"] != "room" or not message["room"]["left"]:
            message = socket.next()
        assert [person["id"] for person in message["room"]["left"]] == [one.id]


def test_an_export_proves_what_a_tail_showed(played: Room) -> None:
    """The chain of an export leads from the first event to each hash that a tail contained."""
    one = played.join("One")
    with one.listening(tail=6) as socket:
        tail = socket.next()["events"]
    export = one.get("/export").json()
    assert verify(written_out(export)).problems == []
    stored = [json.loads(line["stored"]) for line in export["events"]]
    assert [stored[event["number"] - 1]["prev"] for event in tail] == [event["prev"] for event in tail]


@pytest.mark.parametrize("tail", [-1, 501, "5"])
def test_a_tail_that_cannot_be(played: Room, tail: object) -> None:
    """A tail is a whole number up to a page of events; any other greeting closes the socket."""
    with played.join("One").listening(tail=tail) as socket:
        assert closed(socket.connection)[0] == 4400


def test_what_several_events_change_is_sent_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SHOW_SECONDS: until they are over, a socket that wants the room hears the events alone."""
    assert bounds.SHOW_SECONDS == 0.05
    monkeypatch.setattr(bounds, "SHOW_SECONDS", 10 * PATIENCE)
    with inside(tmp_path) as room, (one := room.join("One")).listening(tail=0, room=True) as socket:
        assert [socket.next()["kind"], socket.next()["kind"]] == ["tail", "room"]
        numbers = [one.throw("ten")["number"] for _ in range(3)]
        assert {message["kind"] for message in socket.until(numbers[-1])} == {"call", "throw"}


def test_a_listener_who_is_behind_gets_a_few_events_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """EVENTS_A_WRITE: the log is written in pieces, and what one person did at once in one piece."""
    assert bounds.EVENTS_A_WRITE == 32
    monkeypatch.setattr(bounds, "EVENTS_A_WRITE", 4)
    written: list[int] = []
    put = protocol.WebSocketConnection.put

    def noted(wire: protocol.WebSocketConnection, data: bytes) -> None:
        written.append(data.count(b'"hash":'))
        put(wire, data)

    monkeypatch.setattr(protocol.WebSocketConnection, "put", noted)
    with inside(tmp_path) as room:
        one = room.join("One")
        for _ in range(4):
            last = one.throw("ten")["number"]
        with one.listening() as socket:
            socket.until(last)
            assert written == [4, 4, 3]
            socket.until(one.throw("ten")["number"])
            assert written[3:] == [2]
