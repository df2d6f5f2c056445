"""`sixfold audit`: printed odds against exact ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import ANSWERS, Command
from sixfold.cli.console import out
from sixfold.questions import Parameter
from sixfold.rules.rule import System
from sixfold.study.audit import audit
from sixfold.study.claims import read_claims


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold audit`."""
    claims = [claim for path in asked.words for claim in read_claims(path, systems)] if asked.words else None
    found = audit(claims, systems=systems)
    if asked.wrong:
        found = found.hiding("upheld")
    bad = found.summary.wrong + (found.summary.cut if asked.strict else 0)
    out().answer(found, asked.form)
    return 1 if bad else 0


COMMAND = Command(
    "audit",
    run,
    "compare the odds that a book prints with the exact ones",
    "Compare the odds that a book prints with the exact ones. Without a file, check the claims that the books of the "
    "five games print.",
    (
        Parameter("words", "files of claims", "FILE", "words"),
        Parameter("wrong", "show only the claims that are not correct", "", "yes"),
        Parameter("strict", "also end with status 1 if a claim is correct only with digits cut off", "", "yes"),
        *ANSWERS,
    ),
    ("sixfold audit", "sixfold audit my-book.claims --strict"),
    "a file of claims is made of blocks:\n  check: ten hard\n  printed: 26 %\n\n"
    "exit status: 0 every claim is correct, or correct if digits are cut off; 1 a claim is wrong; 2 a bad file",
    "[FILE ...]",
    alike=("check", "verify"),
)
