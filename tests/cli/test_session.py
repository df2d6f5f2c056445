"""A session at a table: what each line writes into the log, and what each request and act is told as."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sixfold.cli.client.local import KeptRoom
from sixfold.cli.client.session import Session
from sixfold.cli.console import Console
from sixfold.errors import SixfoldError
from sixfold.systems import SYSTEMS


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Somebody alone at a table, without a config file."""
    monkeypatch.setenv("SIXFOLD_CONFIG", "")
    room = KeptRoom(str(tmp_path / "evening.sixfold"), SYSTEMS)
    yield Session(room, Console(io.StringIO(), "the output"))
    room.close()


def rolled(check: str, visible: str = "all", **more: Any) -> dict[str, Any]:
    """The last event of a roll."""
    return {"request": {"check": check, "visible": visible, **more}}


DOUBT = rolled("ten +4", "self", note="a doubt")
LINES: list[tuple[str, dict[str, Any] | None]] = [
    ("/secret ten +4 << 6 5 4 # a doubt", {"kind": "throw", "number": 4, "typed": True, **DOUBT}),
    ("/again", {"kind": "throw", "number": 5, **DOUBT}),
    ("/master ten << 6 5 4", {"kind": "throw", "number": 6, **rolled("ten", "master")}),
    ("/blind ten << 6 5 4", {"kind": "throw", "number": 7, **rolled("ten", "blind")}),
    ("/roll ten +1<<1 2 3#n", {"kind": "throw", "number": 8, **rolled("ten +1", note="n")}),
    ("/R ten +2 << 1 2 3", {"kind": "throw", "number": 9, **rolled("ten +2")}),
    ("/reveal 4", {"kind": "reveal", "throw": 4}),
    ("/reveal 9", None),
    ("/reveal x", None),
    ("/note the door # is open", {"kind": "noted", "number": 11, "text": "the door # is open"}),
    ("/name Zoë", {"kind": "renamed", "name": "Zoë"}),
    ("/whisper zoë : a trap", {"kind": "noted", "text": "a trap", "hidden": True}),
    ("/whisper a trap", None),
    ("/whisper Bo: a trap", None),
    ("/correct 8 ten +3", {"kind": "correct", "throw": 8, "number": 14, **rolled("ten +3", note="n")}),
    ("/correct ten +5", {"kind": "correct", "throw": 9, "number": 15, **rolled("ten +5")}),
    ("/correct 8", None),
    ("/undo", {"kind": "correct", "throw": 9, "withdrawn": True}),
    ("/undo", {"kind": "correct", "throw": 8, "withdrawn": True}),
    ("/extended start The wall 3", {"kind": "instrument", "number": 18, "did": "started"}),
    ("ten +9 for 18 << 5 5 4", {"kind": "throw", "number": 19, "request": {**rolled("ten +9")["request"], "to": 18}}),
    ("ten for", None),
    ("ten for gold", None),
    ("/undo", {"kind": "correct", "throw": 19, "withdrawn": True}),
    ("/undo", {"kind": "correct", "throw": 18, "withdrawn": True}),
    ("/sheet new Mira", {"kind": "character", "number": 22, "character": 22}),
    ("/sheet new ten Ada of ten", {"kind": "character", "character": 23}),
    ("/sheet health 3", None),
    ("/sheet ADA OF TEN: health 3 of 8", {"kind": "character", "character": 23}),
    ("/sheet 23: show", {"kind": "character", "character": 23}),
    ("/sheet mira : drop", {"kind": "character", "character": 22}),
    ("/sheet health -1", {"kind": "character", "character": 23}),
    ("/sheet give zoë", {"kind": "character", "character": 23}),
    ("/sheet save", None),
    ("/effort combat on", {"kind": "instrument", "system": "odgs"}),
    ("odgs vs 9 << 6 5 4", {"kind": "throw", **rolled("odgs vs 9 combat")}),
    ("odgs vs 9 combat << 6 5 4", {"kind": "throw", **rolled("odgs vs 9 combat")}),
    ("odgs voluntary score 12 << 6 5 4", {"kind": "throw", **rolled("odgs voluntary score 12 combat")}),
    ("ten << 1 2 4", {"kind": "throw", **rolled("ten")}),
    ("ten << 3 3 3", {"kind": "throw", **rolled("ten")}),
    ("ten chaos << 6 6 6", {"kind": "throw", **rolled("ten chaos")}),
    ("ten +1 [my chaos] << 6 5 4", {"kind": "throw", **rolled("ten +1 [my chaos] +4 [chaos]")}),
    ("ten +1 [chaos] << 6 5 4", {"kind": "throw", **rolled("ten +1 [chaos]")}),
    ("/undo 5", {"kind": "correct", "throw": 5, "withdrawn": True}),
    ("/undo 5", None),
    ("/undo 11", None),
    ("/undo it", None),
    ("/history x", None),
    ("/why 99", None),
    ("/quit", None),
]
"""What is typed one after the other, and what each line wrote last; nothing for lines that only say something."""


