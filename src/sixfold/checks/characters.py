"""The checks on a character's sheet, and the JSON Schema of one: both follow from the traits that its game declares."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sixfold.base.bounds import AMOUNT, CHARACTER_ENTRIES, LABEL_LENGTH, NAME_LENGTH, NOTE_LENGTH
from sixfold.base.wording import signed
from sixfold.rules.rule import Rule, System
from sixfold.rules.traits import Trait, alone
from sixfold.rules.words.word import Word


class Ready(NamedTuple):
    """A check on a character's sheet.

    `name` is that of its entry and `value` its value as people read it. `words` are what it adds to a check of `rule`,
    and `missing` the options that the check still needs.
    """

    name: str
    value: str
    trait: str
    rule: str
    check: str
    words: str
    missing: tuple[str, ...] = ()


def range_of(system: System, trait: Trait) -> tuple[int, int]:
    """Return the least and the greatest value of a trait: its own, else those of the option that it fills."""
    low, high = 0, AMOUNT
    if trait.options and not trait.text:
        rule, option, _ = trait.options[0]
        word = word_of(rule_of(system, rule), option)
        low, high = word.least or 0, AMOUNT if word.most is None else word.most
    return low if trait.low is None else trait.low, high if trait.high is None else trait.high


def counts(system: System, trait: Trait) -> bool:
    """Whether an entry of a trait has no value of its own: it is there, and counts once."""
    low, high = range_of(system, trait)
    return low == high and not trait.text


def rule_of(system: System, name: str) -> Rule:
    """Return the rule of a name, which the game has."""
    return next(rule for rule in system.rules if rule.name == name)


def word_of(rule: Rule, option: str) -> Word:
    """Return the word for an option, which the rule has."""
    return next(word for word in rule.words if word.name == option)


def entries(trait: Trait, values: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the entries that a character has of a trait: one with its title, or those of a list."""
    value = values.get(trait.name, trait.default)
    if value is None:
        return []
    return list(value) if trait.many else [{"name": trait.title, "value": value}]


def ready(system: System, values: Mapping[str, Any]) -> Iterator[Ready]:
    """Yield the checks on a sheet with these values, in the order of the declaration."""
    traits = {trait.name: trait for trait in system.traits}
    for trait in system.traits:
        if counts(system, trait):
            continue
        for entry in entries(trait, values):
            pairs = [(trait, entry)]
            pairs += [
                (traits[name], other)
                for name in trait.joined
                for other in entries(traits[name], values)
                if other["name"] in entry.get("with", ())
            ]
            for rule, option, plus in trait.options:
                yield _ready(rule_of(system, rule), option, plus, pairs)


def _ready(rule: Rule, option: str, plus: int, pairs: Sequence[tuple[Trait, Mapping[str, Any]]]) -> Ready:
    """The check of an entry for one of the options that it fills, with the entries that it is joined with."""
    by_word: dict[str, list[tuple[str, Any]]] = {}
    for trait, entry in pairs:
        filled = [name for of_rule, name, _ in trait.options if of_rule == rule.name]
        filled = filled or [name for _, name, _ in trait.options if name in {word.name for word in rule.words}]
        name = option if trait is pairs[0][0] else next(iter(filled), "")
        if name:
            by_word.setdefault(name, []).append((entry["name"], entry.get("value", 1)))
    words = " ".join(_spelled(word_of(rule, name), named, plus * (name == option)) for name, named in by_word.items())
    missing = [name for name in rule.needs if name not in by_word]
    if rule.needs_one and not {*rule.needs_one} & {*by_word}:
        missing.append(rule.needs_one[0])
    trait, entry = pairs[0]
    numbers = [value for _, value in by_word[option] if isinstance(value, int)]
    adds = word_of(rule, option).kind == "modifier" and not trait.text
    value = signed(sum(numbers)) if adds else words
    return Ready(entry["name"], value, trait.name, rule.name, f"{rule.head} {words}", words, tuple(missing))


def _spelled(word: Word, entries: Sequence[tuple[str, Any]], plus: int) -> str:
    """The words for the values of some entries; a modifier has their names as labels."""
    texts = [value for _, value in entries if isinstance(value, str)]
    numbers = [(value, name) for name, value in entries if not isinstance(value, str)]
    if numbers and word.kind == "modifier":
        texts.append(word.spell(tuple((value, _label(name)) for value, name in numbers)))
    elif numbers:
        texts.append(word.spell(sum(value for value, _ in numbers) + plus))
    return " ".join(texts)


def _label(name: str) -> str:
    """A name as a label: brackets would end it."""
    return name.replace("[", "(").replace("]", ")")[:LABEL_LENGTH]


def schema(system: System) -> dict[str, Any]:
    """Return the JSON Schema of the values of a game's characters: pages and bots make their forms from it.

    A trait says which options it fills (`x-fills`); an entry that `joins` others names them under `with`.
    """
    return {
        "type": "object",
        "properties": {trait.name: _property(trait, system) for trait in system.traits},
        "additionalProperties": False,
    }


def _property(trait: Trait, system: System) -> dict[str, Any]:
    low, high = range_of(system, trait)
    value: dict[str, Any] = {"type": "integer", "minimum": low, "maximum": high}
    if trait.text:
        value = {"type": "string", "maxLength": NOTE_LENGTH}
    about: dict[str, Any] = {"title": trait.title, "description": trait.help}
    about |= {"x-fills": list(alone(trait.fills))} if trait.fills else {}
    about |= {} if trait.default is None else {"default": trait.default}
    if trait.spent:
        return {**about, "type": "object", "properties": {"now": value, "of": value}, "required": ["now", "of"],
                "additionalProperties": False}  # fmt: skip
    if not trait.many:
        return {**about, **value}
    name = {"type": "string", "maxLength": NAME_LENGTH}
    has: dict[str, Any] = {"name": name} if counts(system, trait) else {"name": name, "value": value}
    needed = list(has)
    if trait.joined:
        has["with"] = {"type": "array", "items": name, "x-joins": list(trait.joined), "maxItems": AMOUNT}
    items = {"type": "object", "properties": has, "required": needed, "additionalProperties": False}
    return {**about, "type": "array", "items": items, "maxItems": CHARACTER_ENTRIES}
