"""Completion in the shells themselves: keys are pressed in a terminal, and what stands there then is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.console import run
from tests.terminal import WITHOUT_SHELLS, Terminal

STARTS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        'bind "set show-all-if-ambiguous on"; eval "$(sixfold completion bash)"',
    ),
    "zsh": (["zsh", "-f", "-i"], 'autoload -Uz compinit; compinit -u -D; eval "$(sixfold completion zsh)"'),
    "fish": (["fish", "--no-config", "-i"], "sixfold completion fish | source"),
}
LINES = {
    "sixfold ro": "sixfold roll ",
    "sixfold roll ten chaos=k": "sixfold roll ten chaos=kept ",
    "sixfold 3d6 --see": "sixfold 3d6 --seed ",
    "sixfold luck ev": "sixfold luck evening.jsonl ",
    "sixfold odds ten --output ch": "sixfold odds ten --output charts/",
    "sixfold odds ten --output=ch": "sixfold odds ten --output=charts/",
    "sixfold table ten --rows mod": "sixfold table ten --rows modifier=",
    "sixfold compare 'ten sup": "sixfold compare 'ten superior' ",
    'sixfold compare "ten +3" "ten inf': 'sixfold compare "ten +3" "ten inferior" ',
    "sixfold --game du": "sixfold --game duel.py ",
    "sixfold --game=du": "sixfold --game=duel.py ",
}
"""What is typed before the tabulator, and the whole line after it."""

MARKS = count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few files, and a `sixfold` that shells find."""
    made = tmp_path_factory.mktemp("table")
    for name in ("evening.jsonl", "book.claims", "duel.py"):
        (made / name).touch()
    (made / "charts").mkdir()
    bin_ = tmp_path_factory.mktemp("bin")
    (bin_ / "sixfold").write_text(f'#!/bin/sh\nexec {sys.executable} -m sixfold "$@"\n')
    (bin_ / "sixfold").chmod(0o755)
    (made / ".bin").symlink_to(bin_)
    return made


@pytest.fixture(scope="module", params=STARTS)
def shell(request: pytest.FixtureRequest, folder: Path) -> Iterator[Terminal]:
    """A shell in that folder, with completion."""
    words, script = STARTS[request.param]
    if shutil.which(words[0]) is None:
        pytest.skip(WITHOUT_SHELLS)
    environment = {"HOME": str(folder), "PATH": f"{folder / '.bin'}:{os.environ['PATH']}", "INPUTRC": os.devnull}
    with Terminal(words, 200, environment, str(folder)) as terminal:
        terminal.press(f"{script}; echo rea''dy\n")
        terminal.until("ready")
        terminal.raw = ""
        yield terminal


def forget(shell: Terminal) -> str:
    """Leave the line that is being typed; all that was shown until it was left."""
    mark = f"{next(MARKS)}"
    shell.press(f"\x15echo lef''t{mark}\n")
    shown = shell.until(f"left{mark}")
    shell.raw = ""
    return shown


@pytest.mark.parametrize("typed", LINES)
def test_a_line_is_completed(shell: Terminal, typed: str) -> None:
    """Commands, games, words, values behind =, options, files and words in quotes are completed where they stand."""
    shell.press(f"{typed}\t")
    shell.until(LINES[typed])
    forget(shell)


def test_several_candidates_are_shown(shell: Terminal) -> None:
    """Where several words may stand, all of them are shown."""
    shell.press("sixfold roll ten chaos=\t")
    for word in ("all", "kept"):
        shell.until(word)
    forget(shell)
    shell.press("sixfold completion \t")
    for word in ("bash", "zsh", "fish"):
        shell.until(word)
    forget(shell)


