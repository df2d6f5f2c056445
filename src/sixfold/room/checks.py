"""A check as people ask for it: a text, or options as in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.api import check
from sixfold.checks.check import Check, parse
from sixfold.errors import NotationError
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def read_check(asked: str | Mapping[str, Any], systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that a text says, or options: `{"system": "ten", "rule": "test", "options": {"modifier": 4}}`.

    `rule` may be left out, and `text` may stand instead of all of them. Raises what reading a check raises,
    NotationError for data that says none.

    >>> read_check({"system": "ten", "options": {"skew": 1}}).text
    'ten superior 1'
    """
    if isinstance(asked, str):
        return parse(asked, systems)
    if not isinstance(asked, Mapping):
        raise NotationError("notation/unexpected", "A check is a text, or an object with its system and options.")
    if "text" in asked:
        return read_check(_text(asked["text"]), systems)
    options = asked.get("options") or {}
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise NotationError("notation/unexpected", "The options of a check are names with values.")
    rule = asked.get("rule")
    return check(_text(asked.get("system")), None if rule is None else _text(rule), systems, **options)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError("notation/unexpected", "A check names its system, and its rule, as text.")
    return value
