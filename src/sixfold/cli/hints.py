"""What else an error may come of: a shell that took a part of the check for its own, or words in another order."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from sixfold.cli.commands import find
from sixfold.errors import SixfoldError

_DICE = re.compile(r"\d*d\d+", re.IGNORECASE)


def what_helps(error: SixfoldError) -> str:
    """A sentence more on an error, where the word at its place tells what happened."""
    if error.column is None:
        return ""
    start = error.text.rfind(" ", 0, error.column) + 1
    word = error.text[start:].partition(" ")[0]
    if not word:
        return ""
    if find(word) is not None:
        return f"The command comes first, as in: sixfold {word.lower()} ten"
    if os.path.lexists(word):
        return (
            f"“{word}” is the name of a file here: a shell replaces *, ? and [...] with such names. "
            "Put the whole check in single quotes."
        )
    return ""


def where_it_went(words: Sequence[str], file: int) -> str:
    """What to say where an open file is one that a comparison in a check made: `dice 6d6>=5`, `margin >= 3`.

    The shell makes `=5` of the first, in the folder where it is typed, and `=` of the second.
    """
    written = os.fstat(file)
    dice = any(word == "dice" or _DICE.search(word) for word in words)
    with os.scandir() as entries:
        for entry in entries:
            number = entry.name.removeprefix("=")
            compared = number != entry.name or (dice and number)
            if compared and (number.isdecimal() or not number) and entry.inode() == written.st_ino:
                return (
                    f"The output went into a file named “{entry.name}”, because a shell reads > as “write to a file”. "
                    "Put a check or an event with > in it in single quotes, as in: sixfold roll 'dice 6d6>=5'"
                )
    return ""
