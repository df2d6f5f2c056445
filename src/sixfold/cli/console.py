"""The streams of the command: all that is shown goes out here, and nothing that a terminal would obey gets through.

Lines fold at the width of the terminal (or at what COLUMNS says). If the encoding has no bars and minus signs, they
are written in ASCII. JSON is UTF-8 wherever it goes.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from sixfold.base import machine
from sixfold.base.printable import printable
from sixfold.errors import OutputError, refusal
from sixfold.show.report.blocks import Style
from sixfold.show.screen import ASCII, ENDLESS, READS_WELL, Screen, Span, folded, plain, spans_of
from sixfold.show.text import draw

if TYPE_CHECKING:
    from sixfold.show.display import Shown
    from sixfold.show.report.tables import Report

NARROWEST = 24
"""Columns below which nothing is folded any tighter."""

ANSWER_LENGTH = 100_000
"""Characters of one answer; the longest list of faces is shorter."""

PROMPT = "> "
"""Before each line that is typed at a terminal."""

COLOURS = {
    "title": "1",
    "strong": "1",
    "quiet": "2",
    "bar": "36",
    "good": "1;32",
    "bad": "1;31",
    "dropped": "2",
    "error": "1;31",
}
"""The colour of each style of text, in the codes that terminals obey."""

# A style begins and ends with characters that Unicode leaves to programs: no text that is shown holds one.
_STARTS = {style: chr(0xFDD0 + at) for at, style in enumerate(COLOURS)}
_END = "\ufdef"
_OBEYED = {ord(_END): "\033[0m", **{ord(start): f"\033[{COLOURS[style]}m" for style, start in _STARTS.items()}}

_TAB = {ord("\t"): "\t"}


class OutputForm(NamedTuple):
    """The form of an answer: a format by its name, and the file to write, if there is one."""

    name: str = "text"
    file: str | None = None


AS_TEXT = OutputForm()
"""Text for people, on standard output."""

AS_JSON = OutputForm("json")
"""One JSON document, on standard output."""


class Console:
    """A stream, how wide it is, and whether it has colours."""

    def __init__(self, stream: TextIO | None, name: str) -> None:
        self._stream = stream
        self._name = name
        if isinstance(stream, TextIOWrapper) and stream.errors != "backslashreplace":
            stream.reconfigure(errors="backslashreplace")
        self.is_terminal = stream is not None and stream.isatty()
        self._coloured = _wants_colour(self.is_terminal) and (
            stream is None or not self.is_terminal or machine.obeys_colours(stream)
        )
        self.columns = _columns(stream if self.is_terminal else None)
        """The maximum number of characters in a line, if there is one."""

    @property
    def width(self) -> int:
        """The width of prose."""
        return min(self.columns or READS_WELL, READS_WELL)

    @property
    def screen(self) -> Screen:
        """The screen to draw on: its width, its characters, and colours if they are wanted."""
        plainly = not _knows(self._encoding, "█▏−“…")
        return Screen(self.columns or ENDLESS.width, plainly, _styled if self._coloured else plain)

    def say(self, text: str, end: str = "\n") -> None:
        """Show a text and end its line.

        Raises OutputError where the stream takes no more, BrokenPipeError where nobody reads it any longer.
        """
        self._write(f"{self._fitting(text)}{end}")

    def tell(self, text: str | Sequence[Span], first: int = 0, more: int = 2) -> None:
        """Say a text, or words with styles, folded where there are columns; the first line and the others set in."""
        words = spans_of(text) if isinstance(text, str) else text
        self.say("\n".join(folded(words, self.screen, first, more)))

    def answer(self, answer: "Shown", form: OutputForm = AS_TEXT) -> None:
        """Show an answer to people, print it in another format, or write it into a file."""
        if form.file is not None:
            from sixfold.show.files import save  # here, since most answers go to the output

            save(answer, form.file, form.name)
            with suppress(OutputError, BrokenPipeError):  # the file is written, whoever hears of it
                err().tell(f"Saved to {form.file}.")
        elif form.name == "json":
            self.document(answer.to_json())
        elif form.name == "text":
            self.show(answer.report())
        else:
            self.data(answer.to(form.name))

    def show(self, report: "Report") -> None:
        """Show a report as wide, in such characters and colours as there are; raises what `say` raises."""
        self.say(draw(report, self.screen))

    def show_prose(self, report: "Report") -> None:
        """Show a report as prose: folded also where there is no terminal, and no wider than prose."""
        self.say(draw(report, self.screen._replace(width=self.width)))

    def ask(self, question: str) -> str | None:
        """Put a question, and read the answer from standard input; None when there is none."""
        self.say(question, " ")
        self.flush()
        line, typed = "", _typed()
        if typed is not None:
            from sixfold.base.processes import wait_for_keys  # here, since most commands ask nothing

            wait_for_keys(typed)
            with suppress(OSError):
                line = typed.readline(ANSWER_LENGTH)
        if not line:
            self.say("")
            return None
        return line.strip()

    def next_line(self, typing: bool) -> str | None:
        """The next line, None at the end; a line that is `typing` can be edited, and earlier ones called up again."""
        typed = _typed()
        if typed is None:
            return None
        if not typing:
            return typed.readline() or None
        with suppress(ImportError):
            import_module("readline")  # gives `input` its editing
        try:
            return input(PROMPT)
        except EOFError:
            return None

    def typed_so_far(self) -> None:
        """Show the line that is being typed again."""
        line = ""
        with suppress(ImportError):
            line = import_module("readline").get_line_buffer()
        self.say(f"{PROMPT}{line}", "")

    def take_line(self) -> None:
        """Take back the line that someone is typing at a terminal."""
        self._write("\n" if os.environ.get("TERM") == "dumb" else "\r\033[K")

    def end_line(self) -> None:
        """End a line in which someone was typing."""
        if self.is_terminal:
            self.say("")

    def document(self, data: Any) -> None:
        """Write one JSON document."""
        from sixfold.show.formats.json import draw  # here, since most commands are asked by people

        self.data(f"{draw(data)}\n")

    def data(self, text: str) -> None:
        """Write text for programs: UTF-8 whatever the terminal knows."""
        if isinstance(self._stream, TextIOWrapper) and self._stream.encoding != "utf-8":
            self._stream.reconfigure(encoding="utf-8")
        self._write(harmless(text, _TAB))

    def flush(self) -> None:
        """Send what has been said on its way; raises what `say` raises."""
        if self._stream is not None:
            self._try(self._stream.flush)

    def _fitting(self, text: str) -> str:
        """The text as this stream may have it: harmless, and in ASCII where its encoding has no better signs."""
        shown = harmless(text, _OBEYED if self._coloured else {})
        return shown if shown.isascii() else _encodable(shown, self._encoding)

    @property
    def _encoding(self) -> str:
        return getattr(self._stream, "encoding", None) or "utf-8"

    def _write(self, text: str) -> None:
        if self._stream is None:
            raise OutputError(f"{self._name} is closed, so nothing can be written to it.")
        self._try(self._stream.write, text)

    def _try(self, act: Callable[..., object], *text: str) -> None:
        try:
            act(*text)
        except BrokenPipeError:
            self._give_up()
            raise
        except OSError as error:
            self._give_up()
            raise OutputError(f"{self._name} cannot be written: {refusal(error)}.") from None

    def _give_up(self) -> None:
        """Let what is still to be written go nowhere: Python would try, and fail, once more when it ends."""
        if self._stream is not None:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


class Ticker:
    """A line of a terminal that is written again and again; nothing where there is no terminal."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._begun = False

    def tell(self, text: str) -> None:
        """Write it in the place of what was said before."""
        if self.console.is_terminal:
            self.end()
            self._begun = True
            self.console.say(text[: self.console.width - 1], "")
            self.console.flush()

    def end(self) -> None:
        """Take the line back."""
        if self._begun:
            self.console.take_line()


