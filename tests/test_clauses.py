"""Every clause of the rule book is tested somewhere: its number is quoted in a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LAST = {"T": 14, "K": 11, "W": 11, "H": 9, "O": 16}
CLAUSES = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]


def docstrings() -> dict[str, str]:
    """The docstring of every test, by file and name."""
    found = {}
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{path.relative_to(HERE)}::{node.name}"] = ast.get_docstring(node) or ""
    return found


def quoted(docstring: str) -> set[str]:
    """The clauses that a docstring quotes, ranges such as T1 to T6 spelled out."""
    found = set(re.findall(r"\b[TKWHO]\d+\b", docstring))
    for letter, first, last in re.findall(r"\b([TKWHO])(\d+) to \1(\d+)\b", docstring):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


TESTS = docstrings()


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_tested(clause: str) -> None:
    """A clause whose number no test quotes is a clause that nobody tests."""
    assert any(clause in quoted(docstring) for docstring in TESTS.values())


def test_no_clause_is_invented() -> None:
    """No test quotes a clause that the rule book does not have."""
    for name, docstring in TESTS.items():
        assert quoted(docstring) <= set(CLAUSES), name


@pytest.mark.parametrize("name", TESTS)
def test_every_test_says_what_it_tests(name: str) -> None:
    """Each test has a docstring that begins with one sentence."""
    first = TESTS[name].split("\n")[0]
    assert first.rstrip().endswith((".", ":", "?"))
    assert len(first) > 15
