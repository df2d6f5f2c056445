"""Characters at the table: who owns one, who sees it, what it rolls, and what a document may hold."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest

import sixfold
from sixfold.base import bounds
from sixfold.checks.characters import range_of, ready, schema
from sixfold.errors import BoundsError, RuleError, SixfoldError
from sixfold.rules import Rule, System, highest
from sixfold.rules.traits import Trait
from sixfold.systems import SYSTEMS
from sixfold.table.room import view
from sixfold.table.room.characters import document, merged, read_sheet
from sixfold.table.room.commands import EditCharacter, HandOver, RequestRoll, Roll, Use
from sixfold.table.room.event_sentences import Names, sentence
from sixfold.table.room.log_export import as_markdown
from sixfold.table.room.verify import verify
from tests.table.room.table import C, Table, seated

MIRA: dict[str, Any] = {
    "name": "Mira",
    "game": "ten",
    "values": {
        "stats": [{"name": "Agility", "value": 2}],
        "skills": [{"name": "Climbing", "value": 4, "with": ["Agility"]}, {"name": "Lore", "value": -1}],
        "attacks": [{"name": "Sword", "value": "damage 2d6", "with": ["Climbing"]}],
        "health": {"now": 12, "of": 12},
    },
    "checks": [{"name": "jump", "check": "ten +3 hard"}],
}


def seen(table: Table, person: str | None) -> list[dict[str, Any]]:
    """The characters that a person sees."""
    found: list[dict[str, Any]] = view(table.state, person)["characters"]
    return found


def made(table: Table, by: str, **more: Any) -> int:
    """A new character's number."""
    return table.do(EditCharacter(by, sheet=more.pop("sheet", MIRA), **more)).number


def refused(table: Table, *asked: Any, **more: Any) -> str:
    """The code of the refusal, which changes nothing."""
    before = table.state
    with pytest.raises(SixfoldError) as caught:
        table.do(EditCharacter(*asked, **more))
    assert table.state is before
    assert caught.value.message.endswith((".", "?"))
    return caught.value.code


def test_a_sheet_is_one_tap_from_its_checks() -> None:
    """T1, T10: an entry rolls with its value and those it goes with, labelled by their names."""
    table, _, ada, bo, _ = seated()
    made(table, ada)
    shown = seen(table, bo)[0]
    assert [(one["name"], one["value"], one["check"]) for one in shown["rolls"]] == [
        ("Agility", "+2", "ten +2 [Agility]"),
        ("Climbing", "+6", "ten +4 [Climbing] +2 [Agility]"),
        ("Lore", "−1", "ten -1 [Lore]"),
        ("Sword", "damage 2d6 +4 [Climbing]", "ten attack damage 2d6 +4 [Climbing]"),
    ]
    for one in shown["rolls"]:
        table.do(Roll(ada, one["check"], c=C))


@pytest.mark.parametrize(
    ("game", "values", "checks"),
    [
        ("skew", {"attributes": [{"name": "Calm", "value": 1}], "fields": [{"name": "Medicine", "value": 2}],
                  "skills": [{"name": "Surgery", "value": 2, "with": ["Medicine", "Calm"]}],
                  "rotes": [{"name": "Suture"}], "learning_rate": 3},
         ["skew +1 [Calm]", "skew +2 [Surgery] +1 [Calm]"]),
        ("wild", {"skills": [{"name": "Stealth", "value": "4D+1"}],
                  "attacks": [{"name": "Bow", "value": "vs 15 damage 3D", "with": ["Stealth"]}]},
         ["wild 4D+1", "wild attack vs 15 damage 3D 4D+1"]),
        ("hs", {"skills": [{"name": "Hide", "value": 3, "with": ["Cloak", "Night"]}],
                "lores": [{"name": "Sea", "value": 1}], "edges": [{"name": "Cloak"}, {"name": "Night"}]},
         ["hs 3 ranks 2 edges", "hs 1 ranks"]),
        ("odgs", {"attributes": [{"name": "Agility", "value": 3}],
                  "skills": [{"name": "Athletics", "value": 3, "with": ["Agility"]}]},
         ["odgs +3 [Agility]", "odgs voluntary score 11", "odgs +3 [Athletics] +3 [Agility]",
          "odgs voluntary score 14"]),
    ],
)  # fmt: skip
def test_every_game_says_what_its_characters_have(game: str, values: dict[str, Any], checks: list[str]) -> None:
    """K11, W1, H3, O2 and O3: skills, die codes, ranks with edges, and both kinds of saves come from the sheet."""
    sheet = read_sheet({"name": "Mira", "game": game, "values": values}, SYSTEMS)
    assert sheet["values"] == values
    found = list(ready(SYSTEMS[game], sheet["values"]))
    assert [one.check.replace("1 rank ", "1 ranks ") for one in found] == [
        c.replace("1 ranks", "1 rank") for c in checks
    ]
    for one in found:
        sixfold.parse(one.check if not one.missing else f"{one.check} vs 15")
    assert [one.missing for one in found] == [("vs",) if c.startswith("odgs +") else () for c in checks]


