"""What instruments look like: panels of blocks, plain data that names only what there is."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import pytest

import sixfold
from sixfold.rules import panel
from sixfold.table.room.commands import Command, Use
from sixfold.table.room.view import instruments_of
from tests.table.room.table import Table, seated
from tests.table.room.test_instruments import EVERY, GAMES, shown, throw, use

KINDS = {kind.__name__.lower(): kind for kind in get_args(panel.Block)}
ACTS = {kind.__name__.lower(): kind for kind in get_args(panel.Act)}


def blocks(table: Table, game: str, name: str, person: str | None = None) -> list[dict[str, Any]]:
    """The panel of an instrument as a person sees it."""
    found: list[dict[str, Any]] = shown(table, game, name, person)["blocks"]
    return found


def acts_of(value: Any) -> list[dict[str, Any]]:
    """Everything that can be done on a panel."""
    if isinstance(value, dict):
        mine = [value] if "act" in value and isinstance(value["act"], str) else []
        return mine + [act for part in value.values() for act in acts_of(part)]
    return [act for part in value for act in acts_of(part)] if isinstance(value, list) else []


def played() -> tuple[Table, str, str, str]:
    """A table on which everything lies that instruments can show."""
    table, master, ada, bo, _ = seated()
    for faces in ((3, 3, 3), (4, 4, 4)):
        throw(table, ada, "ten +4", *faces)
    throw(table, master, "ten chaos", 6, 6, 2)
    wall = use(table, ada, "ten.extended", "start", name="The wall", threshold=5, first=ada, second=bo)
    throw(table, ada, "ten +1", 5, 5, 4, to=wall)
    use(table, master, "skew.luck", "give", person=ada, dice=4)
    use(table, master, "skew.luck", "give", person=bo, kind="bad")
    throw(table, ada, "skew initiative +3", 6, 4, 4)
    throw(table, bo, "skew initiative", 6, 4, 2)
    throw(table, ada, "wild initiative 2D", 3, 1, 1, 1, 5)
    throw(table, bo, "wild initiative 2D", 3, 4)
    use(table, ada, "hs.proposals", "propose", check="hs 3 ranks 1 edge", why="over the wall")
    known = use(table, bo, "hs.proposals", "propose", check="hs 2d")
    use(table, master, "hs.proposals", "cut", proposal=known, cuts=1)
    fell = throw(table, ada, "hs 3d", 5, 5, 2)
    use(table, bo, "hs.twists", "propose", throw=fell, text="The bridge tears")
    throw(table, ada, "odgs vs 12 combat", 4, 4, 4)
    throw(table, bo, "odgs vs 12", 1, 1, 1)
    throw(table, ada, "odgs vs 12", 6, 6, 6)
    use(table, master, "odgs.effort", "combat", on=True)
    return table, master, ada, bo


@pytest.mark.parametrize("person", ["p1", "p2", "p3", "p4", None])
def test_every_panel_is_plain_data_and_names_what_there_is(person: str | None) -> None:
    """Every block is of a known kind with all of its fields; every act is a command of its instrument that fits."""
    for table in (seated()[0], played()[0]):
        for game in GAMES:
            for one in instruments_of(table.state, game, person):
                made = one.get("blocks", [])
                assert json.loads(json.dumps(made)) == made
                commands = {command.name: command for command in dict(EVERY_OF[game])[one["instrument"]]}
                for block in made:
                    assert set(block) == {"block", *KINDS[block["block"]]._fields}
                for act in acts_of(made):
                    assert set(act) == {"act", *ACTS[act["act"]]._fields}
                    if act["act"] == "roll":
                        sixfold.parse(act["check"])
                    else:
                        assert set(act["values"]) <= {field.name for field in commands[act["command"]].fields}


EVERY_OF = {game: [(one.name, one.commands) for name, one in EVERY if name == game] for game in GAMES}


def test_buttons_do_what_they_say() -> None:
    """Every button on a panel is a command with all its values: the room takes it from whom it is offered to."""
    for by in ("p1", "p2", "p3"):
        table = played()[0]
        for game in GAMES:
            for one in instruments_of(table.state, game, by):
                offered = {command["title"] for command in one["commands"]}
                for act in acts_of(one.get("blocks", [])):
                    if act["act"] == "button" and act["command"] in offered:
                        fresh = played()[0]
                        command: Command = Use(by, game, one["instrument"], act["command"], act["values"])
                        fresh.do(command)


def test_chances_and_odds_are_checks_of_the_engine() -> None:
    """H4 and T12: each cut and the rest of an extended test are checks; their odds are the engine's, not the game's."""
    table, master, ada, _ = played()
    (chances,) = [block for block in blocks(table, "hs", "proposals", master) if block["block"] == "chances"]
    assert [row["check"] for row in chances["rows"]] == [f"hs 3 ranks 1 edge{cut}" for cut in CUTS]
    for row in chances["rows"]:
        odds = sixfold.odds(row["check"]).to_json()["events"]
        assert all(event in odds for event in chances["events"])
    (rest,) = [block for block in blocks(table, "ten", "extended", ada) if block["block"] == "odds"]
    assert rest["check"] == "ten extended threshold 5 +1 successes 1"
    assert not [block for block in blocks(table, "hs", "proposals", ada) if block["block"] == "chances"]


CUTS = ("", " 1 cut", " 2 cuts", " 3 cuts")


def test_whose_turn_it_is_and_who_lost_the_round() -> None:
    """K11 and W9: the order has everyone's dice; who lost the round stands last and has no turn."""
    table, _, ada, bo = played()
    order = blocks(table, "skew", "initiative", ada)[0]["turns"]
    assert [(turn["total"], turn["now"], turn["note"]) for turn in order] == [
        (17, True, "sets the pace"),
        (12, False, ""),
    ]
    assert order[0]["record"]["throws"][0]["faces"] == [6, 4, 4]
    lost = blocks(table, "wild", "initiative", bo)[0]["turns"]
    assert [(turn["out"], turn["note"]) for turn in lost] == [(False, "sets the pace"), (True, "loses the round")]


def test_what_combat_would_take() -> None:
    """O15: the panel says what ends with the combat, and columns that end say with what."""
    table, master, *_ = played()
    made = blocks(table, "odgs", "effort", master)
    assert made[0]["text"] == "In combat. 4 Adrenaline would end."
    assert [column["ends"] for column in made[1]["columns"]] == ["", "", "", "with the combat", "with the session"]


def test_every_act_is_told() -> None:
    """Each act of a game's instruments has a sentence, whose values are those of the act."""
    table = played()[0]
    acts = [json.loads(event.whole) for event in table.events if event.shown["kind"] == "instrument"]
    assert acts
    for act in acts:
        told = shown(table, act["system"], act["instrument"])["told"]
        assert act["did"] in told, act
        assert set(re.findall(r"{(\w+)}", told[act["did"]])) <= set(act["values"])
