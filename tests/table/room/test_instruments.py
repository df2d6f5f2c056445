"""The games' instruments at a table: each clause that says what is kept between throws."""

from __future__ import annotations

from typing import Any

import pytest

from sixfold import parse
from sixfold.base.bounds import EFFORT
from sixfold.errors import SixfoldError
from sixfold.playing.step import replay
from sixfold.rules.check import Check
from sixfold.rules.instrument import Act, Command, Did, Field, Instrument, Person, Thrown
from sixfold.rules.panel import Said, panel, sentences
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS
from sixfold.table.room import Randomness, view
from sixfold.table.room.commands import Correct, HandOver, Leave, Reveal, Roll, Use
from sixfold.table.room.dispatch import decide
from sixfold.table.room.view import instruments_of
from tests.table.room.table import BEGIN, C, Table, seated
from tests.table.room.test_dispatch import refusing

RANDOMNESS = Randomness(bytes(32), bytes(32))

GAMES = [game for game in SYSTEMS if SYSTEMS[game].instruments()]
EVERY = [(game, instrument) for game in GAMES for instrument in SYSTEMS[game].instruments()]


JUNK: Any = ([], {}, 1.5, "\x00", "x" * 10**4, True, -(2**70), "p99")


def shown(table: Table, game: str, name: str, person: str | None = None) -> dict[str, Any]:
    """An instrument as a person sees it."""
    return next(one for one in instruments_of(table.state, game, person) if one["instrument"] == name)


def use(table: Table, by: str, instrument: str, command: str, /, **values: Any) -> int:
    """Use an instrument, named as `ten.chaos`; gives the number of the event."""
    game, _, name = instrument.partition(".")
    number = table.do(Use(by, game, name, command, values)).number
    check_offers(table, game)
    return number


def throw(table: Table, person: str, check: str, *faces: int, **more: Any) -> int:
    """Roll typed dice; gives the number of the throw."""
    number = int(table.throw(person, check, faces=faces, **more)["number"])
    check_offers(table, check.partition(" ")[0])
    return number


def check_offers(table: Table, game: str) -> None:
    """Every offer can be rolled or taken, except commands of other roles."""
    commands = {(one.name, command.name): command for one in SYSTEMS[game].instruments() for command in one.commands}
    for person in table.state.people.values():
        for seen in instruments_of(table.state, game, person.id):
            for act in acts_in(seen["blocks"]):
                if act["act"] == "roll":
                    assert parse(act["check"], table.systems)
                elif act["act"] == "button" and person.role in commands[seen["instrument"], act["command"]].roles:
                    assert not refused(table, person.id, game, seen["instrument"], act["command"], act["values"])


def acts_in(data: Any) -> list[dict[str, Any]]:
    """What a view offers to do, wherever it is in its data."""
    if isinstance(data, dict):
        return [data] if "label" in data and {"command", "check"} & set(data) else acts_in(list(data.values()))
    return [act for part in data for act in acts_in(part)] if isinstance(data, list | tuple) else []


def refused(table: Table, by: str, game: str, instrument: str, command: str, values: Any) -> str:
    """The code with which a use of an instrument would be refused now, or nothing."""
    try:
        decide(table.state, Use(by, game, instrument, command, values), RANDOMNESS, BEGIN, table.play_check)
    except SixfoldError as error:
        return error.code
    return ""


# -- ten -----------------------------------------------------------------------------------------------------


def test_chaos_waits_for_the_master() -> None:
    """T6 and T7: three alike strike chaos, which waits for the master's throw and stands until the round ends."""
    table, master, ada, bo, _ = seated()
    struck = throw(table, ada, "ten +4", 3, 3, 3)
    assert shown(table, "ten", "chaos")["waiting"] == [{"throw": struck, "person": ada}]
    assert shown(table, "ten", "chaos")["lines"] == ["Chaos strikes. Ada rolled three of a kind. The GM rolls for it."]
    throw(table, bo, "ten chaos", 6, 6, 6)
    assert shown(table, "ten", "chaos")["waiting"]
    throw(table, master, "ten chaos", 2, 2, 1)
    chaos = shown(table, "ten", "chaos")
    assert (chaos["waiting"], chaos["standing"]) == ([], {ada: -3})
    assert chaos["lines"] == ["−3 for Ada. The GM rolled 5. It counts until the round ends."]
    assert chaos["words"] == {ada: "-3 [chaos]"}
    throw(table, bo, "ten", 5, 5, 5)
    throw(table, ada, "ten", 4, 4, 4)
    throw(table, master, "ten chaos", 6, 5, 5)
    throw(table, master, "ten chaos", 6, 6, 6)
    assert shown(table, "ten", "chaos")["standing"] == {ada: 1, bo: 3}
    refusing(table, "room/forbidden", Use(ada, "ten", "chaos", "end"))
    use(table, master, "ten.chaos", "end")
    assert shown(table, "ten", "chaos")["standing"] == {}


def test_chaos_strikes_attacks_too() -> None:
    """T6: an attack strikes chaos like any test; without three alike nothing waits."""
    table, _, ada, *_ = seated()
    throw(table, ada, "ten attack damage 1d6", 1, 1, 1, 2, 2, 3)
    throw(table, ada, "ten", 1, 4, 5)
    assert len(shown(table, "ten", "chaos")["waiting"]) == 1