def test_an_advanced_skill_needs_its_field_on_the_sheet() -> None:
    """K11: an advanced skill without a rank in its field is refused by name; rank 0 is no rank."""
    table, _, ada, *_ = seated()
    skill = {"name": "Surgery", "value": 2, "with": ["Medicine"]}
    with pytest.raises(SixfoldError, match="“Surgery” goes with “Medicine”, which is not on the sheet"):
        made(table, ada, sheet={"name": "Mira", "game": "skew", "values": {"skills": [skill]}})
    field = {"fields": [{"name": "Medicine", "value": 0}], "skills": [skill]}
    assert refused(table, ada, sheet={"name": "Mira", "game": "skew", "values": field}) == "bounds/exceeded"
    number = made(
        table, ada, sheet={"name": "M", "game": "skew", "values": {"fields": [{"name": "Medicine", "value": 1}]}}
    )
    table.do(EditCharacter(ada, number, {"values": {"skills": [skill]}}))
    assert refused(table, ada, number, {"values": {"fields": None}}) == "room/character"


def test_a_change_is_one_event_with_what_changed() -> None:
    """A tap on health stores health, and all changes together are the sheet."""
    table, master, ada, bo, _ = seated()
    number = made(table, ada)
    table.do(EditCharacter(ada, number, {"values": {"health": {"now": 7, "of": 12}}}))
    assert table.last(bo)["sheet"] == {"values": {"health": {"now": 7, "of": 12}}}
    without = {"skills": None, "attacks": None}
    table.do(EditCharacter(master, number, {"name": "Mira the Swift", "values": without, "checks": []}))
    assert table.last(bo)["sheet"] == {"name": "Mira the Swift", "values": without, "checks": []}
    assert table.again() == table.state
    (shown,) = seen(table, bo)
    assert (shown["name"], set(shown["values"]), shown["checks"]) == ("Mira the Swift", {"stats", "health"}, [])


def test_who_may_change_whose() -> None:
    """Their owner and the GM change, hand over and remove a character; others and spectators do not."""
    table, master, ada, bo, cy = seated()
    number = made(table, ada)
    assert refused(table, bo, number, {"name": "Mine"}) == "room/forbidden"
    assert refused(table, cy, sheet=MIRA) == "room/forbidden"
    assert refused(table, bo, sheet=MIRA, owner=ada) == "room/forbidden"
    assert refused(table, ada, number, owner="") == "room/forbidden"
    assert refused(table, ada, number, owner=cy) == "room/forbidden"
    assert refused(table, ada, 999) == "room/character"
    assert refused(table, ada, remove=True) == "room/character"
    table.do(EditCharacter(ada, number, owner=bo))
    assert seen(table, None)[0]["owner"] == bo
    assert refused(table, ada, number, {"name": "Mine"}) == "room/forbidden"
    table.do(EditCharacter(master, number, owner=""))
    assert seen(table, None)[0]["owner"] is None
    table.do(EditCharacter(master, number, remove=True))
    assert seen(table, master) == []


