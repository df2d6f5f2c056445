"""Code of authors that never ends, whatever it does: the table answers, others roll, and the server can be stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.base import bounds
from tests.console import run
from tests.table.server.kit import Person, Server, serving
from tests.waiting import wait_until

HANG = '''"""A game that hangs in every way."""

import os
from contextlib import suppress
from queue import Queue

from sixfold.rules import Rule, System, Table, highest
from sixfold.rules.instrument import Act, Command, Instrument
from sixfold.rules.panel import Said, panel

WAYS = {21: "loop", 22: "inside", 23: "recursion", 24: "memory", 25: "waits", 26: "catches", 28: "late"}


def _hang(way: str) -> None:
    """Hang, in one of the ways."""
    while way == "loop":
        pass
    if way == "inside":
        sum(iter(int, 1))
    while way == "recursion":
        with suppress(RecursionError):
            _deeper()
    kept = []
    while way == "memory":
        kept.append(bytearray(10**7))
    if way == "waits":
        Queue().get()
    while way == "catches":
        try:
            while True:
                pass
        except BaseException:
            pass


def _deeper() -> int:
    return _deeper() + 1


def hang(table: Table, modifier: int = 0) -> dict[str, int]:
    """Two dice."""
    way = WAYS.get(modifier, "no")
    if way != "late":
        _hang(way)
    best = table.read(table.roll(2, "dice"), highest(1))
    if way == "late":
        _hang("inside")
    return {"total": best + modifier}


def prefer(table: Table, modifier: int = 0) -> int:
    """A preference of two dice."""

    def liked(dice):
        if modifier == 9:
            _hang("inside")
        return sum(dice)

    return sum(table.pick(table.roll(3, "dice"), 2, liked)) + modifier


def inner(table: Table, modifier: int = 0) -> int:
    """Another rule in this one."""
    return table.play(hang, "total", modifier=22 if modifier == 9 else 0) + modifier


def announced(table: Table, modifier: int = 0) -> int:
    """A rule whose words hang."""
    return table.read(table.roll(1, "die"), highest(1)) + modifier


MODULES = [os]


def _say(outcome, options):
    if options["modifier"] == 9:
        _hang("inside")
    if options["modifier"] == 10:
        MODULES[0]._exit(0)  # by a name that no text shows
    return "Said"


def _refuse(options):
    if options["modifier"] == 9:
        _hang("inside")
    return None


def refused(table: Table, modifier: int = 0) -> int:
    """A rule that hangs while its check is read."""
    return table.read(table.roll(1, "die"), highest(1)) + modifier


def _explain(options):
    if options["modifier"] == 9:
        _hang("inside")
    return "A rule that is told."


def told(table: Table, modifier: int = 0) -> int:
    """A rule that hangs while it is told."""
    return table.read(table.roll(1, "die"), highest(1)) + modifier


class Watched(Instrument[int]):
    """An instrument that hangs at a total of nine, at a command, and in its view."""

    name, title = "watched", "Watched"
    commands = (Command("stop", "hang"),)

    def start(self) -> int:
        return 0

    def follow(self, state, happening):
        found = getattr(happening, "outcome", {}).get("total", 0)
        if found == 109:
            _hang("inside")
        return state if found == 0 else found

    def decide(self, state, command, values, who, people):
        _hang("inside")
        return [Act("stopped", {})]

    def view(self, state, who, people):
        if state == 209:
            _hang("inside")
        return {"blocks": panel(Said(f"The last total was {state}."))}


SYSTEM = System(
    hang,
    prefer,
    inner,
    Rule(announced, announce=_say),
    Rule(refused, refuse=_refuse),
    Rule(told, explain=_explain),
    name="hang",
    keeps=(Watched(),),
)
'''

WAYS = {"loop": 21, "inside": 22, "recursion": 23, "memory": 24, "waits": 25, "catches": 26, "late": 28}
INSIDE = "hang +22"
HANGING = (
    *[f"hang +{number}" for number in WAYS.values()],
    *[
        "hang prefer +9",
        "hang inner +9",
        "hang announced +9",
        "hang announced +10",
        "hang refused +9",
        "opposed (hang +22) (ten)",
    ],
)
"""Checks that never come to an end."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("hanging")
    file = folder / "hang.py"
    file.write_text(HANG, "utf-8")
    with serving(folder / "table.db", folder, "--game", str(file), module="tests.table.server.hasty") as running:
        yield running


def entropy(at: int) -> str:
    return f"{at:032x}"


def rolled(person: Person, check: str, **more: Any) -> httpx.Response:
    return person.post("/throws", {"check": check, "c": entropy(7), **more})


@contextmanager
def going_on(table: Server, *others: Person) -> Iterator[ThreadPoolExecutor]:
    """Somebody to whom something is given that hangs; meanwhile the server answers, and others roll."""
    with ThreadPoolExecutor(1) as stage:
        yield stage
        for other in others:
            assert table.http.get("/health").status_code == 200
            assert other.throw("ten")["kind"] == "throw"