def test_an_extended_test_roll_by_roll() -> None:
    """T11, T12 and T13: rolls count towards their side until one reaches the threshold; the tally is kept."""
    table, _, ada, bo, _ = seated()
    wall = use(table, ada, "ten.extended", "start", name="The wall", threshold=2, first=ada, second=bo)
    throw(table, ada, "ten", 5, 5, 4, to=wall)
    assert shown(table, "ten", "extended")["lines"] == [
        "The wall (1 roll): Successes 1 of 2. Failures 0 of 2. Bo rolls next."
    ]
    throw(table, ada, "ten", 5, 5, 4, to=wall)
    throw(table, bo, "ten", 5, 5, 4)
    throw(table, bo, "ten", 3, 2, 2, to=wall)
    (test,) = shown(table, "ten", "extended")["tests"]
    assert (test["successes"], test["failures"], test["turn"], test["result"]) == (1, 1, ada, None)
    throw(table, ada, "ten +4", 3, 2, 5, to=wall)
    (test,) = shown(table, "ten", "extended")["tests"]
    assert (test["result"], test["rolls"], test["turn"]) == ("success", 3, None)
    throw(table, bo, "ten", 1, 2, 3, to=wall)
    assert shown(table, "ten", "extended")["tests"] == [test]


@pytest.mark.parametrize(
    ("rolls", "result"),
    [
        ([(5, 5, 4), (5, 5, 4)], "perfect success"),
        ([(3, 3, 2), (5, 5, 4), (5, 5, 4)], "success"),
        ([(3, 3, 2), (3, 3, 2)], "total failure"),
        ([(5, 5, 4), (3, 3, 2), (3, 3, 2)], "failure"),
    ],
)
def test_how_an_extended_test_ends(rolls: list[tuple[int, ...]], result: str) -> None:
    """T12: total failure, failure, success or perfect success, as the rule itself ends it."""
    table, _, ada, *_ = seated()
    lock = use(table, ada, "ten.extended", "start", name="The lock", threshold=2)
    for faces in rolls:
        throw(table, ada, "ten", *faces, to=lock)
    assert shown(table, "ten", "extended")["tests"][0]["result"] == result
    assert (
        table.throw(ada, "ten extended threshold 2", faces=tuple(sum(rolls, ())))["record"]["outcome"]["result"]
        == result
    )


def test_an_extended_test_by_degrees() -> None:
    """T13 and T14: by degrees a margin counts in full, a Success of Zero nothing; modifiers count as in any test."""
    table, master, ada, *_ = seated()
    lock = use(table, ada, "ten.extended", "start", name="The lock", threshold=5, count="degrees")
    for faces in ((5, 3, 2), (4, 3, 1)):
        throw(table, ada, "ten", *faces, to=lock)
    (test,) = shown(table, "ten", "extended")["tests"]
    assert (test["successes"], test["failures"]) == (0, 2)
    throw(table, ada, "ten +6", 5, 3, 2, to=lock)
    assert shown(table, "ten", "extended")["tests"][0]["result"] == "success"
    refusing(table, "rule/unknown", Use(master, "ten", "extended", "drop", {"test": 1}))
    use(table, master, "ten.extended", "drop", test=lock)
    assert shown(table, "ten", "extended")["tests"] == []


# -- skew ----------------------------------------------------------------------------------------------------


def test_luck_dice() -> None:
    """K8: luck dice are given, good and bad annihilate one for one, and throwing with them spends them."""
    table, master, ada, *_ = seated()
    use(table, master, "skew.luck", "give", person=ada, dice=3)
    use(table, master, "skew.luck", "give", person=ada, kind="bad")
    assert shown(table, "skew", "luck")["held"] == {ada: {"good": 2, "bad": 0}}
    throw(table, ada, "skew task good 1 vs 10", 6, 5, 4, 3)
    assert shown(table, "skew", "luck")["lines"] == ["Ada: Good 1."]
    throw(table, ada, "skew task bad 1", 6, 5, 4, 3)
    throw(table, ada, "skew task", 6, 5, 4)
    assert shown(table, "skew", "luck")["held"] == {ada: {"good": 1, "bad": 0}}
    use(table, ada, "skew.luck", "spend")
    assert shown(table, "skew", "luck")["held"] == {}
    refusing(table, "rule/not-enough", Use(ada, "skew", "luck", "spend"))
    refusing(table, "room/forbidden", Use(ada, "skew", "luck", "give", {"person": ada}))
    use(table, master, "skew.luck", "give", person=ada, kind="bad", dice=2)
    throw(table, ada, "skew task bad 3", 6, 5, 4, 3, 2, 1)
    assert shown(table, "skew", "luck")["held"] == {}


def test_initiative_with_ties() -> None:
    """K11: the highest roll acts first and sets the pace; who ties acts at the same time."""
    table, master, ada, bo, _ = seated()
    use(table, master, "skew.initiative", "start")
    throw(table, ada, "skew initiative +1", 5, 4, 3)
    throw(table, bo, "skew initiative", 6, 4, 3)
    use(table, master, "skew.initiative", "enter", name="The bear", total=15)
    order = shown(table, "skew", "initiative")
    assert [[entry["name"] for entry in tied] for tied in order["order"]] == [["The bear"], ["Ada", "Bo"]]
    assert order["lines"] == [
        "It is the turn of The bear.",
        "15: The bear, sets the pace.",
        "13: Ada and Bo, at the same time.",
    ]
    refusing(table, "rule/turn", Use(ada, "skew", "initiative", "next"))
    use(table, master, "skew.initiative", "next")
    assert shown(table, "skew", "initiative")["lines"][0] == "It is the turn of Ada and Bo."
    use(table, bo, "skew.initiative", "next")
    assert shown(table, "skew", "initiative")["lines"][0] == "Everyone has had a turn."
    refusing(table, "rule/turn", Use(master, "skew", "initiative", "next"))
    use(table, master, "skew.initiative", "start")
    assert (shown(table, "skew", "initiative")["order"], shown(table, "skew", "initiative")["round"]) == ([], 2)
    refusing(table, "rule/turn", Use(master, "skew", "initiative", "next"))
    use(table, master, "skew.initiative", "end")
    assert shown(table, "skew", "initiative")["round"] == 0


