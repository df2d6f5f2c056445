"""`sixfold audit`: printed odds against exact ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.rules.rule import System
from sixfold.study.audit import audit
from sixfold.study.claims import read_claims

SUMMARY = "compare the odds that a book prints with the exact ones"
ALIKE = ("check", "verify")


def parser() -> Parser:
    """The arguments of `sixfold audit`."""
    made = Parser(
        "audit",
        "Compare the odds that a book prints with the exact ones. Without a file, check the claims of the five books.",
        ("sixfold audit", "sixfold audit my-book.claims --strict"),
        "a file of claims is made of blocks:\n  check: ten hard\n  printed: 26 %\n\n"
        "exit status: 0 every claim is correct, or correct if digits are cut off; 1 a claim is wrong; 2 a bad file",
        "[FILE ...]",
    )
    made.words("FILE", "files of claims")
    made.add_argument("--wrong", action="store_true", help="show only the claims that are not correct")
    made.add_argument(
        "--strict", action="store_true", help="also end with status 1 if a claim is correct only with digits cut off"
    )
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold audit`."""
    claims = [claim for path in asked.words for claim in read_claims(path, systems)] if asked.words else None
    found = audit(claims, systems=systems)
    if asked.wrong:
        found = found.hiding("upheld")
    bad = found.summary.wrong + (found.summary.cut if asked.strict else 0)
    out().answer(found, asked.form)
    return 1 if bad else 0
