"""The command: JSON as promised, exit statuses, errors with a caret, typed dice, seeds, colour, help."""

from __future__ import annotations

import json
import subprocess
import sys
from pkgutil import iter_modules
from typing import Any

import pytest

import sixfold
from sixfold.cli import commands
from sixfold.cli.commands import every
from sixfold.show.screen import room_of
from sixfold.study.operation import QUESTIONS
from sixfold.systems import SYSTEMS
from tests.console import command, run

RULES = [rule for system in SYSTEMS.values() for rule in system.rules]
ESCAPE = "\x1b["
COMMANDS = dict(every())


def test_a_record_as_promised() -> None:
    """`roll --json` is the record of the contract, word for word."""
    assert run("roll", "ten", "superior", "1", "--faces", "6,3,2,4", "--json").json == {
        "version": 1,
        "text": "ten superior 1",
        "system": "ten",
        "rule": "test",
        "options": {"modifier": 0, "skew": 1},
        "throws": [{"label": "test", "sides": 6, "faces": [6, 3, 2, 4], "kept": [True, True, False, True]}],
        "outcome": {"natural": 13, "total": 13, "margin": 3, "success": True, "quality": "plain", "chaos": False},
        "announcement": "Success of Three",
        "source": "typed",
    }


def test_odds_as_promised() -> None:
    """`odds --json` has the figures of the contract, each exact and decimal."""
    odds = run("odds", "ten superior 1", "--json").json

    assert list(odds) == [
        "version", "text", "system", "rule", "options", "unresolved", "events", "numbers", "outcomes",
    ]  # fmt: skip
    assert (odds["version"], odds["text"], odds["unresolved"]) == (1, "ten superior 1", "0")
    assert (odds["system"], odds["rule"], odds["options"]) == ("ten", "test", {"modifier": 0, "skew": 1})
    assert odds["events"]["success"] == {"exact": "1069/1296", "decimal": 0.8248456790123457, "unresolved": "0"}
    assert odds["events"]["quality=critical"] == {
        "exact": "169/1296",
        "decimal": 0.13040123456790123,
        "unresolved": "0",
    }
    assert odds["events"]["chaos"] == {"exact": "7/72", "decimal": 0.09722222222222222, "unresolved": "0"}
    margin = odds["numbers"]["margin"]
    assert (margin["pmf"]["-25"], margin["unresolved"]) == ("1/279936", "0")
    assert (round(margin["mean"], 6), round(margin["sd"], 6)) == (2.903549, 4.571416)
    row = next(r for r in odds["outcomes"] if r["outcome"]["margin"] == 3 and not r["outcome"]["chaos"])
    assert set(row) == {"outcome", "exact", "decimal"}
    assert row["outcome"]["total"] == 13


SAVED = "sum total success pattern face adrenaline inspiration party_points hit damage_bonus critical_hit fumble"
FIELDS = {
    "ten test": "natural total margin success quality chaos",
    "ten extended threshold 2": "result successes failures rolls",
    "ten attack damage 2d6": "hit margin quality chaos dice damage",
    "ten chaos": "total modifier",
    "skew task": "natural total",
    "skew task vs 11": "natural total success",
    "skew initiative": "total",
    "skew pool": "total",
    "skew percentile": "total",
    "wild 2D": "total net excess critical_success critical_botch",
    "wild 2D vs 7": "total net excess critical_success critical_botch success",
    "wild attack 2D": "total net excess critical_success critical_botch",
    "wild attack 2D vs 7": "total net excess critical_success critical_botch hit critical_hit",
    "wild initiative 2D": "total net excess lost_round",
    "hs 3d": "highest result twist",
    "odgs vs 15": SAVED,
    "odgs voluntary score 9": SAVED,
    "odgs opposed vs 9": SAVED,
    "dice 3d6": "total",
}  # fmt: skip


@pytest.mark.parametrize("text", FIELDS)
def test_outcome_fields_as_promised(text: str) -> None:
    """Each rule has the outcome fields of the contract, rolled and solved."""
    assert set(FIELDS[text].split()) == set(run("roll", text, "--json").json["outcome"])
    assert set(FIELDS[text].split()) == set(run("odds", text, "--json").json["outcomes"][0]["outcome"])