def test_a_character_of_the_gm_is_hidden_until_shown() -> None:
    """The GM's own is seen by GMs alone, now and later; once everyone saw it, it is not hidden again."""
    table, master, ada, bo, cy = seated()
    number = made(table, master, sheet={**MIRA, "name": "Ogre"})
    for other in (ada, bo, cy, None):
        assert seen(table, other) == []
        assert "Ogre" not in table.export(other)
    assert refused(table, ada, number, {"name": "x"}) == "room/character"
    table.do(HandOver(master, ada))
    assert [one["name"] for one in seen(table, ada)] == ["Ogre"]
    assert seen(table, master) == []
    table.do(EditCharacter(ada, number, {"notes": "sleeps"}))
    assert "sleeps" not in table.export(master)
    table.do(EditCharacter(ada, number, visible="all"))
    assert seen(table, bo)[0]["notes"] == "sleeps"
    assert refused(table, ada, number, visible="master") == "room/shown"


def test_a_hidden_character_of_a_player() -> None:
    """It is seen by its owner and the GM; who hands it over sees what they did and no later change."""
    table, master, ada, bo, _ = seated()
    number = made(table, ada, visible="master")
    assert [len(seen(table, person)) for person in (master, ada, bo)] == [1, 1, 0]
    table.do(EditCharacter(master, number, owner=bo))
    assert "sheet" in table.last(ada)
    assert [len(seen(table, person)) for person in (master, ada, bo)] == [1, 0, 1]
    table.do(EditCharacter(bo, number, {"notes": "the heir"}))
    assert "the heir" not in table.export(ada)


def test_luck_and_effort_are_those_of_the_instruments() -> None:
    """K8 and O15: what the instruments keep for the owner is on the sheet, and there only once."""
    table, master, ada, *_ = seated()
    for game in ("skew", "odgs"):
        made(table, ada, sheet={"name": game, "game": game})
    assert [one["has"] for one in seen(table, ada)] == [{}, {}]
    table.do(Use(master, "skew", "luck", "give", {"person": ada, "kind": "good", "dice": 2}))
    table.do(Use(master, "odgs", "effort", "give", {"person": ada, "kind": "focus", "amount": 3}))
    table.throw(ada, "odgs vs 12", faces=(6, 6, 6))
    assert [one["has"] for one in seen(table, ada)] == [
        {"good luck dice": 2},
        {"Focus": 3, "Inspiration Points": 3},
    ]
    assert all("luck" not in json.dumps(one.sheet) for one in table.state.characters.values())


def test_a_request_takes_the_values_of_the_sheet() -> None:
    """The check that the GM asks for is offered with each own value that fits it, to its owner alone."""
    table, master, ada, bo, _ = seated()
    made(table, ada)
    asked = table.do(RequestRoll(master, "ten hard", (ada, bo))).number
    request = view(table.state, ada)["asked"][0]
    assert [one["check"] for one in request["with"]] == [
        "ten -3 [hard] +2 [Agility]",
        "ten -3 [hard] +4 [Climbing] +2 [Agility]",
        "ten -3 [hard] -1 [Lore]",
    ]
    assert view(table.state, bo)["asked"][0]["with"] == []
    table.do(Roll(ada, request["with"][1]["check"], c=C, to=asked))
    assert view(table.state, ada)["asked"][0]["with"] == []


