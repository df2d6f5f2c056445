"""Character sheets in a terminal: what is shown of a sheet can be typed, and makes the same sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sixfold.cli.client.sheets import changed, check_of, drawn, loaded, mine, written
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.rules.traits import Trait
from sixfold.show.report.tables import Entries
from sixfold.systems import SYSTEMS

PLAYED = [system for system in SYSTEMS.values() if system.traits]
SHEET = {"name": "Mira", "game": "ten", "character": 7, "notes": "", "has": {}, "rolls": [], "checks": []}


def lines(trait: Trait) -> list[str]:
    """What is typed behind the name of a trait."""
    if trait.spent:
        return ["7 of 9"]
    if not trait.many:
        return ["a quick one" if trait.text else "-4"]
    value = "" if trait.low == trait.high is not None else " 3D+1" if trait.text else " 3"
    joined = " with First, The Second" if trait.joined else ""
    return [f"First{value}", f"The Second One{value}{joined}", f"The Second{value}"]


def typed(system: System) -> dict[str, Any]:
    """The values of a sheet after all of that was typed."""
    values: dict[str, Any] = {}
    for trait in system.traits:
        for line in lines(trait):
            values |= changed({**SHEET, "values": values}, system, f"{trait.name} {line}")
    return values


@pytest.mark.parametrize("system", PLAYED, ids=lambda system: system.name)
def test_what_a_sheet_shows_can_be_typed(system: System) -> None:
    """Each trait is shown as it was typed, and typing that again gives the same values."""
    values = typed(system)
    (shown,) = (block for block in drawn({**SHEET, "values": values}, system) if isinstance(block, Entries))
    again: dict[str, Any] = {}
    for entry, trait in zip(shown.entries, system.traits, strict=True):
        assert entry.term == trait.title
        parts = [re.sub(r" \((.*)\)$", r" with \1", part) for part in re.split(r", (?![^(]*\))", entry.text)]
        assert parts == lines(trait)
        for part in parts:
            again |= changed({**SHEET, "values": again}, system, f"{trait.name.upper()} {part}")
    assert again == values


@pytest.mark.parametrize("system", PLAYED, ids=lambda system: system.name)
def test_a_sheet_is_changed_in_one_place(system: System) -> None:
    """A new value replaces the old one of that name, in any capitals; “none” removes that one alone."""
    values = typed(system)
    for trait in system.traits:
        before, name = values[trait.name], trait.name

        def after(line: str, name: str = name) -> Any:
            (found,) = changed({**SHEET, "values": values}, system, f"{name} {line}").items()
            assert found[0] == name
            return found[1]

        if trait.spent:
            assert [after(line) for line in ("-2", "+1", "+3", "\u22125", "4", "4 of 6")] == [
                {"now": now, "of": of} for now, of in ((5, 9), (8, 9), (10, 10), (2, 9), (4, 9), (4, 6))
            ]
        elif trait.many:
            word = "5D" if trait.text else "5"
            assert after("the second one none") == after("THE SECOND ONE none") == [before[0], before[2]]
            assert after(f"the second one {word}") == [
                before[0], before[2], {"name": "The Second One", "value": word if trait.text else 5}
            ]  # fmt: skip
        else:
            assert after("none") is None


def test_what_is_no_trait_is_refused() -> None:
    """A word that the sheet does not have, no value, and what is no whole number are refused with what may be typed."""
    for line in (
        "healt 7",
        "health",
        "health many",
        "health 1234567890",
        "skills Climbing high",
        "health --3",
        "health 5 of +-3",
    ):
        with pytest.raises(UsageError, match="Type /sheet health 7"):
            changed({**SHEET, "values": {}}, SYSTEMS["ten"], line)
    with pytest.raises(UsageError, match="Did you mean “health”"):
        changed({**SHEET, "values": {}}, SYSTEMS["ten"], "healt 7")


def test_whose_sheets_are_mine() -> None:
    """A player has their own, the GM those of nobody, and a name means the first of them that has it."""
    people = [{"id": "p1", "role": "master"}, {"id": "p2", "role": "player"}]
    sheets = [
        {"owner": owner, "checks": [], "rolls": [{"name": "Climb", "check": f"ten +{at}"}]}
        for at, owner in enumerate((None, "p1", "p2", "p2"))
    ]
    views = [{"person": person, "people": people, "characters": sheets} for person in ("p1", "p2")]
    assert [mine(view) for view in views] == [sheets[:2], sheets[2:]]
    assert [check_of(view, "climb hard") for view in views] == ["ten +0 hard", "ten +2 hard"]
    assert check_of(views[0], "swim") is None
    saved = {**sheets[2], "checks": [{"name": "Climb", "check": "ten -1"}]}
    assert check_of({**views[1], "characters": [saved]}, "Climb") == "ten -1"


@pytest.mark.parametrize("name", ["Mira", "Zoë 🎲", 'The "old" \\ one', "a.b = c"])
@pytest.mark.parametrize("ending", ["toml", "json"])
def test_a_sheet_in_a_file_and_back(tmp_path: Any, name: str, ending: str) -> None:
    """A character that is saved is loaded with the same name and checks, whatever they are made of."""
    checks = [{"name": f"{name} climbs", "check": "ten +4 [Ä 🎲]"}, {"name": "fights", "check": "ten"}]
    shown = {"name": name, "checks": checks, "rolls": []}
    path = tmp_path / f"sheet.{ending}"
    path.write_text(written(shown, str(path), {"name": name, "checks": checks}), "utf-8")
    assert loaded(str(path)) == [{"name": name, "checks": checks}]
