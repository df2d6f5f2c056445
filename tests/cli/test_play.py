"""`sixfold play`: a room of one, kept in a file through everything that can happen to a program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from errno import EIO
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sixfold.checks.config import read_config
from sixfold.cli.client.event_reports import lines_of
from sixfold.cli.client.local import KeptRoom
from sixfold.cli.client.matching import form, line_for, matched
from sixfold.cli.client.session import Session
from sixfold.errors import StudyError, UsageError
from sixfold.systems import SYSTEMS
from sixfold.table.room.commands import Answer, Roll
from sixfold.table.room.instrument_commands import schema
from sixfold.table.room.verify import verify
from tests.console import Ran, command, run
from tests.table.room import stranger

PEOPLE = {"Ada": "p1", "Bo of the Hill": "p2"}


def playing(file: Path, *lines: str) -> Ran:
    """Play these lines; whatever is written to standard error is shown too."""
    return run("play", str(file), stdin="\n".join(lines) + "\n")


def kept(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_an_evening(tmp_path: Path) -> None:
    """Checks are thrown, choices asked, instruments used; a second start finds everything again."""
    file = tmp_path / "evening.sixfold"
    first = playing(file, "ten +4 << 5 5 5", "odgs vs 15 advantage 1 << 6 5 4 3")
    assert first.status == 0
    assert "Success of Nine, and chaos strikes" in first.out
    assert "Chaos strikes. Player rolled three of a kind. Roll for it." in first.out
    assert "odgs vs 15 advantage 1   save: 6 5 4 3\nWhich three dice count?" in first.out
    second = playing(file, "2", "ten chaos << 6 6 6", "/history", "/quit", "ten")
    assert "Which three dice count?" in second.out.split("> ")[0]
    assert "Success: " in second.out or "Failure" in second.out
    assert "+4 for Player. The GM rolled 18." in second.out
    assert "Player types ten +4: 5 5 5" in second.out
    assert "\nten   (" not in second.out
    assert verify(file.read_text("utf-8")).problems == []
    assert stranger.wrong(file.read_text("utf-8"))[0] == []
    assert run("verify", str(file)).status == 0


def test_help_about_one_command(tmp_path: Path) -> None:
    """Help about a command shows its lines only, about an instrument its commands; unknown words are refused."""
    ran = playing(tmp_path / "evening.sixfold", "/help /odds", "/help blind", "/help twists", "/help nonsense", "/quit")
    shown = ran.out.split("> ")
    assert shown[1] == "  /odds [CHECK]  show the exact odds of a check, or of the last one\n"
    assert shown[2].startswith("  /secret CHECK")
    assert "/twists propose" in shown[3]
    assert "There is no command /nonsense." in ran.err


def test_the_log_in_a_file(tmp_path: Path) -> None:
    """The log is written out as an export, without the room's secret, and as a table and a transcript to read."""
    file = tmp_path / "evening.sixfold"
    names = [tmp_path / f"evening.{ending}" for ending in ("json", "csv", "md")]
    ran = playing(file, "ten << 6 5 4", "/secret ten << 1 2 3", "/reveal 6", *(f"/export {name}" for name in names))
    assert ran.out.count("The log is in") == 3
    text, table, words = (name.read_text("utf-8") for name in names)
    assert verify(text).problems == []
    assert kept(file)[0]["secret"] not in text
    assert "Success of Five" in table
    assert "Player types" in words
    again = playing(file, f"/export {names[0]}", "/export evening", f"/export {tmp_path}/no/where.md", "/ask ten")
    assert "already exists: choose another name." in again.err
    assert "/export evening.json" in again.err
    assert "cannot be written: no such file or directory." in again.err
    assert "There is nobody to ask yet." in again.err


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("ten superiour 1", "Did you mean “superior”?"),
        ("/chaoss", "Did you mean “/chaos”?"),
        ("/initiative start", "Several games have that"),
        ("/effort dance", "it has combat, session"),
        ("/effort spend focus", "Player has 0 to spend as Focus, not 1."),
        ("/effort give", "Type /effort give PERSON"),
        ("/undo", "There is nothing to take back"),
        ("/again", "There is no check to roll again yet."),
        ("/correct", "Type the check that you meant"),
        ("/table chess", "“chess” is not a game"),
        ("/luck", "Nothing has been rolled yet."),
        ("/note \x1b[2J", "A note is made of characters that can be seen"),
        ("ten << 1 2 7", "A d6 cannot show 7"),
        ("ten << 1 2 4 5", "1 more die is typed"),
        ("ten for 99", "There is no event 99"),
        ("\x1b]52;c;x\x07", "is not a game"),
    ],
)
def test_what_is_refused(tmp_path: Path, line: str, answer: str) -> None:
    """A slip costs one line: it is said what was wrong, nothing happens, and the evening goes on."""
    file = tmp_path / "evening.sixfold"
    ran = playing(file, line, "ten << 1 2 4")
    assert answer in ran.err
    assert "\x1b" not in ran.out + ran.err
    assert "Failure of Three" in ran.out
    assert len(kept(file)) == 5


