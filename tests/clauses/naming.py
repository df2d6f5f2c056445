"""Which tests name which clauses, read from their docstrings, and how to run them one by one."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

TESTS = Path(__file__).parent.parent
LAST = {"T": 14, "K": 11, "W": 11, "H": 9, "O": 16}
CLAUSES = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]


class Witness(NamedTuple):
    """A test: its module, its name and what it says that it tests."""

    module: str
    name: str
    docstring: str

    @property
    def clauses(self) -> set[str]:
        """The clauses that it names, ranges such as T1 to T6 spelled out."""
        found = set(re.findall(r"\b[TKWHO]\d+\b", self.docstring))
        for letter, first, last in re.findall(r"\b([TKWHO])(\d+) to \1(\d+)\b", self.docstring):
            found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
        return found

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    def calls(self) -> Iterator[Callable[[], Any]]:
        """The test with each of its parameters, to be called; none of one that needs more than these, as a browser."""
        function = getattr(importlib.import_module(self.module), self.name)
        marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
        given = {name.strip() for mark in marks for name in _names(mark)}
        if not given >= inspect.signature(function).parameters.keys():
            return
        for values in product(*(mark.args[1] for mark in marks)):
            yield partial(function, **_arguments(marks, values))


def _names(mark: Any) -> list[str]:
    return mark.args[0].split(",") if isinstance(mark.args[0], str) else list(mark.args[0])


def _arguments(marks: list[Any], values: tuple[Any, ...]) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for mark, value in zip(marks, values, strict=True):
        names = mark.args[0]
        arguments |= {names: value} if isinstance(names, str) else dict(zip(names, value, strict=True))
    return arguments


@cache
def witnesses() -> tuple[Witness, ...]:
    """Every test there is: first those that notice most and take least, last those that go through every face."""
    found = [witness for path in sorted(TESTS.rglob("test_*.py")) for witness in _of_file(path)]
    first, last = ("tests.systems", "tests.table"), "tests.brute"
    return tuple(sorted(found, key=lambda test: (test.module.startswith(last), not test.module.startswith(first))))


def _of_file(path: Path) -> Iterator[Witness]:
    module = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield Witness(module, node.name, ast.get_docstring(node) or "")