def test_initiative_for_games_without_one() -> None:
    """At a table of `ten` everyone rolls plain dice when the GM calls; the order stays, and goes round and back."""
    table, master, ada, bo, _ = seated()
    throw(table, ada, "ten", 1, 2, 4)
    assert [one["instrument"] for one in view(table.state, ada)["instruments"]][-1] == "initiative"
    throw(table, bo, "dice 2d6", 6, 6)
    assert shown(table, "dice", "initiative")["lines"] == []
    refusing(table, "rule/turn", Use(master, "dice", "initiative", "next"))
    use(table, master, "dice.initiative", "start")
    call = table.state.number
    assert shown(table, "dice", "initiative")["lines"] == ["Everyone rolls initiative."]
    for person, dice in ((ada, (6, 4)), (bo, (3, 4))):
        table.do(Roll(person, "dice 2d6", faces=dice, to=call))
    use(table, master, "dice.initiative", "enter", name="The bear", total=8)
    assert shown(table, "dice", "initiative")["lines"] == [
        "It is the turn of Ada.",
        "10: Ada.",
        "8: The bear.",
        "7: Bo.",
    ]
    refusing(table, "rule/turn", Use(master, "dice", "initiative", "back"))
    refusing(table, "room/forbidden", Use(bo, "dice", "initiative", "back"))
    for _ in range(3):
        use(table, master, "dice.initiative", "next")
    assert shown(table, "dice", "initiative")["lines"][:2] == ["Round 2.", "It is the turn of Ada."]
    use(table, master, "dice.initiative", "back")
    assert shown(table, "dice", "initiative")["lines"][0] == "It is the turn of Bo."
    use(table, master, "dice.initiative", "end")
    assert shown(table, "dice", "initiative")["lines"] == []


def offered(table: Table, game: str, person: str) -> list[str]:
    """The offers to a person in a fight; a star marks the first one, and a roll may answer a call."""
    commands = {command.name: command for one in SYSTEMS[game].instruments() for command in one.commands}
    return [
        act["label"] + " to the call" * bool(act.get("to")) + "*" * act["main"]
        for act in acts_in(shown(table, game, "initiative", person)["blocks"])
        if act["act"] == "roll" or table.state.people[person].role in commands[act["command"]].roles
    ]


CALL, NEXT, BACK, NEW, AGAIN = "Everyone rolls initiative", "Next turn*", "Turn before", "New round", "Roll again"
END, ADD, ROLL, ANSWER = "End the fight", "Add someone", "Roll initiative", "Roll initiative to the call*"

FIGHTS: dict[str, tuple[Any, ...]] = {
    "skew": (
        ("skew initiative", (1, 2, 4), (3, 3, 4)),
        ([ADD], [ROLL], [ROLL]),
        ([END, ADD], [f"{ROLL}*"], [f"{ROLL}*"]),
        ([NEXT, NEW, END, ADD], [NEXT], [f"{ROLL}*"]),
        ([NEXT, NEW, END, ADD], [], [NEXT]),
        ([NEXT, BACK, NEW, END, ADD], [NEXT], []),
        ([f"{NEW}*", END, ADD], [], []),
        ([END, ADD], [f"{ROLL}*"], [f"{ROLL}*"]),
        ([ADD], [ROLL], [ROLL]),
        ([NEXT, NEW, END, ADD], [NEXT], [f"{ROLL}*"]),
    ),
    "dice": (
        ("dice 2d6", (6, 6), (3, 3)),
        ([CALL, ADD], [], []),
        ([END, ADD], [ANSWER], [ANSWER]),
        ([NEXT, AGAIN, END, ADD], [NEXT], [ANSWER]),
        ([NEXT, AGAIN, END, ADD], [NEXT], []),
        ([NEXT, BACK, AGAIN, END, ADD], [], [NEXT]),
        ([NEXT, BACK, AGAIN, END, ADD], [NEXT], []),
        ([END, ADD], [ANSWER], [ANSWER]),
        ([CALL, ADD], [], []),
        ([CALL, ADD], [], []),
    ),
}


@pytest.mark.parametrize("game", FIGHTS)
def test_who_is_offered_what_in_a_fight(game: str) -> None:
    """K11: who has not rolled rolls, whose turn it is ends it, and the GM begins, goes back and ends the fight."""
    (check, *dice), *expected = FIGHTS[game]
    table, master, ada, bo, _ = seated()

    def offers() -> tuple[list[str], ...]:
        return tuple(offered(table, game, person) for person in (master, ada, bo))

    seen, call, rollers = [offers()], None, iter(zip((ada, bo, ada), (*dice, dice[0]), strict=True))
    for command in ("start", "roll", "roll", "next", "next", "start", "end", "roll"):
        if command == "roll":
            person, faces = next(rollers)
            table.do(Roll(person, check, faces=faces, to=None if game == "skew" else call))
        else:
            number = use(table, master, f"{game}.initiative", command)
            call = number if command == "start" else None if command == "end" else call
        seen.append(offers())
    assert seen == expected


