"""The edges of a room: bounds, older versions, logs that do not fit, stored events that come back."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sixfold import errors
from sixfold.base import bounds
from sixfold.checks.check import read_check
from sixfold.errors import RoomError, SixfoldError
from sixfold.rules.instrument import Thrown
from sixfold.systems import SYSTEMS
from sixfold.table.room import LogEvent, Randomness, RoomState, as_csv, as_markdown, decide, evening, replay, seen_by
from sixfold.table.room.commands import Correct, Note, Open, Rename, Reveal, Roll, Unwitnessed, Use
from sixfold.table.room.dispatch import apply
from sixfold.table.room.log_event import canonical
from sixfold.table.room.names import told_apart
from tests.console import run
from tests.table.room.table import BEGIN, C, Table, seated

HERE = Path(__file__).parent


def test_a_full_room() -> None:
    """A full room takes nothing new, whatever its dice would have been; a roll that was called is finished."""
    table, _, ada, *_ = seated()
    nearly = replace(table.state, number=bounds.EVENTS - 1)
    chance = Randomness(table.secret, bytes(32))
    assert decide(nearly, Note(ada, "the last word"), chance, BEGIN).number == bounds.EVENTS
    called = decide(nearly, Roll(ada, "ten", c=C, witness="p3"), chance, BEGIN)
    for command in (Note(ada, "one more"), Roll(ada, "ten", c=C)):
        with pytest.raises(RoomError) as caught:
            decide(called.state, command, chance, BEGIN)
        assert caught.value.code == "room/full"
    assert decide(called.state, Unwitnessed(called.number), chance, BEGIN).events


def test_instruments_are_bounded() -> None:
    """An instrument keeps so many entries; the oldest go."""
    (chaos, *_) = SYSTEMS["ten"].instruments()
    state = chaos.start()
    record = {"rule": "test", "options": {}, "outcome": {"chaos": True}}
    for number in range(bounds.INSTRUMENT_ENTRIES + 5):
        state = chaos.follow(state, Thrown(number, "p1", record))
    waiting = chaos.view(state, None, [])["waiting"]
    assert len(waiting) == bounds.INSTRUMENT_ENTRIES
    assert waiting[0]["throw"] == 5


def test_exports_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file past the bound is refused before it is read."""
    file = tmp_path / "long.json"
    file.write_text("x" * 1001)
    monkeypatch.setattr("sixfold.cli.commands.verify.EXPORT_LENGTH", 1000)
    assert run("verify", str(file), "--json").error["code"] == "study/file"


@pytest.mark.parametrize("change", [{"version": 2}, {"kind": "danced"}, {"text": 7}])
def test_an_event_of_another_sixfold_is_refused(change: dict[str, Any]) -> None:
    """A kind or version that is not known here, or a shape that it cannot have, is never read as something else."""
    table, _, ada, *_ = seated()
    table.do(Note(ada, "psst"))
    event = LogEvent(len(table.events), canonical(table.events[-1].shown | change))
    with pytest.raises(RoomError) as caught:
        apply(replay(table.events[:-1]), event)
    assert caught.value.code == "room/version"


def test_events_fit_their_place_alone() -> None:
    """An event that is out of order, doubled or of another room is refused."""
    table, _, ada, *_ = seated()
    other = Table("other")
    for wrong in (table.events[0], table.events[-1], other.events[0]):
        with pytest.raises(RoomError) as caught:
            apply(table.state, wrong)
        assert caught.value.code == "room/gap"
    twin = seated("twin")[0]
    twin.throw(ada, "ten")
    with pytest.raises(RoomError):
        apply(table.state, twin.events[len(table.events)])
    with pytest.raises(RoomError):
        replay([table.events[0], *table.events[2:]])


def test_deciding_is_deterministic() -> None:
    """The same command with the same chance at the same time gives the same bytes, in any process."""
    chance = Randomness(b"s" * 32, b"f" * 32)
    one, two = (decide(RoomState(), Open("Friday"), chance, BEGIN) for _ in range(2))
    assert (one.events, one.given) == (two.events, two.given)
    assert decide(RoomState(), Open("Friday"), Randomness(b"s" * 32, b"g" * 32), BEGIN).given != one.given