def test_putting_right(tmp_path: Path) -> None:
    """The last dice are read anew, throws and acts taken back one after the other; the log keeps all of it."""
    file = tmp_path / "evening.sixfold"
    ran = playing(
        file, "ten +1 << 4 4 3", "/correct ten +3", "odgs vs 9 << 4 4 5", "/effort spend focus",
        "/undo", "/undo", "/undo", "/undo", "/history",
    )  # fmt: skip
    assert "Success of Four" in ran.out
    assert [f"{n} is taken back." in ran.out for n in (7, 6, 4)] == [True, True, True]
    assert "There is nothing to take back" in ran.err
    assert "Player corrects 4: ten +3: 4 4 3: Success of Four" in ran.out


def test_dice_that_are_missing_are_asked_for(tmp_path: Path) -> None:
    """Typed dice come a hand at a time, as they are thrown on the table."""
    ran = playing(tmp_path / "x", "ten <<", "6 6", "6", "1 2 3", "ten << 6 6", "", "/history")
    assert "test: 3 more dice (d6)?" in ran.out
    assert "test: one more die (d6)?" in ran.out
    assert "critical: 3 more dice (d6)?" in ran.out
    assert "Critical: Success of Fourteen" in ran.out
    assert "The check continues" in ran.err


def test_dice_with_custom_faces_say_what_their_sides_show(tmp_path: Path) -> None:
    """A player who types Fudge dice is told which side of a d3 shows what, and may type the signs."""
    ran = playing(tmp_path / "x", "4dF <<", "+ - 0 +")
    assert "4dF: 4 more dice (d3: 1 is −, 2 is 0, 3 is +)?" in ran.out
    assert "A total of 1" in ran.out


def test_extended_tests_and_proposals(tmp_path: Path) -> None:
    """A throw for what has a number counts there."""
    ran = playing(
        tmp_path / "x", "/extended start The old wall 2", "ten +9 << 5 5 4 for 4", "ten +9 for 4 << 5 5 4",
        "/proposals propose hs 2 ranks : over the wall", "/proposals cut 6", "hs 2 ranks 1 cut for 6 << 6 1",
        "/hs cuts",
    )  # fmt: skip
    assert "The old wall (1 roll): Successes 1 of 2. Failures 0 of 2." in ran.out
    assert "Proposed checks: Roll it: type “hs 2 ranks 1 cut for 6”." in ran.out
    assert "Checks with cuts: 1 of 1." in ran.out


def test_two_do_not_play_in_one_file(tmp_path: Path) -> None:
    """A file in which somebody plays is refused, and left alone."""
    file = tmp_path / "evening.sixfold"
    room = KeptRoom(str(file), SYSTEMS)
    before = file.read_bytes()
    assert "Somebody is already playing in" in playing(file, "ten").err
    room.close()
    assert file.read_bytes() == before
    assert playing(file, "ten").status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="files there have owners of another kind")
def test_an_evening_is_for_its_owner(tmp_path: Path) -> None:
    """The file holds the secret of its room, so nobody else opens it."""
    playing(tmp_path / "evening.sixfold", "ten")
    assert (tmp_path / "evening.sixfold").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["hello\n", '{"a": 1}\n', "[1]\n", '{"play": 2}\n', "\x00\x01", '{"play": 1}\nx\n',
                                     '{"play": 1, "secret": "zz"}\n{}\n', "no end of line"])  # fmt: skip
def test_other_files_are_left_alone(tmp_path: Path, content: str) -> None:
    """A file that is no room of one is refused with a sentence, and not touched."""
    file = tmp_path / "diary.txt"
    file.write_text(content)
    ran = playing(file, "ten")
    assert ran.status == 2
    assert "is not a file of sixfold play: it stays as it is." in ran.err
    assert file.read_text() == content


