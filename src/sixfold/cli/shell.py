"""What a shell does with a check before Sixfold sees it, and how to keep it from that: with single quotes."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from sixfold.errors import SixfoldError

_EATEN = frozenset("[](){}<>!*?&;|$`\\\"'#~")

_DICE = re.compile(r"\d*d\d+", re.IGNORECASE)


def quoted(check: str) -> str:
    """A check as a shell takes it; bash, zsh and fish read what stands in single quotes as it is.

    >>> print(quoted("ten +4 superior 1"), quoted("dice 6d6>=5"), quoted("ten +2 [Smith's hammer]"))
    ten +4 superior 1 'dice 6d6>=5' 'ten +2 [Smith'\\''s hammer]'
    """
    return "'" + check.replace("'", "'\\''") + "'" if _EATEN & set(check) else check


def on_lines(command: str, width: int, indent: str = "") -> str:
    """A command on lines of this width, which can still be pasted into a shell: in quotes a new line is a blank.

    >>> print(on_lines("sixfold roll 'ten +2 [Rope] superior 1' --json", 26, "  "))
      sixfold roll 'ten +2
        [Rope] superior 1' \\
        --json
    """
    lines, line, in_quotes = [], indent, False
    for word in command.split(" "):
        if line.strip() and len(line) + len(word) + 3 > width:
            lines.append(line if in_quotes else f"{line} \\")
            line = f"{indent}  {word}"
        else:
            line += f" {word}" if line.strip() else word
        in_quotes ^= word.count("'") % 2 == 1
    return "\n".join([*lines, line])


def words_of(line: str) -> list[str]:
    """The words of a line that is still being typed, as a shell reads them; the last one may be unfinished, or empty.

    >>> words_of("sixfold odds 'ten +4' sup"), words_of("sixfold need 'ten su"), words_of("sixfold ")
    (['sixfold', 'odds', 'ten +4', 'sup'], ['sixfold', 'need', 'ten su'], ['sixfold', ''])
    """
    words, word, quote, escaped = [""], "", "", False
    for character in line:
        if escaped:
            words[-1] += character
            escaped = False
        elif character == "\\" and quote != "'":
            escaped = True
        elif character == quote:
            quote = ""
        elif not quote and character in "'\"":
            quote = character
        elif not quote and character.isspace():
            words += [""] if words[-1] or word else []
        else:
            words[-1] += character
    return words


def why_eaten(error: SixfoldError) -> str:
    """What a shell probably put in the place of a check's word, if the error looks like it."""
    if error.column is None:
        return ""
    start = error.text.rfind(" ", 0, error.column) + 1
    word = error.text[start:].partition(" ")[0]
    if not os.path.lexists(word):
        return ""
    return (
        f"“{word}” is the name of a file here: a shell puts such names where it reads *, ? or [...]. "
        "Put the whole check in single quotes."
    )


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
                    f"Output went into a file named “{entry.name}”: a shell reads > as “into the file”. "
                    "Put a check or an event with > in it in single quotes, as in: sixfold roll 'dice 6d6>=5'"
                )
    return ""
