"""Printed odds as small text files: what a book claims, in whose words, and where.

A file is made of blocks with blank lines between them. A line is `KEY: VALUE`; `#` begins a comment line. A block
with a `check` is a claim; one without sets what holds for all blocks after it.

    book: The green book
    place: chapter 3

    check: ten hard
    printed: 26 %
    words: "hard tests succeed one time in four"

Keys: `check`; `for` (the numbers of the check's `?`); `event` (success or a hit if it is not said); `printed`;
`words`; `book`; `place`; and `or NAME` (another reading of the event, which a wrong claim may have meant).
"""

import re
from collections.abc import Callable, Mapping
from os import PathLike, sep
from os.path import dirname
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sixfold.base import arguments
from sixfold.base.bounds import CLAIMS_LENGTH
from sixfold.base.files import read_bounded
from sixfold.base.printable import unshowable
from sixfold.base.wording import did_you_mean, nearest
from sixfold.base.written_chances import PrintedFigure, read_figure
from sixfold.errors import ClaimError, SixfoldError, StudyError, TextError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.solving.events import Event
from sixfold.study.open_places import Opening, read_range
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from pathlib import Path

KEYS = ("check", "for", "event", "printed", "words", "book", "place")
_SETTINGS = ("event", "book", "place")

MOST_SHOWN = 2000
"""Characters of a line that an error shows."""


Read = TypeVar("Read")


class Citation(NamedTuple):
    """The file and line of a claim, and its words and place in the book."""

    path: str
    line: int
    words: str = ""
    book: str = ""
    where: str = ""


class Line(NamedTuple):
    """A line of a file of claims; `column` is that of its value."""

    path: str
    number: int
    text: str
    key: str = ""
    value: str = ""
    column: int = 1

    def error(self, message: str, column: int | None = None, expected: tuple[str, ...] = ()) -> ClaimError:
        """The error for this line, at a column (from 1) or at its value."""
        text = self.text[:MOST_SHOWN]
        return ClaimError(message, self.path, self.number, text, self.column if column is None else column, expected)

    def read(self, read: Callable[[str], Read]) -> Read:
        """Read the value; an error in it is reported at its place in the file."""
        try:
            return read(self.value)
        except SixfoldError as error:
            raise self.at_its_place(error) from None

    def at_its_place(self, error: SixfoldError) -> ClaimError:
        """An error of the value, at its place in the file."""
        if not isinstance(error, TextError):
            return self.error(error.message)
        return self.error(error.message, self.column + min(error.column or 1, len(self.value) + 1) - 1, error.expected)


class Claim(NamedTuple):
    """A printed figure for the chance of an event of a check, or of each of several checks.

    `lines` are those of its block, by their keys.
    """

    checks: tuple[Check, ...]
    text: str
    event: Event | None
    figure: PrintedFigure
    citation: Citation
    readings: tuple[tuple[str, Event], ...] = ()
    lines: tuple[tuple[str, Line], ...] = ()

    def error(self, error: SixfoldError, key: str) -> ClaimError:
        """An error of what the line with this key says, or of the check if there is no such line."""
        path, number, *_ = self.citation
        check = Line(path, number, f"check: {self.text}", "check", self.text, 8)
        return dict(self.lines).get(key, check).at_its_place(error)


def shipped_claims() -> "list[Path]":
    """The files of claims of the books that ship with Sixfold."""
    from pathlib import Path  # here, since questions start sooner without it

    return sorted((Path(__file__).parent / "books").glob("*.claims"))


def read_claims(path: str | PathLike[str], systems: Systems = SYSTEMS) -> list[Claim]:
    """The claims of a file.

    Raises StudyError (study/file) when it cannot be read or has no claims, ClaimError with file, line and column for a
    bad line.
    """
    name = arguments.path(path, "A file of claims").removeprefix(f"{dirname(__file__)}{sep}books{sep}")
    claims = parse_claims(read_bounded(path, CLAIMS_LENGTH), name, systems)
    if not claims:
        raise StudyError("study/file", f"{name[:200]} has no claims. A claim begins with a line like “check: ten”.")
    return claims


def parse_claims(text: str, path: str = "claims", systems: Systems = SYSTEMS) -> list[Claim]:
    """The claims of a text; `path` is what errors call it.

    >>> [claim.figure.text for claim in parse_claims("check: ten\\nprinted: 62.5 %")]
    ['62.5 %']
    """
    arguments.text(text, "A text of claims")
    arguments.text(path, "The name of a text of claims")
    claims: list[Claim] = []
    settings: dict[str, Line] = {}
    block: list[Line] = []
    # str.splitlines() would also split at characters that do not end a line in an editor.
    for number, raw in enumerate([*text.replace("\r\n", "\n").split("\n"), ""], start=1):
        if raw.lstrip().startswith("#"):
            continue
        if raw.strip():
            block.append(_line(raw, number, path))
            continue
        if any(line.key == "check" for line in block):
            claims.append(_claim(block, settings, systems))
        else:
            for line in block:
                if line.key not in _SETTINGS:
                    raise line.error(f"“{line.key}” belongs to a claim, but this block has no check.", 1)
                settings[line.key] = line
        block = []
    return claims


