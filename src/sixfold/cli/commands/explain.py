"""`sixfold explain`: the rule in words, as it applies to a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sixfold.checks.check import Check, parse
from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.report.shown import Shown
from sixfold.rules.rule import System

if TYPE_CHECKING:
    from sixfold.report.report import Report

SUMMARY = "explain the rule in words, as it applies to a check"
ALIKE = ("why", "clauses", "rule")


def parser() -> Parser:
    """The arguments of `sixfold explain`."""
    made = Parser(
        "explain",
        "Explain the rule in words, as it applies to a check, with the clauses of the rule book.",
        ("sixfold explain skew task good 2 2 high vs 14",),
    )
    made.check()
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold explain`."""
    out().answer(Explained(parse(asked.check, systems)), asked.form)
    return 0


class Explained(Shown):
    """A check with the clauses of its rule."""

    def __init__(self, check: Check) -> None:
        self.check = check

    def report(self) -> Report:
        """The check and its rule in words."""
        return self.check.report()

    def to_json(self) -> dict[str, Any]:
        """The check as plain data, with its clauses."""
        clauses = [{"clause": clause.number, "text": clause.text} for clause in self.check.explain()]
        return {**self.check.to_json(), "clauses": clauses}