def out() -> Console:
    """Standard output."""
    return Console(sys.stdout, "Standard output")


def err() -> Console:
    """Standard error."""
    return Console(sys.stderr, "Standard error")


def _typed() -> TextIO | None:
    """Standard input, if there is any; from its first line on, what it cannot read is a mark."""
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def harmless(text: str, obeyed: Mapping[int, str] = MappingProxyType({})) -> str:
    """The text with a mark for whatever a terminal would obey instead of show; lines stay apart.

    `obeyed` maps characters to the codes that it may obey.

    >>> harmless("a label\\x1b[2J\\twith\\u202e all of it\\nand more")
    'a label�[2J with� all of it\\nand more'
    """
    if text.isprintable():
        return text
    return "\n".join(
        line if line.isprintable() else "".join(obeyed.get(ord(c)) or printable(c) for c in line)
        for line in text.split("\n")
    )


def _wants_colour(is_terminal: bool) -> bool:
    """Whether to use colours: NO_COLOR forbids them, FORCE_COLOR and CLICOLOR_FORCE want them, else a terminal does."""
    variable = os.environ.get
    if variable("NO_COLOR") or variable("FORCE_COLOR") in ("0", "false"):
        return False
    if variable("FORCE_COLOR") or variable("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return is_terminal and variable("TERM") != "dumb" and variable("CLICOLOR") != "0"


def _styled(text: str, style: Style) -> str:
    return f"{_STARTS[style]}{harmless(text)}{_END}" if text and style else text


def _encodable(text: str, encoding: str) -> str:
    """The text with ASCII in place of the signs that an encoding does not have."""
    if _knows(encoding, text):
        return text
    return text.translate({sign: plainly for sign, plainly in ASCII.items() if not _knows(encoding, chr(sign))})


def _knows(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _columns(terminal: TextIO | None) -> int | None:
    variable = os.environ.get("COLUMNS", "")
    if variable.isascii() and variable.isdigit() and int(variable[:6]):
        return max(NARROWEST, int(variable[:6]))
    if terminal is None:
        return None
    try:
        columns = os.get_terminal_size(terminal.fileno()).columns
    except OSError:
        return None
    return max(NARROWEST, columns) if columns else None