def test_files_that_cannot_be(tmp_path: Path) -> None:
    """A folder, a path that is not there and a second file are refused with a sentence."""
    assert "cannot be opened" in playing(tmp_path, "ten").err
    assert "cannot be opened" in playing(tmp_path / "no" / "file", "ten").err
    assert "is not a file that can hold an evening" in playing(Path("/dev/null"), "ten").err
    assert run("play", "a", "b").status == 2


@pytest.mark.skipif(sys.platform == "win32", reason="nothing limits files there")
def test_a_full_disk(tmp_path: Path) -> None:
    """What cannot be kept is not shown, and the file holds what was kept before, whole."""
    file = tmp_path / "evening.sixfold"
    playing(file, "ten << 1 2 4")
    room = file.stat().st_size + 500
    program = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}));"
        f"from sixfold.cli.main import main; sys.exit(main(['play', {str(file)!r}]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], input="ten << 6 5 4\n/history\n", capture_output=True, text=True, check=False
    )
    assert "the disk is full. Nothing happened." in ran.stderr or "cannot be written" in ran.stderr
    assert "Success of Five" not in ran.stdout
    assert "Failure of Three" in ran.stdout
    assert verify(file.read_text("utf-8")).problems == []
    assert "Success of Five" in playing(file, "ten << 6 5 4").out


def test_a_disk_that_fails(tmp_path: Path) -> None:
    """A roll that does not reach the disk leaves nothing in the file, and the evening goes on without it."""
    file = tmp_path / "evening.sixfold"
    room = KeptRoom(str(file), SYSTEMS)
    before = file.read_bytes()
    with patch("os.fsync", side_effect=OSError(EIO, "Input/output error")), pytest.raises(StudyError, match="written"):
        room.do(Roll(room.person, "ten +1", faces=(6, 5, 4)))
    assert file.read_bytes() == before
    room.do(Roll(room.person, "ten +2", faces=(1, 2, 4)))
    room.close()
    again = KeptRoom(str(file), SYSTEMS)
    assert [shown["record"]["text"] for shown in again.log() if "record" in shown] == ["ten +2"]
    again.close()


def test_a_half_written_line(tmp_path: Path) -> None:
    """What was cut short at any byte opens again with everything that was whole before it, and goes on."""
    file = tmp_path / "evening.sixfold"
    playing(file, "ten << 1 2 4", "odgs vs 15 advantage 1", "1", "ten")
    whole = file.read_bytes()
    first = len(whole.split(b"\n")[0]) + 1
    for cut in [0, 1, first, first + 10, *range(first + 400, len(whole), 997)]:
        file.write_bytes(whole[:cut])
        room = KeptRoom(str(file), SYSTEMS)
        room.do(Roll(room.person, "ten +1", c=room.entropy()))
        for question in list(room.view()["questions"]):
            room.do(Answer(room.person, question["question"], 0, room.entropy()))
        room.close()
        text = file.read_text("utf-8")
        assert verify(text).problems == [], cut
        assert verify(text).waiting == []
        kept_before = [line for line in whole[:cut].split(b"\n")[:-1] if b'"throw"' in line]
        assert [line for line in text.encode().split(b"\n") if line in kept_before] == kept_before