def test_events_and_numbers_as_promised() -> None:
    """`events` has every true/false field and every named value, `numbers` every integer field."""
    odds = run("odds", "odgs", "vs", "15", "combat", "--json").json

    assert set(odds["events"]) >= {
        "success", "hit", "critical_hit", "fumble", "pattern=none", "pattern=double", "pattern=triple",
    }  # fmt: skip
    assert set(odds["numbers"]) == {
        "sum", "total", "face", "adrenaline", "inspiration", "party_points", "damage_bonus",
    }  # fmt: skip


def test_labels_of_modifiers() -> None:
    """O3: a modifier keeps its label, in the options and in the trail."""
    words = ("odgs", "save", "vs", "15", "+2", "[Strength]", "+3", "[Heavy Lifting]")
    record = run("roll", *words, "--json", "--seed", "x").json

    assert record["options"]["modifier"] == 5
    assert record["options"]["modifiers"] == [
        {"value": 2, "label": "Strength"},
        {"value": 3, "label": "Heavy Lifting"},
    ]
    assert "+2 [Strength] +3 [Heavy Lifting] = +5" in run("roll", *words).out


def test_tolerance() -> None:
    """--tolerance changes what may be left out, and the odds say how much was."""
    wide, narrow = (run("odds", "wild", "2D", "--json", "--tolerance", t).json["unresolved"] for t in ("0.01", "1e-15"))
    assert 0 < sixfold.odds("wild 2D", tolerance=wide).unresolved <= 1 / 100
    assert len(wide) < len(narrow)
    assert run("odds", "wild", "2D", "--tolerance", "2", "--json").error["code"] == "odds/tolerance"


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (("roll", "ten", "--faces", "6,6,6"), 3, "dice/needed"),
        (("roll", "ten", "--faces", ""), 3, "dice/needed"),
        (("roll", "ten", "--faces", "1,2,3,4"), 2, "dice/unused"),
        (("roll", "ten", "--faces", "1,2,7"), 2, "dice/impossible"),
        (("roll", "ten", "--faces", "0,2,3"), 2, "dice/impossible"),
        (("roll", "ten", "--faces", "7"), 2, "dice/impossible"),
        (("roll", "ten", "--faces", "a,b"), 2, "dice/unreadable"),
        (("roll", "skew", "percentile", "--faces", "10,1"), 2, "dice/impossible"),
        (("roll", "ten", "--faces", "1,2,4", "--seed", "x"), 2, "usage/unexpected"),
        (("roll", "ten", "--faces", "1,2,4", "--times", "2"), 2, "usage/unexpected"),
        (("roll", "ten", "--times", "100001"), 2, "bounds/exceeded"),
        (("roll", "tenn"), 2, "notation/unexpected"),
        (("roll",), 2, "notation/empty"),
        (("roll", "wild"), 2, "notation/missing"),
        (("odds", "ten", "superior", "98"), 2, "bounds/exceeded"),
        (("odds", "ten", "--wrong"), 2, "usage/unexpected"),
        (("explain", "hs", "3", "ranks", "2d"), 2, "notation/conflict"),
        (("games", "chess"), 2, "notation/unexpected"),
        (("frobnicate",), 2, "usage/unexpected"),
    ],
)
def test_statuses_and_errors(arguments: tuple[str, ...], status: int, code: str) -> None:
    """A request that makes no sense is status 2 and dice that are missing 3; with --json the error alone."""
    as_json = run(*arguments, "--json")
    assert (as_json.status, as_json.error["code"], as_json.err) == (status, code, "")

    for_people = run(*arguments)
    assert (for_people.status, for_people.out) == (status, "")
    assert for_people.err.startswith("sixfold: ")
    assert as_json.error["message"].split("\n")[0] in for_people.err


def test_what_to_throw_next() -> None:
    """Missing dice say how many, and for what (T3)."""
    error = run("roll", "ten", "--faces", "6,6,6", "--json").error

    assert (error["code"], error["size"], error["label"]) == ("dice/needed", 3, "critical")
    assert run("roll", "ten", "--faces", "6", "--json").error["size"] == 2


