"""How people type: what stands first, where options stand, help in every place, and errors that get one going."""

from __future__ import annotations

import json

import pytest

import sixfold
from sixfold.cli.commands import every
from tests.console import command, run

COMMANDS = dict(every())


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("ten", "+4"), "ten +4"),
        (("TEN", "+4"), "ten +4"),
        (("ten +4",), "ten +4"),
        (("ten,", "+4"), "ten +4"),
        (("ten+4",), "ten +4"),
        (("ten-3", "sup", "1"), "ten -3 superior 1"),
        (("attempts", "(ten +2)", "3", "times"), "long (ten +2) 3 times"),
        (("ten", "-3"), "ten -3"),
        (("ten", "–3"), "ten -3"),
        (("ten", "−3"), "ten -3"),
        (("ten", "hard", "--", "-3"), "ten -3 -3 [hard]"),
        (("3d6",), "dice 3d6"),
        (("3D6",), "dice 3d6"),
        (("d20",), "dice 1d20"),
        (("d%",), "dice 1d100"),
        (("4df",), "dice 4dF"),
        (("4d6kh3", "+", "2"), "dice 4d6kh3+2"),
        (("2*(1d6+2)",), "dice 2*(1d6+2)"),
        (("(1d6+2)*2",), "dice (1d6+2)*2"),
        (("-d6+3",), "dice -1d6+3"),
        (("roll", "3d6"), "dice 3d6"),
        (("ROLL", "ten"), "ten"),
        (("roll", "dice", "3d6", "-d4"), "dice 3d6-1d4"),
    ],
)
def test_a_check_stands_where_a_command_does(words: tuple[str, ...], text: str) -> None:
    """A game's name or plain dice stand first, without the word roll."""
    dashes = words.index("--") if "--" in words else len(words)
    assert run(*words[:dashes], "--json", *words[dashes:]).json["text"] == text


@pytest.mark.parametrize("name", ["odds", "explain", "luck", "compare"])
def test_plain_dice_are_a_check_of_every_command(name: str) -> None:
    """Plain dice need no game's name where a check is taken."""
    faces = ("--faces", "1,2,3") if name == "luck" else ()
    assert "dice 3d6" in run(name, "3d6", *faces).out


