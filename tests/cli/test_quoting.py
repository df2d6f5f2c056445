"""What shells take for their own: examples survive every shell, and what was eaten is noticed where it can be."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from sixfold.cli.commands import every
from sixfold.cli.shell import on_lines, quoted
from sixfold.systems import SYSTEMS
from tests.cli.test_streams import shell
from tests.console import run
from tests.pages import ROOT
from tests.terminal import WITHOUT_SHELLS

SHELLS = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=WITHOUT_SHELLS))
    for name in ("bash", "zsh", "fish", "dash")
]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
IN_TEXT = re.compile(r"`(sixfold [^`\n]+)`")
IN_SESSION = re.compile(r"^\$ (sixfold .+)$", re.MULTILINE)


def examples() -> list[str]:
    """Every command that help, games and pages show."""
    found: list[str] = []
    for _, command in every():
        found += command.examples
    for system in SYSTEMS.values():
        found += [f"sixfold roll {quoted(rule.example)}" for rule in system.rules]
    for page in PAGES:
        text = page.read_text("utf-8").replace("\\|", "|")  # as a table of Markdown shows it
        found += [line for line in IN_TEXT.findall(text) + IN_SESSION.findall(text) if "…" not in line]
    found += re.findall(r'^show "(.*)"$', (ROOT / "tools" / "demo.sh").read_text("utf-8"), re.MULTILINE)
    return sorted(set(found))


def words(name: str, lines: list[str], folder: Path) -> list[list[str]]:
    """The words that a shell makes of each line, in a folder in which patterns find something."""
    for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
        (folder / letter).touch()
    say = "printf '\\036%s' $argv; printf '\\035'" if name == "fish" else "printf '\\036%s' \"$@\"; printf '\\035'"
    head = f"function sixfold; {say}; end" if name == "fish" else f"sixfold() {{ {say}; }}"
    script = "\n".join([head, *lines])
    done = subprocess.run([name, "-c", script], capture_output=True, text=True, check=False, cwd=folder)
    assert done.stderr == ""
    return [block.split("\036")[1:] for block in done.stdout.split("\035")[:-1]]


@pytest.mark.parametrize("name", SHELLS)
def test_examples_survive_the_shell(name: str, tmp_path: Path) -> None:
    """Every example in help, games and pages reaches the command as it stands there, whatever the folder holds."""
    lines = [line for line in examples() if "|" not in line and ";" not in line and "$" not in line]
    assert len(lines) > 60
    before = set(tmp_path.iterdir())
    assert words(name, lines, tmp_path) == [shlex.split(line)[1:] for line in lines]
    made = {path.name for path in tmp_path.iterdir()} - {path.name for path in before}
    assert not {name for name in made if len(name) > 1}


@pytest.mark.parametrize("line", examples())
def test_examples_have_what_shells_eat_in_quotes(line: str) -> None:
    """Nothing that any shell takes for its own stands outside of quotes, but for pipes between two commands."""
    for part in re.split(r" \| | && |; ", line):
        bare = re.sub(r"'[^']*'|\"[^\"$`!\\]*\"|\"\$\(sixfold completion \w+\)\"", "", part)
        assert not re.search(r"[\[\](){}<>!*?;|&`~]|\$(?!\w*\()", bare.replace("| source", "")), line


@pytest.mark.parametrize("name", SHELLS)
def test_folded_examples_can_be_pasted(name: str, tmp_path: Path) -> None:
    """An example on several lines, broken within quotes or outside, is the same command."""
    line = "sixfold compare 'odgs vs 15 +2 [Heavy Lifting] advantage 1' 'dice 6d6>=5' --event 'total >= 3' --json"
    for width in (24, 30, 40, 60):
        (said,) = words(name, [on_lines(line, width, "  ")], tmp_path)
        assert [" ".join(word.split()) for word in said] == shlex.split(line)[1:]


def test_a_comparison_that_became_a_file(tmp_path: Path) -> None:
    """`6d6>=5` without quotes writes into a file `=5`: that is said, and the throw is in the file."""
    status, out, err = shell("sixfold roll dice 6d6>=5", tmp_path)
    assert (status, out) == (0, "")
    assert err == (
        "sixfold: The output went into a file named “=5”, because a shell reads > as “write to a file”. "
        "Put a check or an event with > in it in single quotes, as in: sixfold roll 'dice 6d6>=5'\n"
    )
    assert (tmp_path / "=5").read_text("utf-8").startswith("dice 6d6\n")
    assert "file named “5”" in shell("sixfold 6d6>5", tmp_path)[2]
    assert "file named “=”" in shell("sixfold need 'ten +?' --chance 50% --event margin >= 3", tmp_path)[2]
    assert "file named “=5”" in shell("sixfold 6d6>=5 --json", tmp_path)[2]


@pytest.mark.parametrize("line", ["sixfold roll ten > 5", "sixfold 3d6 > out.txt", "sixfold ten >> total=5"])
def test_files_that_are_meant(tmp_path: Path, line: str) -> None:
    """Where a file was probably meant, nothing is said."""
    assert shell(line, tmp_path) == (0, "", "")


def test_a_pattern_that_became_names_of_files(tmp_path: Path) -> None:
    """`[Strength]` and `*` without quotes become names of files where there are any: that is said."""
    (tmp_path / "t").touch()
    (tmp_path / "notes.txt").touch()
    hint = "is the name of a file here: a shell replaces *, ? and [...] with such names."
    assert f"“t” {hint}" in shell("sixfold roll odgs vs 15 +2 [Strength]", tmp_path)[2]
    assert f"“notes.txt” {hint}" in shell("sixfold roll dice 2 * 3d6", tmp_path)[2]
    assert "name of a file" not in shell("sixfold roll odgs vs 15 +2 x", tmp_path)[2]
    assert shell("sixfold roll odgs vs 15 +2 [Rope]", tmp_path)[0] == 0


def test_a_file_with_a_game_in_the_place_of_a_check(tmp_path: Path) -> None:
    """A name that ends in `.py`, and the name of a file that is here, lead to where such a file is named."""
    hint = "A file with a game goes before the command: sixfold --game {}.py odds duel"
    for word in ("games/duel.py", "games/duel.py:rule"):
        assert hint.format("games/duel") in shell(f"sixfold odds {word} 3d6", tmp_path)[2]
    assert "--game" not in shell("sixfold odds duel", tmp_path)[2]
    (tmp_path / "duel.py").touch()
    assert hint.format("duel") in shell("sixfold odds duel", tmp_path)[2]
    assert "--game" not in shell("sixfold odds ten duel", tmp_path)[2]
    assert "a shell replaces *" in shell("sixfold roll dice 2 * 3d6", tmp_path)[2]


@pytest.mark.parametrize(
    "typed", ["“ten +4 superior 1”", "„ten +4 superior 1“", "«ten +4 superior 1»", "‘ten +4 superior 1’"]
)
def test_quotes_of_printed_pages(typed: str) -> None:
    """Quotes that came along from a page are not part of the check."""
    for words in ((typed,), tuple(typed.split()), ("roll", typed), ("roll", *typed.split())):
        assert run(*words, "--json").json["text"] == "ten +4 superior 1"


EXAMPLES = [example for _, each in every() for example in each.examples]


@pytest.mark.parametrize("width", [24, 40, 41, 42, 43, 77])
def test_a_command_on_several_lines_is_the_same(width: int) -> None:
    """A shell reads the lines of an example as one command; each line is as long as fits, and no longer."""
    for command in EXAMPLES:
        lines = on_lines(command, width, "  ").split("\n")
        read = [" ".join(word.split()) for word in shlex.split("\n".join(lines).replace("\\\n", ""))]
        assert read == [" ".join(word.split()) for word in shlex.split(command)]
        for line, following in pairwise(lines):
            said = line.removesuffix(" \\")
            assert len(said) + len(" \\") <= width or " " not in said.strip()
            assert len(said) + len(following.split()[0]) + len("  \\") > width
