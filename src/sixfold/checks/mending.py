"""A text with a slip in it, as it was probably meant: what is guessed is offered only if it can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from sixfold.bounds import MENDED_LENGTH
from sixfold.checks.head import Head, as_check, begins_check, read_head, rolls_dice
from sixfold.checks.reading import JOINING
from sixfold.checks.slips import SlipError
from sixfold.errors import NotationError, TextError
from sixfold.rules.message import did_you_mean
from sixfold.rules.rule import System
from sixfold.rules.words.pieces import COMPARED, DICE, SIGNS

Read = Callable[[str, Mapping[str, System]], object]
"""Reads a check; raises a TextError for what it cannot read."""

MOST_SLIPS = 2
"""Slips of one text that are guessed at."""

WORDS = 8
"""Words behind a slip that may belong to it: those of a label without its brackets."""


def mended(error: TextError, systems: Mapping[str, System], read: Read) -> str | None:
    """The text of an error with its guess where the slip was; None where the guess does not help.

    What else is wrong with it stays. Nothing that was said is lost but what the guess says itself.

    >>> from sixfold import SYSTEMS, parse
    >>> for slip in ("ten superiour 1 +4", "wild 3 W vs 15", "ten +2 Heavy Lifting", "ten damage 2d6", "3d6+2"):
    ...     try:
    ...         parse(slip)
    ...     except TextError as error:
    ...         print(mended(error, SYSTEMS, parse))
    ten superior 1 +4
    wild 3D vs 15
    ten +2 [Heavy Lifting]
    ten attack damage 2d6
    dice 3d6+2
    """
    found = _mended(error, systems, read)
    return None if found is None else found[0]


def _mended(error: TextError, systems: Mapping[str, System], read: Read) -> tuple[str, TextError | None] | None:
    """The text with the guess in it, and what else is wrong with it."""
    if error.guess is None or error.column is None:
        return None
    first = None
    for tried, end in _ways(error.text, error.column - 1, error.guess, systems):
        wrong = _wrong(tried, systems, read)
        if wrong is None:
            return tried, None
        column = len(tried) + 1 if wrong.code == "notation/missing" else wrong.column or 0
        if first is None and column > end:
            first = tried, wrong
    return first


def _ways(text: str, at: int, guess: str, systems: Mapping[str, System]) -> Iterator[tuple[str, int]]:
    """Texts with the guess in them, the likeliest first, and where the guess ends."""
    whole = begins_check(guess, systems) and guess[:1].isalpha()
    if whole and guess.rsplit(maxsplit=1)[-1] == text.rsplit(maxsplit=1)[-1]:
        yield guess, len(guess)
    if whole and text.count("(", 0, at) == text.count(")", 0, at):
        with suppress(NotationError):  # the slip may be the game itself: then its rest is below
            yield guess + text[read_head(text, systems).end :], len(guess)
    before = text[:at].rstrip()
    previous = before.rpartition(" ")[2]
    starts = [at]
    if previous and (guess.lower().startswith(previous.lower()) or {previous, guess[0]} <= set(SIGNS)):
        starts.insert(0, len(before) - len(previous))
    said = [*guess.lower().replace("[", " ").replace("]", " ").replace("+", " ").split(), *DICE, "luck"]
    ends = [_end(text, _end(text, at)) if text[at : at + 2].strip() in COMPARED else _end(text, at)]
    while len(ends) < WORDS and text[ends[-1] : _end(text, ends[-1])].strip().lower().lstrip("+") in said:
        ends.append(_end(text, ends[-1]))
    for start in starts:
        for end in reversed(ends):
            yield text[:start] + guess + text[end:], start + len(guess)
    if whole:
        yield guess, len(guess)


def _end(text: str, at: int) -> int:
    """The end of the word that begins at an index, or after the blanks there."""
    while at < len(text) and text[at].isspace():
        at += 1
    if text[at : at + 1] == "(":
        return text.find(")", at) + 1 or len(text)
    while at < len(text) and not text[at].isspace() and text[at] != ")" and text[at : at + 2] != ", ":
        at += 1
    return at


def _wrong(text: str, systems: Mapping[str, System], read: Read) -> TextError | None:
    """The error of a text, if there is one."""
    try:
        read(as_check(text), systems)
    except TextError as error:
        return error
    return None


def ask_about(error: TextError, systems: Mapping[str, System], read: Read, slips: int = MOST_SLIPS) -> None:
    """Have an error ask about the likeliest guess with which its text can be read, and about none if there is none.

    It asks about none either where the text is so long that to try guesses is much work.
    """
    offered = did_you_mean(error.guess)
    sentence = error.message.removesuffix(offered)
    guesses = error.guesses if isinstance(error, SlipError) else (error.guess,) if error.guess else ()
    inside: tuple[str, ...] = ()
    if len(error.text) > MENDED_LENGTH:
        guesses = ()
    else:
        with suppress(NotationError):
            inside = tuple(_in_parentheses(error.text, read_head(error.text, systems), systems, read))
    for guess in (*inside, *guesses):
        error.guess = guess
        if _helps(error, systems, read, slips):
            sentence = "Put each check inside in parentheses." if guess in inside else sentence
            break
    else:
        error.guess = None
    error.message = sentence + did_you_mean(error.guess)
    error.args = (error.message,)


def _helps(error: TextError, systems: Mapping[str, System], read: Read, slips: int) -> bool:
    """Whether the text can be read with the guess, or with a guess for what else is wrong, or lacks only something."""
    found = _mended(error, systems, read)
    if found is None or found[1] is None:
        return found is not None
    if found[1].code == "notation/missing":
        return True
    if slips > 1:
        ask_about(found[1], systems, read, slips - 1)
    return slips > 1 and found[1].guess is not None


def _in_parentheses(text: str, head: Head, systems: Mapping[str, System], read: Read) -> Iterator[str]:
    """The text with parentheses around the checks inside it, for a rule that takes some."""
    if not any(word.in_turn for word in head.rule.words) or "(" in text:
        return
    words = text[head.end :].replace(",", " ").split()
    starts = [at for at, word in enumerate(words) if begins_check(word, systems) and word.isalpha()]
    starts = starts or [at for at, word in enumerate(words) if rolls_dice(word)]
    if not starts:
        return
    found = [text[: head.end].strip(), *words[: starts[0]]]
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        part = words[start:end]
        while end < len(words) and part[-1].lower() in (*JOINING, "and"):
            part.pop()
        many = next((n for n in range(len(part), 0, -1) if _wrong(" ".join(part[:n]), systems, read) is None), None)
        if many is None:
            return
        found += [f"({' '.join(part[:many])})", *part[many:]]
    yield " ".join(found)
