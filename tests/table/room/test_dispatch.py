"""The rules of the house: who may do what, and what comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from sixfold.base.bounds import (
    COMMITMENTS,
    DICE_OF_A_ROLL,
    NAME_LENGTH,
    NOTE_LENGTH,
    OPEN_QUESTIONS,
    OPEN_REQUESTS,
    PEOPLE,
)
from sixfold.errors import SixfoldError
from sixfold.table.room import RoomState, evening, role_of, seen_by, view, who
from sixfold.table.room.commands import (
    Answer,
    ChooseGames,
    Command,
    Correct,
    Door,
    HandOver,
    Join,
    Leave,
    Links,
    Note,
    Open,
    Remove,
    Rename,
    RequestRoll,
    Reveal,
    Roll,
    Unwitnessed,
    Visible,
    Witness,
)
from sixfold.table.room.event_sentences import transcript
from sixfold.table.room.results import failure_of
from sixfold.table.room.verify import verify
from tests.table.room.table import C, Table, W, seated

D = "0123456789abcdef" * 2


def refused(code: str, call: Callable[[], Any]) -> None:
    """Whatever is refused is refused with its code and a sentence, and nothing has happened."""
    with pytest.raises(SixfoldError) as caught:
        call()
    assert caught.value.code == code
    assert caught.value.message.endswith((".", "?"))


def refusing(table: Table, code: str, command: Command) -> None:
    before = table.state, len(table.events)
    refused(code, lambda: table.do(command))
    assert (table.state, len(table.events)) == before


# -- coming and going ----------------------------------------------------------------------------------------


def test_a_room_has_three_links() -> None:
    """A link for each role, none of which stands in an event; each opens the room for its role alone."""
    table = Table()
    assert list(table.links) == ["master", "player", "spectator"]
    assert len(set(table.links.values())) == 3
    for role, link in table.links.items():
        assert role_of(table.state, link) == role
        assert len(link) == 43
        assert not any(link.encode() in event.public + event.private for event in table.events)
    for wrong in ("", "x", table.links["player"][:-1], "\ud800", table.links["player"] + "\n"):
        refused("room/link", lambda wrong=wrong: role_of(table.state, wrong))  # type: ignore[misc]


def test_a_token_is_a_person() -> None:
    """Who joins gets a token that nobody else is shown; it finds him as long as he is here."""
    table, master, ada, *_ = seated()
    assert {who(table.state, token).id for token in table.tokens.values()} == set(table.state.people)
    token = table.tokens[ada]
    assert not any(token.encode() in event.public + event.private for event in table.events)
    table.do(Remove(master, ada))
    for wrong in (token, "", "x" * 43, "\ud800"):
        refused("room/token", lambda wrong=wrong: who(table.state, wrong))  # type: ignore[misc]


def test_names_are_told_apart() -> None:
    """Two of one name get a number, whatever the case; who left frees his name."""
    table, master, *_ = seated()
    second, third = table.join("player", "ADA"), table.join("player", "  Ada ")
    assert [table.state.people[person].name for person in (second, third)] == ["ADA 2", "Ada 3"]
    unseen = table.join("player", "A\u200dda")
    assert table.state.people[unseen].name == "A\u200dda 4"
    table.do(Remove(master, second))
    again = table.join("player", "Ada 2")
    assert table.state.people[again].name == "Ada 2"
    table.do(Rename(third, third, "Zoë"))
    assert table.state.people[third].name == "Zoë"


@pytest.mark.parametrize(
    "name",
    ["", "   ", "a\nb", "\x00", "\x1b[31m", "a\u202eb", "\u2066a", "\ufeffa", "\u200b", "\ud800", "\u0085", "\u2028",
     "\x7f", "\u3164", "\u200d", "\u2800 \ufe0f"],
)  # fmt: skip
def test_names_can_be_shown(name: str) -> None:
    """Empty names and names with control, bidirectional, invisible or half characters are refused."""
    refusing(table := Table(), "room/name", Join(table.links["player"], name))
    table, _, ada, *_ = seated()
    if name:
        refusing(table, "room/name", Rename(ada, ada, name))
    fresh = Table()
    fresh.state = RoomState()
    refusing(fresh, "room/name", Open(name))


def test_names_are_bounded() -> None:
    """A name has at most so many characters, a room's name twice as many, a note so many."""
    table, _, ada, *_ = seated()
    longest = table.join("player", "x" * NAME_LENGTH)
    assert table.state.people[longest].name == "x" * NAME_LENGTH
    refusing(table, "bounds/exceeded", Join(table.links["player"], "x" * (NAME_LENGTH + 1)))
    refusing(table, "bounds/exceeded", Join(table.links["player"], "x" * 10**6))
    table.do(Note(ada, "x" * NOTE_LENGTH))
    refusing(table, "bounds/exceeded", Note(ada, "x" * (NOTE_LENGTH + 1)))
    refusing(table, "bounds/exceeded", Roll(ada, "ten", c=C, note="x" * (NOTE_LENGTH + 1)))
    refusing(table, "room/person", Note(ada, "hello", people=("p99",)))
    for script in ("<script>alert(1)</script>", "'; DROP TABLE", "=cmd()", "𝕭𝖊𝖆", "日本"):
        person = table.join("player", script)
        assert table.state.people[person].name == script


