"""Every JSON document is what its JSON Schema says, and says nothing besides."""

from __future__ import annotations

import ast
import copy
import json
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixfold
from sixfold import study
from sixfold.cli.client.local import KeptRoom
from sixfold.errors import SixfoldError
from sixfold.playing.standing import account
from sixfold.study.schema import DOCUMENTS, schema
from sixfold.systems import SYSTEMS
from tests.checks_to_try import TEXTS
from tests.console import run
from tests.effort import THOROUGH
from tests.pages import ROOT, Evenings

PAGE = (ROOT / "docs" / "json.md").read_text("utf-8")
SHOWN = [
    (command, json.loads(document))
    for command, document in re.findall(r"^\$ (sixfold .*)\n(\{.*\}|\{\n(?:.+\n)*?\})$", PAGE, re.MULTILINE)
]
"""Every command of the page on JSON with the document below it."""
COMMANDS = (
    "schema explain",
    "explain hs 1d 1 cut",
    "games hs",
    "config --example",
    "roll hs 2d --times 2 --seed tavern",
    "roll ten superior 1 --faces 6,6,5,2,1,4 --odds",
    "roll odgs vs 15 +5 advantage 1 --faces 6,6,2,1 --choices 2 --odds",
    "odds dice 1d2! --tolerance 0.1",
    "advise odgs vs 16 +2 combat --faces 4,4,3 --aim adrenaline",
    "luck hs 2d --faces 6,4",
    "luck docs/designers/evening.json",
    "compare hs 1d , hs 2d --event result=triumph",
    "equivalent ten +3 --in 'odgs vs ? +4'",
    "table ten --rows modifier=0..1 --columns skew=0..1",
    "need 'ten superior ?' --event quality=critical --chance '1 in 4' --range 0..5",
    "audit docs/designers/example.claims",
    "roll odgs vs 15 +5 advantage 1 --faces 6,4,4,2 --choose",
    "sweep {folder}/hard.toml --workers 1",
    "test examples/vow.py",
    "verify {folder}/evening.sixfold",
    "verify docs/designers/evening.json",
)
"""Commands of the other documents, and of keys that the page does not show."""

SWEEP = 'checks = ["ten +{skill}"]\n[ranges]\nskill = "0..1"\n[questions.worth]\nfind = "worth"\nrange = "skill"\n'
"""A sweep with a question."""


def name_of(command: str, document: Any) -> str:
    """Which document a command prints."""
    command_name = shlex.split(command)[1]
    if "error" in document:
        return "error"
    if command_name == "roll":
        return "records" if "records" in document else "record"
    if command_name == "luck":
        return "luck" if "record" in document else "evening"
    if command_name == "verify":
        return "verify" if "room" in document else "rolls"
    return command_name


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    """What holds documents against their schema."""
    return jsonschema.Draft202012Validator(schema(name))


@cache
def strict(name: str) -> jsonschema.Draft202012Validator:
    """What holds them against a schema that takes no key that it does not name."""
    closed = copy.deepcopy(schema(name))
    for part in (closed, *closed.get("$defs", {}).values()):
        if "properties" in part:
            part["additionalProperties"] = False
    return jsonschema.Draft202012Validator(closed)


def hold(name: str, document: Any) -> None:
    """Hold a document against its schema: no key may be there that the schema does not name."""
    strict(name).validate(json.loads(json.dumps(document)))


@pytest.mark.parametrize(("command", "document"), SHOWN, ids=[command for command, _ in SHOWN])
def test_documents_of_the_page(command: str, document: Any) -> None:
    """What the page shows is what the schema says."""
    hold(name_of(command, document), document)