# -- wild ----------------------------------------------------------------------------------------------------


def test_who_loses_the_round() -> None:
    """W9: an excess of two loses the round: there is no turn for him."""
    table, _, ada, bo, _ = seated()
    throw(table, ada, "wild initiative 1D", 1, 1, 4)
    throw(table, bo, "wild initiative 2D", 3, 4)
    order = shown(table, "wild", "initiative")
    assert ([[e["person"] for e in tied] for tied in order["order"]], order["lost"]) == ([[bo]], [ada])
    assert order["lines"][-1] == "Ada loses the round."


def test_what_excess_botches_owe() -> None:
    """W7: excess means something unpleasant, which is owed until the master says what."""
    table, master, ada, *_ = seated()
    throw(table, ada, "wild 3D", 3, 6, 4)
    owing = throw(table, ada, "wild 1D", 1, 4)
    assert shown(table, "wild", "excess")["owed"] == [{"throw": owing, "person": ada, "excess": 1}]
    refusing(table, "rule/unknown", Use(master, "wild", "excess", "settle", {"throw": 1}))
    refusing(table, "room/forbidden", Use(ada, "wild", "excess", "settle", {"throw": owing}))
    use(table, master, "wild.excess", "settle", throw=owing, what="The rope snaps")
    assert shown(table, "wild", "excess")["owed"] == []


# -- hs ------------------------------------------------------------------------------------------------------


def test_checks_are_proposed() -> None:
    """H7: a player proposes a check, and the master accepts it, adds cuts, or waives it."""
    table, master, ada, *_ = seated()
    first, second, third = (
        use(table, ada, "hs.proposals", "propose", check="hs 3 ranks", why="over the wall") for _ in "abc"
    )
    refusing(table, "room/forbidden", Use(ada, "hs", "proposals", "accept", {"proposal": first}))
    assert shown(table, "hs", "proposals")["lines"][0] == ("Ada: over the wall. hs 3 ranks. The GM decides.")
    use(table, master, "hs.proposals", "accept", proposal=first)
    use(table, master, "hs.proposals", "cut", proposal=second, cuts=2)
    use(table, master, "hs.proposals", "waive", proposal=third)
    forms = {
        who: [act["label"] for act in acts_in(shown(table, "hs", "proposals", who)["blocks"])] for who in (ada, master)
    }
    assert ["Propose a check" in forms[who] for who in (ada, master)] == [True, False]
    proposals = shown(table, "hs", "proposals")["proposals"]
    assert [(one["verdict"], one["throw"]) for one in proposals] == [
        ("accepted", "hs 3 ranks"),
        ("cut", "hs 3 ranks 2 cuts"),
        ("waived", None),
    ]
    refusing(table, "rule/forbidden", Use(master, "hs", "proposals", "waive", {"proposal": first}))
    refusing(table, "rule/unknown", Use(master, "hs", "proposals", "waive", {"proposal": 1}))
    refusing(table, "rule/forbidden", Use(ada, "hs", "proposals", "propose", {"check": "hs 3 ranks 1 cut"}))
    refusing(table, "rule/unknown", Use(ada, "hs", "proposals", "propose", {"check": "ten"}))
    throw(table, ada, proposals[1]["throw"], 6, 5, 4, to=second)
    assert [one["throw"] for one in shown(table, "hs", "proposals")["proposals"]] == ["hs 3 ranks", None, None]


def test_twists_are_decided() -> None:
    """H2: any pair is a twist; the players propose what it means, and the master decides."""
    table, master, ada, bo, _ = seated()
    twist = throw(table, ada, "hs 4d", 6, 2, 2, 1)
    throw(table, ada, "hs 2d", 6, 2)
    assert [one["throw"] for one in shown(table, "hs", "twists")["twists"]] == [twist]
    use(table, ada, "hs.twists", "propose", throw=twist, text="The guard is an old friend")
    use(table, bo, "hs.twists", "propose", throw=twist, text="It begins to rain")
    assert shown(table, "hs", "twists")["lines"] == [
        f"A twist of Ada (roll {twist}): Triumph, with a twist. Ada: The guard is an old friend. Bo: It begins to rain."
    ]
    refusing(table, "room/forbidden", Use(bo, "hs", "twists", "decide", {"throw": twist, "text": "rain"}))
    use(table, master, "hs.twists", "decide", throw=twist, text="It begins to rain")
    assert shown(table, "hs", "twists")["twists"][0]["decided"] == "It begins to rain"
    refusing(table, "rule/forbidden", Use(bo, "hs", "twists", "propose", {"throw": twist, "text": "snow"}))
    refusing(table, "rule/unknown", Use(bo, "hs", "twists", "propose", {"throw": 1, "text": "snow"}))


def test_how_often_cuts_fall() -> None:
    """H8: the master, and nobody else, sees how the session stands against one check in three with cuts."""
    table, master, ada, *_ = seated()
    for check, faces in (("hs 2d", (6, 1)), ("hs 2d 1 cut", (6, 1)), ("hs 1d", (4,)), ("hs 3d 2 cuts", (1, 2, 3))):
        throw(table, ada, check, *faces)
    meter = shown(table, "hs", "cuts", master)
    assert (meter["made"], meter["cut"], meter["one_in"]) == (4, 2, 3)
    assert meter["lines"] == [
        "Checks with cuts: 2 of 4. The target is one check in three. "
        "After a few more checks, a comparison is shown here."
    ]
    assert shown(table, "hs", "cuts", ada)["lines"] == []
    assert "cut" not in shown(table, "hs", "cuts", ada)
    use(table, master, "hs.cuts", "reset")
    assert shown(table, "hs", "cuts", master)["made"] == 0