def test_what_plain_dice_print() -> None:
    """`sixfold 3d6` prints what `sixfold roll dice 3d6` prints."""
    assert run("3d6", "--seed", "inn").out == run("roll", "dice", "3d6", "--seed", "inn").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("throw", "ten"), "“throw” is neither a command nor a game. Did you mean “roll”? See: sixfold --help"),
        (("würfeln", "ten"), "Did you mean “roll”?"),
        (("lancer", "ten"), "Did you mean “roll”?"),
        (("rol", "ten"), "Did you mean “roll”?"),
        (("tne", "+4"), "Did you mean “ten”?"),
        (("systems",), "Did you mean “games”?"),
        (("spiele",), "Did you mean “games”?"),
        (("chances", "ten"), "Did you mean “odds”?"),
        (("hilfe",), "Did you mean “help”?"),
        (("--hilfe",), "Did you mean “--help”?"),
        (("--seed", "x", "roll", "ten"), "Put options after the check, as in: sixfold roll ten --json."),
        (("4dX",), "  dice 4dX\n"),
        (("frobnicate",), "is neither a command nor a game. The commands are roll,"),
        (("help", "roll", "odds"), "Help shows one command or game at a time: sixfold help roll."),
        (("version", "ten"), "sixfold version takes no words, but “ten” is one."),
        (("serve", "ten"), "sixfold serve takes no words, but “ten” is one."),
        (("test",), "Name the game to test: sixfold test fence.py, or sixfold test ten."),
        (("roll", "ten", "--odds"), "--odds adds the odds to JSON: add --json."),
        (("roll", "ten", "--aim", "success", "-n", "3"), "--aim marks the best option when you are asked"),
        (("luck", "ten", "--faces", "1,2,3", "--event", "success"), "--event counts over many records"),
        (("need", "ten +?", "--chance", "75"), "between 0 and 1 (0 % and 100 %); “75” does not. Did you mean “75%”?"),
        (("need", "ten +?", "--chance", "0,75"), "Did you mean “0.75%”?"),
        (("need", "ten ? superior 1", "--chance", "75%"), "The ? needs a sign or a word beside it. Did you mean “+?”?"),
        (("need", "wild ? vs 15", "--chance", "75%"), "The ? needs a sign or a word beside it. Did you mean “?D”?"),
        (("need", "odgs +3 ?", "--chance", "75%"), "Did you mean “vs ?”?"),
        (("6x4d6kh3",), "--times 6"),
        (("chess",), "“chess” is neither a command nor a game. The commands are roll, odds, explain, play, serve,"),
        (("",), "There is no check here."),
        (("roll", "ten", "-json"), "“-json” is not an option of sixfold roll; it has --faces,"),
        (("roll", "ten", "-json"), "Did you mean “--json”? See: sixfold roll --help"),
        (("roll", "ten", "—seed", "x"), "Did you mean “--seed”?"),
        (("roll", "ten", "--JSON"), "Did you mean “--json”?"),
        (("odds", "ten", "--times", "3"), "--tolerance, --patient, --json, --format and --output."),
        (("completion", "bash", "--quiet"), "is not an option of sixfold completion; it has none."),
        (("roll", "ten", "--seed"), "--seed needs a value: --seed TEXT."),
        (("roll", "ten", "--seed", "--choose"), "--seed needs a value: --seed TEXT."),
        (("roll", "ten", "--choose=yes"), "--choose takes no value."),
        (("roll", "ten", "--seed", "a", "--seed=b"), "--seed is given twice."),
        (("roll", "ten", "--times", "three"), "--times takes a whole number, not “three”."),
        (("roll", "ten +4 --json"), "--json is an option: put it after the closing quote of the check."),
        (("compare", "ten", "ten +4 --json"), "--json is an option: put it after the closing quote of the check."),
        (
            ("roll", "ten", "--faces", "6", "3", "2"),
            "Type the faces without spaces, with commas between them: --faces 6,3,2.",
        ),
        (
            ("roll", "ten", "--faces", "6,", "3,", "2"),
            "Type the faces without spaces, with commas between them: --faces 6,3,2.",
        ),
        (("roll", "ten", "--faces", "632"), "type commas between: 6,3,2."),
        (("ten", "odds"), "The command comes first, as in: sixfold odds ten hard +4"),
        (("roll", "odds", "ten"), "The command comes first, as in: sixfold odds ten hard +4"),
        (("skew", "luck", "2"), "as in: sixfold luck ten superior 1 --faces 6,3,2,4"),
        (("verify", ""), "“” cannot be read: no such file or directory."),
        (("completion",), "Which shell? There are scripts for bash, zsh, fish, powershell: sixfold completion bash."),
        (("games", "chess"), "chess"),
        (("help", "chess"), "“chess” is neither a command nor a game."),
        (("odds", "ten", "--format", "markdwn"), "There is no format “markdwn”; there are arrow, csv, html, json,"),
        (("odds", "ten", "--format", "markdwn"), "Did you mean “markdown”?"),
        (("odds", "ten", "--format", "arrow"), "Name a file to write: --output odds."),
        (("odds", "ten", "--output", "odds.gif"), "“odds.gif” ends in none of them."),
        (("roll", "ten", "-s"), "--seed needs a value: --seed TEXT."),
        (("roll", "ten", "-s", "a", "--seed=b"), "--seed is given twice."),
        (("roll", "ten", "-n3", "-n", "4"), "--times is given twice."),
        (("roll", "ten", "-x3"), "“-x3” is not an option of sixfold roll"),
    ],
)
def test_a_slip_costs_one_line(words: tuple[str, ...], sentence: str) -> None:
    """Each slip of the command line is told in a sentence that says what to type; status 2, nothing on the output."""
    ran = run(*words)
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.startswith("sixfold: ")


@pytest.mark.parametrize("check", ["ten +4 superiour 1", "ten wrong", "hs 3 wrong", "long (", "dice 3d6 q", "odgs x"])
def test_what_is_expected_is_listed_or_counted(check: str) -> None:
    """An error names each word that its place may have, or the first of them and how many more there are."""
    error = run("roll", check, "--json").error
    listed = " ".join(run("roll", check, environment={"COLUMNS": "999"}).err.split()).partition("expected here: ")[2]
    expected = list(dict.fromkeys(error["expected"]))
    ways = {", ".join([*expected[:many], f"… ({len(expected) - many} more)"]) for many in range(len(expected))}
    assert listed in {*ways, ", ".join(expected)}


@pytest.mark.parametrize("name", [*COMMANDS, "complete"])
def test_help_in_every_place(name: str) -> None:
    """Help is the same wherever it is asked for: behind the command, before it, as an option or as a word."""
    asked = run("help", name)
    assert asked.status == 0
    assert asked.out.startswith(f"usage: sixfold {name}")
    assert "CHECK" not in asked.out.split("\n\n")[0] or name not in ("audit", "games", "completion", "help")
    for words in ((name, "--help"), (name, "-h"), (name, "-?"), (name, "/?")):
        assert run(*words).out == asked.out
    if name != "complete":
        assert run(name, "ten", "--json", "--help").out == asked.out
        assert run(name, "help").out == asked.out


