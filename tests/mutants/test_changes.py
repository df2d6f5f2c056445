"""The changes themselves: each is one place of a file that still reads, and nothing is changed in vain."""

from __future__ import annotations

import ast

import pytest

from tests.conftest import ROOT
from tests.mutants.changes import changes

SOME = ("rules/folds/sums.py", "study/questions/need.py", "table/room/dispatch.py", "cli/console.py", "solving/odds.py")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if a < b:\n    pass\n", "if (a <= b):\n    pass\n"),
        ("a = b + 3\n", "a = (b - 3)\n"),
        ("a = b and c\n", "a = (b or c)\n"),
        ("a = b and c\n", "a = (c)\n"),
        ("a = not b\n", "a = (b)\n"),
        ("a = True\n", "a = (False)\n"),
        ("a = b if c else d\n", "a = (d if c else b)\n"),
        ("a = min(b, c)\n", "a = (max(b, c))\n"),
        ("a = f(b, c)\n", "a = (f(c, b))\n"),
        ("a = f(b, c=1)\n", "a = (f(b))\n"),
        ("a = {'x': b, 'y': c}\n", "a = ({'x': b})\n"),
        ("def f():\n    return a\n", "def f():\n    return None\n"),
        ("a.clear()\n", "pass\n"),
        ("for a in b:\n    continue\n", "for a in b:\n    pass\n"),
        ("a = f(b,\n      c)\nd = e\n", "a = (f(c, b)\n)\nd = e\n"),
        ("ä = 'ö' if b < 1 else c\n", "ä = 'ö' if (b <= 1) else c\n"),
    ],
)
def test_each_kind_of_change(before: str, after: str) -> None:
    """Each kind of change is made, in lines with wide characters, too, and all other lines stay where they are."""
    assert after in [change.text for change in changes(before)]


@pytest.mark.parametrize(
    "source",
    [
        "a: tuple[int, 3]\n",
        "raise ValueError(f'{a + 1}')\n",
        "with suppress(A, B):\n    ...\n",
        "def f(a: b[1]) -> c[2]:\n    ...\n",
        "a = zip(b, strict=True)\n",
        "@dataclass(slots=True)\nclass A:\n    ...\n",
    ],
)
def test_what_no_test_can_notice_is_left_alone(source: str) -> None:
    """Annotations, the words of errors, and arguments that only assert or save memory are not changed."""
    assert changes(source) == []


@pytest.mark.parametrize("name", SOME)
def test_each_change_is_another_program(name: str) -> None:
    """A change of a real file gives another program that reads."""
    source = (ROOT / "src" / "sixfold" / name).read_text(encoding="utf-8")
    same, made = ast.parse(source), changes(source)
    assert len(made) > 50
    for change in made[::7]:
        assert at(ast.parse(change.text), change.line) != at(same, change.line), change


def at(tree: ast.Module, line: int) -> str:
    """The first statement of a program that ends in a line or behind it."""
    return next(ast.dump(part) for part in tree.body if (part.end_lineno or 0) >= line)