@pytest.mark.parametrize("command", COMMANDS)
def test_documents_of_every_command(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command prints is what the schema says."""
    monkeypatch.chdir(ROOT)
    (tmp_path / "hard.toml").write_text(SWEEP, "utf-8")
    KeptRoom(str(tmp_path / "evening.sixfold"), SYSTEMS, Evenings().fresh).close()
    document = run(*shlex.split(command.format(folder=tmp_path)), "--json").json
    if command.startswith("schema"):
        jsonschema.Draft202012Validator.check_schema(document)
    else:
        hold(name_of(f"sixfold {command}", document), document)


def test_every_document_is_tried_and_listed() -> None:
    """No document is missing from the commands above, nor from the index of the page."""
    shown = {name_of(command, document) for command, document in SHOWN}
    tried = {shlex.split(command)[0] for command in COMMANDS}
    assert shown | tried | {"records", "evening", "rolls"} >= set(DOCUMENTS) - {"check", "character"}
    assert re.findall(r"^\| `([a-z]+)` \|", PAGE, re.MULTILINE)[: len(DOCUMENTS)] == list(DOCUMENTS)


@given(TEXTS, st.text(max_size=6))
@settings(max_examples=40 * THOROUGH)
def test_documents_of_every_check(text: str, seed: str) -> None:
    """Checks, records with and without their account, odds and explanations of any check."""
    check = sixfold.parse(text)
    record = sixfold.roll(check, seed=seed)
    hold("check", check.to_json())
    hold("record", record.to_json())
    hold("record", account(record))
    hold("records", {"version": 1, "records": [record.to_json()]})
    if check.rule.better is not None:
        hold("luck", study.luck(record).to_json())
    hold("odds", sixfold.odds(check).to_json())
    hold("explain", run("explain", text, "--json").json)


@pytest.mark.parametrize("game", SYSTEMS)
def test_documents_of_every_game(game: str) -> None:
    """The listing of a game, and the schema of each rule's options, which its example's options fulfil."""
    listing = run("games", game, "--json").json
    hold("games", listing)
    for rule in listing["games"][0]["rules"]:
        jsonschema.Draft202012Validator.check_schema(rule["options"])
        jsonschema.validate(sixfold.parse(rule["example"]).options, rule["options"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("roll", "ten", "--faces", "6,6"),
        ("roll", "skew percentile", "--faces", "1"),
        ("roll", "odgs vs 9 adv 1 combat", "--faces", "6,6,2,1", "--choices", "0"),
        ("roll", "tenn"),
        ("roll", "ten", "--faces", "7"),
        ("odds", "ten superior 98"),
        ("audit", "pyproject.toml"),
        ("audit", "none.claims"),
        ("need", "ten +?", "--chance", "often"),
        ("table", "ten", "--rows", "height=1..3"),
        ("odds", "dice 99d6!>=2"),
        ("frobnicate",),
        ("schema", "recrod"),
    ],
)
def test_documents_of_errors(arguments: tuple[str, ...]) -> None:
    """Errors of every kind."""
    ran = run(*arguments, "--json")
    assert ran.status in (2, 3)
    hold("error", ran.json)


def test_documents_with_what_is_seldom_there() -> None:
    """A grid with empty cells and endless rules, a comparison without the event, an evening of many games."""
    hold("table", study.table("skew", "vs=9..11", event=["success", "mean total"]).to_json())
    hold("table", study.table("odgs vs 12", "combat=no,yes", event=["hit"]).to_json())
    hold("compare", study.compare("ten", "skew percentile", "wild 3D vs 9").to_json())
    hold("equivalent", study.equivalent("wild 3D vs 9", "skew vs ?").to_json())
    hold("need", study.need("wild ?D+? vs 15", "3/4", ranges=["1..6", "0..2"]).to_json())
    hold("need", study.need("ten +?", "100%", ranges=["0..3"]).to_json())
    records = [*sixfold.rolls("ten", 3), *sixfold.rolls("wild 3D vs 9", 3)]
    hold("evening", study.evening(records).to_json())
    hold("records", {"version": 1, "records": [], **SixfoldError("rule/endless", "That never ends.").to_json()})


def test_the_schema_of_all() -> None:
    """Without a name the schema has every document, and takes each of them."""
    whole = run("schema").json
    jsonschema.Draft202012Validator.check_schema(whole)
    assert {shape.__name__ for shape, _ in DOCUMENTS.values()} <= set(whole["$defs"])
    of_all = jsonschema.Draft202012Validator(whole)
    for _, document in SHOWN:
        if "$schema" not in document:
            of_all.validate(document)
    assert run("schema", "record", "--json").json == run("schema", "RECORD").json == schema("record")
    assert run("schema", "recrod").status == 2
    assert "Did you mean “record”?" in run("schema", "recrod").err
    assert run("schema", "odds", "luck").status == 2


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_refuses_what_is_no_such_document(name: str) -> None:
    """A schema is not so wide that anything fits."""
    wrongs: list[Any] = [{}, [], {"version": 2}, {"version": 1}, None]
    for wrong in wrongs:
        with pytest.raises(jsonschema.ValidationError):
            validator(name).validate(wrong)


def test_shapes_cost_nothing_at_start() -> None:
    """A roll and odds import no shape, and no msgspec."""
    program = (
        "import sys, sixfold; sixfold.roll('ten').to_json(); sixfold.odds('ten').to_json(); "
        "import sixfold.base.shapes; "
        "print([name for name in sys.modules if 'msgspec' in name or name.startswith('sixfold.base.shapes.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "msgspec" not in done.stdout
    assert set(ast.literal_eval(done.stdout)) <= {"sixfold.base.shapes.fraction", "sixfold.base.shapes.vague"}
