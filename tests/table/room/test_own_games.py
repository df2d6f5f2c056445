"""An instrument of a game of one's own whose code fails: the room goes on, and its author hears where."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sixfold.authoring.load import with_games
from sixfold.errors import RoomError
from sixfold.table.room import view
from sixfold.table.room.commands import Correct, RequestRoll, Roll, Use, Witness
from sixfold.table.room.log_event import canonical
from sixfold.table.room.verify import verify
from tests.console import run
from tests.table.room.table import Table, W, seated

DUEL = """
from sixfold.rules.folds import total
from sixfold.rules.instrument import Act, Command
from sixfold.rules.rule import Rule, System
from sixfold.rules.panel import Said, panel


def strike(table):
    value = table.read(table.roll(1, "die"), total())
    return {"total": value if value != 6 else {}[value]}


class Wounds:
    name, title = "wounds", "Wounds"
    commands = (Command("heal", "heal"), Command("break", "what is not even an act"))

    def start(self):
        return 6

    def follow(self, state, happening):
        points = getattr(happening, "outcome", {"total": 3})["total"]
        return state - 12 // (points - 1)

    def decide(self, state, command, values, who, people):
        if command == "break":
            return [Act("broken", {"what": object})]
        return [Act("healed", {"left": {}["nothing"]})]

    def view(self, state, who, people):
        return {"blocks": panel(Said(f"{state} left." if state != -6 else None + state))}


SYSTEM = System(Rule(strike, example="duel"), name="duel", title="a duel", keeps=(Wounds(),))
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    file = tmp_path / "duel.py"
    file.write_text(DUEL)
    return seated(systems=with_games([file]))[0]


def lines(table: Table, person: str | None) -> list[str]:
    """What the instrument says to somebody."""
    shown = view(table.state, person, ["duel"])["instruments"]
    return [line for one in shown if one["system"] == "duel" for line in one["lines"]]


LINE = len(DUEL.partition("return state - 12")[0].splitlines())


def test_a_follow_that_fails(table: Table) -> None:
    """The throw stands, the instrument says where it fails, and all is well again once the throw is taken back."""
    table.throw("p2", "duel", faces=(4,))
    assert lines(table, None) == ["2 left."]
    thrown = table.throw("p2", "duel", faces=(1,))
    assert thrown["record"]["outcome"] == {"total": 1}
    (said,) = lines(table, None)
    assert f"in line {LINE} of duel.py: ZeroDivisionError: " in said
    table.throw("p3", "duel", faces=(5,))
    table.throw("p3", "ten")
    assert lines(table, None) == [said]
    assert table.again() == table.state
    table.do(Correct("p2", thrown["number"], withdraw=True))
    assert lines(table, None) == ["-1 left."]


def test_a_hidden_throw_at_which_it_fails(table: Table) -> None:
    """Only who sees the throw sees that the instrument failed at it."""
    table.throw("p2", "duel", visible="self", faces=(1,))
    assert "ZeroDivisionError" in lines(table, "p2")[0]
    assert lines(table, "p1") == lines(table, None) == ["6 left."]


def test_commands_and_views_that_fail(table: Table) -> None:
    """A command is refused with the place and nothing has happened; a view that fails says so in its place."""
    before = table.state
    for command, why in (("heal", "KeyError"), ("break", "TypeError")):
        with pytest.raises(RoomError, match=rf"fails.*: {why}") as caught:
            table.do(Use("p2", "duel", "wounds", command))
        assert caught.value.code == "room/game"
        assert table.state == before
    table.throw("p2", "duel", faces=(2,))
    assert "TypeError" in lines(table, None)[0]
    table.throw("p2", "duel", faces=(1,))
    with pytest.raises(RoomError) as caught:
        table.do(Use("p2", "duel", "wounds", "heal"))
    assert "ZeroDivisionError" in caught.value.message


def test_a_rule_that_fails(table: Table) -> None:
    """A throw whose rule fails is refused with the place, and nothing has happened; others are thrown."""
    before = table.state
    with pytest.raises(RoomError, match=r"duel strike fails in line 10 of duel\.py: KeyError: 6") as caught:
        table.throw("p2", "duel", faces=(6,))
    assert (caught.value.code, table.state) == ("room/game", before)
    assert table.throw("p2", "duel", faces=(5,))["record"]["outcome"] == {"total": 5}


def test_a_witness_hears_nothing_of_it(table: Table) -> None:
    """A hidden throw that fails with a witness's entropy tells him nothing but that, and every draw counts once."""
    said = set()
    for at in range(40):
        table.do(Roll("p2", "duel", "self", f"{at:032x}", witness="p3"))
        done = table.do(Witness("p3", table.state.number, W)).number
        said.add((table.event(done, "p2").get("message"), table.event(done, "p3").get("message")))
        assert table.event(done)["index"] == at
    assert said == {(None, None), ("duel strike fails in line 10 of duel.py: KeyError: 6.", None)}
    assert verify(table.export("p2"), table.systems).problems == []