def test_colours() -> None:
    """A colour is six hexadecimal digits; who chooses none gets the next one."""
    table, master, ada, bo, _ = seated()
    assert table.state.people[ada].colour != table.state.people[bo].colour
    table.do(Rename(master, ada, colour="#ABCDEF"))
    assert (table.state.people[ada].colour, table.state.people[ada].name) == ("#abcdef", "Ada")
    for wrong in ("red", "#abc", "#12345g", "url(x)", "#123456;"):
        refusing(table, "room/colour", Rename(ada, ada, colour=wrong))


def test_the_master_lays_games_out() -> None:
    """What is played lies on the table for everyone, used or not; a game that is not known is refused."""
    table, master, ada, *_ = seated()
    assert view(table.state, ada)["instruments"] == []
    refusing(table, "room/forbidden", ChooseGames(ada, ("ten",)))
    refusing(table, "room/game", ChooseGames(master, ("ten", "chess")))
    table.do(ChooseGames(master, ("hs", "ten", "ten")))
    shown = view(table.state, ada)
    assert shown["games"] == ["ten", "hs"]
    assert {one["system"] for one in shown["instruments"]} == {"ten", "hs", "dice"}
    table.do(ChooseGames(master, ()))
    assert view(table.state, ada)["instruments"] == []


def test_the_master_keeps_the_door() -> None:
    """A closed door lets nobody in but a master; whoever is in stays."""
    table, master, ada, *_ = seated()
    table.do(Door(master, False))
    refusing(table, "room/closed", Join(table.links["player"], "Di"))
    refusing(table, "room/closed", Join(table.links["spectator"], "Di"))
    second = table.join("master", "Di")
    assert table.state.people[second].role == "master"
    table.throw(ada, "ten")
    table.do(Door(master, True))
    table.join("player", "Ed")


def test_links_are_renewed() -> None:
    """New links end the old ones of their roles, and are told to the master alone."""
    table, master, ada, *_ = seated()
    old = dict(table.links)
    new = table.do(Links(master, ("player",))).given
    assert list(new) == ["player"]
    refusing(table, "room/link", Join(old["player"], "Di"))
    assert role_of(table.state, new["player"]) == "player"
    assert role_of(table.state, old["spectator"]) == "spectator"
    assert new["player"] not in str(table.last(master))
    refusing(table, "room/forbidden", Links(ada))


def test_handing_over() -> None:
    """The new master has the master's rights and the old one a player's; the link of the master ends."""
    table, master, ada, bo, spectator = seated()
    table.do(HandOver(master, ada))
    assert [table.state.people[person].role for person in (master, ada)] == ["player", "master"]
    refusing(table, "room/link", Join(table.links["master"], "Di"))
    refusing(table, "room/forbidden", Door(master, False))
    new = table.do(Links(ada, ("master",))).given["master"]
    assert role_of(table.state, new) == "master"
    table.do(HandOver(ada, spectator))
    table.throw(spectator, "ten")
    refusing(table, "room/forbidden", HandOver(spectator, spectator))
    refusing(table, "room/person", HandOver(spectator, "p99"))
    refusing(table, "room/forbidden", HandOver(bo, ada))


def test_leaving() -> None:
    """Anyone may go, the only master once he handed over; who is gone can do nothing more."""
    table, master, ada, bo, spectator = seated()
    refusing(table, "room/forbidden", Leave(master))
    refusing(table, "room/forbidden", Remove(master, master))
    table.do(Leave(ada))
    refusing(table, "room/person", Roll(ada, "ten", c=C))
    refusing(table, "room/person", Rename(master, ada, "Eve"))
    refusing(table, "room/forbidden", Remove(bo, spectator))
    table.do(Remove(master, bo))
    table.do(Leave(master))
    assert [person["name"] for person in view(table.state, None)["people"]] == ["Cy"]


def test_what_is_not_for_whom() -> None:
    """A spectator throws, notes and asks nothing; a player asks nobody and renames nobody."""
    table, master, ada, bo, spectator = seated()
    shown = table.throw(ada, "ten")
    for command in (
        Roll(spectator, "ten", c=C),
        Roll(spectator, "ten", faces=(1, 2, 4)),
        Note(spectator, "hello"),
        RequestRoll(spectator, "ten"),
        Correct(spectator, shown["number"], withdraw=True),
        RequestRoll(ada, "ten"),
        Door(ada, False),
        Rename(ada, bo, "Bob"),
        Correct(bo, shown["number"], check="ten +9"),
        Roll(bo, "ten", c=C, instead=shown["number"]),
        Open("Another"),
    ):
        refusing(table, "room/forbidden", command)
    table.do(Rename(master, bo, "Bob"))
    table.do(Rename(spectator, spectator, "Cyan"))


