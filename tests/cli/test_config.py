"""The config file: a default game and saved checks, in every command, and errors that name the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sixfold.base import bounds
from sixfold.checks.config import Character, Config, Saved, read_config
from sixfold.cli import config_file as there
from sixfold.cli.commands.complete import candidates
from sixfold.cli.commands.completion import script
from sixfold.errors import ConfigError
from sixfold.systems import SYSTEMS
from tests.console import run

EXAMPLE = script("config.toml")
HIDE = '[characters."The Scout"]\nhide = "ten +2"\n[characters.Knight]\nhide = "ten -1"\nRide = "ten +1"'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A config file that is used: the example."""
    written = tmp_path / "config.toml"
    written.write_text(EXAMPLE, "utf-8")
    monkeypatch.setenv("SIXFOLD_CONFIG", str(written))
    return written


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("roll climb", "ten +4 [Climbing]"),
        ("climb", "ten +4 [Climbing]"),
        ("CLIMB superior 1", "ten +4 [Climbing] superior 1"),
        ("climb, +2", "ten +2 +4 [Climbing]"),
        ("roll the scout hide -1", "ten +1 superior 1"),
        ("hide", "ten +2 superior 1"),
        ("odds climb", "ten +4 [Climbing]"),
        ("explain strike", "odgs attack vs 15 +5 damage 2d6"),
        ("roll +4", "ten +4"),
        ("+4 superior 1", "ten +4 superior 1"),
        ("superior 1", "ten superior 1"),
        ("roll", "ten"),
        ("roll 3d6", "dice 3d6"),
        ("roll wild 3D", "wild 3D"),
    ],
)
def test_names_and_the_default_game(file: Path, words: str, text: str) -> None:
    """A saved check is known by name, with or without more words, and a text without a game is one of the default."""
    assert run(*words.split(), "--json").json["text"] == text


@pytest.mark.parametrize(
    ("game", "words", "text"),
    [("hs", "3 ranks", "hs 3 ranks"), ("wild", "3D+1", "wild 3D+1"), ("wild", "3d6", "dice 3d6")],
)
def test_what_begins_like_dice(file: Path, game: str, words: str, text: str) -> None:
    """A text that begins like plain dice is one of the default game where it cannot be read as dice."""
    file.write_text(f"game = '{game}'", "utf-8")
    assert run("roll", *words.split(), "--json").json["text"] == text
    needed = run("need", words.replace("3", "?", 1), "--chance", "50%")
    assert text.replace("3", "?", 1) in needed.out + needed.err


def test_the_error_of_the_reading_that_gets_further(file: Path) -> None:
    """A text that is neither dice nor a check of the default game is refused where the better reading ends."""
    file.write_text("game = 'hs'", "utf-8")
    assert run("roll", "3 ranks 1 cutt", "--json").error["message"].startswith("“cutt” does not fit here in hs check.")
    assert "dice" in run("roll", "3d6kx", "--json").error["message"]


def test_other_commands_take_names(file: Path) -> None:
    """`compare` parts its words at saved names, and `need` opens a saved check."""
    assert [c["text"] for c in run("compare", "climb", "strike", "--json").json["checks"]] == [
        "ten +4 [Climbing]",
        "odgs attack vs 15 +5 damage 2d6",
    ]
    assert run("need", "climb", "inferior ?", "--chance", "50%").status == 0


def test_a_slip_finds_the_name(file: Path) -> None:
    """A name that is nearly right is offered, with and without the word roll."""
    assert "“climb”" in run("clmb").err
    error = run("roll", "clmb", "--json").error
    assert (error["code"], error["guess"]) == ("notation/unexpected", "climb")
    assert "neither a command nor a game" in run("oops").err


def test_a_name_of_two_characters(file: Path) -> None:
    """A name that two characters have is typed with the character's name; one of theirs alone goes without."""
    file.write_text(HIDE, "utf-8")
    known = there.names(there.config(SYSTEMS))
    assert set(known) == {"The Scout hide", "Knight hide", "Ride", "Knight Ride"}
    assert run("knight", "hide", "--json").json["text"] == "ten -1"
    assert run("hide").status == 2


def test_play_knows_the_names(file: Path, tmp_path: Path) -> None:
    """`sixfold play` rolls saved checks by name, asks for their odds, and lists them."""
    said = run("play", str(tmp_path / "evening.sixfold"), stdin="climb << 5 1 6\n+1 << 1 2 3\n/checks\n/odds hide\n")
    assert "ten +4 [Climbing]   (" in said.out and "ten +1   (" in said.out
    assert "strike" in said.out and "ten +2 superior 1\n" in said.out
    file.write_text("", "utf-8")
    assert "no saved checks" in run("play", str(tmp_path / "evening.sixfold"), stdin="/checks\n").err


def test_completion_knows_the_names(file: Path) -> None:
    """Names complete where a check begins, and the words that fit behind one follow it."""
    for words in (["cl"], ["roll", "cli"], ["odds", "cli"]):
        assert [each.word for each in candidates(words, SYSTEMS)] == ["climb"]
    assert [each.word for each in candidates(["climb", "sup"], SYSTEMS)] == ["superior"]
    assert [each.word for each in candidates(["roll", "sup"], SYSTEMS)] == ["superior"]


