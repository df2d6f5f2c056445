"""Errors as a player reads them: a sentence, the text, a caret, and what was expected there."""

from __future__ import annotations

import sys

from sixfold.cli.document import write
from sixfold.cli.style import painter
from sixfold.errors import SixfoldError, TextError
from sixfold.show.tables import Paint

WIDTH = 76


def complain(error: SixfoldError, as_json: bool) -> None:
    """Print an error: one paragraph on standard error, or one JSON document on standard output."""
    if as_json:
        write(error.to_json())
        return
    print(paragraph(error, painter(sys.stderr)), file=sys.stderr)


def paragraph(error: SixfoldError, paint: Paint) -> str:
    """The error as text."""
    lines = [f"{paint('sixfold:', 'error')} {_printable(error.message)}"]
    if isinstance(error, TextError) and error.column is not None and error.text:
        shown, caret = _window(error.text, error.column - 1)
        lines += [f"  {shown}", f"  {' ' * caret}{paint('^', 'error')}"]
        if error.expected:
            lines.append(f"  expected here: {_listed(error.expected)}")
    return "\n".join(lines)


def _window(text: str, at: int) -> tuple[str, int]:
    """A piece of one line of the text around the place, and where the place is in it."""
    text = _printable(text)
    if len(text) <= WIDTH:
        return text, at
    first = max(0, min(at - WIDTH // 2, len(text) - WIDTH))
    piece = text[first : first + WIDTH]
    if first:
        piece = "…" + piece[1:]
    if first + WIDTH < len(text):
        piece = piece[:-1] + "…"
    return piece, at - first


def _printable(text: str) -> str:
    """The text without anything that a terminal would obey instead of show."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def _listed(expected: tuple[str, ...]) -> str:
    shown = list(dict.fromkeys(expected))
    more = f", … ({len(shown) - 14} more)" if len(shown) > 15 else ""
    return ", ".join(shown[:14] if more else shown) + more