def test_an_announcement_that_fails(tmp_path: Path) -> None:
    """A drawn roll that cannot be announced is recorded as failed, with the place, and its draw is used up."""
    file = tmp_path / "duel.py"
    announce = 'announce=lambda outcome, options: "Struck" if outcome["total"] < 5 else {}["words"]'
    file.write_text(DUEL.replace('example="duel")', f'example="duel", {announce})'))
    table = seated(systems=with_games([file]))[0]
    told = []
    for at in range(20):
        table.do(Roll("p2", "duel", c=f"{at:032x}"))
        told.append(table.last().get("message", ""))
        assert table.last()["index"] == at
    assert any("of duel.py: KeyError: 'words'" in message for message in told)
    assert verify(table.export("p2"), table.systems).problems == []


def test_at_a_terminal(tmp_path: Path) -> None:
    """`sixfold play` says it in a sentence and goes on; the next start opens the same evening."""
    game, file = tmp_path / "duel.py", tmp_path / "evening.sixfold"
    game.write_text(DUEL)
    said = run(
        "--game", str(game), "play", str(file), stdin="duel << 6\nduel << 1\nduel << 4\n/wounds heal\nten << 6 5 4\n"
    )
    assert said.status == 0
    assert said.out.count("ZeroDivisionError") == 1
    assert "duel strike fails in line 10 of duel.py: KeyError: 6." in said.err
    assert "Traceback" not in said.out + said.err
    assert "Success of Five" in said.out
    again = run("--game", str(game), "play", str(file), stdin="ten << 6 5 3\n")
    assert "Success of Four" in again.out


def test_the_log_says_which_version_was_played(tmp_path: Path) -> None:
    """A log of a game that was mended since is not dishonest: it is checked with the version that it says."""
    old, new = tmp_path / "duel.py", tmp_path / "mended" / "duel.py"
    new.parent.mkdir()
    old.write_text(DUEL)
    new.write_text(DUEL.replace('{"total": value if', '{"total": 7 - value if'))
    table = seated(systems=with_games([old]))[0]
    number = table.throw("p2", "duel", faces=(4,))["number"]
    table.do(RequestRoll("p1", "duel", people=("p2",)))
    table.do(Roll("p2", "opposed (duel) (duel) by total", c="0" * 32))
    table.do(Correct("p2", number, check="duel", faces=(3,)))
    log = table.export("p1")
    whole, other, without = (verify(log, with_games(files)) for files in ([old], [new], []))
    assert whole.problems == other.problems == without.problems == []
    assert (whole.replayed, whole.versions, whole.unknown) == (3, [], [])
    ((noted,), unknown) = other.versions, other.unknown
    assert (noted.game, unknown, other.replayed) == ("duel", [], 0)
    assert (noted.played, noted.here) == tuple(sha256(file.read_bytes()).hexdigest() for file in (old, new))
    assert noted.events == without.unknown == list(range(number, number + 5))
    file = tmp_path / "evening.json"
    file.write_text(log)
    said = run("--game", str(new), "verify", str(file))
    assert said.status == 0
    assert f"played with version {noted.played[:12]} of duel; version {noted.here[:12]} is loaded" in said.out


def test_a_log_cannot_hide_the_version(tmp_path: Path) -> None:
    """A throw that names no version of a game of one's own is found; one of another version is named as such."""
    file = tmp_path / "duel.py"
    file.write_text(DUEL)
    systems = with_games([file])
    table = seated(systems=systems)[0]
    number = table.throw("p2", "duel", faces=(4,))["number"]
    named: dict[str, Any] = {"versions": {"duel": "0" * 64}}
    nothing: dict[str, Any] = {}
    for said in (nothing, {"versions": nothing}, named):
        found = verify(rewritten(table, {"check": "duel", "visible": "all", **said}), systems)
        others = [one.events for one in found.versions]
        assert (bool(found.problems), others) == ((False, [[number]]) if said is named else (True, []))


def rewritten(table: Table, request: dict[str, Any]) -> str:
    """The log, with another request in its last event."""
    document = json.loads(table.export("p1"))
    last = document["events"][-1]
    body = {**json.loads(last["stored"]), "request": request}
    last["stored"] = canonical(body).decode()
    return json.dumps(document)


def test_a_game_that_changes_while_a_roll_waits(tmp_path: Path) -> None:
    """A draw that was called with one version of a game is not played with another: it fails, and the log holds."""
    file = tmp_path / "duel.py"
    file.write_text(DUEL)
    table = seated(systems=with_games([file]))[0]
    table.do(Roll("p2", "duel", c="0" * 32, witness="p3"))
    file.write_text(DUEL + "\n")
    table.state = replace(table.state, systems=with_games([file]))
    table.do(Witness("p3", table.state.number, W))
    assert (table.last()["kind"], table.last()["code"]) == ("failed", "room/endless")
    assert verify(table.export("p2"), table.state.systems).problems == []