@pytest.mark.skipif(sys.platform == "win32", reason="processes end differently there")
def test_kill(tmp_path: Path) -> None:
    """Killed in the midst of playing, whatever was shown is in the file, and the evening goes on."""
    file = tmp_path / "evening.sixfold"
    shown: list[str] = []
    for evening in range(3):
        process = subprocess.Popen(
            [sys.executable, "-m", "sixfold", "play", str(file)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"ten +{evening}\n" * 200)
        process.stdin.flush()
        seen = 0
        for line in process.stdout:
            if line.startswith(f"ten +{evening}" if evening else "ten ") and "(" in line:
                shown.append(line.strip())
                seen += 1
                if seen == 7:
                    break
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    text = file.read_text("utf-8")
    numbers = [json.loads(line["stored"])["number"] for line in kept(file)[1:]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(shown) == 21
    assert verify(text).replayed >= 21
    ran = command("play", str(file), stdin=b"/verify\n")
    assert "Everything that you can see is correct." in ran.out


def test_lines_out_of_a_pipe_are_answers_too(tmp_path: Path) -> None:
    """Dice are asked for after other lines of a pipe, and bytes that are no text are no check."""
    lines = b"ten +4\nten <<\n6 3 2\nten \xff\nten +1\n"
    ran = command("play", str(tmp_path / "x"), stdin=lines, environment={"PYTHONIOENCODING": "utf-8:strict"})
    assert (ran.status, ran.out.count("outcome")) == (0, 3)
    assert "test     6 3 2" in ran.out
    assert "Traceback" not in ran.err


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    """A game from a file is played and kept, and verified where it is there; elsewhere it is named."""
    game = tmp_path / "duel.py"
    game.write_text(DUEL)
    file = tmp_path / "duel.sixfold"
    ran = run("--game", str(game), "play", str(file), stdin="duel << 6\n/hits\n/luck\n")
    assert "Six!" in ran.out
    assert "1 hit." in ran.out
    assert run("--game", str(game), "verify", str(file)).status == 0
    assert "from a game that is not loaded" in run("verify", str(file)).out


def test_a_command_of_two_games(tmp_path: Path) -> None:
    """Two games are enough to be asked which one is meant."""
    game = tmp_path / "duel.py"
    game.write_text(DUEL.replace('"hits", "Hits"', '"effort", "Effort"'))
    ran = run("--game", str(game), "play", str(tmp_path / "duel.sixfold"), stdin="/effort\n/duel effort\n")
    assert "Several games have that command: type /odgs effort or /duel effort." in ran.err


@pytest.mark.parametrize("name", sorted(name.removeprefix("do_") for name in dir(Session) if name.startswith("do_")))
def test_every_command_is_answered(tmp_path: Path, name: str) -> None:
    """Each command says something after a roll, if only what is missing, and the one that ends nothing."""
    said = [playing(tmp_path / f"{at}.sixfold", "ten << 1 2 4", line) for at, line in enumerate(("", f"/{name}"))]
    without, behind = (len(ran.out + ran.err) for ran in said)
    assert (behind > without) == (name != "quit")


DUEL = """
from sixfold.rules.folds import highest
from sixfold.rules.rule import Rule, System
from sixfold.rules.panel import Said, panel

def hit(table):
    best = table.read(table.roll(1, "hit"), highest(1))
    return {"total": best, "success": best == 6}

class Hits:
    name, title, commands = "hits", "Hits", ()
    def start(self): return 0
    def follow(self, state, happening): return state + happening.outcome["success"]
    def decide(self, state, command, values, who, people): return []
    def view(self, state, who, people): return {"blocks": panel(Said(f"{state} hit.") if state else None)}

RULE = Rule(hit, announce=lambda o, x: "Six!" if o["success"] else "No.")
SYSTEM = System(RULE, name="duel", title="one die", keeps=(Hits(),))
"""


# -- words behind a command ----------------------------------------------------------------------------------


def command_of(game: str, instrument: str, name: str) -> Mapping[str, Any]:
    found = next(one for one in SYSTEMS[game].instruments() if one.name == instrument)
    return schema(next(one for one in found.commands if one.name == name))


@pytest.mark.parametrize(
    ("named", "typed", "values"),
    [
        ("skew luck give", "Ada 2", {"person": "p1", "dice": 2}),
        ("skew luck give", "Bo of the Hill bad 2", {"person": "p2", "kind": "bad", "dice": 2}),
        ("skew luck give", "dice=2 ada", {"person": "p1", "dice": 2}),
        ("skew luck give", "ada", {"person": "p1"}),
        ("ten extended start", "The old wall 10", {"name": "The old wall", "threshold": 10}),
        ("ten extended start", "Wall 3 10 degrees Ada bo of the hill",
         {"name": "Wall 3", "threshold": 10, "count": "degrees", "first": "p1", "second": "p2"}),
        ("hs proposals propose", "hs 3 ranks 1 edge", {"check": "hs 3 ranks 1 edge"}),
        ("hs proposals propose", "hs 3 ranks : over the wall", {"check": "hs 3 ranks", "why": "over the wall"}),
        ("hs proposals cut", "12 2", {"proposal": 12, "cuts": 2}),
        ("odgs effort combat", "on", {"on": True}),
        ("odgs effort combat", "off", {"on": False}),
        ("odgs effort act", "", {}),
        ("wild excess settle", "7 the rope snaps", {"throw": 7, "what": "the rope snaps"}),
    ],
)  # fmt: skip
def test_words_become_values(named: str, typed: str, values: dict[str, Any]) -> None:
    """Words fill the fields in their order, in the way that fills most of them."""
    assert matched(command_of(*named.split()), typed, PEOPLE, "p1") == values


TYPED_COMMANDS = [
    (instrument.name, schema(command))
    for system in SYSTEMS.values()
    for instrument in system.instruments()
    for command in instrument.commands
]


def _worth(name: str, field: Mapping[str, Any], on: bool) -> Any:
    """A value of a field, and another one."""
    if "enum" in field:
        return field["enum"][-1 if on else 0]
    if field.get("format") == "person":
        return "p1" if on else "p2"
    if field["type"] == "integer":
        return field["maximum"] if on else field["minimum"]
    return on if field["type"] == "boolean" else f"the {name} {'here' if on else 'there'}"


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize(("instrument", "command"), TYPED_COMMANDS)
def test_what_is_typed_for_a_button_does_the_same(instrument: str, command: Mapping[str, Any], on: bool) -> None:
    """The line that a terminal shows for a button is read as the values of the button, in every way to write it."""
    fields = command["properties"]
    names_of = {person: name for name, person in PEOPLE.items()}
    needed = [name for name in command.get("required", ()) if name in fields]
    for names in (list(fields), needed):
        values = {name: _worth(name, fields[name], on) for name in names}
        act = {"act": "button", "label": "Do it", "command": command["title"], "values": values}
        shown: dict[str, Any] = {"instrument": instrument, "title": "Here", "lines": [], "blocks": [[act]],
                 "commands": [command]}  # fmt: skip
        people = [{"id": person, "name": name} for person, name in names_of.items()]
        lines = lines_of({"asked": [], "people": people, "instruments": [shown]}, "p1")
        if not values:
            assert lines == []
            continue
        shown_line = lines[0].removeprefix(f"Here: Do it: type “/{instrument} {command['title']} ").removesuffix("”.")
        typed = shown_line.strip()
        said = {name: names_of.get(value, value) for name, value in values.items()}
        short = {name: value for name, value in said.items() if " " not in str(value)}
        by_name = " ".join(f"{name}={str(value).lower()}" for name, value in short.items())
        texts = " : ".join(str(value) for name, value in said.items() if name not in short)
        ways = (typed, f"{by_name} {texts}", f"{texts} {by_name}", *([typed.upper()] if not texts else []))
        for line in ways[:1] if "p2" in values.values() else ways:
            assert matched(command, line, PEOPLE, "p1") == values


KINDS: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "dice": ({"type": "integer"}, (3,)),
    "why": ({"type": "string", "format": "text"}, ("over the wall", "3 walls", "3")),
    "on": ({"type": "boolean"}, (True,)),
    "kind": ({"type": "string", "enum": ["good", "bad"]}, ("bad",)),
    "who": ({"type": "string", "format": "person"}, ("p2",)),
}


@pytest.mark.parametrize("names", [*permutations(KINDS, 1), *permutations(KINDS, 2), *permutations(KINDS, 3)])
def test_a_line_for_any_values_of_any_command(names: tuple[str, ...]) -> None:
    """Whatever of a command's fields has a value, optional or not, a line is found that says these and nothing else."""
    command = {"title": "do", "properties": {name: KINDS[name][0] for name in names}}
    for size in range(1, len(names) + 1):
        for known in combinations(names, size):
            for needed in (known, ()):
                for told in product(*(KINDS[name][1] for name in known)):
                    values = dict(zip(known, told, strict=True))
                    line = line_for({**command, "required": needed}, values, PEOPLE, "p1")
                    assert line is not None
                    assert "[" not in line
                    assert matched({**command, "required": needed}, line[3:], PEOPLE, "p1") == values


@pytest.mark.parametrize(
    ("named", "typed"),
    [
        ("skew luck give", ""), ("skew luck give", "Eve 2"), ("skew luck give", "Ada 2 3"),
        ("odgs effort combat", "maybe"), ("odgs effort act", "now"), ("hs proposals cut", "x"),
        ("ten extended start", "10"), ("skew luck give", "dice=x ada"), ("skew luck give", "ada " * 100),
        ("skew luck spend", "9" * 30),
    ],
)  # fmt: skip
def test_words_that_do_not_fit(named: str, typed: str) -> None:
    """Words that do not fit are refused with the form of the command."""
    with pytest.raises(UsageError):
        matched(command_of(*named.split()), typed, PEOPLE, "p1")


def test_a_person_alone_need_not_be_named() -> None:
    """Where there is one person, he is meant; a form says what may be left out."""
    give = command_of("skew", "luck", "give")
    assert matched(give, "bad 2", {"Player": "p1"}, "p1") == {"person": "p1", "kind": "bad", "dice": 2}
    assert form(give) == "give PERSON [good|bad] [DICE]"
    assert form(command_of("hs", "proposals", "propose")) == "propose CHECK [: WHY]"


LINES = (
    "/", "//", "/ten", "/ten x", "/table", "/help x", "/history x", "/odds", "/explain", "/name", "<<", "for 3",
    "7" * 50, "/correct 7 ", "/use", "/odgs effort combat", ":", "/proposals propose :", "/odds ten", "/explain ten +3",
    "?", "/luck", "/verify", "/name Zoë", "/note " + "x" * 3000, "ten " * 900, "7", "/again", "/history 99999999999",
)  # fmt: skip


def test_any_line_is_answered(tmp_path: Path) -> None:
    """Whatever a line holds it is answered, and the evening goes on to its end."""
    ran = playing(tmp_path / "x", *LINES, "ten << 1 2 4")
    assert ran.status == 0
    assert "Failure of Three" in ran.out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("odds ten +4", "Commands begin with a slash here: /odds ten +4"),
        ("sixfold odds ten", "Commands begin with a slash here: /odds ten"),
        ("undo", "Commands begin with a slash here: /undo"),
        ("roll ten +4", "Type the check alone: ten +4"),
        ("sixfold ten +4", "Type the check alone: ten +4"),
        ("sixfold roll ten", "Type the check alone: ten"),
        ("compare ten", "“compare” is a command of your shell"),
        ("/history x", "Give the number of events to show: /history 10."),
    ],
)
def test_a_command_of_the_shell_is_told_from_a_check(tmp_path: Path, line: str, sentence: str) -> None:
    """A line that begins with a command says how it is typed here; nothing is rolled."""
    ran = playing(tmp_path / "evening.sixfold", line, "/quit")
    assert sentence in " ".join(ran.err.split())
    assert len(kept(tmp_path / "evening.sixfold")) == 4


