"""The site without a server answers like the API of a table."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sixfold
from sixfold.site import build
from sixfold.site.api import SiteApi
from sixfold.site.pending_imports import install, uninstall
from tests.examined import examine_little
from tests.site import mistakes

SOURCES = Path(sixfold.__file__).parent.parent

GAME = """
from sixfold.rules import System, Table, highest


def parry(table: Table, vs: int = 4) -> bool:
    return table.read(table.roll(2), highest(1)) >= vs


SYSTEM = System(parry)
"""


def asked(api: SiteApi, path: str, **body: Any) -> Any:
    """An answer, which must not be a refusal."""
    status, text = api.answer(path, json.dumps(body))
    assert status == 200, text
    return json.loads(text)


@pytest.mark.parametrize(
    "text", ["ten +4 superior 1", "skew vs 14", "wild 5D vs 15", "hs 3d", "odgs vs 15 +2", "4d6kh3"]
)
def test_odds_are_those_of_the_package(text: str) -> None:
    """Odds come out to the last fraction as everywhere, and so does a roll with the same dice."""
    api = SiteApi()
    canonical = asked(api, "/checks", check=text)["text"]
    assert asked(api, "/odds", check=text) == sixfold.odds(canonical).to_json()
    record = asked(api, "/rolls", check=text)
    assert sixfold.Record.from_json(record).to_json() == record


def test_every_question_has_its_call() -> None:
    """The designers' questions are asked by their paths, and written in a format."""
    api = SiteApi()
    assert asked(api, "/need", check="ten +?", chance="5/8")["answers"][0]["text"] == "ten"
    assert "checks" in asked(api, "/compare", checks=["ten +3", "wild 5D"])
    status, text = api.answer("/grids", json.dumps({"check": "ten", "rows": "modifier=0..2", "format": "markdown"}))
    assert (status, text.count("\n") > 3) == (200, True)


def test_a_game_of_ones_own() -> None:
    """A game is loaded, described, rolled, solved and tested; a mistake in it is refused with its line."""
    api = SiteApi()
    described = asked(api, "/load", source=GAME, name="duel")
    assert (described["name"], described["rules"][0]["name"]) == ("duel", "parry")
    assert asked(api, "/odds", check="duel vs 4")["events"]["success"]["exact"] == "3/4"
    assert "sound" in asked(api, "/test")["text"]
    status, text = api.answer("/load", json.dumps({"source": GAME.replace("table.read", "table.red")}))
    assert status == 200
    status, text = api.answer("/odds", json.dumps({"check": "game vs 4"}))
    assert (status, json.loads(text)["line"]) == (422, 6)


def test_refusals_have_their_place() -> None:
    """What cannot be read is refused with code, sentence and column."""
    status, text = SiteApi().answer("/odds", json.dumps({"check": "ten superiour 1"}))
    refused = json.loads(text)
    assert (status, refused["code"], refused["column"], refused["guess"]) == (422, "notation/unexpected", 5, "superior")
    assert "superior" in refused["detail"]


@pytest.mark.parametrize(("mistake", "line", "told"), [("x = = 1", 3, "is not Python"), ("nothing", 3, "NameError")])
def test_code_that_fails_by_itself_has_its_line(mistake: str, line: int, told: str) -> None:
    """What is no Python, or raises an error of Python, is refused with its line."""
    source = GAME.replace("\n\n\ndef parry", f"\n{mistake}\n\ndef parry")
    status, text = SiteApi().answer("/load", json.dumps({"source": source}))
    refused = json.loads(text)
    assert (status, refused["line"]) == (422, line)
    assert told in refused["detail"]


TUTORIAL = re.findall(
    "```python\n(.*?)```", (Path(build.__file__).parent / "tutorial.md").read_text("utf-8"), re.DOTALL
)


@pytest.mark.parametrize("source", TUTORIAL)
def test_every_step_of_the_tutorial_is_a_game(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step loads, passes its test, and has odds in all of its rules."""
    examine_little(monkeypatch)
    api = SiteApi()
    described = asked(api, "/load", source=source, name="fence")
    for rule in described["rules"]:
        assert asked(api, "/odds", check=rule["example"])["numbers" if rule["name"] == "bout" else "outcomes"]
    assert "sound" in asked(api, "/test")["text"]


REMEMBERING = """
import json, sys
sys.modules["msgspec"] = None  # written in C: no memory can contain it
exec(compile(open({program!r}, encoding="utf-8").read(), "snapshot.py", "exec"))
del sys.modules["msgspec"]
calls = json.load(sys.stdin)
from sixfold.site import pending_imports
pending_imports.install()
sys.path_hooks.clear()
sys.path_importer_cache.clear()
sys.addaudithook(lambda event, _: event == "open" and sys.exit("the memory contains no file"))
for path, body in calls:
    print(json.dumps([path, body, *api.answer(path, json.dumps(body))]))
"""
"""A Python that starts from the first memory of a browser's: it can import nothing else, and read no file."""


def remembered(calls: Sequence[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any], int, str]]:
    """What the first memory answers: path, body, status and text."""
    program = REMEMBERING.format(program=str(Path(build.__file__).with_name("snapshot.py")))
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCES)!r})\n{program}"]
    done = subprocess.run(
        command, input=json.dumps(calls), capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_first_memory_refuses_like_the_package() -> None:
    """Whatever is refused anywhere is refused with the same sentence before the rest of Sixfold has arrived.

    A call that needs more is no error: it is made again when everything is here.
    """
    asked = mistakes.calls()
    assert len(asked) > 1000
    lacking: list[tuple[str, dict[str, Any]]] = [
        ("/need", {"check": "ten +?", "chance": "5/8"}),
        ("/load", {"source": GAME}),
        ("/why", {"record": {}}),
    ]
    api, answers = SiteApi(), remembered([*asked, *lacking])
    assert [(path, body) for path, body, *_ in answers] == [*asked, *lacking]
    for path, body, status, text in answers[: len(asked)]:
        assert (status, text) == api.answer(path, json.dumps(body)), body
    assert [status for *_, status, _ in answers[len(asked) :]] == [425, 425, 425]


def test_a_module_that_has_not_arrived_is_waited_for() -> None:
    """A game that imports what has not arrived yet is loaded again later; afterwards it is refused."""
    install()
    try:
        assert SiteApi().answer("/load", json.dumps({"source": "import turtledemo.nowhere"}))[0] == 425
    finally:
        uninstall()
    assert SiteApi().answer("/load", json.dumps({"source": "import turtledemo.nowhere"}))[0] == 422
