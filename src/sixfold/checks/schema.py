"""JSON Schemas of the options of rules, from which programs can make forms."""

from collections.abc import Sequence
from typing import Any

from sixfold.checks import characters
from sixfold.rules.rule import Rule, System


def options_schema(rule: Rule) -> dict[str, Any]:
    """The JSON Schema of the options of a rule's checks, as in records and for `sixfold.check`.

    Each option says its kind of word (`x-kind`), how it is written in a text (`x-forms`), whether it is a house rule
    (`x-house-rule`), the words of either end of a lean (`x-ends`, below zero first) and the numbers that have a name
    (`x-named`).

    >>> from sixfold import SYSTEMS
    >>> options_schema(SYSTEMS["wild"].rules[0])["properties"]["dice"]["maximum"]
    100
    """
    properties: dict[str, Any] = {}
    for word in rule.words:
        for name, schema in word.schema().items():
            properties[name] = {"description": word.help, **schema, "x-kind": word.kind, "x-forms": list(word.forms)}
            if word.house_rules:
                properties[name]["x-house-rule"] = True
    one = {"anyOf": [{"required": [name]} for name in rule.needs_one]} if rule.needs_one else {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{rule.system} {rule.name}: {rule.title}",
        "type": "object",
        "properties": properties,
        "required": list(rule.needs),
        **one,
        "additionalProperties": False,
    }


def listing(systems: Sequence[System]) -> dict[str, Any]:
    """Games as plain data: their rules, words and schemas."""
    return {
        "version": 1,
        "games": [
            {
                "name": system.name,
                "title": system.title,
                "rules": [_rule(rule) for rule in system.rules],
                "characters": characters.schema(system),
            }
            for system in systems
        ],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "title": rule.title,
        "words": [{"form": ", ".join(word.forms), "help": word.help} for word in rule.words],
        "house_rules": list(rule.house_rules),
        "events": [
            {"name": event.name, "words": event.words, "role": event.role, "mark": event.sign} for event in rule.events
        ],
        "chart": rule.charts,
        "aside": rule.aside,
        "apart": list(rule.apart),
        "harm": rule.harm,
        "options": options_schema(rule),
        "example": rule.example,
    }