# -- odgs ----------------------------------------------------------------------------------------------------


def effort(table: Table, person: str, of: str | None = None) -> dict[str, Any]:
    """What a person has, as somebody sees it."""
    nothing = dict.fromkeys(("stamina", "focus", "resolve", "adrenaline", "inspiration", "points"), 0)
    return dict(shown(table, "odgs", "effort", of)["effort"].get(person, nothing))


def test_effort_in_combat() -> None:
    """O9, O10 and O15: doubles and triples bring Adrenaline, which ends with the combat."""
    table, master, ada, *_ = seated()
    use(table, master, "odgs.effort", "combat", on=True)
    assert shown(table, "odgs", "effort")["words"][ada] == "combat"
    throw(table, ada, "odgs vs 9 combat double=effort", 4, 4, 5, visible="self")
    throw(table, ada, "odgs vs 9 combat", 3, 3, 3)
    assert effort(table, ada)["adrenaline"] == 3
    assert effort(table, ada, ada)["adrenaline"] == 6
    use(table, master, "odgs.effort", "combat", on=False)
    assert effort(table, ada, ada)["adrenaline"] == 0
    assert shown(table, "odgs", "effort")["combat"] is False


def test_effort_outside_combat() -> None:
    """O9, O10 and O15: outside combat it is Inspiration, which ends with the session."""
    table, master, ada, *_ = seated()
    throw(table, ada, "odgs vs 9", 4, 4, 5)
    throw(table, ada, "odgs vs 9", 3, 3, 3)
    assert effort(table, ada)["inspiration"] == 7
    assert shown(table, "odgs", "effort")["lines"] == ["Outside combat.", "Ada: Inspiration 7 (ends with the session)."]
    use(table, master, "odgs.effort", "combat", on=False)
    assert effort(table, ada)["inspiration"] == 7
    use(table, master, "odgs.effort", "session")
    assert effort(table, ada)["inspiration"] == 0


def test_effort_is_spent() -> None:
    """O15: temporary effort can be spent as any other kind and goes first; nobody spends what he does not have."""
    table, master, ada, *_ = seated()
    use(table, master, "odgs.effort", "give", person=ada, kind="focus", amount=3)
    throw(table, ada, "odgs vs 9", 4, 4, 5)
    use(table, ada, "odgs.effort", "spend", kind="focus", amount=2)
    assert (effort(table, ada)["focus"], effort(table, ada)["inspiration"]) == (2, 0)
    with pytest.raises(SixfoldError, match="Ada has 0 to spend as Resolve, not 1"):
        use(table, ada, "odgs.effort", "spend", kind="resolve")
    refusing(table, "room/command", Use(ada, "odgs", "effort", "spend", {"kind": "adrenaline"}))
    use(table, ada, "odgs.effort", "maintain", kind="focus", amount=2)
    assert (effort(table, ada)["focus"], effort(table, ada)["maintained"]) == (0, {"focus": 2})


def test_triple_ones() -> None:
    """O12: maintained effort is lost; in combat Vulnerable until the next action, outside a way is closed to all."""
    table, master, ada, bo, _ = seated()
    for person in (ada, bo):
        use(table, master, "odgs.effort", "give", person=person, kind="stamina", amount=2)
        use(table, person, "odgs.effort", "maintain", kind="stamina", amount=2)
    throw(table, ada, "odgs vs 9 combat", 1, 1, 1)
    assert (effort(table, ada)["maintained"], effort(table, bo)["maintained"]) == ({}, {"stamina": 2})
    assert shown(table, "odgs", "effort")["vulnerable"] == [ada]
    for each in (None, master, ada, bo):  # each is told once
        lines = [line for line in shown(table, "odgs", "effort", each)["lines"] if "Vulnerable" in line]
        assert [line.split()[0] for line in lines] == ["You" if each == ada else "Ada"]
    use(table, ada, "odgs.effort", "act")
    assert shown(table, "odgs", "effort")["vulnerable"] == []
    way = throw(table, bo, "odgs vs 9", 1, 1, 1)
    assert shown(table, "odgs", "effort")["closed"] == [{"throw": way, "person": bo}]
    use(table, master, "odgs.effort", "open", throw=way)
    assert shown(table, "odgs", "effort")["closed"] == []


def test_attacks_move_the_ledger_too() -> None:
    """O9 and O12: an attack brings effort like any save in combat, and its fumble takes what was maintained."""
    table, _, ada, *_ = seated()
    throw(table, ada, "odgs attack vs 9 damage 1d6", 3, 3, 3, 2)
    assert effort(table, ada)["adrenaline"] == 3
    use(table, ada, "odgs.effort", "maintain", kind="focus", amount=2)
    throw(table, ada, "odgs attack vs 9 damage 1d6", 1, 1, 1)
    assert effort(table, ada)["maintained"] == {}
    assert shown(table, "odgs", "effort")["vulnerable"] == [ada]


