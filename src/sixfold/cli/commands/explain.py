"""`sixfold explain`: the rule in words, as it applies to a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.check import parse
from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.rules.rule import System

SUMMARY = "explain the rule in words, as it applies to a check"
ALIKE = ("why", "clauses", "rule")


def parser() -> Parser:
    """The arguments of `sixfold explain`."""
    made = Parser(
        "explain",
        "The rule in words, as it applies to a check, with the clauses of the rule book.",
        ("sixfold explain skew task good 2 2 high vs 14",),
    )
    made.check()
    made.json()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold explain`."""
    check = parse(asked.check, systems)
    if asked.json:
        out().document(
            {
                "version": 1,
                "text": check.text,
                "system": check.system,
                "rule": check.rule.name,
                "options": check.options,
                "clauses": [{"clause": c.number, "text": c.text} for c in check.explain()],
            }
        )
    else:
        out().show(check.report())
    return 0
