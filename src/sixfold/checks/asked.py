"""A check as programs ask for it: made from options, or read from a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.arguments import one_of, several, text, whole, wrong
from sixfold.bounds import LABEL_LENGTH, TEXT_LENGTH
from sixfold.checks.check import Check, parse
from sixfold.checks.head import GAME, as_check, find_rule
from sixfold.errors import NotationError, SixfoldError, TextError
from sixfold.printable import first_refused, shown
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def check(system: str, rule: str | None = None, systems: Mapping[str, System] = SYSTEMS, **options: Any) -> Check:
    """Return a check made from options instead of words.

    `system` is the name of the game, and `rule` the name of its rule; without one it is the game's first rule.
    `options` have the names that they have in JSON. `modifiers` takes pairs of a value and a label.

    Raises NotationError for an option that the rule does not have, or a value that it does not take.

    >>> check("ten", modifier=4, skew=1).text
    'ten +4 superior 1'
    >>> check("odgs", "save", vs=15, modifiers=[(2, "Strength"), (3, "Heavy Lifting")]).text
    'odgs vs 15 +2 [Strength] +3 [Heavy Lifting]'
    """
    if isinstance(system, str) and " " in system.strip():
        raise NotationError("notation/unexpected", f"“{shown(system)}” is a whole check: read it with sixfold.parse.")
    named = find_rule(system, rule, systems)
    known = [name for word in named.words for name in word.schema()]
    for name in options:
        if name not in known:
            raise NotationError(
                "notation/unexpected",
                f"{named.system} {named.name} has no option “{shown(name)}”; it has {', '.join(known) or 'none'}."
                + did_you_mean(nearest(name, known)),
            )
    words = []
    for word in named.words:
        given = {name: _of_kind(options[name], name, form) for name, form in word.schema().items() if name in options}
        if given:
            try:
                words.append(word.spell(word.from_json(given)))
            except (TypeError, ValueError, KeyError) as error:
                if isinstance(error, SixfoldError):
                    raise
                said = " and ".join(f"{name} cannot be {shown(value)}" for name, value in given.items())
                raise NotationError("notation/unexpected", f"{named.system} {named.name}: {said}.") from None
    return parse(" ".join([named.system, named.name, *filter(None, words)]), systems)


def _of_kind(value: Any, name: str, form: Mapping[str, Any]) -> Any:
    """An option of the kind that its schema says; how large it may be is seen where its text is read."""
    what = f"“{name}”"
    if form["type"] == "integer":
        return whole(value, what)
    if form["type"] == "boolean":
        return one_of(value, what, bool, "true or false")
    if form["type"] == "string":
        return text(str(value) if isinstance(value, Check) else value, what, TEXT_LENGTH)
    if form["items"]["type"] == "integer":
        return [whole(number, f"A value of {what}") for number in several(value, what, TEXT_LENGTH)]
    entries = several(value, what, TEXT_LENGTH)
    pairs = [(entry.get("value"), entry.get("label")) if isinstance(entry, Mapping) else entry for entry in entries]
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise wrong(value, what, "a list of pairs, each a value and its label")
    return [(whole(number, f"A value of {what}"), _label(label)) for number, label in pairs]


def _label(label: Any) -> str:
    if first_refused(text(label, "A label", LABEL_LENGTH)) is not None:
        raise wrong(label, "A label", "text that can be shown")
    return str(label)


def read_check(asked: str | Mapping[str, Any], systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that a text says, or options: `{"system": "ten", "rule": "test", "options": {"modifier": 4}}`.

    `rule` may be left out, and `text` may replace all of them. Plain dice need no game's name. Raises what
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
        return read_check(_name(asked["text"]), systems)
    options = asked.get("options") or {}
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise NotationError("notation/unexpected", "The options of a check are names with values.")
    rule = asked.get("rule")
    return check(_name(asked.get("system")), None if rule is None else _name(rule), systems, **options)


def _meant(typed: str, systems: Mapping[str, System]) -> Check:
    """The check that a typed text means; errors name their place in it."""
    meant = as_check(typed)
    try:
        return parse(meant, systems)
    except TextError as error:
        if error.text == meant != typed:
            said = meant if meant in typed else meant.removeprefix(GAME)
            if error.column is not None:
                error.column = max(1, error.column - len(meant) + len(said) + typed.find(said))
            error.text = typed
        raise


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError("notation/unexpected", "A check names its system, and its rule, as text.")
    return value