def test_an_error_has_text_caret_and_guess() -> None:
    """An error shows the text, a caret under the place, what was expected, and a guess."""
    ran = run("roll", "ten", "+4", "superiour", "1")
    message, text, caret, expected = ran.err.rstrip("\n").split("\n")

    assert "did you mean “superior”" in message.lower()
    assert text == "  ten +4 superiour 1"
    assert caret.index("^") == text.index("superiour")
    assert "superior N" in expected
    error = run("roll", "ten", "+4", "superiour", "1", "--json").error
    assert (error["column"], error["guess"]) == (8, "superior")
    assert "superior N" in error["expected"]


def test_the_caret_of_a_long_text() -> None:
    """A long text is shown around the place only."""
    text = "ten " + "+1 " * 200 + "wrong" + " -1" * 200
    _, shown, caret, _ = run("roll", text).err.rstrip("\n").split("\n")

    assert len(shown) < 100
    assert shown[caret.index("^") :].startswith("wrong")


@pytest.mark.parametrize("label", ["+1 [漢字] ", "-1 [e\u0301] ", "+1 [a] "])
@pytest.mark.parametrize(("before", "after"), [(1, 0), (40, 0), (0, 40), (40, 40)])
def test_the_caret_below_letters_of_any_width(label: str, before: int, after: int) -> None:
    """The caret is in the column of its word, also beside letters that are two columns wide or none."""
    _, shown, caret, _ = run("roll", f"ten {label * before}wrong {label * after}").err.rstrip("\n").split("\n")

    assert caret.index("^") == room_of(shown[: shown.index("wrong")])
    assert room_of(shown) < 100


def test_words_may_come_together_or_apart() -> None:
    """A check in one argument or in several, options between them, is the same."""
    together = run("roll", "ten +4 superior 1", "--seed", "a", "--json").json
    assert together == run("roll", "ten", "+4", "--seed", "a", "superior", "--json", "1").json
    assert run("explain", "ten", "-3", "-", "2", "--json").json["options"]["modifier"] == -5


def test_seeds_and_many() -> None:
    """--seed gives the same throws again, --times a document of records, the first like the single one."""
    one = run("roll", "wild", "3D", "--seed", "tavern", "--json").json
    many = run("roll", "wild", "3D", "--seed", "tavern", "--times", "5", "--json").json

    assert one["source"] == "seed:tavern"
    assert (many["version"], len(many["records"]), many["records"][0]) == (1, 5, one)
    assert many == run("roll", "wild", "3D", "--seed", "tavern", "--times", "5", "--json").json
    assert len(run("roll", "ten", "--times", "7").out.partition("\n\n")[0].splitlines()) == 7
    assert run("roll", "ten", "--times", "1", "--json").json["records"][0]["source"] == "system"