WRONG: list[tuple[Any, str]] = [
    ({}, "it lacks “name”."),
    ({"name": ""}, "The name of a character needs"),
    ({"name": 1}, "“name” must be text, not a whole number."),
    ({"name": "x", "version": 2}, "“version” must be 1."),
    ({"name": "x", "game": "tem"}, "There is no game “tem” here. Did you mean “ten”?"),
    ({"name": "x", "values": {"a": 1}}, "a character without a game has none"),
    ({"name": "x", "game": "ten", "values": {"skils": []}}, "Did you mean “skills”?"),
    ({"name": "x", "game": "ten", "values": {"skills": 4}}, "must be a list of entries"),
    ({"name": "x", "game": "ten", "values": {"skills": [{"value": 4}]}}, "needs a name"),
    ({"name": "x", "game": "ten", "values": {"skills": [{"name": "a"}]}}, "must be a whole number"),
    ({"name": "x", "game": "ten", "values": {"skills": [{"name": "a", "value": True}]}}, "must be a whole number"),
    (
        {"name": "x", "game": "ten", "values": {"skills": [{"name": "a", "value": 1, "v": 2}]}},
        "has name, value and with",
    ),
    ({"name": "x", "game": "ten", "values": {"skills": [{"name": "a", "value": 1, "with": "b"}]}}, "a list of names"),
    (
        {"name": "x", "game": "ten", "values": {"skills": [{"name": "a", "value": 1}, {"name": "A", "value": 2}]}},
        "twice",
    ),
    ({"name": "x", "game": "ten", "values": {"health": 4}}, "two numbers"),
    ({"name": "x", "game": "ten", "values": {"health": {"now": 1, "of": -1}}}, "goes from 0 to"),
    ({"name": "x", "game": "wild", "values": {"skills": [{"name": "a", "value": "blah"}]}}, "“blah” does not fit"),
    ({"name": "x", "notes": "\x1b[2J"}, "characters that can be seen"),
    ({"name": "x", "checks": [{"name": "a"}]}, "“checks[0]” lacks “check”."),
]


@pytest.mark.parametrize(("sheet", "said"), WRONG)
def test_a_document_is_checked_at_the_door(sheet: dict[str, Any], said: str) -> None:
    """Whatever an import has that is no character is refused with a sentence, and nothing has happened."""
    table, _, ada, *_ = seated()
    before = table.state
    with pytest.raises(SixfoldError) as caught:
        table.do(EditCharacter(ada, sheet=sheet))
    assert said in caught.value.message
    assert table.state is before


def test_a_character_has_bounds() -> None:
    """CHARACTERS, CHARACTER_ENTRIES, CHARACTER_LENGTH, NOTE_LENGTH and SAVED_CHECKS: at each, and one past it."""
    table, _, ada, *_ = seated()
    tries: list[tuple[int, Any]] = [
        (
            bounds.CHARACTER_ENTRIES,
            lambda n: {"game": "hs", "values": {"edges": [{"name": f"e{at}"} for at in range(n)]}},
        ),
        (bounds.NOTE_LENGTH, lambda n: {"notes": "x" * n}),
        (bounds.SAVED_CHECKS, lambda n: {"checks": [{"name": f"c{at}", "check": "ten"} for at in range(n)]}),
        (bounds.SAVED_NAME_LENGTH, lambda n: {"name": "x" * n}),
    ]
    for limit, sheet in tries:
        read_sheet({"name": "x", **sheet(limit)}, SYSTEMS)
        with pytest.raises(BoundsError):
            read_sheet({"name": "x", **sheet(limit + 1)}, SYSTEMS)
    base = read_sheet({"name": "x", "checks": [{"name": "c", "check": "y" * 2000}] * 24}, SYSTEMS)
    left = bounds.CHARACTER_LENGTH - len(json.dumps(base, separators=(",", ":")))
    assert read_sheet({**base, "notes": "n" * left}, SYSTEMS)
    with pytest.raises(BoundsError, match="50,000 bytes"):
        read_sheet({**base, "notes": "n" * (left + 1)}, SYSTEMS)
    for _ in range(bounds.CHARACTERS):
        made(table, ada, sheet={"name": "x"})
    assert refused(table, ada, sheet={"name": "x"}) == "bounds/exceeded"


def test_a_character_goes_to_another_room() -> None:
    """The document of a character makes the same one elsewhere, and so do the checks of a config file."""
    table, _, ada, *_ = seated()
    made(table, ada)
    taken = json.loads(json.dumps(document(seen(table, ada)[0])))
    other, _, bo, *_ = seated("other")
    made(other, bo, sheet=taken)
    assert document(seen(other, bo)[0]) == taken
    made(other, bo, sheet={"name": "The Scout", "checks": [{"name": "hide", "check": "ten +2"}]})
    assert seen(other, bo)[1]["checks"] == [{"name": "hide", "check": "ten +2"}]


