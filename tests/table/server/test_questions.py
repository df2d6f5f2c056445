"""Every question over HTTP: its answer is the document that the API's own document says, in every format."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from sixfold import roll
from sixfold.show.files import text_formats
from sixfold.study.catalogue import CATALOGUE
from sixfold.study.operation import QUESTIONS
from sixfold.table.api_questions import API_QUESTIONS
from tests.cli.test_cli import COMMANDS
from tests.show.test_formats import STARTS
from tests.table.server.kit import Table

RECORD = roll("ten", faces=[6, 3, 2]).to_json()
BODIES: dict[str, dict[str, Any]] = {
    "roll": {"check": "ten superior 1", "faces": [6, 3, 2, 4]},
    "odds": {"check": "wild 2D vs 5", "event": ["net >= 3", "net >= 100"]},
    "explain": {"check": {"system": "ten", "options": {"skew": 1}}},
    "advise": {"check": "odgs vs 9 advantage 1", "faces": [6, 5, 4, 4]},
    "compare": {"checks": ["ten +4", "wild 3D vs 9"]},
    "need": {"check": "ten +?", "chance": "3/4", "ranges": ["0..5"]},
    "table": {"check": "ten", "rows": "modifier=0..1", "event": ["success", "mean margin"], "digits": 0},
    "equivalent": {"check": "ten +3", "within": "hs ?d", "other_event": "result=triumph"},
    "audit": {"printed": "0 | 62.5 %\n3 | 90 %", "check": "ten +?"},
    "luck": {"check": "ten", "faces": [6, 3, 2]},
    "evening": {"log": json.dumps(RECORD)},
    "outlook": {"check": "ten"},
    "tell": {"records": [RECORD]},
    "why": {"record": RECORD},
    "config": {"text": "game = 'ten'"},
    "verify": {"export": "{}"},
}
"""A body for each question."""

PATHS = {asked.name: asked.call for asked in API_QUESTIONS.values()}


@pytest.fixture(scope="module")
def document(table: Table) -> Any:
    return table.http.get("/openapi.json").json()


@pytest.mark.parametrize("name", [name for name in PATHS if name != "verify"])
def test_a_question_is_answered_with_its_document(table: Table, document: Any, name: str) -> None:
    """The answer to each question is what the API says of it."""
    call = document["paths"][f"/api/v1{PATHS[name]}"]["post"]
    schema = call["responses"]["200"]["content"]["application/json"]["schema"]
    answer = table.http.post(PATHS[name], json=BODIES[name])
    assert answer.status_code == 200, answer.text
    jsonschema.validate(answer.json(), {**schema, "components": document["components"]})
    assert schema == {"type": "object"} or "$ref" in schema


def test_every_question_has_a_body_here_and_a_command() -> None:
    """No question is left out of these tests, and each of those that people ask is a command and a call."""
    assert set(BODIES) == set(PATHS)
    assert set(QUESTIONS) <= {*COMMANDS} & {*PATHS}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_answered_in_every_format(table: Table, name: str) -> None:
    """In a format, the answer is a document of that kind; where there is no chart, it says so."""
    drawn = name in ("odds", "compare", "table")
    for form, format in text_formats().items():
        answer = table.http.post(PATHS[name], json={**BODIES[name], "format": form})
        if not drawn and form in ("svg", "vega"):
            assert (answer.status_code, answer.json()["code"]) == (422, "study/form")
        else:
            assert answer.status_code == 200, answer.text
            kind, *charset = answer.headers["content-type"].split(";")
            assert (kind, len(charset) <= 1) == (format.media.partition(";")[0], True)
            assert form == "text" or STARTS[form](answer.content)


@pytest.mark.parametrize("name", QUESTIONS)
def test_help_names_every_parameter_of_a_question(name: str) -> None:
    """What the command takes is what the declaration says."""
    from tests.console import run

    shown = run("help", name).out
    for each in CATALOGUE[name].parameters:
        option = each.option or f"--{each.name.replace('_', '-')}"
        assert each.kind in ("check", "open check", "checks") or f"  {option}" in shown


def test_events_of_ones_own_are_asked_with_the_odds(table: Table) -> None:
    """`POST /odds` takes events, and says of each how much is unresolved."""
    asked = table.http.post("/odds", json=BODIES["odds"]).json()["asked"]
    assert set(asked) == {"net >= 3", "net >= 100"}
    assert asked["net >= 100"]["unresolved"] != "0"
