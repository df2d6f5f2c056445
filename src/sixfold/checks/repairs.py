"""Small changes of a text that cannot be read, the likeliest first: what was said is kept, and only how is changed.

Each takes back a slip of the hand: a word twice, a stray sign, a bracket that is missing, a blank in the wrong place,
words or letters in another order, a digit like a letter, and a game that is left out.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final
from unicodedata import normalize

from sixfold.base.bounds import MENDED_SIGNS
from sixfold.base.wording import spelled
from sixfold.checks.head import head_or_none
from sixfold.checks.tokens import ROLLS
from sixfold.rules import Amount
from sixfold.rules.rule import System
from sixfold.rules.words.word import LIKELY
from sixfold.systems import plain

Change = Callable[[str, int, Mapping[str, System]], Iterator[str]]
"""Yields a text with one change, near an index where the change has a place."""

NEAR: Final = 2
"""Words on each side of an error in which its slip may be: an error is noticed behind it, or at the word before."""

SPELLED: Final = 20
"""The greatest number that is looked for in words inside of another word, such as `threeD`."""

DIGITS_FOR_LETTERS: Final = str.maketrans("lIoOS", "11005")
LETTERS_FOR_DIGITS: Final = str.maketrans("105", "los")

BRACKETS: Final = str.maketrans("【】〔〕➕➖", "[][]+-")

MEANING: Final = "+-\u2212=<>≤≥!"
"""Signs without which a check is another one."""

CLOSING: Final = {"(": ")", "[": "]"}


def repair(
    text: str, at: int, systems: Mapping[str, System], reads: Callable[[str], bool], surely: bool = False
) -> str | None:
    """Return the text with the likeliest change after which it can be read (`reads`); None if there is none.

    `surely`: with a change that is likelier than any guess at a word, instead of the others.

    >>> from sixfold.systems import SYSTEMS
    >>> from sixfold.checks.check import parsed
    >>> from sixfold.errors import TextError
    >>> def reads(text):
    ...     try:
    ...         return bool(parsed(text, SYSTEMS))
    ...     except TextError:
    ...         return False
    >>> for slip, at in (("4d hs", 3), ("dice (2d6+3", 11), ("wild ND", 5), ("skew 3 ranks 1 cut", 7)):
    ...     print(repair(slip, at, SYSTEMS, reads))
    hs 4d
    dice (2d6+3)
    wild 3D
    hs 3 ranks 1 cut
    """
    changes = SURE if surely else CHANGES
    changed = dict.fromkeys(each for change in changes for each in change(text, at, systems))
    return next((each.strip() for each in islice(changed, MENDED_SIGNS // max(1, len(text))) if reads(each)), None)


def of_one_game(text: str, systems: Mapping[str, System], reads: Callable[[str], bool]) -> str | None:
    """Return a text that names no game as a check of the only one that can read it; None if there are more, or none."""
    found = (_of_game(text, system, reads) for system in systems.values())
    games = [each for each in found if each is not None] if head_or_none(text, systems) is None else []
    return games[0] if len(games) == 1 else None


def _of_game(text: str, system: System, reads: Callable[[str], bool]) -> str | None:
    """The text as a check of a game that it does not name."""
    heads = (system.name, *(f"{system.name} {rule.name}" for rule in system.rules))
    return next((whole for head in heads if reads(whole := f"{head} {text.strip()}")), None)


def _near(text: str, at: int) -> Iterator[tuple[list[str], str, list[str]]]:
    """The words near an index, the nearest first, each between those before and those behind it."""
    words = text.split()
    place = len(text[: at + 1].split()) - 1
    for near in sorted(range(max(0, place - NEAR), min(len(words), place + NEAR + 1)), key=lambda n: abs(n - place)):
        yield words[:near], words[near], words[near + 1 :]


def _narrow(text: str, _: int, __: Mapping[str, System]) -> Iterator[str]:
    """The signs of other keyboards are those of checks."""
    if not text.isascii():
        yield normalize("NFKC", text).translate(BRACKETS)


def _once(text: str, at: int, systems: Mapping[str, System]) -> Iterator[str]:
    """A word that is there twice is said once: but two equal dice of plain dice are two."""
    head = head_or_none(text, systems)
    if head is not None and head.system.name == plain.NAME:
        return
    for before, word, behind in _near(text, at):
        if before and word.lower() == before[-1].lower():
            yield " ".join((*before, *behind))


def _alike(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """A digit that looks like a letter is one, and the other way round."""
    for before, word, behind in _near(text, at):
        for meant in (word.translate(DIGITS_FOR_LETTERS), word.translate(LETTERS_FOR_DIGITS)):
            if meant != word:
                yield " ".join((*before, meant, *behind))


def _spelled(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """A number in words is one in digits."""
    for before, word, behind in _near(text, at):
        for number in range(SPELLED, -1, -1):
            if spelled(number) in word.lower():
                yield " ".join((*before, word.lower().replace(spelled(number), str(number)), *behind))


def _placeholder(text: str, _: int, systems: Mapping[str, System]) -> Iterator[str]:
    """An N, as in “vs N”, is a number: that of the rule's example."""
    head = head_or_none(text, systems)
    example = head.rule.example if head is not None else ""

    def number(match: re.Match[str]) -> str:
        before, behind = match[1], match[2]
        shown = re.search(rf"{re.escape(before)}(\d+){re.escape(behind)}\b", example, re.IGNORECASE)
        return f"{before}{shown[1] if shown else LIKELY}{behind}"

    yield re.sub(r"((?:\b\w+ |[+-])?)\bN(d?\b|\b)", number, text, flags=re.IGNORECASE)