def test_what_each_line_writes(session: Session) -> None:
    """A line writes what it says, once, and a line that is refused or only asks writes nothing."""
    for line, expected in LINES:
        before = list(session.seat.log())
        try:
            session.handle(line)
        except SixfoldError:
            assert expected is None, line
        new = list(session.seat.log())[len(before) :]
        if expected is None:
            assert new == [], line
            continue
        found = new[-1]
        request = {name: value for name, value in found.get("request", {}).items() if name not in ("character", "seen")}
        assert {name: {**found, "request": request}.get(name) for name in expected} == expected, line
    (ada,) = session.seat.view()["characters"]
    assert (ada["name"], ada["values"]) == ("Ada of ten", {"health": {"now": 2, "of": 8}})
    assert not session.going


def test_who_is_gm_no_more_takes_back_no_request(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, /undo goes for what its person may take back: requests are for those who are GM now."""
    for line in ("ten << 6 5 4", f"/ask {session.seat.view()['people'][0]['name']}: ten"):
        session.handle(line)
    shown = session.seat.view()
    handed_over = {**shown, "people": [{**person, "role": "player"} for person in shown["people"]]}
    monkeypatch.setattr(session.seat, "view", lambda games=(): handed_over)
    session.handle("/undo")
    monkeypatch.undo()
    session.handle("/undo")
    kinds = {event["number"]: event["kind"] for event in session.seat.log()}
    taken_back = [kinds[event["throw"]] for event in session.seat.log() if event["kind"] == "correct"]
    assert taken_back == ["throw", "asked"]


@pytest.mark.parametrize("last", [1, 2, 5, 99])
def test_the_newest_events_are_shown(session: Session, last: int) -> None:
    """`/history N` shows the last so many of all lines."""
    for line in ("ten << 6 5 4", "/note one", "/note two", "/undo"):
        session.handle(line)
    said = session.console._stream
    assert isinstance(said, io.StringIO)
    shown = []
    for line in ("/history", f"/history {last}"):
        said.seek(0)
        said.truncate()
        session.handle(line)
        shown.append(said.getvalue().splitlines())
    assert shown[1] == shown[0][-last:]
    assert [line.split()[0] for line in shown[0]] == ["1", "2", "4", "5", "6", "7"]


def test_why_names_the_clauses_of_a_roll(session: Session) -> None:
    """`/why` shows the last roll, or the one with a number, and what its rules did."""
    said = session.console._stream
    assert isinstance(said, io.StringIO)
    session.handle("odgs vs 9 << 3 3 3")
    number = [shown["number"] for shown in session.seat.log()][-1]
    session.handle("dice 2d6 << 1 2")
    for line, clause in (
        ("/why", "No clause of the rules changed this roll."),
        (f"/why {number}", "O10  a triple of 3 succeeds"),
    ):
        said.seek(0)
        said.truncate()
        session.handle(line)
        assert clause in said.getvalue()