def test_words_that_complete_nothing(shell: Terminal) -> None:
    """Where nothing fits, the line stays as it is, without a word of complaint."""
    shell.press("sixfold roll chess x\t\t")
    shown = forget(shell)
    assert "Traceback" not in shown
    assert "sixfold:" not in shown
    assert "evening" not in shown


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("sixfold roll ten sup", ["superior"]),
        ("sixfold ten har", ["hard"]),
        ("sixfold roll ten ext", ["extended"]),
        ("sixfold table ten --format mar", ["markdown"]),
        ("sixfold roll ten --format=mar", ["--format=markdown"]),
        ("sixfold equivalent ten --in wi", ["wild"]),
        ("sixfold need 'ten +?' --event quality=c", ["quality=critical"]),
        ("sixfold completion z", ["zsh"]),
        ("sixfold bot m", ["matrix"]),
        ("sixfold schema ev", ["evening"]),
        ("sixfold help compare", ["compare"]),
        ("sixfold audit bo", [":files"]),
        ("sixfold roll ten --log ev", [":files"]),
        ("sixfold serve --site ch", [":files"]),
        ("sixfold roll 4d6k", ["4d6kh", "4d6kl"]),
        ("sixfold 4d6k", ["4d6kh", "4d6kl"]),
        ("sixfold roll '{2d6, 1d8", ["{2d6, 1d8}kh", "{2d6, 1d8}kl"]),
        ("sixfold roll '{2d6, ", []),
        ("sixfold roll 4d6", ["4d6kh", "4d6kl", "4d6dh", "4d6dl", "4d6>=", "4d6!", "4d6!!", "4d6r"]),
        ("sixfold compare ten, sk", ["skew"]),
    ],
)
def test_what_a_shell_is_given(typed: str, words: list[str]) -> None:
    """Commands, options, values and what may follow dice are completed; a comma in braces begins no other check."""
    assert run("complete", "bash", "--", typed).out.splitlines() == words


def test_powershell_gets_each_word_with_its_help() -> None:
    """PowerShell gets a word and its help on each line, and shows the names of files by itself."""
    lines = run("complete", "powershell", "--", "sixfold completion ").out.splitlines()
    assert lines == ["bash", "zsh", "fish", "powershell"]
    assert run("complete", "powershell", "--", "sixfold roll ten sup").out.startswith("superior\t")
    assert run("complete", "powershell", "--", "sixfold compare 'ten sup").out.startswith("ten superior\t")


@pytest.mark.parametrize(
    "typed", ["roll ten ", "ten +4 ", "roll 4d6", "4d6k", "roll '{2d6, 1d8", "compare 4d6k", "odds "]
)
def test_every_word_of_a_check_has_its_help(typed: str) -> None:
    """Games, their words and what may follow dice are explained where they are completed."""
    lines = run("complete", "powershell", "--", f"sixfold {typed}").out.splitlines()
    assert lines
    assert [line for line in lines if not line.partition("\t")[2]] == []


@pytest.mark.parametrize("said", ["+4", "superior 1", "-2 hard +4"])
def test_the_default_game_is_completed(said: str, tmp_path: Path) -> None:
    """Words of the default game are followed as if it was named; a check in parentheses names its game."""
    (tmp_path / "config.toml").write_text('game = "ten"\n')

    def complete(*words: str, file: str = str(tmp_path / "config.toml")) -> str:
        return run("complete", "odds", *words, environment={"SIXFOLD_CONFIG": file}).out

    words = said.split()
    assert complete("ten", *words, "") == complete(*words, "") != complete(*words, "", file="")
    for inside in ("( ", f"{said} (", f"long ({said} ", f"long (ten {said} "):
        assert complete(inside) == complete(inside, file="")


@pytest.mark.parametrize("typed", ["sixfold ro", "sixfold roll ten sup", "sixfold bot m", 'sixfold compare "ten sup'])
def test_powershell_completes_a_line(typed: str, folder: Path) -> None:
    """The script makes PowerShell complete commands, words and words in quotes."""
    if shutil.which("pwsh") is None:
        pytest.skip("pwsh, which is PowerShell, is not installed")
    said = (
        "sixfold completion powershell | Out-String | iex; (TabExpansion2 $env:TYPED).CompletionMatches.CompletionText"
    )
    environment = {**os.environ, "TYPED": typed, "PATH": f"{folder / '.bin'}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["pwsh", "-NoProfile", "-Command", said], capture_output=True, text=True, check=False, env=environment
    )
    expected = {"ro": "roll", "sup": "superior", "m": "matrix", '"ten sup': "'ten superior'"}
    assert done.stdout.split("\n")[0] == next(word for end, word in expected.items() if typed.endswith(f" {end}"))