@pytest.mark.parametrize("check", HANGING)
def test_a_roll_that_never_ends(table: Server, check: str) -> None:
    """While it hangs, others roll in other rooms and in this one; then it is refused, and no die can be drawn again.

    OWN_CODE_SECONDS, OWN_ROLL_SECONDS and OWN_PROCESSES are the bounds.
    """
    assert (bounds.OWN_ROLL_SECONDS, bounds.OWN_PROCESSES) == (30, 2)
    room, elsewhere = table.open(), table.open().join("Bo")
    ada, master = room.join("Ada"), room.join("Mo", "master")
    with going_on(table, elsewhere, master) as stage:
        hanging = stage.submit(rolled, ada, check)
    answer = hanging.result()
    assert (answer.status_code, answer.json()["code"]) == (422, "room/endless"), answer.text
    assert "hang.py" in answer.json()["detail"]
    assert "line " in answer.json()["detail"] or check == "hang announced +10"
    drawn = check not in ("hang refused +9", "opposed (hang +22) (ten)")  # these hang while they are read
    newest = ada.get("/events", before=2**31 - 1).json()["events"]
    assert [event["kind"] for event in newest if event["person"] == ada.id][-2:] == ["call", "failed"] or not drawn
    assert rolled(ada, "hang +1").status_code == 201
    assert rolled(ada, "ten", index=drawn + 1).status_code == 201


def test_the_log_of_it_holds(table: Server, tmp_path: Path) -> None:
    """The export of a room with rolls that were stopped is correct, with the game and without."""
    room = table.open()
    ada = room.join("Ada")
    for check in ("hang +28", INSIDE, "hang +1", "ten"):
        rolled(ada, check)
    file, game = tmp_path / "evening.json", tmp_path / "hang.py"
    file.write_text(ada.get("/export").text, "utf-8")
    game.write_text(HANG, "utf-8")
    for words in (("verify", str(file)), ("--game", str(game), "verify", str(file))):
        said = run(*words, "--json")
        assert (said.status, json.loads(said.out)["problems"]) == (0, []), said.out + said.err
        assert len(json.loads(said.out)["failed"]) == 2
    assert table.http.post("/verify", json={"export": file.read_text()}).json()["problems"] == []


QUESTIONS: dict[str, dict[str, Any]] = {
    "/checks": {"check": INSIDE, "faces": [1, 2]},
    "/odds": {"check": INSIDE},
    "/rolls": {"check": "hang +26"},
    "/explain": {"check": "hang told +9"},
    "/compare": {"checks": [INSIDE, "ten"]},
    "/outlook": {"check": "hang refused +9"},
}


@pytest.mark.parametrize("path", QUESTIONS)
def test_a_question_that_never_ends(table: Server, path: str) -> None:
    """Nobody needs a token to ask: the question ends in a sentence, and others roll meanwhile and are answered then."""
    other = table.open().join("Bo")
    with going_on(table, other) as stage:
        hanging = stage.submit(table.http.post, path, json=QUESTIONS[path])
    assert "hang.py" in hanging.result().text
    assert "line " in hanging.result().text
    assert table.http.post("/odds", json={"check": "hang"}).status_code == 200


def lines(person: Person) -> list[str]:
    shown = person.get("", games="hang").json()["instruments"]
    return [line for one in shown if one["system"] == "hang" for line in one["lines"]]


@pytest.mark.parametrize("total", [109, 209])
def test_an_instrument_that_never_ends(table: Server, total: int) -> None:
    """An instrument that hangs says where instead of what it keeps; the rolls go on, and it returns once it can."""
    room, elsewhere = table.open(), table.open().join("Bo")
    ada = room.join("Ada")
    assert rolled(ada, "hang +1", faces=[3, 2]).status_code == 201
    assert lines(ada) == ["The last total was 4."]
    with ada.listening(room=True) as socket:
        number = rolled(ada, f"hang +{total - 3}", faces=[3, 2]).json()["number"]
        with going_on(table, elsewhere) as stage:
            hanging = stage.submit(lines, ada)
        assert "hang.py" in hanging.result()[0]
        wait_until(lambda: "hang.py" in json.dumps(socket.next()))
        assert rolled(ada, "hang +2", faces=[3, 2]).status_code == 201
        assert ada.post("/corrections", {"throw": number, "withdraw": True}).status_code == 201
    assert lines(ada) == ["The last total was 5."]
    answer = ada.post("/instruments", {"system": "hang", "instrument": "watched", "command": "stop", "values": {}})
    assert (answer.status_code, answer.json()["code"]) == (422, "room/endless")
    assert rolled(ada, "hang +2", faces=[3, 2]).status_code == 201


def test_the_server_can_be_stopped(tmp_path: Path) -> None:
    """SIGTERM ends a server in which rolls, questions and instruments hang, and no process stays behind."""
    file = tmp_path / "hang.py"
    file.write_text(HANG, "utf-8")
    with serving(tmp_path / "table.db", tmp_path, "--game", str(file), module="tests.table.server.hasty") as table:
        room = table.open()
        people = [room.join(f"P{at}") for at in range(4)]
        assert rolled(people[0], "hang +1").status_code == 201
        with ThreadPoolExecutor(8) as stage:
            for person, way in zip(people, ("inside", "waits", "catches", "late"), strict=True):
                stage.submit(rolled, person, f"hang +{WAYS[way]}")
            stage.submit(table.http.post, "/odds", json={"check": INSIDE})
            wait_until(lambda: table.http.get("/health").status_code == 200)
            assert table.stop() in (0, -15)
    assert "Chance(" not in table.log.read_text()
