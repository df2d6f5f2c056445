"""Words of a check that change none of its odds: they are said where a check is explained.

A modifier of a check inside another one that changes none is said beside the odds, too.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sixfold.base.bounds import IDLE_WORK, TOLERANCE
from sixfold.checks.check import make
from sixfold.errors import SixfoldError
from sixfold.rules.check import Check
from sixfold.solving.odds import ASKED_WORK, OUTCOME_WORK, Odds, solve_check


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


def idle_modifiers(odds: Odds) -> list[str]:
    """Return such a sentence for each modifier of a check inside the one with these odds.

    >>> from sixfold import odds
    >>> idle_modifiers(odds("opposed (odgs vs 3 +20) (odgs vs 3)"))
    ['“+20” in “odgs vs 3 +20” changes none of the odds.']
    >>> idle_modifiers(odds("ten +4 chaos=kept"))
    []
    """
    check = odds.check
    shorter = [less for less in _shorter(check) if less.inside != check and less.word[:1] in "+-−"]
    # Those of best play, and those that leave something out, may be other odds than shorter checks are solved for.
    return _idle(check, shorter, odds if type(odds) is Odds and not odds.unresolved else None)


def _idle(check: Check, shorter: list[Shorter], odds: Odds | None = None) -> list[str]:
    left = IDLE_WORK

    def solved(check: Check) -> Odds | None:
        """The odds of a check, if what is left of the work is enough."""
        nonlocal left
        try:
            odds = solve_check(check, TOLERANCE, max(left, 1))
        except SixfoldError:
            return None
        left -= ASKED_WORK + odds.solution.work + OUTCOME_WORK * len(odds)
        return odds

    if odds is None and shorter:
        odds = solved(check)
    if odds is None:
        return []
    return [
        f"“{word}”{f' in “{inside}”' if inside != check else ''} changes none of the odds."
        for less, word, inside in shorter
        if (odds_without := solved(less)) is not None and odds_without.alike(odds)
    ]


def _shorter(check: Check) -> Iterator[Shorter]:
    """The check without each word that can be left out, of its own or of a check inside it."""
    words = {word.name: word for word in check.rule.words}
    settings = {name: value for name, value in check.settings if value != words[name].default}
    for name, value in settings.items():
        word = words[name]
        if isinstance(value, Check):
            for less, text, inside in _shorter(value):
                yield from _made(check, {**settings, name: less}, text, inside)
        elif name not in check.rule.needs and word.argument(value) != word.argument(word.default):
            yield from _made(
                check, {other: settings[other] for other in settings if other != name}, word.write(value), check
            )


def _made(check: Check, values: dict[str, object], word: str, inside: Check) -> Iterator[Shorter]:
    try:
        yield Shorter(make(check.rule, values), word, inside)
    except SixfoldError:
        return
