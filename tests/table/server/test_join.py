"""`sixfold join`: the table in a terminal, at a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import pytest

from sixfold.cli.client import remote
from sixfold.cli.client.remote import Address
from sixfold.cli.client.session import Session
from sixfold.cli.console import out
from sixfold.errors import DiceNeeded, NotationError, RoomError, SixfoldError, UsageError
from sixfold.systems import SYSTEMS
from sixfold.table.room.verify import verify
from sixfold.table.server.middleware import refused
from sixfold.table.store.backup import backup, restore
from tests.console import run
from tests.table.server.kit import Person, Room, free_port, serving
from tests.waiting import PATIENCE, wait_until


class Terminal:
    """A `sixfold join` of its own, with lines typed into it."""

    def __init__(self, process: subprocess.Popen[str], output: Path) -> None:
        self.process = process
        self.output = output

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def sees(self, text: str) -> str:
        """Waits until a text is shown; gives all that was shown."""
        wait_until(lambda: text in self.shown, lambda: f"“{text}” is not in {self.shown}")
        return self.shown

    @property
    def shown(self) -> str:
        return self.output.read_text("utf-8", "replace")  # what is written just now may end within a letter


@contextmanager
def joined(room: Room, folder: Path, name: str, role: str = "player", *options: str) -> Iterator[Terminal]:
    link = f"{room.table.address}/rooms/{room.name}#{room.links[role]}"
    output = folder / f"{name}-{uuid4()}.txt"
    with output.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "sixfold", "join", link, "--name", name, *options],
            stdin=subprocess.PIPE, stdout=stream, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "XDG_STATE_HOME": str(folder / name)},
        )  # fmt: skip
        try:
            yield Terminal(process, output)
        finally:
            process.kill()
            process.communicate()


def test_rolls_in_ones_name(room: Room, tmp_path: Path) -> None:
    """A terminal says with each roll what it has seen, and tells of a roll in its person's name that came elsewhere."""
    master = room.join("Mo", "master")
    with joined(room, tmp_path, "Ada") as ada:
        ada.sees("you are Ada")
        master.throw("ten")
        ada.sees("Mo rolls ten")
        ada.type("ten +4")
        ada.sees("modifiers  +4")
        wait_until(lambda: [event for event in master.events() if event["kind"] == "throw" and event["person"] == "p2"])
        rolled = master.events()[-1]
        before = next(event for event in master.events() if event["number"] == rolled["request"]["seen"]["number"])
        assert (before["kind"], before["hash"]) == ("throw", rolled["request"]["seen"]["hash"])
        kept = json.loads((tmp_path / "Ada" / "sixfold" / "seats.json").read_text())
        (seat,) = kept.values()
        Person(room, seat["person"], seat["token"]).throw("ten hard", c="00" * 16)
        shown = ada.sees("in your name")
        assert "A roll of ten -3 [hard] was made in your name, and not from this terminal." in shown
        assert shown.count("in your name") == 1


def test_a_table_in_a_terminal(room: Room, tmp_path: Path) -> None:
    """What is typed is thrown, and what others throw is shown as it happens; hidden throws stay hidden."""
    bo = room.join("Bo")
    with joined(room, tmp_path, "Ada") as ada:
        ada.sees("you are Ada (player); with Bo")
        ada.type("ten << 6 5 4")
        ada.sees("Success of Five")
        bo.throw("ten", faces=[1, 2, 4])
        ada.sees("Bo types ten: 1 2 4: Failure of Three")
        bo.throw("wild 8D", visible="self")
        shown = ada.sees("Bo rolls something in secret.")
        assert "wild 8D" not in shown
        ada.type("/secret hs 3d << 6 2 1")
        ada.sees("Triumph")
        ada.type("odgs vs 15 advantage 1 << 6 5 4 3")
        ada.sees("Which three dice count?")
        ada.type("2")
        ada.sees("6 5 (4) 3")
        ada.type("ten superiour")
        ada.sees("Did you mean “superior”?")
        ada.type("/effort spend focus")
        ada.sees("Ada has 0 to spend as Focus")
        ada.type("/undo")
        ada.sees("is taken back")
        ada.type("ten +4")
        ada.sees("modifiers  +4")
        ada.type("/history")
        ada.sees("Ada types in secret hs 3d: 6 2 1: Triumph")
        ada.type("/luck")
        ada.sees("records: “")
        ada.type("/verify")
        ada.sees("Everything that you can see is correct.")
        ada.type(f"/export {tmp_path}/evening.json")
        ada.sees("The log is in")
        ada.type(f"/export {tmp_path}/evening.md")
        ada.type(f"/export {tmp_path}/evening.json")
        ada.sees("already exists: choose another name.")
        ada.type("/quit")
        assert ada.process.wait(PATIENCE) == 0
    assert verify((tmp_path / "evening.json").read_text("utf-8")).problems == []
    assert "Bo rolls something in secret" in (tmp_path / "evening.md").read_text("utf-8")
    kinds = [event["kind"] for event in bo.events()]
    assert kinds.count("throw") == 6
    assert not any("hs 3" in str(event) for event in bo.events())


