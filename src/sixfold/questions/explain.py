"""`explain`: the rule in words, as it applies to a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sixfold.checks.check import Check, parse
from sixfold.questions.question import CHECK, Question
from sixfold.report.shown import Shown
from sixfold.rules.rule import System

if TYPE_CHECKING:
    from sixfold.report.tables import Report


class Explained(Shown):
    """A check with the clauses of its rule."""

    def __init__(self, check: str | Check, systems: Mapping[str, System]) -> None:
        self.check = check if isinstance(check, Check) else parse(check, systems)

    def report(self) -> Report:
        """The check and its rule in words."""
        return self.check.report()

    def to_json(self) -> dict[str, Any]:
        """The check as plain data, with its clauses."""
        clauses = [{"clause": clause.number, "text": clause.text} for clause in self.check.explain()]
        return {**self.check.to_json(), "clauses": clauses}


QUESTION = Question(
    "explain",
    Explained,
    "explain the rule in words, as it applies to a check",
    (CHECK,),
    "Explain the rule in words, as it applies to a check, with the clauses of the rule book.",
    ("sixfold explain skew task good 2 2 high vs 14",),
    ("why", "clauses", "rule"),
)
