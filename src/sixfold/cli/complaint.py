"""Errors as a player reads them: a sentence, the text, a caret, what was expected there, and what may help."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from sixfold.base.printable import printable
from sixfold.cli.commands import find
from sixfold.cli.console import Console, err, out
from sixfold.errors import OutputError, SixfoldError
from sixfold.show.screen import READS_WELL, Paint, Screen, folded, room_of, spans_of

LISTED = 15
"""The maximum number of expected words that are listed."""

_DICE = re.compile(r"\d*d\d+", re.IGNORECASE)


def complain(error: SixfoldError, as_json: bool, hint: str = "") -> None:
    """Show an error: one paragraph on standard error, or one JSON document on standard output."""
    if as_json:
        out().document(error.to_json())
        return
    # Where standard error takes nothing either, nobody is there to be told.
    with suppress(OutputError, BrokenPipeError):
        console = err()
        console.say(paragraph(error, console, hint))
        console.flush()


def paragraph(error: SixfoldError, console: Console, hint: str = "") -> str:
    """The error as text."""
    screen = console.screen
    lines = [*folded([("sixfold:", "error"), *spans_of(printable(error.message))], screen, 0, 2)]
    if error.text and error.column is not None:
        lines += _place(printable(error.text), error.column - 1, (console.columns or READS_WELL) - 2, screen.paint)
        if error.expected:
            lines += _paragraph(f"expected here: {_listed(error.expected)}", screen)
    if hint:
        lines += _paragraph(hint, screen)
    return "\n".join(lines)


def _paragraph(text: str, screen: Screen) -> Iterator[str]:
    return folded(spans_of(text), screen, 2, 2)


def _place(text: str, at: int, width: int, paint: Paint) -> list[str]:
    """One line of the text around a place, and a caret under it."""
    if room_of(text) > width:
        first, last = max(0, at - width), min(len(text), at + width)
        while room_of(text[first:at]) > width // 2 and room_of(text[first:last]) > width:
            first += 1
        while room_of(text[first:last]) > width:
            last -= 1
        before, after = "…" if first else text[:1], "…" if last < len(text) else text[-1:]
        text, at = before + text[first + 1 : last - 1] + after, at - first
    return [f"  {text}", f"  {' ' * room_of(text[:at])}{paint('^', 'error')}"]


def _listed(expected: tuple[str, ...]) -> str:
    shown = list(dict.fromkeys(expected))
    more = f", … ({len(shown) - LISTED + 1} more)" if len(shown) > LISTED else ""
    return ", ".join(shown[: LISTED - 1] if more else shown) + more


def what_helps(error: SixfoldError) -> str:
    """A sentence more on an error, where the word at its place tells what happened."""
    if error.column is None:
        return ""
    start = error.text.rfind(" ", 0, error.column) + 1
    word = error.text[start:].partition(" ")[0]
    if not word:
        return ""
    command = find(word)
    if command is not None:
        return f"The command comes first, as in: {next(iter(command.examples), f'sixfold {command.name}')}"
    file = word.partition(":")[0]
    game = file.removesuffix(".py")
    if not start and game and (file != game or os.path.lexists(f"{game}.py")):
        return f"A file with a game goes before the command: sixfold --game {game}.py odds {os.path.basename(game)}"
    if os.path.lexists(word) and not word.isdecimal():  # people write numbers, and rarely patterns that become one
        return (
            f"“{word}” is the name of a file here: a shell replaces *, ? and [...] with such names. "
            "Put the whole check in single quotes."
        )
    return ""


def where_it_went(words: Sequence[str], file: int) -> str:
    """Return a hint if the output file was made by a comparison in a check: `dice 6d6>=5`, `margin >= 3`.

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