def test_odds_of_the_last_check(tmp_path: Path) -> None:
    """Without a check, /odds and /explain are about the last one."""
    ran = playing(tmp_path / "evening.sixfold", "ten +4 << 6 5 4", "/odds", "/explain", "/quit")
    assert "standard deviation" in ran.out
    assert "Add +4 and compare with 10." in ran.out


def test_a_character_is_rolled_from_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K11: what was written on a sheet is rolled by its name; a file takes it along, and wrong lines are told."""
    monkeypatch.chdir(tmp_path)
    lines = (
        "/sheet", "/sheet new skew Mira", "/sheet fields Medicine 1", "/sheet skills Surgery 2 with Medicine",
        "/sheet skills Heavy Lifting 3", "/sheet rotes Suture", "/sheet learning_rate 2", "/sheet", "surgery vs 14",
        "heavy lifting", "/sheet skils Climbing 4", "/sheet skills Climbing high", "/sheet fields Medicine none",
        "/sheet save mira.json", "/sheet save mira.toml", "/sheet save mira.json", "/sheet skills Surgery none",
        "/sheet drop", "/sheet load mira.json", "/sheet load mira.toml", "/sheet learning_rate 3",
        "/sheet 23: learning_rate 3", "/sheet load nowhere.json", "/sheet give Nobody", "/quit",
    )  # fmt: skip
    ran = playing(tmp_path / "evening.sixfold", *lines)
    said, wrong = " ".join(ran.out.split()), " ".join(ran.err.split())
    for words in (
        "Skills Surgery 2 (Medicine), Heavy Lifting 3", "Rotes Suture", "Learning rate 2",
        "skew +2 [Surgery] vs 14", "skew +3 [Heavy Lifting]", "Mira is in mira.json.", "Mira is removed.",
    ):  # fmt: skip
        assert words in said, words
    for words in (
        "You have no character yet", "Did you mean “skills”?", "“high” is not a whole number", "goes with “Medicine”",
        "mira.json already exists", "Say which character", "nowhere.json", "Say which character: /sheet",
    ):  # fmt: skip
        assert words in wrong, words
    assert json.loads((tmp_path / "mira.json").read_text("utf-8"))["values"]["rotes"] == [{"name": "Suture"}]
    saved = read_config((tmp_path / "mira.toml").read_text("utf-8"), "mira.toml").characters
    assert [(one.name, [check.name for check in one.checks]) for one in saved] == [
        ("Mira", ["Surgery", "Heavy Lifting"])
    ]