def test_another_game_begins_without_values() -> None:
    """Values belong to their game."""
    assert merged({"game": "ten", "values": {"health": 1}}, {"game": "hs"})["values"] == {}
    assert merged({"game": "ten", "values": {"health": 1}}, {"game": "ten"})["values"] == {"health": 1}


def test_the_log_says_what_happened() -> None:
    """Each act is a sentence, for everyone what they may know."""
    table, master, ada, bo, _ = seated()
    number = made(table, ada)
    hidden = made(table, master, sheet={"name": "Ogre"})
    table.do(EditCharacter(ada, number, {"values": {"health": {"now": 7, "of": 12}}}))
    table.do(EditCharacter(ada, number, owner=bo))
    table.do(EditCharacter(bo, number, remove=True))
    table.do(EditCharacter(master, hidden, visible="all"))
    said = as_markdown(table.events, table.person(bo))
    for line in (
        "Ada brings the character Mira to the table.", "Mo changes a character in secret.",
        "Ada changes Mira: health 7 of 12.", "Ada gives Mira to Bo.", "Bo removes the character Mira.",
        "Mo shows Ogre to everyone.",
    ):  # fmt: skip
        assert line in said
    assert "Mo brings the character Ogre to the table." in as_markdown(table.events, table.person(master))
    assert sentence({"kind": "door", "open": True, "person": None}, Names()) == "Somebody opens the door."


def test_logs_with_characters_hold_for_everyone() -> None:
    """Every reader's log verifies, also one who missed a hidden change of owner in between."""
    table, master, ada, bo, cy = seated()
    number = made(table, ada, visible="master")
    table.do(HandOver(master, ada))
    table.do(EditCharacter(ada, number, owner=bo))
    table.do(EditCharacter(bo, number, visible="all"))
    for person in (None, master, ada, bo, cy):
        assert verify(table.export(person)).problems == []


LIES: list[tuple[str, dict[str, Any], str]] = [
    ("bo", {"owner": "p3"}, "somebody else's"),
    ("ada", {"owner": "p9"}, "never came in"),
    ("ada", {"owner": ""}, "somebody else's"),
    ("ada", {"character": 3}, "nobody made"),
]


@pytest.mark.parametrize(("who", "change", "said"), LIES)
def test_verify_finds_a_character_that_is_not_so(who: str, change: dict[str, Any], said: str) -> None:
    """A change by somebody else, for nobody, or of nothing is found in a log whose chain is whole."""
    table, _, ada, bo, _ = seated()
    number = made(table, ada)
    table.do(EditCharacter(ada, number, {"notes": "one"}))
    forged = table.forged(lambda last: last.update(person={"ada": ada, "bo": bo}[who], **change))
    assert any(said in problem.message for problem in verify(forged).problems)


def test_verify_finds_a_character_that_is_made_for_somebody_else() -> None:
    """A player makes characters of their own alone; a master makes them for anybody."""
    table, master, ada, bo, _ = seated()
    table.do(EditCharacter(master, sheet={"name": "Ogre"}, owner=bo))
    assert verify(table.export(None)).problems == []
    made(table, ada)
    forged = table.forged(lambda last: last.update(owner=bo))
    assert any("somebody else's" in problem.message for problem in verify(forged).problems)


def duel(table: Any, vs: int, modifier: int = 0) -> bool:
    """A parry."""
    return bool(table.read(table.roll(2, "parry"), highest(1)) + modifier >= vs)


def test_a_game_of_ones_own_declares_its_traits() -> None:
    """A few lines beside a rule make the schema, the checks and the errors of its characters."""
    rule = Rule(duel, name="parry", example="duel vs 5")
    game = System(
        rule,
        name="duel",
        characters=(
            Trait("skills", "what a duellist is good at", "parry modifier", many=True),
            Trait("health", "how much you can take", high=20, spent=True),
            Trait("motto", "a line", text=True),
        ),
    )
    sheet = read_sheet(
        {"name": "Zo", "game": "duel", "values": {"skills": [{"name": "Fence", "value": 3}], "motto": "On guard"}},
        {**SYSTEMS, "duel": game},
    )
    assert [(one.check, one.missing) for one in ready(game, sheet["values"])] == [("duel +3 [Fence]", ("vs",))]
    shape = schema(game)["properties"]
    assert shape["skills"]["items"]["properties"]["value"] == {"type": "integer", "minimum": -1000, "maximum": 1000}
    assert shape["health"]["properties"]["of"]["maximum"] == 20


