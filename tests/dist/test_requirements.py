"""Each target of make installs only what it needs, and all of them the same versions."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest

from tests.pages import ROOT

LAYERS = ("demo", "table", "dev")
PINNED = re.compile(r"^([a-z0-9.-]+)==([^ ]+)(?: ; ([^\\]+?))? \\$", re.MULTILINE)
SEEN = """
import json, sys
sys.modules["typing_extensions"] = None  # msgspec takes it where it is, and does not ask for it
before = set(sys.modules)
from sixfold.cli.main import main
for words in json.loads(sys.argv[1]):
    main(words)
print("\\0" + json.dumps(sorted({name.partition(".")[0] for name in set(sys.modules) - before})))
"""
COMMANDS = (
    ["roll", "ten", "+4", "superior", "1"],
    ["odds", "hs", "3", "ranks", "1", "edge", "--json"],
    ["odds", "wild", "5D", "vs", "15"],
    ["compare", "ten +3", "odgs vs 15"],
    ["audit", "--wrong"],
)


def pinned(layer: str) -> set[tuple[str, str, str]]:
    """Each package of a layer, with its version and where it is wanted."""
    return set(PINNED.findall((ROOT / "requirements" / f"{layer}.txt").read_text("utf-8")))


def names(layer: str) -> set[str]:
    """The packages of a layer."""
    return {name for name, _, _ in pinned(layer)}


def closure(package: str) -> set[str]:
    """A package and everything that it asks for."""
    try:
        asked = [one for one in requires(package) or () if "extra ==" not in one]
    except PackageNotFoundError:
        return set()
    return {package}.union(*(closure(re.split(r"[^\w.-]", one)[0].lower()) for one in asked))


def test_the_demo_needs_what_a_bare_sixfold_needs() -> None:
    """The demo installs Sixfold without extras and its build, and its commands import nothing beside that."""
    ran = subprocess.run([sys.executable, "-c", SEEN, json.dumps(COMMANDS)], capture_output=True, text=True, check=True)
    loaded = set(json.loads(ran.stdout.rpartition("\0")[2]))
    owners = packages_distributions()  # it reads the files of every package that is installed
    imported = {package.lower() for name in loaded for package in owners.get(name, ())}
    needed = closure("sixfold") - {"sixfold"}
    assert imported - {"sixfold"} <= needed
    assert names("demo") == needed | closure("hatchling")


def test_the_commands_are_those_of_the_demo() -> None:
    """Every command of the demo's script is among those whose imports are looked at."""
    shown = re.findall(r'^show "sixfold (\w+)', (ROOT / "tools" / "demo.sh").read_text("utf-8"), re.MULTILINE)
    assert set(shown) == {words[0] for words in COMMANDS}


@pytest.mark.parametrize(("small", "large"), [("demo", "table"), ("table", "dev"), ("uv", "dev")])
def test_each_layer_has_what_those_before_it_have(small: str, large: str) -> None:
    """A layer contains the smaller one in the same versions, so installing it takes nothing away."""
    assert pinned(small) < pinned(large)


@pytest.mark.parametrize("layer", LAYERS)
def test_each_file_in_a_layer_has_a_hash(layer: str) -> None:
    """No package is installed whose contents were not seen before."""
    text = (ROOT / "requirements" / f"{layer}.txt").read_text("utf-8")
    assert len(pinned(layer)) == len(re.findall(r"^\S", text, re.MULTILINE))
    for block in re.split(r"\n(?=\S)", text):
        assert "--hash=sha256:" in block, block


@pytest.mark.parametrize("package", ["playwright", "pytest", "pyarrow", "uv"])
def test_a_table_needs_no_tools_of_ours(package: str) -> None:
    """The server's packages have nothing in them that only tests and builds need."""
    assert package in names("dev")
    assert package not in names("table")


def test_nothing_is_installed_from_an_index_that_has_no_sixfold() -> None:
    """No page and no sentence tells anybody to install an extra by the name of the package."""
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    assert [path for path in texts if "sixfold[" in path.read_text("utf-8")] == []