@pytest.mark.parametrize(
    "words",
    ["roll ten --seed 1 --odds", "odds ten", "config --example", "roll odgs vs 15 advantage 1 --seed 3 --choose"],
)
def test_json_by_either_option(words: str) -> None:
    """`--format json` asks for the same as `--json`, where a question is left open, too."""
    short, long = (run(*words.split(), *options) for options in (("--json",), ("--format", "json")))
    assert (short.status, short.out, short.err) == (long.status, long.out, long.err)
    assert json.loads(short.out)


def test_the_usage_of_what_takes_no_check() -> None:
    """The first line of help says what stands where."""
    assert run("audit", "--help").out.startswith("usage: sixfold audit [FILE ...] [options]\n")
    assert run("compare", "--help").out.startswith("usage: sixfold compare CHECK ... [options]\n")
    assert run("games", "--help").out.startswith("usage: sixfold games [GAME ...] [options]\n")
    assert run("roll", "--help").out.startswith("usage: sixfold roll CHECK [options]\n")
    assert run("test", "--help").out.startswith("usage: sixfold test FILE ... [options]\n")
    assert run("serve", "--help").out.startswith("usage: sixfold serve [options]\n")


def test_help_on_games() -> None:
    """Help on a game is its page, and help on plain dice that of roll."""
    assert run("help", "ten").out == run("ten", "--help").out == run("games", "ten").out
    assert run("help", "3d6").out == run("3d6", "--help").out == run("help", "roll").out


def test_usage() -> None:
    """No words at all, and every way to ask for help, say the same; each command has its line."""
    for words in (("help",), ("--help",), ("-h",), ("?",), ("/?",)):
        assert run(*words).out == run().out
    for name, each in COMMANDS.items():
        assert f"  {name} " in run().out
        assert each.summary.split()[0] in run().out


def test_version() -> None:
    """Every way to ask for the version."""
    for words in (("version",), ("--version",), ("-V",), ("-v",)):
        assert run(*words).out == f"sixfold {sixfold.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("--json",),
        ("--json", "chess"),
        ("chess", "--json"),
        ("roll", "--json"),
        ("roll", "--json", "tenn"),
        ("roll", "ten", "--json", "--wrong"),
        ("roll", "ten", "--json=1"),
        ("roll", "ten", "--seed", "--json"),
        ("roll", "ten", "--json", "--times", "0"),
        ("odds", "ten", "--format=json", "--output", "/no/such/folder/x"),
        ("odds", "ten", "--format", "json", "--aim", "hi"),
        ("completion", "--json"),
        ("help", "chess", "--json"),
        ("version", "--json"),
        ("audit", "no-such-file", "--json"),
        ("--game", "no-such-file", "roll", "ten", "--json"),
        ("--game", "--json"),
        ("luck", "--json"),
        ("need", "ten", "--json"),
        ("equivalent", "ten", "--json"),
        ("table", "ten", "--json"),
        ("compare", "--json"),
        ("games", "chess", "--json"),
    ],
)
def test_every_failure_with_json_is_one_document(words: tuple[str, ...]) -> None:
    """Wherever --json stands, an error is one JSON document on standard output and nothing else anywhere."""
    ran = run(*words)
    assert ran.status in (2, 3)
    assert ran.err == ""
    assert set(ran.error) >= {"code", "message"}


def test_json_before_the_command() -> None:
    """--json may stand before a command or a check, as some programs put it."""
    assert run("--json", "roll", "ten", "--seed", "x").json == run("roll", "ten", "--seed", "x", "--json").json
    assert run("--json", "ten", "--seed", "x").json == run("ten", "--seed", "x", "--json").json


def test_json_behind_two_dashes_is_a_word() -> None:
    """Behind -- nothing is an option."""
    ran = run("roll", "ten", "--", "--json")
    assert (ran.status, ran.out) == (2, "")


def test_json_is_utf_8_for_errors_too() -> None:
    """An error as JSON is in UTF-8 whatever the terminal writes; half characters are escaped."""
    done = command("roll", "tenß", "--json", environment={"PYTHONIOENCODING": "ascii"})
    assert "ß" in json.loads(done.out)["error"]["message"]


def test_a_word_for_a_command_leads_to_one() -> None:
    """Each word that is like a command leads to that one, and is neither a command nor a game itself."""
    words = [(word, name) for name, each in COMMANDS.items() for word in each.alike]
    assert len(dict(words)) == len(words)
    for word, name in words:
        assert f"“{name}”" in run(word).err, word