def test_many_are_streamed() -> None:
    """A hundred thousand records are written one by one: the first is there at once."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sixfold", "roll", "ten", "--times", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()
    process.stdout.close()
    assert process.wait() != 0
    assert process.stderr.read() == b""
    process.stderr.close()
    assert first.startswith(b'{"version": 1, "records": [{"version": 1')


def test_missing_dice_are_asked_for() -> None:
    """At a terminal the missing dice are asked for, again where they cannot be."""
    ran = run("roll", "ten", "--faces", "6,6", stdin="seven\n9\n1,2\n6\n1 2\n3\n")

    assert ran.status == 0
    assert "Success of Fourteen" in ran.out
    assert "critical" in ran.err
    assert "“seven” is not a face" in ran.err
    assert "shows 1 to 6" in ran.err
    assert run("roll", "ten", "--faces", "6", stdin="").status == 3


def test_nobody_is_asked_without_need() -> None:
    """Without --choose, and where there is nothing to choose, no question is put."""
    assert run("roll", "odgs vs 15 advantage 1").err == ""
    assert run("roll", "ten", "--choose").err == ""


def test_colour_only_at_a_terminal() -> None:
    """Colour where there is a terminal, none when piped, with NO_COLOR or at a dumb terminal."""
    words = ("odds", "ten")
    terminal = {"NO_COLOR": "", "TERM": "xterm"}

    assert ESCAPE in run(*words, terminal=True, environment=terminal).out
    assert ESCAPE not in run(*words, environment=terminal).out
    assert ESCAPE not in run(*words, terminal=True, environment={**terminal, "NO_COLOR": "1"}).out
    assert ESCAPE not in run(*words, terminal=True, environment={**terminal, "TERM": "dumb"}).out
    assert ESCAPE not in run(*words, "--json", terminal=True, environment=terminal).out
    assert ESCAPE in run("roll", "tenn", terminal=True, environment=terminal).err


@pytest.mark.parametrize(
    ("environment", "terminal", "coloured"),
    [
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"CLICOLOR_FORCE": "0"}, False, False),
        ({"CLICOLOR": "0"}, True, False),
        ({"CLICOLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False, True),
    ],
)
def test_who_asks_for_colour_gets_it(environment: dict[str, str], terminal: bool, coloured: bool) -> None:
    """The usual variables switch colour on and off; JSON never has any."""
    plain = {"NO_COLOR": "", "TERM": "xterm", **environment}
    assert (ESCAPE in run("odds", "ten", terminal=terminal, environment=plain).out) is coloured
    assert ESCAPE not in run("odds", "ten", "--json", terminal=terminal, environment=plain).out


def test_checks_to_compare_need_no_quotes() -> None:
    """A game's name begins the next check, where there are neither quotes nor commas."""
    named = run("compare", "ten", "+3", "wild", "5D", "vs", "15", "--json").json
    assert named == run("compare", "ten +3", "wild 5D vs 15", "--json").json
    assert run("compare", "ten", "attack", "damage", "2d6", "ten", "--json").json == (
        run("compare", "ten attack damage 2d6", "ten", "--json").json
    )
    assert run("compare", "3d6", "4d6", "--json").json == run("compare", "3d6", ",", "4d6", "--json").json


def test_a_roll_shows_every_die() -> None:
    """Every die is shown, dropped ones in parentheses; then what it means, and the odds of this or better."""
    ran = run("roll", "ten", "superior", "1", "--faces", "6,3,2,4")

    assert ran.out.splitlines()[0] == "ten superior 1"
    assert "6 3 (2) 4" in ran.out
    assert "Success of Three" in ran.out.splitlines()
    assert "This or better: " in ran.out.splitlines()[-1]
    assert "This or better" not in run("roll", "ten", "--no-odds").out


def test_this_or_better() -> None:
    """The quiet line is the exact chance of an outcome at least as good."""
    last = run("roll", "hs", "1d", "--faces", "6").out.splitlines()[-1]
    assert last == "This or better: 1 in 6 (16.67 %)"


def test_odds_table_is_in_the_games_words() -> None:
    """Success first, then the game's own words, each with a bar."""
    lines = run("odds", "ten", "hard", "+4").out.splitlines()

    assert lines[0] == "ten +4 -3 [hard]"
    assert lines[2].split()[0] == "Success"
    assert "█" in lines[2]
    assert any(line.split()[:1] == ["Critical"] for line in lines)
    assert "maximum error" in run("odds", "wild", "3D").out
    assert "maximum error" not in run("odds", "ten").out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    """A command without help, without a line in the usage or without its own file fails here."""
    command = COMMANDS[name]
    ran = run(name, "--help")

    assert ran.status == 0
    assert ran.out.startswith(f"usage: sixfold {name}")
    assert len(ran.out.split("\n\n")[1].strip()) > 20
    assert f"  {name} " in run("--help").out
    for parameter in (command.operand, *command.options.values()):
        assert parameter is None or parameter.help, f"{name} {parameter.name} has no help"
        assert parameter is None or parameter.name.isidentifier()


def test_every_file_of_a_command_is_listed() -> None:
    """Each file of a command stands under one heading, but for the one that only shells ask; most used first."""
    files = {module.name for module in iter_modules(commands.__path__)}
    assert {*COMMANDS, "complete"} == {*files, *QUESTIONS}
    assert list(COMMANDS)[:5] == ["roll", "odds", "explain", "play", "serve"]
    assert "  complete " not in run("help").out
    assert run("complete", "compl").out.split() == ["completion"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.system} {rule.name}")
