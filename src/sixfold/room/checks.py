"""A check as people ask for it: a text, or options as in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.api import check
from sixfold.checks.check import Check, parse
from sixfold.checks.typed import GAME, as_check
from sixfold.errors import NotationError, TextError
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def read_check(asked: str | Mapping[str, Any], systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that a text says, or options: `{"system": "ten", "rule": "test", "options": {"modifier": 4}}`.

    `rule` may be left out, and `text` may stand instead of all of them. Plain dice need no game's name. Raises what
    reading a check raises, NotationError for data that says none.

    >>> read_check({"system": "ten", "options": {"skew": 1}}).text
    'ten superior 1'
    >>> read_check("4d6kh3 + 2").text
    'dice 4d6kh3+2'
    """
    if isinstance(asked, str):
        return _meant(asked, systems)
    if not isinstance(asked, Mapping):
        raise NotationError("notation/unexpected", "A check is a text, or an object with its system and options.")
    if "text" in asked:
        return read_check(_text(asked["text"]), systems)
    options = asked.get("options") or {}
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise NotationError("notation/unexpected", "The options of a check are names with values.")
    rule = asked.get("rule")
    return check(_text(asked.get("system")), None if rule is None else _text(rule), systems, **options)


def _meant(text: str, systems: Mapping[str, System]) -> Check:
    """The check that a typed text means; errors name their place in what was typed."""
    meant = as_check(text)
    try:
        return parse(meant, systems)
    except TextError as error:
        if error.text == meant != text:
            said = meant if meant in text else meant.removeprefix(GAME)
            if error.column is not None:
                error.column = max(1, error.column - len(meant) + len(said) + text.find(said))
            error.text = text
        raise


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError("notation/unexpected", "A check names its system, and its rule, as text.")
    return value