def test_what_is_asked_of_a_player(room: Room, tmp_path: Path) -> None:
    """What the master asks is told with how to answer it, and is thrown by its number, with what one adds."""
    master = room.join("Mo", "master")
    with joined(room, tmp_path, "Ada") as ada:
        ada.sees("you are Ada")
        asked = master.post("/requests", {"check": "ten hard", "visible": "master"}).json()["number"]
        ada.sees(f"You are asked for ten -3 [hard]. Type “for {asked}” to roll it.")
        ada.type("ten +4 for 999")
        ada.sees("There is no event 999")
        ada.type(f"ten +4 for {asked}")
        ada.sees("The request is for ten -3 [hard], and ten +4 is a different check")
        ada.type("for 1")
        ada.sees("There is no request number 1 for you.")
        ada.type(f"for {asked} +4 << 6 5 4")
        ada.sees("modifiers  +4 −3 [hard] = +1")
        ada.type(f"for {asked}")
        ada.sees("You already answered that.")
    assert master.get("").json()["asked"][0]["waiting"] == []
    assert master.events()[-1]["request"]["visible"] == "master"


def test_the_same_seat_tomorrow(room: Room, tmp_path: Path) -> None:
    """The same link brings back the same person; --new takes another seat; a removed person comes in anew."""
    with joined(room, tmp_path, "Ada") as ada:
        ada.sees("you are Ada")
    with joined(room, tmp_path, "Ada") as ada:
        ada.sees("you are Ada (player)")
    with joined(room, tmp_path, "Ada", "player", "--new") as ada:
        ada.sees("you are Ada 2 (player)")
    seats = tmp_path / "Ada" / "sixfold" / "seats.json"
    assert seats.stat().st_mode & 0o077 == 0


def test_a_master_in_a_terminal(room: Room, tmp_path: Path) -> None:
    """The master asks, uses what is his, and is told when he is a witness; who is shown out is told so."""
    bo = room.join("Bo")
    with joined(room, tmp_path, "Mo", "master") as mo:
        mo.sees("you are Mo (master)")
        mo.type("/ask Bo: ten hard")
        mo.sees("asked for ten -3 [hard]")
        bo.throw("ten hard +2", to=bo.get("").json()["asked"][0]["asked"])
        mo.sees("Bo rolls ten +2 -3 [hard]")
        mo.type("/ask Bo: ten easy")
        mo.sees("asked for ten +3 [easy]")
        asked = bo.get("").json()["asked"][-1]["asked"]
        mo.type("/undo")
        mo.sees(f"{asked} is taken back.")
        assert asked not in [one["asked"] for one in bo.get("").json()["asked"]]
        mo.type("/luck give Bo good 2")
        mo.sees("Luck dice: Bo: Good 2.")
        bo.throw("ten", visible="blind")
        mo.sees("Bo rolls in secret ten")
        thrown = bo.throw("ten +1", c="00" * 16)
        assert thrown["witness"] is not None or thrown["silent"]
        mo.type(f"/reveal {thrown['number']}")
        mo.sees("Everyone can already see that roll.")
        bo.throw("ten", faces=[5, 5, 5])
        mo.sees("Chaos: Chaos strikes. Bo rolled three of a kind. Roll for it.")
        mo.type("/twists decide")
        mo.sees("Type /twists decide THROW TEXT.")
        with joined(room, tmp_path, "Cy", "spectator") as cy:
            cy.sees("you are Cy (spectator)")
            cy.type("ten")
            cy.sees("This is not for a spectator.")


def test_a_command_knows_what_the_one_before_did(room: Room) -> None:
    """What a line wrote counts for the next one, also while the socket has not brought it."""
    ada = room.join("Ada")
    address = Address(f"{room.table.address}/rooms/{room.name}#{room.links['player']}")
    seat = remote.RemoteSeat(address, ada.token, ada.id, SYSTEMS)
    session = Session(seat, out())
    for line in ("ten << 6 5 4", "ten << 1 2 4", "/undo", "ten << 3 3 4", "/correct ten +1"):
        session.handle(line)
    seat.close()
    *_, first, second, undone, third, corrected = ada.events()
    assert [event["kind"] for event in (first, second, third)] == ["throw"] * 3
    assert (undone["throw"], corrected["throw"]) == (second["number"], third["number"])