def test_a_room_catches_up() -> None:
    """A state goes on from where it was, event by event, as well as from the beginning."""
    table, _, ada, *_ = seated()
    early = table.state
    table.throw(ada, "odgs vs 15 advantage 1")
    table.throw(ada, "ten", visible="self")
    assert replay(table.events[early.number :], state=early) == table.state == table.again()


def test_private_parts_are_salted() -> None:
    """Two equal secrets have two different hashes, and each hash is that of the stored bytes."""
    table, _, ada, *_ = seated()
    chances = [Randomness(table.secret, fresh) for fresh in (bytes(32), b"1" * 32)]
    one, two = (decide(table.state, Note(ada, "x", "self"), chance, BEGIN).events[0] for chance in chances)
    assert one.shown["sealed"] != two.shown["sealed"]
    assert one.private != two.private


def test_luck_of_the_evening() -> None:
    """Everyone's luck comes from the throws that the reader may see, in their latest form."""
    table, master, ada, bo, _ = seated()
    for faces in ((6, 5, 4), (1, 2, 4), (5, 5, 2)):
        table.throw(ada, "ten", faces=faces)
    table.throw(bo, "ten", faces=(6, 5, 4), visible="self")
    first = table.throw(bo, "odgs vs 9", faces=(6, 2, 1))["number"]
    seen: dict[Any, Any] = {person: evening(table.events, table.person(person))["people"] for person in (None, ada, bo)}
    assert [[one["name"], one["records"]] for one in seen[None]] == [["Ada", 3], ["Bo", 1]]
    assert [one["records"] for one in seen[bo]] == [3, 2]
    ada_s = seen[None][0]["luck"]
    assert (ada_s["observed"], ada_s["expected"]["exact"], ada_s["records"]) == (2, "15/8", 3)
    table.do(Correct(master, first, withdraw=True))
    assert [(one["records"], one["taken_back"]) for one in evening(table.events, None)["people"]] == [(3, 0), (0, 1)]
    assert evening(table.events, None)["people"][1]["error"]["code"] == "study/luck"
    table.throw(ada, "ten", faces=(6, 5, 4), instead=10)
    assert evening([], None)["people"] == []


def test_luck_knows_corrections_and_what_was_replaced() -> None:
    """A corrected throw counts as corrected, one that was thrown again only once."""
    table, _, ada, *_ = seated()
    first = table.throw(ada, "ten", faces=(4, 3, 2))["number"]
    table.do(Correct(ada, first, check="ten +3"))
    assert evening(table.events, None)["people"][0]["luck"]["observed"] == 1
    table.throw(ada, "ten", faces=(1, 2, 4), instead=first)
    found = evening(table.events, None)["people"][0]
    assert (found["records"], found["taken_back"], found["luck"]["observed"]) == (1, 1, 0)


def test_luck_of_what_is_opened() -> None:
    """A hidden throw counts for others from where it is opened, as it was corrected, and where it was thrown."""
    table, _, ada, bo, _ = seated()
    hidden = table.throw(bo, "ten", faces=(1, 2, 4), visible="self")["number"]
    corrected = table.do(Correct(bo, hidden, check="ten +9")).number
    again = table.throw(bo, "ten +9", faces=(6, 6, 1), visible="self", instead=hidden)["number"]
    table.throw(ada, "ten", faces=(6, 5, 4))
    seen = []
    for number in (hidden, again):
        table.do(Reveal(bo, number))
        found = evening(table.events, table.person(ada))["people"]
        seen.append([(one["name"], one["records"], one["typed"], one["taken_back"]) for one in found])
    last = ("Ada", 1, 1, 0)
    assert seen == [[("Bo", 1, 1, 0), last], [("Bo", 1, 1, 1), last]]
    with pytest.raises(RoomError, match="Everyone can already see"):
        table.do(Reveal(bo, corrected))
    assert (
        evening(table.events, table.person(ada))
        == evening(table.events, table.person(bo))
        == evening(table.events, None)
    )
    assert evening(table.events, table.person(ada))["people"][0]["luck"]["observed"] == 1


