"""Plain dice as people type them: a check of the game `dice` whose name is left out."""

from typing import Final

NAME: Final = "dice"
"""The game of plain dice."""

_LETTERS = frozenset("dDwW")
"""The letters between a number of dice and their sides: in German it is a w."""


def is_plain(text: str) -> bool:
    """Whether a text is plain dice, by its first word and by the dice in it.

    >>> is_plain("4d6kh3 +2"), is_plain("3 ranks"), is_plain("world 3")
    (True, False, False)
    """
    return begins_plain(text) and has_dice(text)


def begins_plain(text: str) -> bool:
    """Whether plain dice begin a text, or a number that may belong to them.

    Looked at by hand: to compile a pattern costs more than to read a check.

    >>> [begins_plain(text) for text in ("-d6", "?d6", "3 ranks", "+4", "dice 4d6", "word", "unfold")]
    [True, True, True, False, False, False, False]
    """
    first = text.split(None, 1)[0] if text.strip() else ""
    if first[:1] in tuple("0123456789({"):
        return True
    word = first.lstrip("+-\u2212")
    sides = word[:1] in tuple(_LETTERS) and word[1:2] in ("", *"0123456789%?fF+-(")
    return has_dice(first) and (word[:1] in tuple("0123456789(?") or sides)


def has_dice(text: str) -> bool:
    """Whether there are dice in a text: a d behind a number, or before its sides.

    >>> has_dice("2 + d6"), has_dice("4dX"), has_dice("10 +4")
    (True, True, False)
    """
    return any(
        d in _LETTERS and (before.isdigit() or after in "0123456789%?fF+- ")
        for before, d, after in zip(f" {text}", text, f"{text[1:]} ", strict=False)
    )