def _brackets(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """A bracket that is missing comes: as far from its other half as the text can be read, numbers outside labels."""
    for opening, closing in CLOSING.items():
        if text.count(opening) > text.count(closing):
            start = at if text[at : at + 1] == opening else text.rindex(opening)
            ends = [match.end() for match in re.finditer(r"\w+", text) if match.end() > start]
            for end in sorted(ends, key=lambda end: (opening == "[" and _has_digit(text[start:end]), -end)):
                yield text[:end] + closing + text[end:]
        elif text.count(closing) > text.count(opening):
            end = at if text[at : at + 1] == closing else text.rindex(closing)
            starts = [match.start() for match in re.finditer(r"\w+", text) if match.start() < end]
            for start in sorted(starts, key=lambda start: (opening == "[" and _has_digit(text[start:end]), start)):
                yield text[:start] + opening + text[start:]


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _twice(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """A letter that is there twice is typed once."""
    for before, word, behind in _near(text, at):
        for place in range(1, len(word)):
            if word[place] == word[place - 1] and not word[place].isdecimal():
                yield " ".join((*before, word[:place] + word[place + 1 :], *behind))


def _letters(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """Two letters of a word change places."""
    for before, word, behind in _near(text, at):
        for place in range(len(word) - 1):
            turned = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
            if word[place] != word[place + 1] and word[place : place + 2].isalpha():
                yield " ".join((*before, turned, *behind))


def _signs(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """A sign that says nothing goes."""
    start = max(0, at - 1)
    for place, sign in enumerate(text[start : _word_end(text, at)], start):
        if not (sign.isalnum() or sign.isspace() or sign in MEANING) and sign.isprintable():
            yield text[:place] + text[place + 1 :]
            yield text[:place] + " " + text[place + 1 :]


def _word_end(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].partition(" ")[2])


def _blanks(text: str, at: int, _: Mapping[str, System]) -> Iterator[str]:
    """A blank too many goes, one that is missing comes, and one in the wrong place moves."""
    for before, word, behind in _near(text, at):
        if before:
            *rest, last = before
            for moved in (last + word, f"{last}{word[0]} {word[1:]}", f"{last[:-1]} {last[-1]}{word}"):
                if not (last[-1].isdigit() and word[0].isdigit()):
                    yield " ".join((*rest, moved, *behind))
        yield from (" ".join((*before, word[:cut], word[cut:], *behind)) for cut in range(1, len(word)))


def _order(text: str, _: int, systems: Mapping[str, System]) -> Iterator[str]:
    """The game goes to the front and its rule behind it, or two words change places."""
    words = text.split()
    names = [place for place, word in enumerate(words) if word.lower() in systems]
    if len(names) == 1 and (names != [1] or words[0].lower() not in ROLLS):
        words.insert(0, words.pop(names[0]))
        yield " ".join(words)
        rules = {rule.name for rule in systems[words[0].lower()].rules}
        for place in [place for place, word in enumerate(words) if word.lower() in rules]:
            yield " ".join((words[0], words[place], *words[1:place], *words[place + 1 :]))
    for place in range(1, len(words) - 1):
        first, second = words[place : place + 2]
        if any(map(str.isalnum, first)) and any(map(str.isalnum, second)):
            yield " ".join((*words[:place], second, first, *words[place + 2 :]))


def _left_out(text: str, at: int, systems: Mapping[str, System]) -> Iterator[str]:
    """A number without a word has the one that is left out: what the rule needs first, then what it compares with."""
    head = head_or_none(text, systems)
    if head is None:
        return
    needs = (*head.rule.needs, *head.rule.needs_one)
    words = [word for word in head.rule.words if isinstance(word, Amount)]
    for before, number, behind in _near(text, at):
        for word in sorted(words, key=lambda word: (word.name not in needs, not word.compares)):
            if number.isdecimal() and (word.least or 0) <= int(number[:9]) <= (word.most or 0):
                yield " ".join((*before, word.spell(int(number[:9])), *behind))


def _another_game(text: str, at: int, systems: Mapping[str, System]) -> Iterator[str]:
    """The game is another one: one that has the word that its own has not."""
    head = head_or_none(text, systems)
    if head is None or not head.end:
        return
    said = text[at : _word_end(text, at)].strip().partition("=")[0].lower()
    for system in systems.values():
        for rule in system.rules:
            named = "" if rule == system.rules[0] else f" {rule.name}"
            if said == rule.name or any(said in (*word.spellings, word.name) for word in rule.words):
                yield f"{system.name}{text[head.end :]}"
                yield f"{system.name}{named}{text[head.end :]}"


SURE: Final[tuple[Change, ...]] = (_narrow, _once)
CHANGES: Final[tuple[Change, ...]] = (
    *(_alike, _spelled, _placeholder, _brackets, _blanks, _order, _twice, _letters, _signs, _left_out, _another_game),
)
