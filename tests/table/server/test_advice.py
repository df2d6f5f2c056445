"""Best play over the network: the same as the commands say."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sixfold
from sixfold.base import bounds
from tests.table.server.kit import Table

ASKED: dict[str, Any] = {"check": "odgs vs 16 +2 advantage 1 combat", "aim": "adrenaline", "faces": [5, 5, 2, 1]}


@pytest.mark.parametrize("change", [{}, {"choices": [1]}, {"aim": None}, {"aim": "-total"}])
def test_advice_is_that_of_the_library(table: Table, change: dict[str, Any]) -> None:
    """Every option with its worth, before and after a choice, for any aim or for success."""
    asked = ASKED | change
    answer = table.http.post("/advice", json=asked)
    rest = {name: value for name, value in asked.items() if name != "check"}
    assert answer.status_code == 200
    assert answer.json() == json.loads(json.dumps(sixfold.advise(asked["check"], **rest).to_json()))


def test_odds_for_an_aim(table: Table) -> None:
    """Odds with an aim are those of best play, which say what the usual choice loses."""
    check = "odgs vs 16 +2 combat"
    answer = table.http.post("/odds", json={"check": check, "aim": "adrenaline"}).json()
    assert answer == json.loads(json.dumps(sixfold.odds(check, aim="adrenaline").to_json()))
    assert "play" not in table.http.post("/odds", json={"check": check}).json()


@pytest.mark.parametrize(
    ("path", "change", "status", "code"),
    [
        ("/advice", {"faces": [5, 5]}, 422, "dice/needed"),
        ("/advice", {"faces": []}, 422, "dice/needed"),
        ("/advice", {"faces": [5, 5, 2, 7]}, 422, "dice/impossible"),
        ("/advice", {"choices": [9]}, 422, "choice/impossible"),
        ("/advice", {"choices": [0, 0, 0]}, 422, "choice/unused"),
        ("/advice", {"check": "ten", "faces": [1, 2, 3]}, 422, "odds/no-choice"),
        ("/advice", {"aim": "sucess"}, 422, "study/event"),
        ("/advice", {"check": "odgs vz 16"}, 422, "notation/unexpected"),
        ("/advice", {"faces": "5,5"}, 400, "table/unreadable"),
        ("/advice", {"choices": [0] * (bounds.CHOICES + 1)}, 400, "table/unreadable"),
        ("/advice", {"faces": [1] * (bounds.DICE_IN_AN_EVALUATION + 1)}, 400, "table/unreadable"),
        ("/advice", {"aim": "x" * (bounds.EVENT_LENGTH + 1)}, 400, "table/unreadable"),
        ("/advice", {"wish": "hit"}, 400, "table/unreadable"),
        ("/odds", {"check": "ten"}, 422, "odds/no-choice"),
        ("/odds", {"aim": "9" * bounds.EVENT_LENGTH}, 422, "study/event"),
        ("/odds", {"aim": 3}, 400, "table/unreadable"),
    ],
)
def test_what_cannot_be_advised(table: Table, path: str, change: dict[str, Any], status: int, code: str) -> None:
    """Missing or wrong dice, choices and aims, and bodies that are none: a sentence with its code."""
    asked = ASKED if path == "/advice" else {name: ASKED[name] for name in ("check", "aim")}
    answer = table.http.post(path, json=asked | change)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"]
