"""A check while it is being made: the page asks at every letter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sixfold import parse
from sixfold.base import bounds
from sixfold.checks.check_input import checked
from sixfold.systems import SYSTEMS
from sixfold.table.room import next_dice
from tests.cli.test_games import game
from tests.effort import calls
from tests.table.server.kit import Table, serving
from tests.table.server.test_own_games import HASTY


def ask(table: Table, **body: Any) -> dict[str, Any]:
    """What the table says of a check."""
    answer = table.http.post("/checks", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_text_and_options_say_the_same(table: Table) -> None:
    """A check is read from its text or its options, and answered with both."""
    read = ask(table, check="TEN sup 1 hard +6")
    assert read["text"] == "ten +6 -3 [hard] superior 1"
    assert "completions" not in read
    assert ask(table, check={key: read[key] for key in ("system", "rule", "options")}) == read


def test_what_is_wrong_has_a_place_and_a_remedy(table: Table) -> None:
    """A text that cannot be read is no failure here: the answer says where, what was meant, and how that reads."""
    read = ask(table, check="ten attack superiour 1", cursor=14)
    assert (read["system"], read["rule"], read["text"]) == ("ten", "attack", "")
    assert (read["problem"]["column"], read["problem"]["guess"]) == (12, "superior")
    assert read["problem"]["mended"] == "ten attack superior 1"
    assert [each["word"] for each in read["completions"]] == ["superior"]
    assert ask(table, check="h", cursor=1)["problem"]["mended"] == "hs"  # which lacks words of its own, too


def test_plain_dice_need_no_name(table: Table) -> None:
    """What begins as plain dice is a check of `dice`, as at a prompt; a slip in it has its place in what was typed."""
    read = ask(table, check="4d6kh3 +2", cursor=9)
    assert (read["text"], read["system"], read["rule"]) == ("dice 4d6kh3+2", "dice", "roll")
    assert read == ask(table, check="dice 4d6kh3 +2", cursor=14)
    assert ask(table, check="  3d6 + x")["problem"]["column"] == 9
    assert ask(table, check="dice 3d6 + x")["problem"]["column"] == 12
    assert ask(table, check="“ten superiour 1”")["problem"]["mended"] == "ten superior 1"
    assert ask(table, check="2d6", faces=[])["needed"]["size"] == 2
    one = table.open().join("One")
    assert one.throw("3d6")["record"]["text"] == "dice 3d6"


def test_dice_that_are_still_to_be_typed(table: Table) -> None:
    """Hand after hand it is said which dice come next, until the check is done or asks its player."""
    assert ask(table, check="ten", faces=[])["needed"] == {"size": 3, "label": "test", "sides": 6, "lowest": 1}
    assert ask(table, check="ten", faces=[6, 6, 5])["needed"]["size"] == 2
    assert "needed" not in ask(table, check="ten", faces=[6, 6, 5, 1, 2])
    assert "needed" not in ask(table, check="odgs vs 15 advantage 1", faces=[6, 4, 4, 2])
    assert ask(table, check="ten", faces=[7])["faces"]["code"] == "dice/impossible"
    assert ask(table, check="ten", faces=[1] * 9)["faces"]["code"] == "dice/unused"


def test_every_rule_has_an_outlook(table: Table) -> None:
    """The example of every rule is looked ahead at: what may happen, and all of the number that it draws."""
    for system in SYSTEMS.values():
        for rule in system.rules:
            seen = table.http.post("/outlook", json={"check": rule.example}).json()
            assert seen["text"] == parse(rule.example).text
            assert sum(bar["chance"] for bar in seen["spread"]["bars"]) == pytest.approx(1, abs=1e-9)
            assert seen["spread"]["field"] in seen["numbers"]
            for event in seen["events"]:
                assert 0 <= event["chance"] <= 1
                if event["name"] == (rule.success.name if rule.success else ""):
                    assert sum(bar["good"] for bar in seen["spread"]["bars"]) == pytest.approx(event["chance"])


def test_it_is_little_work_whatever_is_sent() -> None:
    """MENDED_LENGTH and COMPLETIONS: a letter is little work, and the worst of texts costs what it is long."""
    assert bounds.COMPLETIONS == 100

    def work(text: str) -> int:
        return calls(lambda: checked(text, len(text), None, SYSTEMS, next_dice))

    assert work("ten +4 superiour 1") < 5_000
    for piece in ("wild 3 W ", "ten zz "):
        word, again = piece.split(" ", 1)
        assert work(f"{word} {again * 490}") < 2.2 * work(f"{word} {again * 245}") < 100_000
    for text in ("ten +4 superiour 1", "ten " + "zz " * 600):
        problem = checked(text, len(text), None, SYSTEMS, next_dice)["problem"]
        assert ("mended" in problem) == (len(text) <= bounds.MENDED_LENGTH)


def test_a_game_of_ones_own_is_asked_about_like_any_other(tmp_path: Path) -> None:
    """A table with `--game` lists it, reads its checks, throws them and solves them, also without a room."""
    with serving(tmp_path / "table.db", tmp_path, "--game", game(tmp_path), module=HASTY) as table:
        listed = {one["name"]: one for one in table.http.get("/games").json()["games"]}
        example = listed["duel"]["rules"][0]["example"]
        assert ask(table, check=example)["text"] == example
        for path in ("/odds", "/rolls", "/explain"):
            answer = table.http.post(path, json={"check": example})
            assert (answer.status_code, answer.json()["system"]) == (200, "duel")
        compared = table.http.post("/compare", json={"checks": [example, "ten +2"]})
        assert compared.status_code == 200