def told() -> Table:
    table, master, ada, bo, _ = seated()
    table.do(Note(ada, "=HYPERLINK(1)"))
    table.do(Note(bo, "*bold* <script> [x](y) `code` | # &amp;"))
    table.throw(ada, "ten +4 superior 1", faces=(6, 3, 2, 4))
    hidden = table.throw(bo, "wild 3D", visible="self", faces=(6, 5, 4))["number"]
    table.throw(bo, "odgs vs 15 advantage 1")
    table.do(Use(master, "skew", "luck", "give", {"person": ada}))
    table.do(Reveal(bo, hidden))
    return table


def test_csv() -> None:
    """A line for each event that says something; nothing that a spreadsheet would reckon; hidden stays hidden."""
    table = told()
    table.do(Rename("p3", "p3", "=1+1"))
    rows = as_csv(table.events, table.person("p2")).splitlines()
    assert rows[0].startswith("number,at,person,kind,check,dice,result")
    assert any(",Ada,throw,ten superior 1,6 3 (2) 4,Success of" in row.replace(" +4", "") for row in rows)
    assert any("Bo rolls something in secret." in row for row in rows)
    assert not any(cell.startswith(("=", "+", "@", "-")) for row in rows for cell in row.split(","))
    assert ",\t=1+1,renamed," in rows[-1]


def test_markdown() -> None:
    """The transcript is text and nothing else, whatever people wrote."""
    text = as_markdown(told().events, None)
    assert text.startswith("# Friday\n\n## 2026-11-21\n")
    assert "Bo: \\*bold\\* \\<script> [x]\\(y) \\`code\\` \\| # \\&amp;" in text
    assert "Bo rolls something in secret." in text
    assert "Bo reveals 12: wild 3D" in text
    assert "(9) Ada: =HYPERLINK(1)" in text


def test_checks_as_data() -> None:
    """A check is read from its text or its options; whatever else it is told is refused with a sentence."""
    assert read_check({"text": "TEN sup 1"}).text == "ten superior 1"
    assert read_check({"system": "odgs", "rule": "save", "options": {"vs": 15}}).text == "odgs vs 15"
    wrongs: tuple[Any, ...] = (None, 3, [], {}, {"system": 3}, {"system": "ten", "rule": 3}, {"text": None}, b"ten",
              {"system": "ten", "options": {3: 4}}, {"system": "ten", "options": "x"},
              {"system": "ten", "options": {f"o{n}": 1 for n in range(10**4)}}, {"system": "x" * 10**5})  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(SixfoldError):
            read_check(wrong)


def test_every_refusal_is_tested() -> None:
    """Each code that the tree of errors draws for rooms is met by a test beside this one."""
    drawn = {word for word in (errors.__doc__ or "").split() if word.startswith("room/")} - {
        "room/seen",
        "room/sockets",
    }
    met = " ".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    assert {code for code in drawn if f'"{code}"' not in met} == set()


def test_the_room_is_pure() -> None:
    """Nothing in the room imports a clock, chance, a socket or a file."""
    for path in (Path(errors.__file__).parent / "room").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & {
                "os",
                "time",
                "random",
                "secrets",
                "socket",
                "io",
                "sys",
            }


def test_events_are_stored_as_they_are() -> None:
    """An event that went through a store as text and names is the same event."""
    table = told()
    for event in table.events:
        row = (event.number, event.public.decode(), event.private.decode(), " ".join(event.seers))
        back = LogEvent(row[0], row[1].encode(), row[2].encode(), tuple(row[3].split()))
        assert back == event
        assert seen_by(back, table.person("p2")) == seen_by(event, table.person("p2"))
        assert json.loads(event.public)["number"] == event.number


@pytest.mark.parametrize("alike", ["\u0410da", "Ad\u0430", "\u0391D\u0410", "ADA", "\uff21da"])
def test_names_that_look_alike_are_told_apart(alike: str) -> None:
    """Letters of other scripts that look the same make no other name; the same letters in a word of their own do."""
    assert told_apart(alike, ["Ada"]) == f"{alike} 2"
    assert told_apart("Ada", [alike]) == "Ada 2"
    assert told_apart(alike, ["Ida", "\u0411\u043e\u0440\u0438\u0441"]) == alike
