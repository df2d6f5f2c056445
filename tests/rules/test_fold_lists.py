"""Lists of folds and verbs by name: none of them forgets one that authors can write."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from sixfold.rules import folds
from sixfold.rules.judging.fold_arguments import CALLED
from sixfold.rules.table import Table
from tests.pages import ROOT

ASKED: dict[str, Callable[..., Any]] = {
    name: found for name in folds.__all__ if inspect.isfunction(found := getattr(folds, name)) and name != "ask"
}


def test_a_fold_that_needs_an_argument_has_an_example() -> None:
    """The error for a fold that is not called shows a call with the arguments that it needs."""
    assert {"total", "highest", "pairs_won"} <= ASKED.keys()
    needing = {
        name
        for name, fold in ASKED.items()
        if any(part.default is part.empty and part.kind is part.POSITIONAL_OR_KEYWORD
               for part in inspect.signature(fold).parameters.values())
    }  # fmt: skip
    assert needing <= CALLED.keys()


def test_pages_list_every_fold() -> None:
    """The reference and the page on folds have all of them."""
    reference, page = ((ROOT / "docs" / path).read_text("utf-8") for path in ("reference.md", "own-games/folds.md"))
    (members,) = re.findall(r"automodule:: sixfold.rules.folds\n   :members: (.*)", reference)
    assert set(members.split(", ")) == set(folds.__all__)
    assert not ASKED.keys() - set(re.findall(r"`\*?(\w+)", page))


@pytest.mark.parametrize("file", ["solving/random_rules.py", "rules/test_folds.py"])
def test_tests_ask_every_fold(file: str) -> None:
    """The generator of rules knows every fold, and so does what sees each answer and what a fold says of itself."""
    said = (ROOT / "tests" / file).read_text("utf-8")
    imported = re.sub(r"import \([^)]*\)|import .*", "", said)
    assert not {name for name in ASKED if not re.search(rf"\b{name}\b", imported)}


def test_every_verb_has_an_example() -> None:
    """The error for a verb without its arguments shows a call of it."""
    assert {name for name in vars(Table) if not name.startswith("_")} <= CALLED.keys()
