"""The schema of a rule's options says what its checks take: no less, no more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import sixfold
from sixfold import SYSTEMS, SixfoldError, parse
from sixfold.checks import characters
from sixfold.checks.schema import options_schema
from sixfold.rules.rule import Rule, System
from tests.checks_to_try import TEXTS

RULES = [rule for system in SYSTEMS.values() for rule in system.rules]
TYPES: dict[str, type] = {"integer": int, "boolean": bool, "string": str, "array": list}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is as a schema says, as far as ours say anything."""
    if type(value) is not TYPES[schema["type"]]:
        return False
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        return False
    return value in schema.get("enum", [value])


@given(TEXTS)
def test_options_are_as_their_schema_says(text: str) -> None:
    """The options of every check fit the schema of its rule."""
    check = parse(text)
    schema = options_schema(check.rule)
    assert set(check.options) <= set(schema["properties"])
    assert set(schema["required"]) <= set(check.options)
    for name, value in check.options.items():
        assert fits(value, schema["properties"][name]), name


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("ten superior 1", {"modifier": 0, "skew": 1}),
        ("skew vs 14", {"skew": 0, "modifier": 0, "vs": 14}),
        ("wild 3D", {"dice": 3, "modifier": 0}),
        ("hs 3 ranks", {"ranks": 3, "cuts": 0}),
        ("odgs vs 15", {"vs": 15, "modifier": 0, "advantage": 0, "combat": False}),
        ("4d6kh3", {"expression": "4d6kh3"}),
    ],
)
def test_documents_have_these_options(text: str, options: dict[str, Any]) -> None:
    """Numbers and the situation are in every document, also where nobody said them; house rules only if they apply."""
    assert parse(text).options == options


def test_house_rules_are_marked() -> None:
    """The options that a schema marks as house rules are those of the books, and the lost round of `wild`."""
    books = {"chaos", "count", "reroll", "cancelled", "third", "overcut", "literal", "keep", "void", "worst", "double"}
    marked = {
        name
        for rule in RULES
        for name, schema in options_schema(rule)["properties"].items()
        if schema.get("x-house-rule") is True
    }
    assert marked == {*books, "lost"}


NUMBERS = [
    (rule, name, schema)
    for rule in RULES
    for name, schema in options_schema(rule)["properties"].items()
    if schema["type"] == "integer"
]


@pytest.mark.parametrize(("rule", "name", "schema"), NUMBERS, ids=lambda part: getattr(part, "name", None))
def test_bounds_are_those_of_the_words(rule: Rule, name: str, schema: dict[str, Any]) -> None:
    """The least and the greatest number of an option are taken, and one past them is not."""
    said = parse(rule.example).options
    least = {option: max(1, part["minimum"]) if "minimum" in part else said[option]
             for option, part in options_schema(rule)["properties"].items()
             if option in (*rule.needs, *rule.needs_one[:1])}  # fmt: skip
    needed = {} if name in rule.needs_one else least

    def ask(value: int) -> sixfold.Check:
        return sixfold.check(rule.system, rule.name, **{**needed, name: value})

    others = sixfold.check(rule.system, rule.name, **least).arguments
    for value in (schema["minimum"], schema["maximum"]):
        # Beside the other dice of the hand it may still be too much for one hand.
        if rule.refuse({**others, name: value}) is None:
            asked = ask(value)
            # The number of the second side is not said again where it is that of the first.
            told = asked.options.get(name, asked.options.get(name.removeprefix("second_")))
            assert value in (asked.arguments.get(name), told)
    for value in (schema["minimum"] - 1, schema["maximum"] + 1):
        with pytest.raises(SixfoldError):
            ask(value)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.system}-{rule.name}")
def test_choices_are_those_of_the_words(rule: Rule) -> None:
    """Every choice that a schema lists is taken, and its default is what is meant when nothing is said."""
    check = parse(rule.example)
    for name, schema in options_schema(rule)["properties"].items():
        for choice in schema.get("enum", ()):
            if rule.refuse({**check.arguments, name: choice}) is not None:
                continue  # not of this check
            asked = sixfold.check(rule.system, rule.name, **{**check.options, name: choice})
            assert asked.options.get(name, schema.get("default")) == choice
        assert schema["description"]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_trait_of_a_character_has_its_words(system: System) -> None:
    """A form for a character has a field for each trait, with the title and the help of the game."""
    fields = characters.schema(system)["properties"]
    assert {name: (field["title"], field["description"]) for name, field in fields.items()} == {
        trait.name: (trait.title, trait.help) for trait in system.traits
    }
