"""The games and their rules, as the document that programs read."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from sixfold.base.shapes import games as shapes
from sixfold.checks import characters
from sixfold.checks.schema import options_schema
from sixfold.rules.rule import Rule, System


def listing(systems: Sequence[System]) -> dict[str, Any]:
    """Games as plain data: their rules, words and schemas."""
    games = [
        shapes.Game(system.name, system.title, list(map(_rule, system.rules)), characters.schema(system))
        for system in systems
    ]
    document: dict[str, Any] = to_builtins(shapes.Games(1, games))
    return document


def _rule(rule: Rule) -> shapes.Rule:
    words = [shapes.Word(", ".join(word.forms), word.help) for word in rule.words]
    events = [shapes.Event(event.name, event.words, event.role, event.sign) for event in rule.events]
    return shapes.Rule(
        rule.name, rule.title, words, list(rule.house_rules), events, rule.charts, rule.aside, list(rule.apart),
        rule.harm, rule.time, options_schema(rule), rule.example,
    )  # fmt: skip