def test_a_table_that_was_put_back(tmp_path: Path) -> None:
    """Who sits in a terminal while the table is put back from a copy is told so once, and plays on."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    port = free_port()
    with serving(database, tmp_path, port=port) as table:
        room = table.open()
        bo = room.join("Bo")
        with joined(room, tmp_path, "Ada") as ada:
            ada.sees("you are Ada")
            backup(database, copy)
            for faces in ([1, 2, 4], [2, 2, 4], [6, 5, 4]):
                bo.throw("ten", faces=faces)
            ada.sees("6 5 4")
            assert table.stop() == 0
            restore(copy, database)
            with serving(database, tmp_path, port=port) as again:
                room.table = again
                ada.sees("The table was restored from a copy and continues after event")
                bo.throw("ten", faces=[4, 2, 1])
                shown = ada.sees("4 2 1")
                assert shown.count("restored from a copy") == 1
                assert shown.count("Bo comes in") <= 1
                ada.type("ten << 3 3 3")
                ada.sees("3 3 3")


@pytest.mark.parametrize(
    "link", ["", "x", "http://a/rooms/", "http://a/rooms/b", "ftp://a/rooms/b#c", "http:///rooms/b#c"]
)
def test_what_is_no_link(link: str) -> None:
    """A link that is not whole is refused with how one looks."""
    with pytest.raises(UsageError, match="A link looks like"):
        Address(link)


@pytest.mark.parametrize("where", ["http://a", "https://b.example:8000/under/this"])
def test_the_addresses_of_a_link(where: str) -> None:
    """A link with blanks around it or a slash at its end leads to the same room."""
    for room in ("abc", "abc/"):
        address = Address(f" {where}/rooms/{room}#s-e ")
        assert (address.room, address.secret) == ("abc", "s-e")
        assert address.api == f"{where}/api/v1/rooms/abc"
        assert address.live == f"{where.replace('http', 'ws')}/api/v1/rooms/abc/live"


def test_seats_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest seats are kept, each once; a file that holds none is as good as no file."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "mine"))
    for at in [*range(remote.KEPT + 3), 3]:
        remote.remember(f"link{at}", f"token{at}", "p1")
    links = [f"link{at}" for at in [*range(4, remote.KEPT + 3), 3]]
    assert remote._seats() == {link: {"token": link.replace("link", "token"), "person": "p1"} for link in links}
    assert list(remote._seats()) == links
    assert remote.place().stat().st_mode & 0o777 == 0o600
    assert remote.place().parent.stat().st_mode & 0o777 == 0o700
    for wrong in ("[]", "{", "[" * 100_000, "\xff"):
        remote.place().write_text(wrong, "latin-1")
        assert remote._seats() == {}


@pytest.mark.parametrize(
    "error",
    [
        RoomError("room/full", "The room is full."),
        NotationError("notation/unexpected", "“x” does not belong here.", "ten x", 5, ("superior", "vs N"), "vs"),
        DiceNeeded(1, "hit"),
        DiceNeeded(3, "test", 10, 0),
        DiceNeeded(2, "omen", 3, -1, shows="−, 0 and +"),
    ],
)
def test_an_error_says_the_same_at_a_server(error: SixfoldError) -> None:
    """A client makes of a server's answer the same error again; a field that is missing leaves at least the code."""
    said = json.loads(refused(cast(Any, SimpleNamespace(headers={})), error).content)
    for lacking in said.keys() - {"code"}:
        assert remote.refusal({name: value for name, value in said.items() if name != lacking}).code == error.code
    found = remote.refusal(said)
    assert (found.code, found.message) == (error.code, error.message)
    if isinstance(error, DiceNeeded):
        assert isinstance(found, DiceNeeded)
        assert found == error


def test_a_table_that_does_not_answer() -> None:
    """Where no table answers, the command ends and asks whether it is running."""
    ran = run("join", "http://127.0.0.1:9/rooms/abc#x")
    assert (ran.status, ran.out) == (2, "")
    assert "The table does not answer. Is it running?" in ran.err


@pytest.mark.parametrize("link", ["{0.table.address}/rooms/abc#x", "{0.table.address}/rooms/{0.name}#x"])
def test_a_link_into_no_room(room: Room, link: str, tmp_path: Path) -> None:
    """A room that is not there and a secret that opens nothing are refused in a sentence that leads on."""
    ran = run("join", link.format(room), "--name", "Ada", environment={"XDG_STATE_HOME": str(tmp_path)})
    assert ran.status == 2
    assert "This link does not work, or no longer works: ask the game master for a new one." in ran.err
