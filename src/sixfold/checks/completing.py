"""Completion of a check that is being typed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from sixfold.checks.head import head_or_none, unsaid
from sixfold.checks.read_words import said_in
from sixfold.checks.tokens import STOPS
from sixfold.rules import Word
from sixfold.rules.rule import System
from sixfold.rules.words.pieces import DIGITS


class Fitting(NamedTuple):
    """A word that may come next, how it is written with what belongs to it, and what it means."""

    word: str
    form: str = ""
    help: str = ""


class Completed(TypedDict):
    """A word for the part of a text from `start` to `end` (in characters): how it is written with its number."""

    start: int
    end: int
    word: str
    form: str
    help: str


def fitting(before: str, systems: Mapping[str, System]) -> list[Fitting]:
    """The words that may come next after the beginning of a check; none where no more can be known.

    >>> from sixfold.systems import SYSTEMS
    >>> [each.word for each in fitting("hs 3 ranks 1 edge", SYSTEMS)]
    ['cuts', 'cut', 'basic', 'overcut=lowest', 'overcut=fumble']
    """
    opened = _opened(before)
    if opened and not _takes_checks(before[: opened - 1], systems):
        return []
    before = before[opened:]
    if not before.strip():
        games = [Fitting(system.name, system.name, system.title) for system in systems.values()]
        return [*games, *[Fitting(rule.name, rule.name, rule.title) for rule in unsaid(systems)]]
    head = head_or_none(before, systems)
    if head is None:
        return []
    rules = []
    if not head.named and not before[head.end :].strip():
        rules = [Fitting(rule.name, rule.name, rule.title) for rule in head.system.rules]
    present = said_in(before, head) if head.rule.phrase is None else set()
    return rules + [
        Fitting(spelling, _form(word, spelling), word.help)
        for word in head.rule.words
        if word.repeats or word.name not in present
        for spelling in word.spellings
    ]


def completions(text: str, cursor: int, systems: Mapping[str, System]) -> list[Completed]:
    """The words that the one at the cursor may become. `cursor` is an index from 0 to the length of the text.

    >>> from sixfold.systems import SYSTEMS
    >>> found = completions("ten +4 sup", 10, SYSTEMS)[0]
    >>> found["start"], found["end"], found["word"], found["form"]
    (7, 10, 'superior', 'superior N')
    >>> [each["word"] for each in completions("hs 3", 4, SYSTEMS)]
    ['3 ranks', '3 edges', '3d', '3 cuts']
    """
    cursor = min(cursor, len(text))
    start = end = cursor
    while start and not _parts(text[start - 1]):
        start -= 1
    while end < len(text) and not _parts(text[end]):
        end += 1
    before, typed = text[_opened(text[:start]) : start], text[start:cursor].lower()
    if text.rfind("[", 0, cursor) > text.rfind("]", 0, cursor):
        return []  # a label is in nobody's words
    if typed:
        fittings = [each for each in fitting(text[:start], systems) if each.word.startswith(typed)]
        fittings = without_short(fittings) + _numbered(before, typed, systems)
    else:
        fittings = [each for each in fitting(text[:start], systems) if each.word in each.form.split()]
    # Dice that could end here are not disturbed by what else may follow.
    ended = [
        _completed(cursor - there, cursor, each)
        for there, each in endings(text[:cursor], systems)
        if there or each.word[0] == "}"
    ]
    return ended or [_completed(start, end, each) for each in fittings if each.word.lower() != typed]


def _completed(start: int, end: int, each: Fitting) -> Completed:
    return Completed(start=start, end=end, word=each.word, form=each.form, help=each.help)


def endings(text: str, systems: Mapping[str, System]) -> list[tuple[int, Fitting]]:
    """Yield words that may follow dice at the end of a text: how much of each is there already, and all of it.

    >>> from sixfold.systems import SYSTEMS
    >>> [(there, each.word) for there, each in endings("{2d6, 1d8}k", SYSTEMS)]
    [(1, 'kh'), (1, 'kl')]
    """
    head_text = text[_opened(text) :]
    head = head_or_none(head_text, systems)
    if head is None or head.rule.phrase is None:
        return []
    return [(at, Fitting(ending, ending, help)) for at, ending, help in head.rule.phrase.ended(head_text, head.end)]


def _takes_checks(before: str, systems: Mapping[str, System]) -> bool:
    """Whether a check can be in parentheses behind this text."""
    head = head_or_none(before, systems)
    return head is None or any(word.kind == "check" for word in head.rule.words)


def _parts(character: str) -> bool:
    return character.isspace() or character in STOPS or character in "()"


def _opened(before: str) -> int:
    """The start of the innermost check that is open at the end of a text: after its parenthesis, or 0."""
    opened = [0]
    for at, character in enumerate(before):
        if character == "(":
            opened.append(at + 1)
        elif character == ")" and len(opened) > 1:
            opened.pop()
    return opened[-1]


def without_short(fittings: Sequence[Fitting]) -> list[Fitting]:
    """Words without those that begin another one with the same help: completion would stop there."""
    return [
        each
        for each in fittings
        if not each.help
        or not any(o.help == each.help and o.word != each.word and o.word.startswith(each.word) for o in fittings)
    ]


def _form(word: Word, spelling: str) -> str:
    """The form of a word with its number, in this spelling; only the usual spelling has one."""
    return next((form for form in word.forms if spelling in form.split()), "")


def _numbered(before: str, typed: str, systems: Mapping[str, System]) -> list[Fitting]:
    """The words that a number begins: `3D`, `3 ranks`."""
    digits = typed[: len(typed) - len(typed.lstrip(DIGITS))]
    head = head_or_none(before, systems) if digits else None
    if head is None:
        return []
    number = int(digits[:9])
    return [
        Fitting(word.spell(number), word.forms[0], word.help)
        for word in head.rule.words
        if word.open_form.startswith("?") and word.least is not None and word.most is not None
        if word.least <= number <= word.most and word.spell(number).lower().startswith(typed)
    ]