def test_games_lists_every_rule_and_its_example_works(rule: Any) -> None:
    """`games` names each rule with its words, their help and an example, which rolls, solves and explains."""
    shown = run("games", rule.system).out
    listed = run("games", rule.system, "--json").json["games"]
    found = next(entry for entry in listed[0]["rules"] if entry["name"] == rule.name)

    assert f"{rule.system} {rule.name}" in shown
    assert found["example"] == rule.example
    assert all(f"{word['form']} {word['help']}" in " ".join(shown.split()) for word in found["words"])
    for name in ("roll", "odds", "explain"):
        assert run(name, found["example"], "--json").status == 0


def test_games_lists_every_game() -> None:
    """Every game is there, in print and as JSON."""
    assert [system["name"] for system in run("games", "--json").json["games"]] == list(SYSTEMS)
    assert all(f"{system.name}  {system.title}" in run("games").out for system in SYSTEMS.values())


@pytest.mark.parametrize(
    ("words", "candidates"),
    [
        (("ro",), {"roll"}),
        (("roll", "te"), {"ten"}),
        (("roll", "att"), {"attempts"}),
        (("roll", "ten", "sup"), {"superior"}),
        (("roll", "ten", "ext"), {"extended"}),
        (("odds", "skew", "task", "rer"), {"reroll=all", "reroll=once"}),
        (("roll", "--se"), {"--seed"}),
        (("completion", "z"), {"zsh"}),
        (("nonsense", "x"), set()),
        (("roll", "chess", "x"), set()),
    ],
)
def test_completion(words: tuple[str, ...], candidates: set[str]) -> None:
    """Completion knows commands, options, games, rules and the words of a check."""
    assert candidates == set(run("complete", *words).out.split())


def test_completion_inside() -> None:
    """A check in parentheses is completed like any other."""
    assert run("complete", "odds", "opposed (ten +4) (sk").out.splitlines() == ["opposed (ten +4) (skew"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    """Each shell has its script."""
    assert "sixfold complete" in run("completion", shell).out
    assert run("completion", "cmd").status == 2


def test_bash_completes() -> None:
    """The script for bash is sound, and offers what `complete` says."""
    script = run("completion", "bash").out + (
        "sixfold() { printf 'superior\\nsup\\n'; }\nCOMP_WORDS=(sixfold roll ten s); COMP_CWORD=3\n_sixfold\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
    assert done.stdout.split() == [b"superior", b"sup"]


def test_explain() -> None:
    """K9 and H4: the rule in words as it applies, clause by clause; the master's cuts show what they do."""
    clauses = run("explain", "skew good 5 vs 14", "--json").json["clauses"]
    assert {"clause": "K9", "text": "At most three times blessed: these 5 extra dice count as 3."} in clauses
    said = run("explain", "hs", "3d", "1", "cut").out
    assert "H4" in said
    assert "H4" not in run("explain", "hs", "3d").out
    cut, uncut = (run("odds", "hs 3d", cuts, "--json").json["events"]["result=triumph"] for cuts in ("1 cut", "0 cuts"))
    assert cut["decimal"] < uncut["decimal"]


def test_the_real_command() -> None:
    """In a process of its own: output, status, and no colour when piped."""
    done = command("roll", "ten", "superior", "1", "--faces", "6,3,2,4")
    assert (done.status, done.err) == (0, "")
    assert "Success of Three" in done.out
    assert ESCAPE not in done.out
    needed = command("roll", "ten", "--faces", "6,6,6", "--json")
    assert (needed.status, needed.error["label"]) == (3, "critical")
    wrong = command("odds", "ten", "superiour")
    assert (wrong.status, wrong.out) == (2, "")
    assert "^" in wrong.err


def test_output_survives_any_terminal() -> None:
    """A terminal that knows no bars gets escapes instead of a crash."""
    done = command("odds", "ten", environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.status == 0
    assert json.dumps(done.out)
