"""Games that a GM brings from the page: off by default, examined apart, kept, and stopped when they never end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.authoring import load
from sixfold.base import bounds
from sixfold.table.api_questions import answer_question
from sixfold.table.server import game_worker
from sixfold.table.server.api import games
from tests.table.room.table import Table as RoomTable
from tests.table.server.kit import API, Person, Room, Table, serving
from tests.table.server.running import running

DUEL = '''"""Two dice, the higher against a target."""

from typing import Annotated

from sixfold.rules import Event, Rule, System, Table, Values, highest


def parry(table: Table, vs: Annotated[int, range(1, 21), "the attack"], modifier: int = 0) -> Values:
    """A parry: the higher of two dice against an attack."""
    best = table.read(table.roll(2, "parry"), highest(1))
    return {"total": best + modifier, "success": best + modifier >= vs}


SYSTEM = System(Rule(parry, example="duel vs 5 +1", events=(Event("success", "Parried", "success"),)))
'''
HASTY = "tests.table.server.hasty"
ENDLESS = DUEL.replace("    return {", "    while modifier == 9:\n        pass\n    return {")


def bring(person: Person, name: str, source: str) -> httpx.Response:
    return person.post("/own-games", {"name": name, "source": source})


def refused(person: Person, name: str, source: str) -> tuple[str, str]:
    """The code and the sentence with which a game is refused."""
    answer = bring(person, name, source)
    assert answer.status_code >= 400, answer.text
    return answer.json()["code"], answer.json()["detail"]


def rolled(person: Person, check: str) -> Any:
    answer = person.post("/throws", {"check": check, "faces": [6, 2]})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_table_takes_no_games_unless_it_was_told(room: Room) -> None:
    """Without --own-games nobody brings a game, and the page does not offer it."""
    assert refused(room.join("Mo", "master"), "duel.py", DUEL)[0] == "table/own-games"
    assert "own_games" not in room.table.http.get("/games").json()


def test_a_game_comes_to_the_table(tmp_path: Path) -> None:
    """The GM brings a game: everyone rolls it, odds are solved, a mended file replaces it, and a restart keeps it."""
    folder = tmp_path / "games"
    folder.mkdir()
    told = ("--own-games", str(folder))
    with serving(tmp_path / "table.db", tmp_path, *told) as table:
        room = table.open()
        master, ada = room.join("Mo", "master"), room.join("Ada")
        assert table.http.get("/games").json()["own_games"] is True
        assert refused(ada, "duel.py", DUEL)[0] == "room/forbidden"
        brought = bring(master, "duel.py", DUEL)
        assert (brought.status_code, brought.json()) == (
            201, {"game": "duel", "title": "Two dice, the higher against a target"},
        )  # fmt: skip
        assert [one["name"] for one in table.http.get("/games").json()["games"]][-1] == "duel"
        assert ada.get("").json()["games"] == ["duel"]
        assert rolled(ada, "duel vs 5 +1")["record"]["outcome"] == {"total": 7, "success": True}
        odds = table.http.post("/odds", json={"check": "duel vs 5"}).json()
        assert odds["events"]["success"]["exact"] == "5/9"
        assert bring(master, "duel.py", DUEL.replace("highest(1)", "highest(2)")).status_code == 201
        assert rolled(ada, "duel vs 5")["record"]["outcome"]["total"] == 8
        assert [one["kind"] for one in ada.events()].count("games") == 1
        number = rolled(ada, "duel vs 6")["number"]
    with serving(tmp_path / "table.db", tmp_path, *told, module=HASTY) as table:
        again = Person(Room(table, room.name, room.links), ada.id, ada.token)
        assert again.events(number - 1)[0]["record"]["text"] == "duel vs 6"
        assert rolled(again, "duel vs 7")["record"]["outcome"]["total"] == 8


@pytest.fixture(scope="module")
def open_table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("games")
    with serving(folder / "table.db", folder, "--own-games", str(folder), module=HASTY) as table:
        yield table


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("SYSTEM = System(", "in line 1"),
        ("", "defines no game"),
        (DUEL.replace("highest(1)", "higest(1)").replace(", highest", ""), "line 10"),
        (DUEL.replace("SYSTEM =", "import os\nos._exit(3)\nSYSTEM ="), "line 15: “os” is used while"),
        (
            DUEL.replace("SYSTEM =", "import atexit\natexit.register(print)\nSYSTEM ="),
            "line 15: “atexit” is used while",
        ),
        (DUEL.replace("SYSTEM =", "import signal\nsignal.alarm(0)\nSYSTEM ="), "line 15: “signal” is used while"),
        (DUEL.replace("SYSTEM =", "raise SystemExit\nSYSTEM ="), "line 14"),
        (
            DUEL.replace("System(", "System(name='ten', *[").replace("),)))", "),))])").replace("duel", "ten"),
            "cannot name",
        ),
        ("import random\nLUCK = random.randint(1, 9**9)\n" + DUEL, "random"),
    ],
    ids=["syntax", "empty", "a name", "an end", "a late end", "a signal", "an exit", "ten", "chance"],
)
def test_a_game_that_cannot_be_played(open_table: Table, source: str, said: str) -> None:
    """A file that is no sound game is refused with its line, and the table goes on."""
    master = open_table.open().join("Mo", "master")
    assert said in refused(master, "duel.py", source)[1]
    assert master.throw("ten")["kind"] == "throw"


@pytest.mark.parametrize("name", ["../duel.py", "duel.txt", "du el.py", ".py", "x" * 80 + ".py"])
def test_names_of_files(open_table: Table, name: str) -> None:
    """A name that leads elsewhere, or is that of no Python file, is refused."""
    assert refused(open_table.open().join("Mo", "master"), name, DUEL)[0] == "table/unreadable"


def test_a_rule_that_never_ends(open_table: Table) -> None:
    """A roll that never ends is stopped and told with its line, and others roll meanwhile and afterwards."""
    room = open_table.open()
    master, ada = room.join("Mo", "master"), room.join("Ada")
    assert bring(master, "duel.py", ENDLESS).status_code == 201
    answer = ada.post("/throws", {"check": "duel vs 5 +9", "faces": [6, 2]})
    assert answer.status_code == 422
    assert "line 1" in answer.json()["detail"]
    assert ada.throw("ten")["kind"] == "throw"
    assert rolled(ada, "duel vs 5")["record"]["outcome"]["total"] == 6


def test_a_game_is_tried_when_it_is_brought_and_never_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a process of a table is asked, it takes games as they were examined before."""
    file = tmp_path / "duel.py"
    file.write_text(DUEL, "utf-8")
    monkeypatch.setattr(load, "_examined", lambda *_: pytest.fail("It is examined again."))
    table, check, files = RoomTable(systems=load.with_games([str(file)], examined=True)), "duel vs 5 +1", [str(file)]
    person = table.person(table.join("player", "Mo"))
    assert person is not None
    table.throw(person.id, check)
    news = game_worker.News("room", 0, table.events, files)
    assert game_worker.read(files, check, None, None)["text"] == check
    assert game_worker.luck(files, table.events, person)["people"][0]["records"] == 1
    assert game_worker.viewed(news, [(person.id, ())]) is not None
    assert b"duel" in answer_question("odds", {"check": check}, files, "json")


def test_a_table_holds_so_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OWN_GAMES: no further game comes then, but those that are there may be mended."""
    assert bounds.OWN_GAMES == 200
    monkeypatch.setattr(games, "OWN_GAMES", 1)
    folder = tmp_path / "games"
    folder.mkdir()
    with running(tmp_path, own_games=str(folder)) as address:
        table = Table(address.removesuffix(API))
        with table.http:
            master = table.open().join("Mo", "master")
            assert bring(master, "duel.py", DUEL).status_code == 201
            assert refused(master, "brawl.py", DUEL.replace("duel vs", "brawl vs"))[0] == "table/own-games"
            assert bring(master, "duel.py", DUEL.replace("the higher", "the best")).status_code == 201
    assert [file.name for file in folder.iterdir()] == ["duel.py"]
