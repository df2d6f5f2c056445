"""JSON Schemas of the options of rules, from which programs can make forms."""

from typing import Any

from sixfold.rules.rule import Rule


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
    any_of = {"anyOf": [{"required": [name]} for name in rule.needs_one]} if rule.needs_one else {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{rule.system} {rule.name}: {rule.title}",
        "type": "object",
        "properties": properties,
        "required": list(rule.needs),
        **any_of,
        "additionalProperties": False,
    }
