"""Words of a check that change none of its odds: they are said where a check is explained.

A modifier of a check inside another one that changes none is said beside the odds, too.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sixfold.base.bounds import IDLE_WORK, TOLERANCE
from sixfold.checks.check import make
from sixfold.errors import SixfoldError
from sixfold.rules.check import Check
from sixfold.solving.odds import solve_check


class Shorter(NamedTuple):
    """A check without one of its words, and the word with the check in which it stands."""

    check: Check
    word: str
    inside: Check


def idle_words(check: Check) -> list[str]:
    """Return a sentence for each word without which the odds of a check are the same.

    Words are left out one at a time. Where the odds take much work, nothing is said.

    >>> from sixfold import parse
    >>> idle_words(parse("opposed (odgs vs 3 +20) (odgs vs 3)"))
    ['“+20” in “odgs vs 3 +20” changes none of the odds.']
    >>> idle_words(parse("ten +4 chaos=kept")), idle_words(parse("ten superior 1 chaos=kept"))
    (['“chaos=kept” changes none of the odds.'], [])
    """
    return _idle(check, list(_shorter(check)))


def idle_modifiers(check: Check) -> list[str]:
    """Return such a sentence for each modifier of a check inside this one.

    >>> from sixfold import parse
    >>> idle_modifiers(parse("opposed (odgs vs 3 +20) (odgs vs 3)"))
    ['“+20” in “odgs vs 3 +20” changes none of the odds.']
    >>> idle_modifiers(parse("ten +4 chaos=kept"))
    []
    """
    return _idle(check, [less for less in _shorter(check) if less.inside != check and less.word[:1] in "+-−"])


def _idle(check: Check, shorter: list[Shorter]) -> list[str]:
    odds = _odds(check) if shorter else None
    if odds is None:
        return []
    found = []
    for less, word, inside in shorter:
        other = _odds(less)
        if other == odds:
            found.append(f"“{word}”{f' in “{inside}”' if inside != check else ''} changes none of the odds.")
    return found


def _odds(check: Check) -> list[Any] | None:
    """The chance of every outcome of a check, if they take little work."""
    try:
        data = solve_check(check, TOLERANCE, IDLE_WORK).to_json()
        return [data.get(part) for part in ("outcomes", "partial", "unresolved")]
    except SixfoldError:
        return None


def _shorter(check: Check) -> Iterator[Shorter]:
    """The check without each word that can be left out, of its own or of a check inside it."""
    words = {word.name: word for word in check.rule.words}
    said = {name: value for name, value in check.settings if value != words[name].default}
    for name, value in said.items():
        word = words[name]
        if isinstance(value, Check):
            for less, text, inside in _shorter(value):
                yield from _made(check, {**said, name: less}, text, inside)
        elif name not in check.rule.needs and word.argument(value) != word.argument(word.default):
            yield from _made(check, {other: said[other] for other in said if other != name}, word.write(value), check)


def _made(check: Check, values: dict[str, object], word: str, inside: Check) -> Iterator[Shorter]:
    try:
        yield Shorter(make(check.rule, values), word, inside)
    except SixfoldError:
        return
