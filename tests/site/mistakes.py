"""Every text that is refused somewhere in the tests, the transcripts or the pages, as calls of the site."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import sixfold
from sixfold.base.bounds import TEXT_LENGTH
from sixfold.errors import SixfoldError
from tests.golden import PLAYS
from tests.pages import ROOT, pages

NEW = ("tem +4", "perception", "output [highest 3 of 4d6]", "attack roll +5", "2d20kh1 adv", "Ten +4 [", "4d6k", "")
"""What people type who have never been here."""


def calls() -> list[tuple[str, dict[str, Any]]]:
    """Each refused text as it is typed and as it is rolled; some of them also as they are asked for and explained."""
    found: list[tuple[str, dict[str, Any]]] = []
    texts = sorted({*_played(), *((text, (), ()) for text in (*NEW, *_tested(), *_shown()))})
    for at, (text, faces, choices) in enumerate(texts):
        dice: dict[str, Any] = {"faces": list(faces), "choices": list(choices) or None} if faces else {}
        try:
            sixfold.roll(text, **dice)
        except SixfoldError:
            found.append(("/checks", {"check": text, "cursor": len(text), "faces": list(faces)}))
            found.append(("/rolls", {"check": text, **dice}))
            if at % 8 == 0:
                found.extend((path, {"check": text}) for path in ("/odds", "/outlook", "/explain"))
    return found


def _played() -> Iterator[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """The lines of players in the transcripts, as `tests.golden` reads them."""
    for path in PLAYS.glob("*.txt"):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith(">"):
                text, _, rest = line.removeprefix(">").partition("<<")
                dice, _, taken = rest.partition("choosing")
                faces = tuple(int(face) for face in re.findall(r"-?\d+", dice))
                yield text.strip(), faces, tuple(int(number) - 1 for number in taken.split())


def _tested() -> Iterator[str]:
    """Every text in the tests of checks and of errors: what is no check is a slip as well."""
    for path in (*sorted((ROOT / "tests" / "checks").rglob("test_*.py")), ROOT / "tests" / "test_errors.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(str(text)) if len(text) <= TEXT_LENGTH and "\n" not in text:
                    yield text


def _shown() -> Iterator[str]:
    """The texts of commands in the pages."""
    for page in pages():
        for command in re.findall(r"^\$ sixfold (?:odds |roll |explain )?([^-\n]+)", page.read_text("utf-8"), re.M):
            yield command.strip().replace("'", "").replace('"', "")