def test_rooms_are_bounded() -> None:
    """So many people ever come into one room."""
    table = Table()
    for number in range(PEOPLE):
        table.join("spectator", f"s{number}")
    refusing(table, "room/full", Join(table.links["spectator"], "one more"))


# -- throwing ------------------------------------------------------------------------------------------------


def test_a_throw_is_a_record() -> None:
    """An open throw holds its record, as everywhere; texts and options say the same check."""
    table, _, ada, *_ = seated()
    said = table.throw(ada, "TEN sup 1 +4")
    asked = table.event(
        table.do(Roll(ada, {"system": "ten", "options": {"modifier": 4, "skew": 1}}, c=C)).number
    )  # fmt: skip
    assert said["kind"] == asked["kind"] == "throw"
    assert said["record"]["text"] == asked["record"]["text"] == "ten +4 superior 1"
    assert said["record"]["source"] == "system"
    assert table.event(said["number"], None) == said
    for wrong in ("tenn", "", "x" * 2001, {"system": "ten", "options": {"x": 1}}, {"system": "chess"},
                  {"system": "ten", "options": [1]}, {}):  # fmt: skip
        with pytest.raises(SixfoldError):
            table.do(Roll(ada, wrong, c=C))


def test_typed_dice_are_marked() -> None:
    """Typed dice are marked as typed in the event and its record, and use no draw."""
    table, _, ada, *_ = seated()
    thrown = table.throw(ada, "ten superior 1", faces=(6, 3, 2, 4))
    assert (thrown["typed"], thrown["record"]["source"]) == (True, "typed")
    assert "key" not in thrown
    assert table.state.lanes[ada].used == 0
    assert table.throw(ada, "ten")["record"]["source"] == "system"
    fudge = table.throw(ada, "dice 4dF", faces=("+", "-", 0, "−"))
    assert fudge["record"]["throws"][0]["faces"] == [3, 1, 2, 1]
    refusing(table, "dice/unreadable", Roll(ada, "ten", faces=(6, 6, "+")))
    refusing(table, "dice/needed", Roll(ada, "ten", faces=(6, 6)))
    refusing(table, "dice/needed", Roll(ada, "ten", faces=()))
    refusing(table, "dice/impossible", Roll(ada, "ten", faces=(6, 6, 7)))
    refusing(table, "dice/unused", Roll(ada, "ten", faces=(1, 2, 4, 4)))
    refusing(table, "bounds/exceeded", Roll(ada, "ten", faces=(1,) * (DICE_OF_A_ROLL + 1)))