def test_party_points() -> None:
    """O11: triple sixes give everyone in the party three points, kept apart from effort; three buy a success."""
    table, master, ada, bo, _ = seated()
    throw(table, ada, "odgs vs 9", 6, 6, 6)
    assert [effort(table, person)["points"] for person in (ada, bo)] == [3, 3]
    assert master not in shown(table, "odgs", "effort")["effort"]
    use(table, master, "odgs.effort", "session")
    use(table, bo, "odgs.effort", "success")
    assert [effort(table, person)["points"] for person in (ada, bo)] == [3, 0]
    refusing(table, "rule/not-enough", Use(bo, "odgs", "effort", "success"))


def test_disadvantage_brings_nothing() -> None:
    """O13: at disadvantage 2 doubles bring no effort to the ledger either."""
    table, _, ada, *_ = seated()
    throw(table, ada, "odgs vs 9 disadvantage 2", 4, 4, 5, 6, 6)
    assert shown(table, "odgs", "effort")["lines"] == ["Outside combat."]


def test_ledgers_are_bounded() -> None:
    """O15: nobody has more than the bound; a throw that would bring more brings nothing."""
    table, master, ada, *_ = seated()
    use(table, master, "odgs.effort", "give", person=ada, kind="inspiration", amount=EFFORT)
    refusing(table, "bounds/exceeded", Use(master, "odgs", "effort", "give", {"person": ada, "kind": "inspiration"}))
    throw(table, ada, "odgs vs 9", 4, 4, 5)
    assert effort(table, ada)["inspiration"] == EFFORT


# -- every instrument ----------------------------------------------------------------------------------------


def test_hidden_throws_move_nothing_for_others() -> None:
    """An instrument follows a hidden throw for those who see it, and for all once it is revealed."""
    table, master, ada, bo, _ = seated()
    cases = [
        ("ten", "chaos", "ten", (3, 3, 3)),
        ("skew", "luck", "skew task good 1", (6, 5, 4, 3)),
        ("skew", "initiative", "skew initiative", (6, 5, 4)),
        ("wild", "initiative", "wild initiative 1D", (4,)),
        ("wild", "excess", "wild 1D", (1, 4)),
        ("hs", "twists", "hs 2d", (2, 2)),
        ("hs", "cuts", "hs 2d", (2, 3)),
        ("odgs", "effort", "odgs vs 9", (4, 4, 5)),
    ]
    use(table, master, "skew.luck", "give", person=bo, dice=2)
    for game, name, check, faces in cases:
        before = {person: shown(table, game, name, person) for person in (None, master, ada, bo)}
        number = throw(table, bo, check, *faces, visible="master")
        after = {person: shown(table, game, name, person) for person in (None, master, ada, bo)}
        assert [after[person] == before[person] for person in (None, ada)] == [True, True]
        assert after[master] != before[master]
        table.do(Reveal(master, number))
        assert shown(table, game, name, master) == after[master]
        assert (shown(table, game, name, ada) != before[ada]) == (name != "cuts")
        assert table.again() == table.state


def test_what_was_hidden_is_corrected() -> None:
    """A correction of a hidden throw moves the instrument for those who see it, and for all once it is revealed."""
    table, _, ada, bo, _ = seated()
    number = throw(table, ada, "odgs vs 9", 4, 4, 5, visible="self")
    assert effort(table, ada, ada)["inspiration"] == 1
    table.do(Correct(ada, number, faces=(3, 3, 3)))
    assert effort(table, ada, ada)["inspiration"] == 6
    assert shown(table, "odgs", "effort", bo)["effort"] == {}
    before = len(table.events)
    table.do(Reveal(ada, number))
    assert (effort(table, ada, ada)["inspiration"], effort(table, ada, bo)["inspiration"]) == (6, 6)
    assert table.again() == table.state
    for count in range(before, len(table.events) + 1):  # nothing that is revealed is new to those who saw it
        table.state = table.again(count)
        assert effort(table, ada, ada)["inspiration"] == 6


def test_a_correction_moves_the_instrument() -> None:
    """After a correction it is as if the dice had been read so from the start, whatever happened since."""
    table, _, ada, *_ = seated()
    number = throw(table, ada, "odgs vs 9 combat", 3, 3, 3)
    use(table, ada, "odgs.effort", "spend", kind="focus", amount=2)
    assert effort(table, ada)["adrenaline"] == 1
    table.do(Correct(ada, number, faces=(5, 5, 5)))
    assert effort(table, ada)["adrenaline"] == 3
    table.do(Correct(ada, number, withdraw=True))
    assert effort(table, ada)["adrenaline"] == 0


def test_a_throw_in_the_place_of_another() -> None:
    """A throw made again takes the first one's place in the instruments as well."""
    table, _, ada, *_ = seated()
    first = throw(table, ada, "odgs vs 9", 6, 6, 6)
    throw(table, ada, "odgs vs 9", 4, 4, 5, instead=first)
    assert (effort(table, ada)["points"], effort(table, ada)["inspiration"]) == (0, 1)


def test_what_was_done_is_taken_back() -> None:
    """What an instrument's command did can be taken back by who did it or the master, once."""
    table, master, ada, *_ = seated()
    given = use(table, master, "skew.luck", "give", person=ada, dice=2)
    spent = use(table, ada, "skew.luck", "spend")
    refusing(table, "room/forbidden", Correct(ada, given, withdraw=True))
    refusing(table, "room/event", Correct(ada, spent, check="ten"))
    table.do(Correct(master, spent, withdraw=True))
    assert shown(table, "skew", "luck")["held"] == {ada: {"good": 2, "bad": 0}}
    table.do(Correct(master, given, withdraw=True, reason="the other table"))
    assert shown(table, "skew", "luck")["held"] == {}
    refusing(table, "room/event", Correct(master, given, withdraw=True))
    assert table.again() == table.state