_CELLS = re.compile(r"\s*[|\t;]\s*|\s{2,}|\s+(?=[\d.,]+\s*%)")
"""The separator of cells in a table that was copied out of a book."""

_NUMBERED = re.compile(r"[+\-−]?\d")

_RULE = re.compile(r"[\s|:+=-]*")
"""A line of a Markdown table that parts its heads from its cells."""


def table_claims(text: str, check: str, event: str | None = None, systems: Systems = SYSTEMS) -> list[Claim]:
    """The claims of a printed table: a check with `?`, whose number begins each line.

    A first line without a number has the heads: with a second `?` its numbers, else the events of several columns.

    >>> [claim.checks[0].text for claim in table_claims("0  62.5 %\\n+3  91 %", "ten +?")]
    ['ten', 'ten +3']

    Raises ClaimError with the line and column of a cell that cannot be read.
    """
    opening = Opening.read(check, 2)
    if not opening.holes:
        raise StudyError("study/open", "Write ? in the check for the number that begins each line.", check)
    lines = [
        (Line("table", number, raw), _CELLS.split(raw.strip().strip("|").strip()))
        for number, raw in enumerate(arguments.text(text, "A table").split("\n"), start=1)
        if not _RULE.fullmatch(raw)
    ]
    headed = bool(lines) and (len(opening.holes) > 1 or not _NUMBERED.match(lines[0][1][0]))
    heads = lines.pop(0)[1] if headed else []
    claims = []
    for line, (first, *cells) in lines:
        if not cells:
            raise line.error("a line needs a number and a figure.", 1, ("+3  91 %",))
        for nth, cell in enumerate(cells):
            head = (
                heads[nth - len(cells)]
                if len(heads) >= len(cells) and max(len(cells), len(opening.holes)) > 1
                else event
            )
            of = line._replace(value=cell, column=max(line.text.find(cell), 0) + 1)
            row = line._replace(value=first, column=line.text.find(first) + 1).read(read_range)[:1]
            column = of._replace(value=head or "").read(read_range)[:1] if len(opening.holes) > 1 else ()
            block = [of._replace(key="check", value=opening.fill((*row, *column))), of._replace(key="printed")]
            block += [of._replace(key="event", value=head)] if head and not column else []
            claims.append(_claim(block, {"words": line._replace(value=line.text.strip())}, systems))
    return claims


def _line(raw: str, number: int, path: str) -> Line:
    whole, start = Line(path, number, raw), len(raw) - len(raw.lstrip()) + 1
    strange = unshowable(raw)
    if strange is not None:
        raise whole.error(f"an invisible character (U+{ord(raw[strange]):04X}) cannot be used here.", strange + 1)
    name, colon, value = raw.partition(":")
    key = " ".join(name[:MOST_SHOWN].lower().split())
    if not colon or not key[:1].isalpha():
        raise whole.error("a line must be KEY: VALUE.", start, tuple(f"{key}: ..." for key in KEYS))
    if key not in KEYS and not key.startswith("or "):
        raise whole.error(f"“{key[:40]}” is not a key of a claim.{did_you_mean(nearest(key, KEYS))}", start, KEYS)
    if not value.strip():
        raise whole.error(f"“{key[:40]}” has no value.", len(name) + 2)
    return whole._replace(key=key, value=value.strip(), column=len(name) + 2 + len(value) - len(value.lstrip()))


def _claim(block: list[Line], settings: Mapping[str, Line], systems: Systems) -> Claim:
    lines: dict[str, Line] = {}
    for line in block:
        if line.key in lines:
            raise line.error(f"“{line.key}” is given twice in this claim.", 1)
        lines[line.key] = line
    check = lines["check"]
    if "printed" not in lines:
        raise check.error("this claim has no printed figure (printed: ...).", 1, ("printed: 62.5 %",))
    everything = {**settings, **lines}
    words, book, where = (everything[key].value if key in everything else "" for key in ("words", "book", "place"))
    return Claim(
        _checks(lines, systems),
        check.value,
        everything["event"].read(Event.read) if "event" in everything else None,
        lines["printed"].read(read_figure),
        Citation(check.path, check.number, words, book, where),
        tuple((key[3:], line.read(Event.read)) for key, line in lines.items() if key.startswith("or ")),
        tuple(everything.items()),
    )


def _checks(lines: Mapping[str, Line], systems: Systems) -> tuple[Check, ...]:
    line = lines["check"]
    opening = line.read(lambda text: Opening.read(text, 1))
    if "for" not in lines and opening.holes:
        raise line.error("an open place (?) needs its numbers: for: 3..9.", line.column + opening.holes[0].end - 1)
    if "for" in lines and not opening.holes:
        raise lines["for"].error("“for” gives the numbers of an open place (?), but the check has none.", 1)
    values: list[tuple[int, ...]] = [(value,) for value in lines["for"].read(read_range)] if "for" in lines else [()]

    def check(numbers: tuple[int, ...]) -> Check:
        return line.read(lambda _: opening.check(numbers, systems))

    return tuple(map(check, values))