def test_config_shows_the_file(file: Path) -> None:
    """`sixfold config` says where the file is and what it says, and ends with 1 where a check cannot be rolled."""
    assert str(file) in run("config").out and "strike" in run("config").out
    assert run("config", "--example") == (0, EXAMPLE, "")
    assert run("config", "--json").json["exists"]
    file.write_text("game = 'duel'\n[checks]\nclimb = 'ten +4 superor 1'\nlook = '+4'", "utf-8")
    shown = run("config", "--json")
    assert shown.status == 1
    assert [problem["key"] for problem in shown.json["problems"]] == ["game", "checks.climb", "checks.look"]
    assert "Your own game needs --game" in run("roll", "+4", "--json").error["message"]


def test_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is where the platform keeps such files; without one, and with an empty variable, there is none."""
    monkeypatch.delenv("SIXFOLD_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert there.place() == str(tmp_path / "sixfold" / "config.toml")
    assert there.config(SYSTEMS) is None
    assert "There is no config file" in run("config").out
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert there.place() == str(tmp_path / ".config" / "sixfold" / "config.toml")
    monkeypatch.setenv("SIXFOLD_CONFIG", str(tmp_path / "none.toml"))
    assert run("config", "--json").error["code"] == "study/file"
    monkeypatch.setenv("SIXFOLD_CONFIG", "")
    assert run("config", "--json").json["path"] == ""


def test_a_check_that_names_its_game_reads_no_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is read only where a text needs it."""
    read: list[str] = []

    def reading(text: str, path: str) -> Config:
        read.append(path)
        return read_config(text, path)

    monkeypatch.setattr("sixfold.checks.config.read_config", reading)
    run("roll", "ten", "+4")
    run("3d6")
    assert read == []
    run("roll", "+4")
    assert read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = 7", "game must be the name of a game"),
        ("game = ''", "game must be the name of a game"),
        ("gmae = 'ten'", "“gmae” is not a key of a config file; it has game, checks, characters. Did you mean “game”?"),
        ("checks = 3", "checks must be a table"),
        ("[checks]\nclimb = 3", "checks.climb must be a check"),
        ("[checks]\nclimb = ' '", "checks.climb must be a check"),
        ("[checks]\n'' = 'ten'", "“” in checks is not a name"),
        ('[checks]\n"a\\u001bb" = "ten"', "is not a name"),
        ("[checks]\ntest = 'ten'", "checks.test: “test” is a command"),
        ("[checks]\nTen = 'ten'", "checks.Ten: a game or dice begin like this"),
        ("[checks]\n'2 swords' = 'ten'", "a game or dice begin like this"),
        ("[checks]\na1 = 'ten'\nA1 = 'ten'", "checks.A1: this name is there twice"),
        ("[characters.Ada]\nlook = true", "characters.Ada.look must be a check"),
        ("[characters]\nAda = 'ten'", "characters.Ada must be a table"),
        ("[checks", "line 1: This is not TOML"),
        ("game = 'ten'\nclimb +4", "line 2: This is not TOML"),
        ("a = " + "[" * 5000, "inside each other"),
        ("a = " + "1" * 5000, "a number in it is too long"),
        ("a = 1\na = 2", "This is not TOML: Cannot overwrite a value"),
    ],
)
def test_a_wrong_file(file: Path, text: str, said: str) -> None:
    """A wrong file is refused with its name and the line or key, and nothing of it is used."""
    file.write_text(text, "utf-8")
    ran = run("roll", "look", "--json")
    assert (ran.status, ran.error["code"], ran.error["path"]) == (2, "usage/config", str(file))
    assert said in ran.error["message"]


def test_the_place_in_a_wrong_file(file: Path) -> None:
    """What is not TOML is shown with its line, a caret, and the same for a program."""
    file.write_text('game = "ten"\n[checks]\nclimb "ten"', "utf-8")
    error = run("config", "--json").error
    assert (error["line"], error["column"]) == (3, 7)
    assert f"{file}, line 3: This is not TOML" in run("config").err.replace("\n  ", " ")
    assert '  climb "ten"\n        ^' in run("config").err


def _checks(count: int, length: int = 3, text: str = "ten") -> str:
    return "[checks]\n" + "\n".join(f"{str(at).rjust(length, 'n')} = '{text}'" for at in range(count))


@pytest.mark.parametrize(
    ("bound", "made"),
    [
        ("SAVED_CHECKS", _checks),
        ("SAVED_NAME_LENGTH", lambda n: _checks(1, n)),
        ("TEXT_LENGTH", lambda n: _checks(1, text="ten".ljust(n, "x"))),
        ("SAVED_CHARACTERS", lambda n: "\n".join(f"[characters.n{at}]" for at in range(n))),
    ],
)
def test_bounds(bound: str, made: Any) -> None:
    """Each bound of a config file is accepted where it lies, and refused one past it."""
    most = getattr(bounds, bound)
    assert read_config(made(most), "c")
    with pytest.raises(ConfigError):
        read_config(made(most + 1), "c")


def test_the_length_of_the_file(file: Path) -> None:
    """A file with more bytes than are read is refused."""
    file.write_text("#" * bounds.CONFIG_LENGTH, "utf-8")
    assert run("config").status == 0
    file.write_text("#" * (bounds.CONFIG_LENGTH + 1), "utf-8")
    assert run("config", "--json").error["code"] == "study/file"


def test_what_a_file_says() -> None:
    """Names lose blanks around them, checks keep their order, and a file without keys says nothing."""
    assert read_config("", "c") == Config("c")
    said = read_config("game = ' Ten '\n[checks]\n' b  c ' = ' ten '\na = 'hs'\n[characters.Ada]", "c")
    assert said == Config("c", "ten", (Saved("b c", "ten"), Saved("a", "hs")), (Character("Ada", ()),))