def test_who_left_keeps_his_place() -> None:
    """What belongs to somebody who left or became master stays his, and is told without him."""
    table, master, ada, *_ = seated()
    throw(table, ada, "odgs vs 9", 4, 4, 5)
    table.do(HandOver(master, ada))
    assert effort(table, ada)["inspiration"] == 1
    table.do(HandOver(ada, master))
    table.do(Leave(ada))
    assert shown(table, "odgs", "effort")["lines"] == [
        "Outside combat.",
        "somebody who left: Inspiration 1 (ends with the session).",
    ]


@pytest.mark.parametrize(("game", "instrument"), EVERY, ids=[f"{game}.{one.name}" for game, one in EVERY])
def test_instruments_are_told_what_fits(game: str, instrument: Instrument[Any]) -> None:
    """Commands are refused that there are not, or whose fields are missing, unknown or not of their kind."""
    table, master, *_ = seated()
    refusing(table, "room/command", Use(master, game, instrument.name, "dance"))
    for command in instrument.commands:
        refusing(table, "room/command", Use(master, game, instrument.name, command.name, {"dance": 1}))
        for field in command.fields:
            good = {other.name: fitting(other, master) for other in command.fields}
            for junk in JUNK:
                if (field.kind, junk) in (("text", "p99"), ("switch", True)):
                    continue
                with pytest.raises(SixfoldError):
                    table.do(Use(master, game, instrument.name, command.name, good | {field.name: junk}))
            if field.needed and field.default is None:
                refusing(
                    table, "room/command", Use(master, game, instrument.name, command.name, good | {field.name: None})
                )
        made = next(
            one for one in view(table.state, master, [game])["instruments"] if one["instrument"] == instrument.name
        )
        assert [form["title"] for form in made["commands"]] == [one.name for one in instrument.commands]


def fitting(field: Field, person: str) -> Any:
    """A value that a field takes."""
    return {
        "person": person,
        "number": field.low,
        "text": "words",
        "choice": (*field.choices, "")[0],
        "check": "hs 1d",
        "switch": True,
    }[field.kind]


@pytest.mark.parametrize(("game", "instrument"), EVERY, ids=[f"{game}.{one.name}" for game, one in EVERY])
def test_instruments_are_well_formed(game: str, instrument: Instrument[Any]) -> None:
    """Each has a name, a title, commands with help, a state that compares by value, and a view that is data."""
    assert instrument.name.isidentifier()
    assert instrument.title
    assert instrument.start() == instrument.start()
    for command in instrument.commands:
        assert command.help
        assert all(field.help for field in command.fields)
        assert set(command.roles) <= {"master", "player"}
    shown = instrument.view(instrument.start(), None, [])
    assert sentences(shown.get("blocks", ())) == []
    assert not shown.get("words")


def test_no_such_instrument() -> None:
    """An instrument or a game that there is not is refused."""
    table, master, *_ = seated()
    for game, name in (("ten", "luck"), ("chess", "clock"), ("dice", "x"), ("", "")):
        refusing(table, "room/command", Use(master, game, name, "end"))


# -- a game of one's own -------------------------------------------------------------------------------------


class Pot(Instrument[int]):
    """How much is in the pot: every throw of the game adds its total, until someone takes it."""

    name = "pot"
    title = "The pot"
    commands = (Command("take", "take what is in the pot", (Field("why", "text", "what for", needed=False),)),)

    def start(self) -> int:
        return 0

    def follow(self, state: int, happening: Thrown | Did) -> int:
        return 0 if isinstance(happening, Did) else state + int(happening.outcome["total"])

    def decide(self, state: int, command: str, values: Any, who: Person, people: Any) -> list[Act]:
        return [Act("took", {"amount": state}, "self")]

    def view(self, state: int, who: Person | None, people: Any) -> dict[str, Any]:
        return {"pot": state, "blocks": panel(Said(f"{state} in the pot.") if state else None)}


def test_a_game_of_ones_own() -> None:
    """A game that the room never heard of has its instrument at the table, hidden acts included."""
    dice = SYSTEMS["dice"]
    own = System(*dice.rules, name="craps", title="a game of one's own", keeps=(Pot(),))
    table, _, ada, bo, _ = seated(systems={**SYSTEMS, "craps": own})
    number = table.throw(ada, "craps 2d6", faces=(6, 5))["number"]
    table.throw(bo, "craps 2d6", faces=(1, 1), visible="self")
    assert [shown(table, "craps", "pot", person)["pot"] for person in (None, ada, bo)] == [11, 11, 13]
    taken = table.do(Use(bo, "craps", "pot", "take")).number
    assert [shown(table, "craps", "pot", person)["pot"] for person in (None, ada, bo)] == [11, 11, 0]
    assert set(table.event(taken)) & {"system", "instrument", "did", "values"} == set()
    table.do(Correct(ada, number, faces=(1, 2)))
    assert [shown(table, "craps", "pot", person)["pot"] for person in (None, ada, bo)] == [3, 3, 0]
    assert table.again() == table.state


# -- long ----------------------------------------------------------------------------------------------------


