"""What a shell does with a check before Sixfold sees it, and how to keep it from that: with single quotes."""

from __future__ import annotations

import re

_EATEN = frozenset("[](){}<>!*?&;|$`\\\"'#~")


def quoted(check: str) -> str:
    """A check as a shell takes it; bash, zsh and fish read what stands in single quotes as it is.

    >>> print(quoted("ten +4 superior 1"), quoted("dice 6d6>=5"), quoted("ten +2 [Smith's hammer]"))
    ten +4 superior 1 'dice 6d6>=5' 'ten +2 [Smith'\\''s hammer]'
    """
    return "'" + check.replace("'", "'\\''") + "'" if _EATEN & set(check) else check


def folded(command: str, width: int, indent: str = "") -> str:
    """A command on lines of this width, which can still be pasted into a shell.

    >>> print(folded("sixfold roll ten +4 superior 1", 20, "  "))
      sixfold roll ten \\
        +4 superior 1
    """
    lines, line = [], indent
    for piece in re.findall(r"(?:'[^']*'|[^\s'])+", command):
        if line.strip() and len(line) + len(piece) + 3 > width:
            lines.append(f"{line} \\")
            line = f"{indent}  {piece}"
        else:
            line = f"{line} {piece}" if line.strip() else f"{line}{piece}"
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
