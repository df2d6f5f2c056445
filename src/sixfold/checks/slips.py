"""What is wrong with a piece that nothing reads, and what was probably meant."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sixfold.checks.head import Head
from sixfold.errors import NotationError
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.words.pieces import Piece
from sixfold.rules.words.word import Word

DICE = ("d", "w", "dice", "die", "d6", "w6")
"""What stands apart from its number, or is the German for it, where dice are meant."""


class Slip(NamedTuple):
    """A sentence about a piece, and what to say instead."""

    sentence: str
    guess: str | None = None


def unexpected(pieces: Sequence[Piece], at: int, said: Collection[str], head: Head) -> NotationError:
    """The error for the first piece that nothing reads. `said` are the options that are said before it."""
    piece, rule = pieces[at], head.rule
    open_words = [word for word in rule.words if word.repeats or word.name not in said]
    for word in rule.words:
        starts = any(pattern[0].kind == "word" and pattern[0].takes(piece) for pattern in word.patterns)
        problem = word.unfinished(pieces[at + 1]) if starts else None
        if problem is not None:
            return problem
    slip = _slip(pieces, at, open_words, head)
    others = () if at or head.named else tuple(other.name for other in head.system.rules if other.name != rule.name)
    expected = (*(form for word in open_words for form in word.forms), *others)
    message = slip.sentence + did_you_mean(slip.guess)
    return NotationError("notation/unexpected", message, piece.within, piece.column, expected, slip.guess)


def _slip(pieces: Sequence[Piece], at: int, open_words: Sequence[Word], head: Head) -> Slip:
    piece, rule = pieces[at], head.rule
    beside = pieces[at + 1].said if piece.kind == "number" else piece.said
    for hint in rule.hints:
        if beside in hint.words or piece.kind in hint.words:
            return Slip(hint.sentence, hint.instead or None)
    if piece.kind == "label":
        return Slip("A label belongs to the modifier before it, as in +2 [Strength].")
    if piece.kind == "check":
        return Slip(f"{rule.system} {rule.name} takes no check in parentheses here.")
    dice = _dice_apart(pieces, at, rule.words)
    if dice is not None:
        return dice
    if piece.kind in ("number", "signed"):
        return Slip(
            f"The number {piece.text} needs a word beside it in {rule.system} {rule.name}.",
            _with_a_word(piece, open_words, rule.needs),
        )
    if piece.kind == "code":
        said = f"{piece.said}6" if piece.said.endswith("d") else piece.said
        return Slip(
            f"{rule.system} {rule.name} rolls its own dice; roll other dice in a check of their own.", f"dice {said}"
        )
    return _word_slip(pieces, at, head)


def _word_slip(pieces: Sequence[Piece], at: int, head: Head) -> Slip:
    piece, rule = pieces[at], head.rule
    others = tuple(other.name for other in head.system.rules if other.name != rule.name)
    # A rule's name is only a rule when it stands second; elsewhere that is the likeliest slip.
    names = () if at or head.named else others
    sentence = f"“{piece.text[:40]}” does not fit here in {rule.system} {rule.name}."
    guess = nearest(piece.text, (*(s for word in rule.words for s in word.spellings), *names))
    if piece.said in (*others, rule.name) and guess in (*others, rule.name, None):
        return Slip(f"{sentence} Name the rule once, right after the game.")
    for word in rule.words:
        if word.house_rules and piece.said == word.name:
            return Slip(f"The house rule “{word.name}” needs a choice after it.", word.house_rules[0])
    elsewhere = None if guess is not None and guess == piece.said else _rule_with(piece.said, head)
    if elsewhere is not None:
        return Slip(f"“{piece.text}” belongs to {elsewhere}, not to {rule.system} {rule.name}.", elsewhere)
    before = pieces[at - 1] if at else None
    named = guess is None or (piece.text[0].isupper() and guess[0] != piece.said[0])
    if named and before is not None and before.kind == "signed":
        label = _label(pieces, at)
        return Slip("Put a label in square brackets after its modifier.", f"{before.text} [{label}]")
    return Slip(sentence, guess)


def _rule_with(said: str, head: Head) -> str | None:
    """Another rule of the game that has a word spelled so, by its full name."""
    for rule in head.system.rules:
        if rule != head.rule and any(said in word.spellings for word in rule.words):
            return f"{rule.system} {rule.name}"
    return None


def _label(pieces: Sequence[Piece], at: int) -> str:
    """The words from a place on, as the label that they were meant to be."""
    end = at
    while pieces[end].kind == "word":
        end += 1
    last = pieces[end - 1]
    return " ".join(pieces[at].within[pieces[at].column - 1 : last.column - 1 + len(last.text)].split())


def _dice_apart(pieces: Sequence[Piece], at: int, words: Sequence[Word]) -> Slip | None:
    """`4 d`, `3W` and `2w6`: dice whose number stands apart, or that are written in German."""
    number = at if pieces[at].kind == "number" else at - 1
    if number < 0 or pieces[number].kind != "number" or pieces[number + 1].said not in DICE:
        return None
    for word in words:
        if word.kind == "die code":
            return Slip("Dice are written as one word, with a d.", word.spell(pieces[number].value))
    return None


def _with_a_word(piece: Piece, words: Sequence[Word], needs: Collection[str]) -> str | None:
    """What a bare number was probably meant for: what is needed, then dice, then a modifier."""
    order = {"die code": 1, "modifier": 2}
    fitting = [
        word
        for word in words
        if word.low is not None and word.high is not None and word.low <= piece.value <= word.high
        if word.name in needs or word.kind in order
    ]
    fitting.sort(key=lambda word: 0 if word.name in needs else order[word.kind])
    if not fitting:
        return None
    return fitting[0].spell(fitting[0].setting(piece.value))
