"""Check texts: `SYSTEM [RULE] WORDS...`, read into checks. A check writes itself (`Check.text`)."""

from __future__ import annotations

from collections.abc import Mapping

from sixfold.bounds import TEXT_LENGTH
from sixfold.checks.check import Check, make
from sixfold.errors import NotationError
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.rule import Rule, System
from sixfold.rules.tokens import Cursor, Token, word_end
from sixfold.systems import SYSTEMS


def parse(text: str, systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that a text says.

    `text` is at most 2,000 characters; case does not matter. `systems` are the games to choose from.
    Raises NotationError (with column, what was expected and perhaps a guess) or BoundsError.

    >>> parse("ten +4 sup 1").text
    'ten +4 superior 1'
    """
    if len(text) > TEXT_LENGTH:
        raise NotationError(
            "notation/too-long",
            f"A check has at most {TEXT_LENGTH:,} characters; this one has {len(text):,}.",
        )
    if not text.strip():
        raise NotationError(
            "notation/empty",
            f"There is no check. One begins with its game: {', '.join(systems)}.",
            text,
            1,
            tuple(systems),
        )
    system, at = _system(text, systems)
    rule, at = _rule(text, at, system)
    if rule.phrase is not None:
        return make(rule, {rule.phrase.name: rule.phrase.read(text, at)}, text)
    cursor = Cursor(text, at)
    while cursor.peek().kind != "end":
        if not any(word.read(cursor) for word in rule.words):
            raise _unexpected(cursor.peek(), cursor, rule, system)
    return make(rule, cursor.values, text, cursor.places)


def _system(text: str, systems: Mapping[str, System]) -> tuple[System, int]:
    at, end = _word(text, 0)
    name = text[at:end].lower()
    if name in systems:
        return systems[name], end
    shown = text[at:].split(None, 1)[0][:30] if text[at:].strip() else text.strip()[:30]
    guess = nearest(name, tuple(systems)) if name else None
    if "dice" in systems and _like_dice(shown):
        guess = f"dice {shown}"
    raise NotationError(
        "notation/unexpected",
        f"“{shown}” is not a game. A check begins with its game: {', '.join(systems)}." + did_you_mean(guess),
        text,
        min(at, len(text) - 1) + 1,
        tuple(systems),
        guess,
    )


def _like_dice(word: str) -> bool:
    """Whether a word looks like plain dice: 3d6, d20."""
    count, d, sides = word.lower().partition("d")
    return bool(d) and (not count or count.isdecimal()) and sides[:1].isdecimal()


def _rule(text: str, at: int, system: System) -> tuple[Rule, int]:
    start, end = _word(text, at)
    name = text[start:end].lower()
    for rule in system.rules:
        if name == rule.name and text[end : end + 1] != "=":
            return rule._replace(default=rule is system.rules[0]), end
    return system.rules[0]._replace(default=True), at


def _word(text: str, at: int) -> tuple[int, int]:
    """Where the next word begins and ends."""
    while at < len(text) and (text[at].isspace() or text[at] == ","):
        at += 1
    return at, word_end(text, at)


def _unexpected(token: Token, cursor: Cursor, rule: Rule, system: System) -> NotationError:
    forms = tuple(form for word in rule.words for form in word.forms)
    others = tuple(other.name for other in system.rules if other.name != rule.name)
    spellings = tuple(s for word in rule.words for s in word.spellings)
    guess = None
    message = f"“{token.text[:40]}” does not fit here in {rule.system} {rule.name}."
    if token.kind in ("word", "setting"):
        # A rule's name is only a rule when it stands second; elsewhere that is the likeliest slip.
        names = others if cursor.at == 0 and rule.default else ()
        guess = nearest(token.text, spellings + names)
        if token.text.lower() in (*others, rule.name) and guess in (*others, rule.name, None):
            message += " A rule stands once, right after the game."
            guess = None
    elif token.kind == "label":
        message = "A label belongs to the modifier before it, as in +2 [Strength]."
    elif token.kind in ("number", "signed"):
        message = f"The number {token.text} says nothing here by itself in {rule.system} {rule.name}."
    expected = forms + (others if cursor.at == 0 and rule.default else ())
    return NotationError(
        "notation/unexpected",
        message + did_you_mean(guess),
        cursor.text,
        token.column,
        expected,
        guess,
    )