def test_so_many_dice_in_a_throw() -> None:
    """A throw in a room has at most so many dice, drawn or typed; what cannot be known before uses up its draw."""
    table, _, ada, *_ = seated()
    full = "dice " + "+".join(["100d6"] * (DICE_OF_A_ROLL // 100))
    assert len(table.throw(ada, full)["faces"]) == DICE_OF_A_ROLL
    failed = table.throw(ada, f"{full}+1d6")
    assert (failed["kind"], failed["code"], len(failed["faces"])) == ("failed", "bounds/exceeded", DICE_OF_A_ROLL)
    assert table.throw(ada, "ten")["index"] == 2


def test_entropy_is_the_throwers() -> None:
    """Without a thrower's own entropy nothing is drawn: the room never invents it."""
    table, _, ada, *_ = seated()
    for wrong in ("", "00" * 15, "00" * 17, "0g" * 16, "AB" * 16, "\ud800" * 32):
        refusing(table, "room/entropy", Roll(ada, "ten", c=wrong))


def test_other_entropy_other_dice() -> None:
    """The faces follow from the thrower's entropy and the witness's, and from the index."""
    tables = [seated() for _ in range(3)]
    faces = [
        table.throw(ada, "dice 40d6", c=c)["faces"] for (table, _, ada, *_), c in zip(tables, (C, C, D), strict=True)
    ]
    assert faces[0] == faces[1] != faces[2]
    table, _, ada, *_ = tables[0]
    assert table.throw(ada, "dice 40d6", c=C)["faces"] != faces[0]


def test_a_repeated_throw_is_the_same() -> None:
    """The same index with the same request and entropy is the same throw; with anything else it is refused."""
    table, _, ada, *_ = seated()
    first = table.throw(ada, "ten +4", index=0)
    again = table.do(Roll(ada, "ten +4", c=C, index=0))
    assert (again.events, again.number) == ((), first["number"])
    refusing(table, "room/index", Roll(ada, "ten +5", c=C, index=0))
    refusing(table, "room/index", Roll(ada, "ten +4", c=D, index=0))
    refusing(table, "room/index", Roll(ada, "ten +4", c=C, index=2))
    refusing(table, "room/index", Roll(ada, "ten +4", c=C, index=-1))
    assert table.throw(ada, "ten +4", index=1)["index"] == 1


def test_a_repeated_question_is_the_same() -> None:
    """A throw that asked is repeated as its question, one that waits for a witness as its call."""
    table, _, ada, bo, _ = seated()
    asked = table.throw(ada, "odgs vs 15 advantage 1", index=0)
    assert asked["kind"] == "question"
    assert table.do(Roll(ada, "odgs vs 15 advantage 1", c=C, index=0)).number == asked["number"]
    call = table.do(Roll(ada, "ten", c=C, index=1, witness=bo)).number
    assert table.do(Roll(ada, "ten", c=C, index=1, witness=bo)).number == call
    table.do(Witness(bo, call, W))
    assert table.do(Roll(ada, "ten", c=C, index=1, witness=bo)).number == call + 1


def test_lanes_are_filled_up() -> None:
    """Commitments are in the log before their draws are used, however many are used."""
    table, _, ada, *_ = seated()
    for index in range(3 * COMMITMENTS):
        lane = table.state.lanes[ada]
        assert lane.committed - lane.used > 0
        assert table.throw(ada, "dice 1d6")["index"] == index
    assert table.state.lanes[ada].committed >= 3 * COMMITMENTS


def test_a_witness() -> None:
    """With a witness the call is written first, and the throw when he, another or nobody answered."""
    table, master, ada, bo, spectator = seated()
    call = table.do(Roll(ada, "ten", c=C, witness=bo)).number
    assert table.last()["kind"] == "call"
    assert view(table.state, None)["calls"] == [{"call": call, "person": ada, "witness": bo}]
    refusing(table, "room/waiting", Roll(ada, "ten", c=C))
    refusing(table, "room/event", Witness(ada, call, W))
    refusing(table, "room/entropy", Witness(bo, call, "00"))
    refusing(table, "room/event", Witness(bo, call + 1, W))
    table.do(Witness(spectator, call, W, silent=(bo,)))
    thrown = table.last()
    assert (thrown["w"], thrown["witness"], thrown["silent"]) == (W, spectator, [bo])
    refusing(table, "room/event", Witness(bo, call, W))
    call = table.do(Roll(ada, "ten", c=C, witness=bo)).number
    table.do(Unwitnessed(call, (bo, master)))
    assert (table.last()["w"], table.last()["witness"], table.last()["silent"]) == ("", None, [bo, master])
    refusing(table, "room/event", Unwitnessed(call))
    refusing(table, "room/person", Roll(ada, "ten", c=C, witness=ada))
    refusing(table, "room/person", Roll(ada, "ten", c=C, witness="p99"))


def test_too_many_dice_are_not_called() -> None:
    """A throw with too many dice fails for its seers once a witness answered; its call waits no longer."""
    table, master, ada, bo, _ = seated()
    table.do(Roll(ada, " + ".join(["dice 100d6"] + ["100d6"] * 10), visible="master", c=C, witness=bo))
    failed = table.do(Witness(bo, table.state.number, W)).number
    assert table.event(failed, ada)["message"] == "One roll in a room has at most 1,000 dice."
    assert "message" not in table.event(failed, bo)
    assert table.state.calls == {}
    table.do(Reveal(master, failed))
    assert table.last(bo)["code"] == "bounds/exceeded"
    refusing(table, "room/event", Correct(master, failed, check="ten"))
    assert table.throw(ada, "ten", index=1)["kind"] == "throw"
    assert verify(table.export(bo)).problems == verify(table.export(ada)).problems == []


def test_a_choice_is_a_question() -> None:
    """A choice waits in the log with the dice on the table, and the record holds what was chosen."""
    table, _, ada, bo, _ = seated()
    asked = table.throw(bo, "odgs vs 15 advantage 1")
    assert asked["kind"] == "question"
    assert "record" not in asked
    assert asked["throws"] == [{"label": "save", "sides": 6, "faces": asked["faces"]}]
    assert view(table.state, None)["questions"][0]["question"] == asked["number"]
    table.state = table.again()
    refusing(table, "room/forbidden", Answer(ada, asked["number"], 0))
    refusing(table, "room/choice", Answer(bo, asked["number"], len(asked["options"])))
    refusing(table, "room/choice", Answer(bo, asked["number"], -1))
    refusing(table, "room/event", Answer(bo, asked["number"] - 1, 0))
    done = table.answer(bo, asked["number"], 1)
    assert done["kind"] == "throw"
    assert done["record"]["choices"] == [1]
    assert done["record"]["throws"][0]["faces"] == asked["faces"]
    refusing(table, "room/event", Answer(bo, asked["number"], 0))
    assert view(table.state, None)["questions"] == []


def test_choices_with_typed_dice() -> None:
    """Typed dice are asked about in the same way, one choice after the other."""
    table, _, ada, *_ = seated()
    asked = table.throw(ada, "odgs vs 30 advantage 1 combat", faces=(4, 4, 6, 2))
    taken = next(at for at, option in enumerate(asked["options"]) if option == "6 4 4")
    asked = table.answer(ada, asked["number"], taken)
    assert (asked["kind"], asked["choices"], asked["typed"]) == ("question", [taken], True)
    done = table.answer(ada, asked["number"], 1)
    assert done["record"]["outcome"]["hit"] is True
    assert done["record"]["choices"] == [taken, 1]


def test_the_master_answers_for_who_is_gone() -> None:
    """A question of somebody who left can be answered by the master, and by nobody else."""
    table, master, ada, bo, _ = seated()
    asked = table.throw(ada, "odgs vs 15 advantage 1")["number"]
    refusing(table, "room/forbidden", Answer(master, asked, 0))
    table.do(Leave(ada))
    refusing(table, "room/forbidden", Answer(bo, asked, 0))
    table.do(Answer(master, asked, 0))
    assert table.last()["person"] == ada


def test_so_many_open_questions() -> None:
    """Who lets too many questions wait throws nothing new until he answers."""
    table, _, ada, bo, _ = seated()
    for _ in range(OPEN_QUESTIONS):
        assert table.throw(ada, "odgs vs 15 advantage 2", faces=(1, 2, 3, 4, 5))["kind"] == "question"
    refusing(table, "room/waiting", Roll(ada, "ten", c=C))
    refusing(table, "room/waiting", Roll(ada, "ten", faces=(1, 2, 4)))
    table.throw(bo, "ten")
    table.answer(ada, next(iter(table.state.questions)), 0)
    table.throw(ada, "ten")


def test_a_hidden_throw_asks_nothing() -> None:
    """While a throw is hidden its rule's policy decides: whether there was a choice would tell what was thrown."""
    table, master, ada, *_ = seated()
    for visible in ("self", "master", "blind"):
        before = len(table.events)
        thrown = table.throw(ada, "odgs vs 15 advantage 3 combat", visible=visible)
        assert (thrown["kind"], len(table.events)) == ("throw", before + 2)
    shown = table.event(thrown["number"] - 2, ada)
    assert "choices" not in shown["record"]
    assert "record" not in table.event(thrown["number"], ada)
    assert "record" in table.event(thrown["number"], master)


def test_throwing_again() -> None:
    """A reroll is a new throw that names the one in whose place it stands; that one stays."""
    table, master, ada, *_ = seated()
    first = table.throw(ada, "ten")
    again = table.throw(ada, "ten +1", instead=first["number"])
    assert again["request"]["instead"] == first["number"]
    assert table.event(first["number"]) == first
    table.throw(master, "ten", instead=again["number"])
    refusing(table, "room/event", Roll(ada, "ten", c=C, instead=999))
    refusing(table, "room/event", Roll(ada, "ten", c=C, instead=1))


def test_a_correction() -> None:
    """The same dice are read anew, with another check or, if they were typed, as other faces; the first stays."""
    table, master, ada, *_ = seated()
    first = table.throw(ada, "ten +4")
    table.do(Correct(ada, first["number"], check="ten +6 hard", reason="the fog"))
    corrected = table.last()
    assert corrected["record"]["throws"] == first["record"]["throws"]
    assert corrected["record"]["outcome"]["total"] == first["record"]["outcome"]["total"] - 1
    assert (corrected["throw"], corrected["reason"]) == (first["number"], "the fog")
    refusing(table, "room/dice", Correct(ada, first["number"], check="ten superior 2"))
    refusing(table, "room/dice", Correct(ada, first["number"], faces=(6, 5, 4)))
    typed = table.throw(ada, "ten", faces=(3, 4, 5))
    table.do(Correct(master, typed["number"], faces=(3, 4, 6)))
    assert table.last()["record"]["outcome"]["natural"] == 13
    table.do(Correct(ada, table.last()["number"], check="ten +1"))
    assert table.last()["throw"] == typed["number"]
    assert table.last()["record"]["outcome"]["total"] == 14
    table.do(Correct(master, typed["number"], faces=(3, 4, 4)))
    assert table.last()["record"]["outcome"]["total"] == 12  # of the newest form
    refusing(table, "dice/needed", Correct(ada, typed["number"], check="ten superior 1"))
    assert table.event(typed["number"]) == typed


def test_a_throw_is_taken_back() -> None:
    """A throw can be taken back once; it stays in the log."""
    table, _, ada, *_ = seated()
    first = table.throw(ada, "ten +4")
    table.do(Correct(ada, first["number"], withdraw=True, reason="wrong sheet"))
    assert table.last()["withdrawn"] is True
    refusing(table, "room/event", Correct(ada, first["number"], check="ten"))
    refusing(table, "room/event", Correct(ada, first["number"], withdraw=True))
    refusing(table, "room/event", Correct(ada, 2, withdraw=True))


def test_a_choice_is_corrected() -> None:
    """Whoever may see a throw can take another option than was taken."""
    table, _, ada, *_ = seated()
    asked = table.throw(ada, "odgs vs 15 advantage 1", faces=(6, 5, 4, 3))
    done = table.answer(ada, asked["number"], 0)
    table.do(Correct(ada, done["number"], choices=(3,)))
    assert table.last()["record"]["outcome"]["sum"] == 12
    refusing(table, "choice/impossible", Correct(ada, done["number"], choices=(4,)))
    hidden = table.throw(ada, "odgs vs 30 combat", visible="self", faces=(4, 4, 2))
    assert hidden["record"]["outcome"]["hit"] is True
    table.do(Correct(ada, hidden["number"], choices=(0,)))
    assert table.last(ada)["record"]["outcome"]["adrenaline"] == 1
    assert set(table.last()) & {"record", "request"} == set()


def asked_of(table: Table, person: str | None, at: int = -1) -> dict[str, Any]:
    """A request as a person sees it in the room."""
    found: dict[str, Any] = view(table.state, person)["asked"][at]
    return found


def test_who_is_called_otherwise() -> None:
    """Another name is told beside the one before, with who gave it; a new colour is told as one."""
    table, master, ada, *_ = seated()
    for command in (Rename(ada, ada, "Adele"), Rename(master, ada, "Ada"), Rename(ada, ada, colour="#000000")):
        table.do(command)
    said = [
        words
        for shown, _, words in transcript(seen_by(event, None) for event in table.events)
        if shown["kind"] == "renamed"
    ]
    assert said == ["Ada is called Adele now.", "Mo gives Adele another name: Ada.", "Ada has a new colour."]


def test_asking_for_a_check() -> None:
    """The master asks some or all; the room shows who has answered and who has not, as far as one may see it."""
    table, master, ada, bo, _ = seated()
    asked = table.do(RequestRoll(master, "ten hard")).number
    assert table.last()["people"] == [ada, bo]
    table.throw(ada, "ten hard +4", to=asked)
    table.throw(bo, "ten hard", to=asked, visible="blind")
    shown = {person: (asked_of(table, person)["done"], asked_of(table, person)["waiting"]) for person in (None, ada)}
    assert shown == {None: ([ada], [bo]), ada: ([ada], [bo])}
    assert asked_of(table, bo)["done"] == asked_of(table, master)["done"] == [ada, bo]
    secret = table.do(RequestRoll(master, "wild 3D", (bo,), "blind")).number
    assert "check" not in table.event(secret, ada)
    assert table.event(secret, bo)["check"] == "wild 3D"
    assert [len(view(table.state, person)["asked"]) for person in (ada, bo, master)] == [1, 2, 2]
    table.do(Leave(bo))
    assert asked_of(table, master)["waiting"] == []
    refusing(table, "room/person", RequestRoll(master, "ten", ("p9",)))
    refusing(table, "room/event", Roll(ada, "ten", c=C, to=999))
    for _ in range(OPEN_REQUESTS + 1):
        table.do(RequestRoll(master, "ten"))
    assert len(view(table.state, master)["asked"]) == OPEN_REQUESTS
    refusing(table, "room/answered", Roll(ada, "ten hard +4", c=C, to=asked))


def test_a_request_is_answered_by_those_who_were_asked() -> None:
    """Nobody else answers, and whoever was asked answers once; a throw that was taken back is none."""
    table, master, ada, bo, _ = seated()
    asked = table.do(RequestRoll(master, "ten hard", (ada,))).number
    secret = table.do(RequestRoll(master, "ten", (ada,), "master")).number
    for number in (asked, secret):
        refusing(table, "room/forbidden", Roll(bo, "ten hard", c=C, to=number))
        refusing(table, "room/forbidden", Roll(master, "ten hard", c=C, to=number))
    first = table.throw(ada, "ten hard", to=asked)
    refusing(table, "room/answered", Roll(ada, "ten hard", faces=(1, 2, 3), to=asked))
    again = table.throw(ada, "ten hard +2", instead=first["number"])
    assert again["request"]["to"] == asked
    refusing(table, "room/answered", Roll(ada, "ten hard", c=C, to=asked))
    refusing(table, "room/event", Roll(ada, "ten", c=C, instead=again["number"], to=secret))
    table.do(Correct(ada, again["number"], withdraw=True))
    assert asked_of(table, None)["waiting"] == [ada]
    last = table.throw(ada, "ten hard", to=asked)
    table.throw(master, "ten hard", instead=last["number"])
    assert asked_of(table, None)["done"] == [ada]


def test_a_repeated_answer_is_the_same() -> None:
    """A throw for a request that comes again is the same throw, though it was answered by it."""
    table, master, ada, *_ = seated()
    asked = table.do(RequestRoll(master, "ten hard", visible="master")).number
    first = table.throw(ada, "ten hard", to=asked, index=0)
    assert table.do(Roll(ada, "ten hard", c=C, to=asked, index=0)).number == first["number"]


@pytest.mark.parametrize(
    ("asked", "fits", "others"),
    [
        ("ten hard", ["ten hard", "ten +4 hard superior 1", "ten -3 [hard] +1 [Rope]"], ["ten", "ten -3", "ten chaos"]),
        ("ten -3", ["ten -3", "ten -3 +4 [Rope]", "ten -3 inferior 1"], ["ten", "ten +1", "ten hard", "ten -3 +4"]),
        ("ten superior 1 hard", ["ten sup 1 hard +4"], ["ten sup 2 hard", "ten hard", "ten attack hard damage 2d6"]),
        ("odgs vs 15", ["odgs vs 15 +5 advantage 2 combat"], ["odgs vs 14 +5", "odgs opposed vs 15"]),
        ("odgs vs 15 combat", ["odgs vs 15 combat"], ["odgs vs 15"]),
        ("skew vs 12", ["skew +3 vs 12 good 1", "skew 1 high vs 12"], ["skew +3", "skew initiative", "wild 3D vs 12"]),
        ("wild 3D vs 10", ["wild 3D+2 vs 10"], ["wild 4D vs 10", "wild 3D"]),
        ("hs 2 ranks", ["hs 2 ranks 2 edges", "hs 2 ranks 1 cut"], ["hs 3 ranks", "hs 2d", "hs 1 edge"]),
        ("dice 4d6kh3", ["dice 4d6kh3"], ["dice 3d6"]),
    ],
)  # fmt: skip
def test_what_was_asked_stays(asked: str, fits: list[str], others: list[str]) -> None:
    """What the master said stays as he said it, what he left open is the player's; another check is no answer."""
    table, master, ada, *_ = seated()
    for check in fits:
        number = table.do(RequestRoll(master, asked, (ada,), "master")).number
        for other in others:
            refusing(table, "room/check", Roll(ada, other, c=C, to=number))
        assert table.throw(ada, check, to=number)["request"]["visible"] == "master"


def test_answers_are_seen_as_they_were_asked_for() -> None:
    """Left out, an answer is as visible as it was asked for; never more, and never less for the master."""
    table, master, ada, *_ = seated()
    allowed: dict[Visible, set[Visible]]
    allowed = {"all": {"all", "master", "blind"}, "master": {"master", "blind"}, "blind": {"blind"}, "self": {"self"}}
    for asked, fitting in allowed.items():
        for visible in allowed:
            number = table.do(RequestRoll(master, "ten", (ada,), asked)).number
            if visible in fitting:
                table.throw(ada, "ten", to=number, visible=visible)
            else:
                refusing(table, "room/visible", Roll(ada, "ten", visible, C, to=number))
        number = table.do(RequestRoll(master, "ten", (ada,), asked)).number
        shown = table.event(table.do(Roll(ada, "ten", c=C, to=number)).number)
        assert shown.get("hidden", False) == (asked != "all")


def test_a_choice_for_a_request_waits() -> None:
    """While an answer waits for its choice it is not thrown again; the choice answers the request."""
    table, master, ada, *_ = seated()
    asked = table.do(RequestRoll(master, "odgs vs 15", (ada,))).number
    question = table.throw(ada, "odgs vs 15 advantage 1", to=asked)
    refusing(table, "room/waiting", Roll(ada, "odgs vs 15", faces=(1, 2, 3), to=asked))
    assert asked_of(table, ada)["waiting"] == [ada]
    table.answer(ada, question["number"], 0)
    assert asked_of(table, ada)["done"] == [ada]


def test_an_answer_is_corrected() -> None:
    """A player's correction is still what was asked for; the master may put it right as he likes."""
    table, master, ada, *_ = seated()
    asked = table.do(RequestRoll(master, "ten hard", (ada,))).number
    thrown = table.throw(ada, "ten hard", to=asked)["number"]
    table.do(Correct(ada, thrown, check="ten hard +2"))
    refusing(table, "room/check", Correct(ada, thrown, check="ten +2"))
    table.do(Correct(master, thrown, check="ten +2"))
    assert asked_of(table, None)["done"] == [ada]


def test_a_request_is_withdrawn() -> None:
    """The master takes back what he asked for, once: it is shown no more and answered no more."""
    table, master, ada, bo, _ = seated()
    asked = table.do(RequestRoll(master, "ten", (ada,), "master")).number
    refusing(table, "room/event", Correct(bo, asked, withdraw=True))
    refusing(table, "room/forbidden", Correct(ada, asked, withdraw=True))
    refusing(table, "room/event", Correct(master, asked, check="ten +1"))
    table.do(Correct(master, asked, withdraw=True, reason="too late"))
    assert (table.last(ada)["withdrawn"], table.last(ada)["throw"]) == (True, asked)
    assert "reason" not in table.last(bo)
    assert view(table.state, ada)["asked"] == []
    refusing(table, "room/event", Roll(ada, "ten", c=C, to=asked))
    refusing(table, "room/event", Correct(master, asked, withdraw=True))


def test_a_blind_answer_that_was_taken_back() -> None:
    """Who threw blind is not told that his throw was taken back, not even by being asked again."""
    table, master, ada, *_ = seated()
    asked = table.do(RequestRoll(master, "ten", (ada,), "blind")).number
    number = table.throw(ada, "ten", to=asked)["number"]
    table.do(Correct(master, number, withdraw=True))
    assert asked_of(table, master)["waiting"] == [ada]
    assert asked_of(table, ada)["done"] == [ada]
    refusing(table, "room/answered", Roll(ada, "ten", c=C, to=asked))


def test_nobody_to_ask() -> None:
    """An empty table cannot be asked."""
    table = Table()
    refusing(table, "room/person", RequestRoll(table.join("master", "Mo"), "ten"))


def test_notes() -> None:
    """A note is for all, for the GM, or for yourself."""
    table, master, ada, bo, _ = seated()
    for note, readers in ((Note(ada, "psst"), 3), (Note(ada, "psst", "master"), 2), (Note(ada, "psst", "self"), 1)):
        number = table.do(note).number
        assert sum("text" in table.event(number, person) for person in (master, ada, bo)) == readers
    refusing(table, "room/name", Note(ada, "a\x1b[2J"))


def test_no_master_no_secrets_for_him() -> None:
    """Where there is no master nothing can be thrown for his eyes."""
    table = Table()
    ada = table.join("player", "Ada")
    for visible in ("master", "blind"):
        refusing(table, "room/visible", Roll(ada, "ten", visible=visible, c=C))
    refusing(table, "room/visible", Roll(ada, "ten", visible="none", c=C))  # type: ignore[arg-type]
    table.throw(ada, "ten", visible="self")


def test_revealing() -> None:
    """Whoever sees a hidden throw may show it to all, once; nobody else can even ask for it."""
    table, master, ada, bo, spectator = seated()
    mine = table.throw(ada, "ten", visible="self")["number"]
    blind = table.throw(ada, "ten", visible="blind")["number"]
    for person, number in ((master, mine), (bo, mine), (spectator, mine), (ada, blind), (bo, blind)):
        refusing(table, "room/event", Reveal(person, number))
        if person != spectator:
            refusing(table, "room/event", Correct(person, number, check="ten +1"))
    table.do(Reveal(ada, mine))
    assert table.last()["record"] == table.event(mine, ada)["record"]
    assert "record" not in table.event(mine)
    table.do(Reveal(master, blind))
    refusing(table, "room/shown", Reveal(ada, mine))
    refusing(table, "room/shown", Reveal(bo, table.throw(bo, "ten")["number"]))
    refusing(table, "room/event", Reveal(bo, 10**9))


def test_times_never_go_back() -> None:
    """Two servers whose clocks differ write one log: an event is never earlier than the one before."""
    table, _, ada, *_ = seated()
    table.throw(ada, "ten")
    table.commands -= 5
    table.throw(ada, "ten +1")
    times = [seen_by(event, None)["at"] for event in table.events]
    assert times == sorted(times)


def test_a_reveal_shows_the_corrections() -> None:
    """A roll that the GM took back in secret counts for nobody once the roller reveals it."""
    table, master, ada, bo, _ = seated()
    hidden = table.throw(ada, "ten", visible="master", faces=(6, 5, 4))["number"]
    table.do(Correct(master, hidden, withdraw=True))
    answer = table.do(Reveal(ada, hidden)).number
    assert (table.event(answer)["kind"], table.event(answer)["throw"]) == ("reveal", hidden)
    assert table.last(bo)["withdrawn"]
    (luck,) = evening(table.events, table.person(bo))["people"]
    assert (luck["records"], luck["taken_back"]) == (0, 1)
    refusing(table, "room/shown", Reveal(ada, hidden))
    assert verify(table.export(bo)).problems == []
    lie = json.loads(table.export(bo))
    lie["events"] = lie["events"][:-1]
    assert [one.number for one in verify(json.dumps(lie)).problems] == [answer]


def test_a_reveal_shows_no_correction_of_others() -> None:
    """A former GM reveals no correction that they do not see."""
    table, master, ada, bo, _ = seated()
    hidden = table.throw(ada, "ten", visible="blind", faces=(6, 5, 4))["number"]
    table.do(HandOver(master, ada))
    table.do(HandOver(ada, bo))
    table.do(Correct(bo, hidden, withdraw=True))
    refusing(table, "room/forbidden", Reveal(ada, hidden))
    table.do(Reveal(bo, hidden))
    assert table.last()["withdrawn"]


def test_a_blind_roll_that_fails() -> None:
    """The roller of a blind roll hears that it failed, and not why; the GM does."""
    table, master, ada, *_ = seated()
    shown = table.throw(ada, "dice " + "+".join(["100d6"] * 11), visible="blind")
    assert (failure_of(shown).code, failure_of(table.event(shown["number"], master)).code) == (
        "room/failed",
        "bounds/exceeded",
    )
    assert "1,000" not in failure_of(shown).message
