"""Reading checks from their texts, and making them from options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.base.arguments import one_of, several, whole, wrong
from sixfold.base.arguments import text as text_of
from sixfold.base.bounds import CHECKS_INSIDE, LABEL_LENGTH, TEXT_LENGTH
from sixfold.base.printable import first_refused, shown
from sixfold.base.wording import did_you_mean, nearest
from sixfold.checks.head import find_rule, read_head, unquoted
from sixfold.checks.read_words import read_words
from sixfold.errors import BoundsError, NotationError, RuleError, SixfoldError, TextError
from sixfold.rules.check import Check
from sixfold.rules.rule import Rule, System
from sixfold.rules.words.pieces import Piece, unclear
from sixfold.systems import SYSTEMS

SURELY_SHORT = TEXT_LENGTH // 8
"""Characters of a text whose canonical form is surely within what can be read: no word grows eightfold."""


def parse(text: str, systems: Mapping[str, System] = SYSTEMS) -> Check:
    """Return the check that a text describes: `GAME [RULE] WORDS...`, or plain dice.

    `text` has at most 2,000 characters; upper and lower case are the same. `systems` are the games to choose from.

    Raises NotationError, with the column, what was expected and perhaps a guess, or BoundsError for a number out of
    range.

    >>> parse("ten +4 sup 1").text
    'ten +4 superior 1'
    """
    text_of(text, "A check")
    try:
        return parsed(text, systems)
    except TextError as error:
        from sixfold.checks.check_suggestions import ask_about  # here, since only mistakes need it

        if error.column is not None:
            ask_about(error, systems, parsed)
        raise


def parsed(text: str, systems: Mapping[str, System]) -> Check:
    """The same, with errors as they are raised, without a guess."""
    if len(text) > TEXT_LENGTH:
        raise NotationError(
            "notation/too-long",
            f"A check has at most {TEXT_LENGTH:,} characters; this one has {len(text):,}.",
        )
    check = _parsed(text, systems, 0)
    if len(text) > SURELY_SHORT and len(check.text) > TEXT_LENGTH:
        raise NotationError(
            "notation/too-long",
            f"Written out in full, this check has {len(check.text):,} characters; at most {TEXT_LENGTH:,} can be read.",
        )
    return check


def _parsed(text: str, systems: Mapping[str, System], depth: int) -> Check:
    """The check that a text of a sound length says, `depth` parentheses deep."""
    head = read_head(text, systems)
    phrase = head.rule.phrase
    if phrase is not None:
        return make(head.rule, {phrase.name: phrase.read(text, head.end)}, text)
    values, places = read_words(text, head, lambda piece: _inside(piece, systems, depth + 1))
    return make(head.rule, values, text, places)


def _inside(piece: Piece, systems: Mapping[str, System], depth: int) -> Check:
    """The check in a pair of parentheses; what is wrong with it has its place in the whole text."""
    if depth > CHECKS_INSIDE:
        raise BoundsError(
            f"You can nest checks in parentheses at most {CHECKS_INSIDE} deep.", piece.within, piece.column
        )
    try:
        return _parsed(" " * piece.column + piece.text[1:-1], systems, depth)  # all places are those in the whole text
    except TextError as error:
        error.text = piece.within
        error.column = max(error.column or 0, piece.column + 1)
        if error.code == "notation/ambiguous":
            before, after = piece.within[: piece.column], piece.within[piece.end - 1 :]
            raise unclear(
                piece.within, error.column, [f"{before}{reading.strip()}{after}" for reading in error.expected]
            ) from None
        raise


def make(rule: Rule, values: Mapping[str, Any], text: str = "", places: Mapping[str, int] | None = None) -> Check:
    """A check from the values that were said; the others get their defaults.

    Raises NotationError when something that the rule needs is missing, and what the rule refuses.
    """
    lacking = [word for word in rule.words if word.name in rule.needs and word.name not in values][:1]
    if not lacking and rule.needs_one and not any(name in values for name in rule.needs_one):
        lacking = [word for word in rule.words if word.name in rule.needs_one]
    if lacking:
        forms = tuple(form for word in lacking for form in word.forms)
        meant = " or ".join(f"{word.forms[0]} ({word.help})" if word.help else word.forms[0] for word in lacking)
        raise NotationError(
            "notation/missing",
            f"{rule.system} {rule.name} needs {meant}, as in “{rule.example}”.",
            text,
            len(text) + 1,
            forms,
        )
    values = rule.settle(values)
    settings = tuple((word.name, values.get(word.name, word.default)) for word in rule.words)
    check = Check(rule, settings)
    refusal = rule.refuse(check.arguments)
    if refusal is not None:
        code, sentence, about = refusal
        column = (places or {}).get(about)
        kinds: dict[str, type[TextError]] = {"notation": NotationError, "rule": RuleError}
        if code == "bounds/exceeded":
            raise BoundsError(sentence, text, column)
        raise kinds[code.partition("/")[0]](code, sentence, text, column)
    return check


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
        values = {name: _of_kind(options[name], name, form) for name, form in word.schema().items() if name in options}
        if values:
            try:
                words.append(word.spell(word.from_json(values)))
            except (TypeError, ValueError, KeyError) as error:
                if isinstance(error, SixfoldError):
                    raise
                reasons = " and ".join(f"{name} cannot be {shown(value)}" for name, value in values.items())
                raise NotationError("notation/unexpected", f"{named.system} {named.name}: {reasons}.") from None
    return parse(" ".join([named.system, named.name, *filter(None, words)]), systems)


def _of_kind(value: Any, name: str, form: Mapping[str, Any]) -> Any:
    """An option of the kind that its schema says; how large it may be is seen where its text is read."""
    what = f"“{name}”"
    if form["type"] == "integer":
        return whole(value, what)
    if form["type"] == "boolean":
        return one_of(value, what, bool, "true or false")
    if form["type"] == "string":
        return text_of(str(value) if isinstance(value, Check) else value, what, TEXT_LENGTH)
    if form["items"]["type"] == "integer":
        return [whole(number, f"A value of {what}") for number in several(value, what, TEXT_LENGTH)]
    entries = several(value, what, TEXT_LENGTH)
    pairs = [(entry.get("value"), entry.get("label")) if isinstance(entry, Mapping) else entry for entry in entries]
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise wrong(value, what, "a list of pairs, each a value and its label")
    return [(whole(number, f"A value of {what}"), _label(label)) for number, label in pairs]


def _label(label: Any) -> str:
    if first_refused(text_of(label, "A label", LABEL_LENGTH)) is not None:
        raise wrong(label, "A label", "text that can be shown")
    return str(label)


def read_check(source: str | Mapping[str, Any], systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that a text says, or options: `{"system": "ten", "rule": "test", "options": {"modifier": 4}}`.

    `rule` may be left out, and `text` may replace all of them. Plain dice need no game's name. Raises what
    reading a check raises, NotationError for data that says none.

    >>> read_check({"system": "ten", "options": {"skew": 1}}).text
    'ten superior 1'
    >>> read_check("4d6kh3 + 2").text
    'dice 4d6kh3+2'
    """
    if isinstance(source, str):
        return parse(unquoted(source), systems)
    if not isinstance(source, Mapping):
        raise NotationError("notation/unexpected", "A check is a text, or an object with its system and options.")
    if "text" in source:
        return read_check(_name(source["text"]), systems)
    options = source.get("options") or {}
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise NotationError("notation/unexpected", "The options of a check are names with values.")
    rule = source.get("rule")
    return check(_name(source.get("system")), None if rule is None else _name(rule), systems, **options)


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError("notation/unexpected", "A check names its system, and its rule, as text.")
    return value
