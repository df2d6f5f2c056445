"""The slow twins share nothing with what they are held against."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
MAY_KNOW = {
    "brute/faces.py": {"sixfold"},
    "brute/hs.py": {"tests.brute.faces"},
    "brute/long.py": {"tests.brute.faces"},
    "brute/odgs.py": {"tests.brute.faces"},
    "brute/skew.py": {"tests.brute.faces"},
    "brute/ten.py": {"tests.brute.faces"},
    "brute/wild.py": {"tests.brute.faces"},
    "solving/exhaustive.py": {
        "sixfold.rules.cards",
        "sixfold.rules.dice",
        "sixfold.rules.folds.patterns",
        "sixfold.rules.folds.sums",
        "sixfold.rules.hand",
        "sixfold.rules.mixed",
        "sixfold.rules.table",
    },
    "study/brute.py": set(),
}
"""Each twin with all of Sixfold and of the tests that it may import: what it asks, never how that is answered."""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


@pytest.mark.parametrize("twin", MAY_KNOW)
def test_twins_stand_apart(twin: str) -> None:
    """A twin imports the library of Python, and of this project only what it is listed with."""
    ours = {name for name in imported(TESTS / twin) if name.partition(".")[0] in ("sixfold", "tests", "benchmarks")}
    assert ours <= MAY_KNOW[twin]


def test_every_twin_is_listed() -> None:
    """A new twin has to say what it knows."""
    twins = {path.relative_to(TESTS).as_posix() for path in (TESTS / "brute").glob("*.py")}
    tests = {name for name in twins if "/test_" in name} | {"brute/__init__.py"}
    assert twins - tests <= MAY_KNOW.keys()
