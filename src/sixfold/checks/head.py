"""The head of a check: the game and the rule that it names, and plain dice, which need no game."""

from collections.abc import Mapping
from typing import NamedTuple

from sixfold.base.arguments import mapping, one_of
from sixfold.base.arguments import text as text_of
from sixfold.base.printable import shown
from sixfold.base.wording import did_you_mean, nearest, spelled
from sixfold.checks.tokens import STOPS, word_end
from sixfold.errors import NotationError
from sixfold.rules.rule import Rule, System, letters_of
from sixfold.systems import plain


class Head(NamedTuple):
    """The game and the rule that a text begins with, whether it names the rule, and where it goes on."""

    system: System
    rule: Rule
    named: bool
    end: int


def read_head(text: str, systems: Mapping[str, System]) -> Head:
    """Parse the head of a text and ignore the rest; raises NotationError if it names no game."""
    if not text.strip():
        names = _names(systems)
        raise NotationError(
            "notation/empty",
            f"There is no check here. A check begins with its game: {', '.join(names)}.",
            text,
            1,
            names,
        )
    start, end = _word(text, 0)
    name = text[start:end].lower()
    if name not in mapping(systems, "The games"):
        if plain.NAME in systems and plain.is_plain(text):
            return Head(systems[plain.NAME], systems[plain.NAME].rules[0], True, 0)
        for short in unsaid(systems):
            if short.name == name:
                return Head(systems[short.system], short, True, end)
    system = find_system(text[start:end], systems, text, start)
    start, after = _word(text, end)
    rule = _rule(system, text[start:after])
    if rule is None or text[after : after + 1] == "=":
        return Head(system, system.rules[0], False, end)
    return Head(system, rule, True, after)


def head_or_none(text: str, systems: Mapping[str, System]) -> Head | None:
    """Parse the head of a text and ignore the rest; None if it names no game."""
    try:
        return read_head(text, systems)
    except NotationError:
        return None


def with_words(text: str, words: str, systems: Mapping[str, System]) -> str:
    """The text with more words right behind its head, where a modifier cannot be taken for one of damage.

    >>> from sixfold.systems import SYSTEMS
    >>> with_words("ten attack damage 2d6", "+1", SYSTEMS)
    'ten attack +1 damage 2d6'
    """
    end = read_head(text, systems).end
    return " ".join(filter(None, (text[:end].strip(), words, text[end:].strip())))


def find_system(name: str, systems: Mapping[str, System], text: str = "", at: int = 0) -> System:
    """A game by name; raises NotationError that names the others, at its index in a text if it has one."""
    system = mapping(systems, "The games").get(text_of(name, "A game's name").lower())
    if system is not None:
        return one_of(system, f"The game “{shown(name)}”", System, "a System")
    names = _names(systems)
    text = text or name
    word = text[at:].split(None, 1)[0][:30] if text[at:].strip() else text.strip()[:30]
    rest = text[at:].partition(" ")[2].strip()
    guess = rest if rest[slice(*_word(rest, 0))].lower() in systems else _guess(word, systems)
    if plain.NAME in names and plain.is_plain(word):
        guess = f"{plain.NAME} {word}"
    elif word.isdecimal() and len(word) < 3:
        guess = next((name for name in names if name == spelled(int(word))), None)
    raise NotationError(
        "notation/unexpected",
        f"“{word}” is not a game. A check begins with its game: {', '.join(names)}.{did_you_mean(guess)}",
        text,
        min(at, max(0, len(text) - 1)) + 1,
        names,
        guess,
    )


def _guess(typed: str, systems: Mapping[str, System]) -> str | None:
    """The game that was probably meant: by the letters of its name, by a rule of it, or by what it looks like."""
    names = _names(systems)
    letters = letters_of(typed)
    if letters in names:
        return letters
    games = [systems[name] for name in names if isinstance(systems[name], System)]
    for game in games:
        if any(typed.lower() in word.spellings for word in game.rules[0].words):
            return f"{game.name} {typed}"
    ruled = [game for game in games if _rule(game, typed) is not None]
    if len(ruled) == 1:
        return ruled[0].name if _rule(ruled[0], typed) == ruled[0].rules[0] else f"{ruled[0].name} {typed.lower()}"
    return nearest(typed, (*names, *[rule.name for rule in unsaid(systems)])) if typed else None


def find_rule(system: str, rule: str | None, systems: Mapping[str, System]) -> Rule:
    """A rule by its game's name and its own, or the game's default; raises NotationError that names the others."""
    game = find_system(system, systems)
    if rule is None:
        return game.rules[0]
    named = _rule(game, text_of(rule, "A rule's name"))
    if named is None:
        names = tuple(candidate.name for candidate in game.rules)
        guess = nearest(rule, names)
        raise NotationError(
            "notation/unexpected",
            f"{game.name} has no rule “{rule[:40]}”; it has {', '.join(names)}.{did_you_mean(guess)}",
            expected=names,
            guess=guess,
        )
    return named


def _rule(system: System, name: str) -> Rule | None:
    return next((rule for rule in system.rules if rule.name == name.lower()), None)


def unsaid(systems: Mapping[str, System]) -> list[Rule]:
    """The rules with which a check may begin, instead of with their game."""
    games = [system for system in systems.values() if isinstance(system, System) and system.unsaid]
    return [rule for system in games for rule in system.rules if rule.name not in systems]


def _names(systems: Mapping[str, System]) -> tuple[str, ...]:
    return tuple(name for name in mapping(systems, "The games") if isinstance(name, str))


def _word(text: str, at: int) -> tuple[int, int]:
    """The beginning and the end of the next word."""
    while at < len(text) and (text[at].isspace() or text[at] in STOPS):
        at += 1
    return at, word_end(text, at)


# -- checks as people type them ----------------------------------------------------------------------------------

_QUOTES = "\"'“”„‘’‚«»`´"
"""Quotes of printed pages, which shells do not know, and of shells, which other shells do not know."""


def begins_check(word: str, systems: Mapping[str, System]) -> bool:
    """Whether a check begins with this word, or is all of it.

    >>> from sixfold.systems import SYSTEMS
    >>> [begins_check(word, SYSTEMS) for word in ("ten", "TEN+4", "3d6", "odds")]
    [True, True, True, False]
    """
    first = _first(word)
    name = first[: word_end(first, 0)].lower()
    return name in systems or plain.begins_plain(first) or any(rule.name == name for rule in unsaid(systems))


def unquoted(text: str) -> str:
    """The text with blanks in place of the quotes around it.

    >>> unquoted("“ten +4”")
    ' ten +4 '
    """
    bare = text.strip()
    inner = bare.strip(_QUOTES + " ")
    if not inner or bare[0] not in _QUOTES or bare[-1] not in _QUOTES:
        return text
    return inner.rjust(text.index(inner) + len(inner)).ljust(len(text))


def _first(text: str) -> str:
    words = text.replace(",", " ").strip(_QUOTES + " ").split(None, 1)
    return words[0] if words else ""
