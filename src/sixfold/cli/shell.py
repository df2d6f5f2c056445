"""Checks in a shell: single quotes keep the shell from changing a check before Sixfold sees it."""

from sixfold.show.report.blocks import Paragraph

_EATEN = frozenset("[](){}<>!*?&;|$`\\\"'#~")


def quoted(check: str) -> str:
    """A check as a shell takes it; bash, zsh and fish leave text in single quotes as it is.

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


def pasted(command: str, width: int) -> list[Paragraph]:
    """A command to be pasted, for a page of this width."""
    return [set_in(line) for line in on_lines(command, width, "  ").split("\n")]


def set_in(line: str) -> Paragraph:
    """A line as far in as it is written."""
    return Paragraph(line.strip(), "", len(line) - len(line.lstrip()))


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
