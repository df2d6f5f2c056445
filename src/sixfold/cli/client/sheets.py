"""Character sheets in a terminal: shown, rolled from, changed by words, and kept in files."""

import json
from collections import ChainMap
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from sixfold.base.bounds import CONFIG_LENGTH
from sixfold.base.files import read_bounded
from sixfold.base.strict_json import read_json
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.checks.characters import entries
from sixfold.checks.config import read_config
from sixfold.cli.client.matching import whole
from sixfold.cli.find_check import begun_by
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.rules.traits import Trait
from sixfold.show.report.blocks import Heading, Paragraph
from sixfold.show.report.tables import Block, Definition, Entries, Report

SeenCharacter = Mapping[str, Any]
"""A character as its owner sees it."""

FORM: Final = "Type /sheet health 7, /sheet health -2 or /sheet skills Climbing 4 (none instead of 4 removes it)."


def mine(view: Mapping[str, Any]) -> list[SeenCharacter]:
    """Return one's own characters; for a GM, those of the GM."""
    master = is_master(view)
    return [one for one in view["characters"] if one["owner"] == view["person"] or (master and one["owner"] is None)]


def is_master(view: Mapping[str, Any]) -> bool:
    """Return whether one is a GM now."""
    return any(person["id"] == view["person"] and person["role"] == "master" for person in view["people"])


def check_of(view: Mapping[str, Any], text: str) -> str | None:
    """Return the check on one's own sheets whose name begins a text, with the words behind it; None for no name."""
    return begun_by(text, dict(ChainMap(*map(_checks_of, mine(view)))))


def _checks_of(shown: SeenCharacter) -> dict[str, str]:
    """Every check on a sheet by its name: of two with one name that which somebody saved."""
    saved, rolled = ({one["name"]: one["check"] for one in shown[kind]} for kind in ("checks", "rolls"))
    return saved | rolled | saved


def drawn(shown: SeenCharacter, system: System | None) -> Report:
    """A character: what it has, what instruments keep for it, and the checks to type."""
    values = shown["values"]
    has = [
        Definition(trait.title, ", ".join(_in_words(entry, trait.many) for entry in entries(trait, values)))
        for trait in (system.traits if system else ())
        if entries(trait, values)
    ]
    has += [Definition(name.capitalize(), str(amount)) for name, amount in shown["has"].items()]
    rolls = [Definition(check["name"], f"{check['check']}{' …' * bool(check['missing'])}") for check in shown["rolls"]]
    rolls += [Definition(check["name"], check["check"]) for check in shown["checks"]]
    blocks: list[Block] = [Heading(shown["name"], f"{shown['game']} ({shown['character']})".strip(), 2)]
    blocks += [Paragraph(shown["notes"], "", 2)] if shown["notes"] else []
    blocks += [Entries(tuple(has))] if has else []
    blocks += [Paragraph("Type a name to roll it:"), Entries(tuple(rolls))] if rolls else []
    return (*blocks, Paragraph(FORM, "quiet")) if system and system.traits else tuple(blocks)


def _in_words(entry: Mapping[str, Any], named: bool) -> str:
    value = entry.get("value", "")
    amount = f"{value['now']} of {value['of']}" if isinstance(value, Mapping) else str(value)
    joined = f" ({', '.join(entry['with'])})" if entry.get("with") else ""
    return f"{entry['name']} {amount}".rstrip() + joined if named else amount


def changed(shown: SeenCharacter, system: System | None, text: str) -> dict[str, Any]:
    """Return the values that a line changes: a trait, the name of an entry if it has many, and the value.

    Raises UsageError where the line does not say that.
    """
    word, _, rest = text.partition(" ")
    traits = {trait.name.casefold(): trait for trait in (system.traits if system else ())}
    trait = traits.get(word.casefold().replace(" ", "_"))
    if trait is None or not rest.strip():
        known = listed([*traits, "new", "give", "load", "save", "drop"])
        guess = did_you_mean(nearest(word, list(traits)))
        raise UsageError(f"“{word[:40]}” is not on the sheet of {shown['name']}: it has {known}.{guess} {FORM}")
    before = shown["values"].get(trait.name)
    if trait.many:
        return {trait.name: _with_entry(trait, list(before or ()), rest.strip())}
    if trait.spent:
        now, _, full = rest.partition(" of ")
        was = before or {"now": 0, "of": 0}
        left = was["now"] + _number(now) if now.strip()[:1] in ("+", "-", "\u2212") else _number(now)
        return {trait.name: {"now": left, "of": _number(full) if full else max(left, was["of"])}}
    if rest == "none":
        return {trait.name: None}
    return {trait.name: rest if trait.text else _number(rest)}


def _with_entry(trait: Trait, before: list[Any], text: str) -> list[Any]:
    """The entries with another one: `Climbing 4`, `Climbing 4 with Agility`, `Climbing none`, `Healing Trance`."""
    words, _, joined = text.partition(" with ")
    head, _, last = words.rpartition(" ")
    nameless = not head or (trait.low == trait.high is not None and last != "none" and not last.isdecimal())
    typed = words if nameless else head
    known = {entry["name"].casefold(): entry["name"] for entry in before}
    begun = [one for one in known if trait.text and f"{words.casefold()} ".startswith(f"{one} ")]
    name = known.get(max(begun, key=len, default=typed.casefold()), typed)
    value = words[len(name) :].strip()
    others = [entry for entry in before if entry["name"].casefold() != name.casefold()]
    if value == "none":
        return others
    entry: dict[str, Any] = {"name": name}
    if value:
        entry["value"] = value if trait.text else _number(value)
    if joined:
        entry["with"] = [name.strip() for name in joined.split(",")]
    return [*others, entry]


def _number(text: str) -> int:
    number = whole(text.strip())
    if number is None:
        raise UsageError(f"“{text.strip()[:40]}” is not a whole number. {FORM}")
    return number


def loaded(path: str) -> list[dict[str, Any]]:
    """Return the characters of a file: one of a table (JSON), or those of a config file (TOML) with saved checks."""
    text = read_bounded(path, CONFIG_LENGTH)
    if path.endswith(".toml"):
        return [
            {"name": character.name, "checks": [saved._asdict() for saved in character.checks]}
            for character in read_config(text, path).characters
        ]
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise UsageError(f"{path[:200]} contains no character: it is a JSON object, as /sheet save writes it.")
    return [data]


def written(shown: SeenCharacter, path: str, document: Mapping[str, Any]) -> str:
    """Return the text of a file for a character: its document, or for a `.toml` file all its checks as saved checks."""
    if not path.endswith(".toml"):
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    quoted = partial(json.dumps, ensure_ascii=False)
    lines = [f"{quoted(name)} = {quoted(check)}" for name, check in _checks_of(shown).items()]
    return "\n".join([f"[characters.{quoted(shown['name'])}]", *lines, ""])