@pytest.mark.parametrize(
    ("characters", "said"),
    [
        (("skills",), "must be traits"),
        ((Trait("two words", "x"),), "cannot name a trait"),
        ((Trait("a", "x"), Trait("a", "y")), "no other trait has it"),
        ((Trait("a", "x", "parry modifer"),), "Did you mean “parry modifier”?"),
        ((Trait("a", "x", "parry"),), "must be a rule and its option"),
        ((Trait("a", "x", joins="b"),), "no trait with many entries"),
    ],
)
def test_what_an_author_declares_is_looked_at(characters: Any, said: str) -> None:
    """A trait that cannot be is an error with a guess, where the game is declared."""
    with pytest.raises(RuleError) as caught:
        System(Rule(duel, name="parry"), name="duel", characters=characters)
    assert said in caught.value.message


def test_a_roll_names_the_character() -> None:
    """A player's only character of the game rolls, or the one that is named; a hidden one is told to nobody."""
    table, master, ada, bo, _ = seated()
    assert "character" not in table.throw(ada, "ten")["request"]
    mira = made(table, ada)
    assert table.throw(ada, "ten +4")["request"]["character"] == "Mira"
    assert table.last(bo)["request"]["character"] == "Mira"
    assert " as Mira rolls ten +4: " in sentence(table.last(bo), Names())
    assert "character" not in table.throw(ada, "wild 2D")["request"]
    assert table.throw(ada, "wild 2D", character=mira)["request"]["character"] == "Mira"
    made(table, ada, sheet={"name": "Mo", "game": "ten"})
    assert "character" not in table.throw(ada, "ten")["request"]
    assert table.throw(ada, "ten", character=mira)["request"]["character"] == "Mira"
    assert table.throw(master, "ten", character=mira)["request"]["character"] == "Mira"
    ogre = made(table, master, sheet={"name": "Ogre", "game": "ten"})
    for who, number in ((bo, mira), (master, ogre), (ada, ogre), (ada, 999)):
        with pytest.raises(SixfoldError) as caught:
            table.throw(who, "ten", character=number)
        assert caught.value.code in ("room/character", "room/forbidden")
    table.do(EditCharacter(master, ogre, visible="all"))
    assert table.throw(master, "ten", character=ogre)["request"]["character"] == "Ogre"
    for reader in (None, ada, bo, master):
        assert verify(table.export(reader)).problems == []


@pytest.mark.parametrize(("who", "name"), [("bo", "Mira"), ("ada", "Ogre"), ("ada", "Mia"), ("ada", "Bea")])
def test_a_roll_by_a_character_of_somebody_else_is_a_lie(who: str, name: str) -> None:
    """`verify` finds a roll by a character that its roller never had, or has no more."""
    table, master, ada, bo, _ = seated()
    made(table, master, sheet={"name": "Ogre"}, visible="all")
    table.do(EditCharacter(ada, made(table, ada, sheet={"name": "Bea"}), remove=True))
    made(table, ada)
    table.throw({"ada": ada, "bo": bo}[who], "ten", faces=(6, 3, 2))
    forged = table.forged(lambda last: last["request"].update(character=name))
    assert ["character" in problem.message for problem in verify(forged).problems] == [True]


@pytest.mark.parametrize(("low", "high"), [(-3, 0), (0, 0), (1, 6), (-2, 2)])
def test_a_trait_has_the_range_of_its_option(low: int, high: int) -> None:
    """Both ends are those of the option that a trait fills in, also where one of them is 0."""

    def climb(table: Any, burden: int = high) -> int:
        return int(table.read(table.roll(1), highest(1))) + burden

    climb.__annotations__["burden"] = Annotated[int, range(low, high + 1)]
    game = System(climb, characters=(Trait("burden", "what is carried", "climb burden"),))
    assert range_of(game, *game.traits) == (low, high)
