"""Arguments: options in any order and spelling are the same question."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from sixfold.cli.arguments import files_of_games, read
from sixfold.cli.commands import every
from sixfold.errors import BoundsError, UsageError
from sixfold.study.operation import Operation, Parameter
from sixfold.systems import SYSTEMS
from sixfold.table.server import serving
from sixfold.table.server.settings import Settings
from tests.console import run

COMMANDS = {name: each for name, each in every() if not each.as_they_are}
OF_FORMS = ("json", "format", "output")
"""Options that are read together, as the form of an answer."""

OPERANDS = {"check": ("ten", "-4"), "open check": ("ten", "+?"), "checks": ("ten", "wild", "3D"), "words": ("-2", "b")}
"""Words of each kind that are no options, though some begin with a dash."""


def options(command: Operation) -> list[Parameter]:
    """The options of a command, but for those of forms."""
    return [each for each in dict.fromkeys(command.options.values()) if each.name not in OF_FORMS]


def worth(option: Parameter) -> Any:
    """A value of an option."""
    return option.means if option.kind == "yes" else min(option.most, 99) if option.kind == "number" else "a=-b"


def spelled(option: Parameter) -> Iterator[tuple[str, ...]]:
    """Every way to give an option its value."""
    value = str(worth(option))
    for name in option.spellings:
        if option.kind == "yes":
            yield (name,)
        else:
            yield name, value
            yield (f"{name}={value}" if name.startswith("--") else f"{name}{value}",)


def asked(command: Operation, words: Sequence[str]) -> dict[str, Any]:
    """What a line of words asks, without the words themselves."""
    values = vars(read(command, words, SYSTEMS))
    return {name: value for name, value in values.items() if name != "typed"}


@pytest.mark.parametrize("name", COMMANDS)
def test_options_in_any_order(name: str) -> None:
    """An option has its value wherever it stands and however it is spelled; the others are as if nothing was said."""
    command = COMMANDS[name]
    operands = OPERANDS[command.operand.kind] if command.operand else ()
    nothing = asked(command, operands)
    for option in options(command):
        assert nothing[option.name] == ([] if option.many else False if option.kind == "yes" else None)
        value = [worth(option)] if option.many else worth(option)
        for spelling in spelled(option):
            for at in range(len(operands) + 1):
                words = (*operands[:at], *spelling, *operands[at:])
                assert asked(command, words) == nothing | {option.name: value}, words
            assert asked(command, (*spelling, "--", *operands)) == nothing | {option.name: value}
    ways = [list(spelled(option)) for option in options(command)]
    whole = asked(command, (*operands, *(word for way in ways for word in way[0])))
    assert whole == nothing | {each.name: [worth(each)] if each.many else worth(each) for each in options(command)}
    assert asked(command, (*(word for way in reversed(ways) for word in way[-1]), *operands)) == whole


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_has_one_value_within_its_bounds(name: str) -> None:
    """A number is from its least to its most; what may be given once is refused twice, and all else is kept."""
    command = COMMANDS[name]
    operands = OPERANDS[command.operand.kind] if command.operand else ()
    for option in options(command):
        long = option.spellings[-1]
        if option.kind == "number":
            for number in (option.least, option.most):
                assert asked(command, (*operands, long, str(number)))[option.name] == number
            for number in (option.least - 1, option.most + 1, 10**30):
                with pytest.raises(BoundsError, match="must be from"):
                    asked(command, (*operands, long, str(number)))
        if option.many:
            assert asked(command, (*operands, long, "b", long, "a"))[option.name] == ["b", "a"]
        elif option.kind != "yes":
            with pytest.raises(UsageError, match="is given twice"):
                asked(command, (*operands, *next(spelled(option)), *next(spelled(option))))


def test_a_game_of_a_file_in_any_place() -> None:
    """Files of games may be named anywhere before two dashes, and all other words stay as they are."""
    words = ["odds", "ten", "--json", "--", "--game", "c.py"]
    for at in range(4):
        for named in (["--game", "a.py"], ["--game=a.py"]):
            assert files_of_games([*words[:at], *named, *words[at:]]) == (["a.py"], words)
    assert files_of_games(["--game=a.py", "--game", "b.py", "ten"]) == (["a.py", "b.py"], ["ten"])
    for missing in (["--game"], ["ten", "--game="]):
        with pytest.raises(UsageError, match="needs a file"):
            files_of_games(missing)


def texts(option: Parameter) -> dict[str, bool]:
    """Texts of a variable for an option, and whether they are taken."""
    if option.kind == "yes":
        return dict.fromkeys(("yes", "1", "ON", "True"), True)
    if option.kind == "number":
        least, most = option.least, option.most
        wrong = (str(least - 1), str(most + 1), "1" + 20 * "0", "many", "-+5", "²")
        return {str(least): True, str(most): True, f" +{most} ": True, **dict.fromkeys(wrong, False)}
    if option.name == "own_games":
        return {os.curdir: True, "dice.example": False}
    return {"http://dice.example,https://dice.example": True, "dice.example": option.name != "public"}


def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which `serve` begins tables from now on."""
    begun: list[Settings] = []

    def serve(settings: Settings, *_: Any) -> int:
        begun.append(settings)
        return 0

    monkeypatch.setattr(serving, "serve", serve)
    return begun


def test_a_variable_says_what_an_option_of_a_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each option of `serve` has a variable, which is taken and refused like it, and which it overrules."""
    begun = served(monkeypatch)
    for option in options(COMMANDS["serve"]):
        variable = f"SIXFOLD_{option.name.upper()}" if option.name != "data" else "SIXFOLD_DATABASE"
        long = option.spellings[-1]
        for text, taken in texts(option).items():
            words = ("serve", long) if option.kind == "yes" else ("serve", long, text)
            said, given = run(*words), run("serve", environment={variable: text})
            assert said.status == given.status == (0 if taken else 2)
            assert said.err == given.err.replace(variable, long)
            assert taken or given.err.startswith(f"sixfold: {variable} ")
            if taken:
                assert run(*words, environment={variable: "no" if option.kind == "yes" else "9"}).status == 0
                assert len({*begun[-3:]}) == 1 != len({begun[-1], Settings()})


def test_what_a_table_cannot_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """A switch that is off is none; one that is neither on nor off and two databases are refused."""
    begun = served(monkeypatch)
    for off in ("", "0", "no", "false", "OFF"):
        assert run("serve", environment={"SIXFOLD_PROXY": off}).status == 0
    assert {*begun} == {Settings()}
    refused = run("serve", environment={"SIXFOLD_PROXY": "9"}), run("serve", "--data", "a.db", "--database", "b.db")
    assert [(ran.status, ran.err) for ran in refused] == [
        (2, "sixfold: SIXFOLD_PROXY is yes or no; “9” is neither.\n"),
        (2, "sixfold: Use --data FILE or --database URL, not both.\n"),
    ]