def pursuit(table: Any, mine: Check, theirs: Check, lead: int = 2) -> dict[str, Any]:
    """Two checks a turn, until the one who flees is caught or four ahead."""

    def turn(table: Any, ahead: Any) -> Any:
        return ahead + table.play(mine, "success") - table.play(theirs, "success")

    ahead, turns = table.repeat(turn, lead, lambda ahead: ahead <= 0 or ahead >= 4, 20, counted=True)
    return {"success": ahead >= 4, "turns": turns}


@pytest.mark.parametrize(
    "check",
    [
        "duel (ten attack +4 damage 2d6) (ten attack +2 damage 3d6) health 12 15",
        "duel (ten attack +4 damage 2d6) (ten attack +4 damage 2d6) health 6 6 begins both",
        "duel (odgs vs 12 combat +2) (odgs vs 12 combat) health 9 9 damage 3 vulnerable +2 counter",
        "opposed (hs 2 ranks) (hs 2 ranks)",
        "opposed (ten +4) (skew vs 10)",
        "attempts (wild 3D vs 10) 3 times stop",
        "chase (ten +2) (ten +2)",
    ],
)
def test_turn_by_turn_comes_out_as_at_once(check: str) -> None:
    """Each rolls their own checks in turn; what comes of it is what the rule says of all dice together."""
    table, _, ada, bo, _ = seated(systems={**SYSTEMS, "chase": System(pursuit, name="chase")})
    number = use(table, ada, "long.turns", "start", check=check, first=ada, second=bo)
    faces: list[int] = []
    choices: list[int] = []

    def contest(person: str) -> dict[str, Any]:
        found: dict[str, Any] = shown(table, "long", "turns", person)["contests"][0]
        return found

    while (now := contest(ada))["turn"]:
        other = {ada: bo, bo: ada}[now["turn"]]
        lines = shown(table, "long", "turns", now["turn"])["lines"]
        assert any(f"It is your turn: {now['next']}." in line for line in lines)
        table.throw(other, now["next"], to=number)  # not their turn
        table.throw(now["turn"], "dice d6", to=number)  # another check
        assert contest(bo) == now
        event = table.throw(now["turn"], now["next"], to=number)
        while event["kind"] == "question":
            choices.append(0)
            event = table.answer(now["turn"], event["number"], 0, c=C)
        faces += [face for one in event["record"]["throws"] for face in one["faces"]]
    whole = replay(parse(check, table.state.systems), faces, choices)
    assert contest(bo)["result"] == whole.announcement.replace("The first", "Ada").replace("The second", "Bo")
    assert table.again() == table.state


@pytest.mark.parametrize("own", ["", " +1", " -1"])
def test_what_the_rule_adds_to_a_blow_is_in_its_check(own: str) -> None:
    """O14: after a fumble the other strikes back, with a bonus against the vulnerable beside their own."""
    table, _, ada, bo, _ = seated()
    mine, theirs = "odgs vs 12 combat +2", f"odgs vs 12 combat{own}"
    duel = f"duel ({mine}) ({theirs}) health 9 9 damage 3 vulnerable +2 counter"
    number = use(table, ada, "long.turns", "start", check=duel, first=ada, second=bo)
    throw(table, ada, mine, 1, 1, 1, to=number)
    throw(table, bo, f"{theirs} +2", 5, 4, 3, to=number)
    contest = shown(table, "long", "turns")["contests"][0]
    assert contest["told"][1:] == ["a fumble: Bo strikes back: 6 health left", "Ada strikes Bo: 9 health left"]
    assert (contest["turn"], contest["next"]) == (bo, f"{parse(theirs)} +2")


def test_a_blow_that_is_corrected_or_hidden_does_not_count() -> None:
    """A blow that becomes another check is taken out, and is rolled again; a hidden one is followed by its seers."""
    table, master, ada, bo, _ = seated()
    number = use(table, ada, "long.turns", "start", check="opposed (ten +4) (ten +2)", first=ada, second=bo)
    blow = throw(table, ada, "ten +4", 5, 4, 3, to=number)
    assert shown(table, "long", "turns", bo)["contests"][0]["turn"] == bo
    table.do(Correct(ada, blow, "ten +5"))
    assert shown(table, "long", "turns", bo)["contests"][0]["turn"] == ada
    throw(table, ada, "ten +4", 5, 4, 3, to=number, visible="master")
    assert [shown(table, "long", "turns", one)["contests"][0]["turn"] for one in (ada, master, bo)] == [bo, bo, ada]


def test_who_may_remove_a_contest() -> None:
    """The GM and the people in it remove a contest; a check that is not made of others cannot be one."""
    table, master, ada, bo, _ = seated()
    dot = table.join("player", "Dot")
    check = "opposed (ten +4) (ten +2)"
    first, second = (use(table, dot, "long.turns", "start", check=check, first=ada, second=bo) for _ in "12")
    contests = shown(table, "long", "turns")["contests"]
    assert [(one["contest"], one["people"]) for one in contests] == [(first, [ada, bo]), (second, [ada, bo])]
    refusing(table, "rule/forbidden", Use(dot, "long", "turns", "drop", {"contest": first}))
    alone = {"check": "ten +4", "first": ada, "second": bo}
    refusing(table, "rule/forbidden", Use(dot, "long", "turns", "start", alone))
    use(table, bo, "long.turns", "drop", contest=first)
    use(table, master, "long.turns", "drop", contest=second)
    assert shown(table, "long", "turns")["contests"] == []
    refusing(table, "rule/unknown", Use(master, "long", "turns", "drop", {"contest": second}))
