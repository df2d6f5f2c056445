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

from collections.abc import Mapping
from os import PathLike, sep
from os.path import dirname
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold import arguments
from sixfold.bounds import CLAIMS_LENGTH
from sixfold.checks.check import Check
from sixfold.errors import ClaimError, SixfoldError, TextError
from sixfold.printable import unshowable
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.rule import System
from sixfold.solving.events import Event
from sixfold.study.figures import Figure, read_figure
from sixfold.study.files import read_bounded
from sixfold.study.openings import Opening, read_range
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from pathlib import Path

KEYS = ("check", "for", "event", "printed", "words", "book", "place")
_SETTINGS = ("event", "book", "place")

MOST_SHOWN = 2000
"""Characters of a line that an error shows."""


class Place(NamedTuple):
    """Where a claim stands: its file and line, and the words and place in the book."""

    path: str
    line: int
    words: str = ""
    book: str = ""
    where: str = ""


class Claim(NamedTuple):
    """A printed figure for the chance of an event of a check, or of each of several checks."""

    checks: tuple[Check, ...]
    text: str
    event: Event | None
    figure: Figure
    place: Place
    readings: tuple[tuple[str, Event], ...] = ()


class _Line(NamedTuple):
    number: int
    text: str
    key: str
    value: str
    column: int


def shipped_claims() -> "list[Path]":
    """The files of claims of the books that ship with Sixfold."""
    from pathlib import Path  # here, since questions start sooner without it

    return sorted((Path(__file__).parent / "books").glob("*.claims"))


def read_claims(path: str | PathLike[str], systems: Mapping[str, System] = SYSTEMS) -> list[Claim]:
    """The claims of a file.

    Raises StudyError (study/file) when it cannot be read, ClaimError with file, line and column for a bad line.
    """
    name = arguments.path(path, "A file of claims").removeprefix(f"{dirname(__file__)}{sep}books{sep}")
    return parse_claims(read_bounded(path, CLAIMS_LENGTH), name, systems)


def parse_claims(text: str, path: str = "claims", systems: Mapping[str, System] = SYSTEMS) -> list[Claim]:
    """The claims of a text; `path` is what errors call it.

    >>> [claim.figure.text for claim in parse_claims("check: ten\\nprinted: 62.5 %")]
    ['62.5 %']
    """
    arguments.text(text, "A text of claims")
    arguments.text(path, "The name of a text of claims")
    claims: list[Claim] = []
    settings: dict[str, _Line] = {}
    block: list[_Line] = []
    # str.splitlines() would also split at characters that do not end a line in an editor.
    for number, raw in enumerate([*text.replace("\r\n", "\n").split("\n"), ""], start=1):
        if raw.lstrip().startswith("#"):
            continue
        if raw.strip():
            block.append(_line(raw, number, path))
            continue
        if any(line.key == "check" for line in block):
            claims.append(_claim(block, settings, path, systems))
        else:
            for line in block:
                if line.key not in _SETTINGS:
                    raise _error(line, f"“{line.key}” belongs to a claim, but this block has no check.", path, 1)
                settings[line.key] = line
        block = []
    return claims


def _line(raw: str, number: int, path: str) -> _Line:
    indent = len(raw) - len(raw.lstrip())
    strange = unshowable(raw)
    if strange is not None:
        message = f"an invisible character (U+{ord(raw[strange]):04X}) stands here."
        raise ClaimError(message, path, number, raw[:MOST_SHOWN], strange + 1)
    said, colon, value = raw.partition(":")
    key = " ".join(said[:MOST_SHOWN].lower().split())
    if not colon or not key[:1].isalpha():
        expected = tuple(f"{key}: ..." for key in KEYS)
        raise ClaimError("a line must be KEY: VALUE.", path, number, raw[:MOST_SHOWN], indent + 1, expected)
    column = len(said) + 2 + len(value) - len(value.lstrip())
    line = _Line(number, raw, key, value.strip(), column)
    if key not in KEYS and not key.startswith("or "):
        guess = nearest(key, KEYS)
        raise ClaimError(
            f"“{key[:40]}” is not a key of a claim.{did_you_mean(guess)}",
            path,
            number,
            raw[:MOST_SHOWN],
            indent + 1,
            KEYS,
        )
    if not line.value:
        raise _error(line, f"“{key[:40]}” has no value.", path, len(said) + 2)
    return line


def _error(
    line: _Line, message: str, path: str, column: int | None = None, expected: tuple[str, ...] = ()
) -> ClaimError:
    return ClaimError(
        message, path, line.number, line.text[:MOST_SHOWN], line.column if column is None else column, expected
    )


def _claim(block: list[_Line], settings: Mapping[str, _Line], path: str, systems: Mapping[str, System]) -> Claim:
    said: dict[str, _Line] = {}
    for line in block:
        if line.key in said:
            raise _error(line, f"“{line.key}” is given twice in this claim.", path, 1)
        said[line.key] = line
    if "printed" not in said:
        raise _error(said["check"], "this claim has no printed figure (printed: ...).", path, 1, ("printed: 62.5 %",))
    everything = {**settings, **said}
    event = everything.get("event")
    values = {key: line.value for key, line in everything.items()}
    return Claim(
        _checks(said, path, systems),
        said["check"].value,
        None if event is None else _within(event, path, Event.read),
        _within(said["printed"], path, read_figure),
        Place(
            path,
            said["check"].number,
            values.get("words", ""),
            values.get("book", ""),
            values.get("place", ""),
        ),
        tuple((key[3:], _within(line, path, Event.read)) for key, line in said.items() if key.startswith("or ")),
    )


def _checks(said: Mapping[str, _Line], path: str, systems: Mapping[str, System]) -> tuple[Check, ...]:
    line = said["check"]
    opening = _within(line, path, lambda text: Opening.read(text, 1))
    if "for" not in said:
        if opening.holes:
            raise _error(
                line, "an open place (?) needs its numbers: for: 3..9.", path, line.column + opening.holes[0].end - 1
            )
        return (_within(line, path, lambda text: opening.check((), systems)),)
    if not opening.holes:
        raise _error(said["for"], "“for” gives the numbers of an open place (?), but the check has none.", path, 1)
    values = _within(said["for"], path, read_range)
    return tuple(_within(line, path, lambda _, v=value: opening.check((v,), systems)) for value in values)


def _within(line: _Line, path: str, read: Any) -> Any:
    """What a value says; an error in it is told at its place in the file."""
    try:
        return read(line.value)
    except TextError as error:
        column = line.column + (error.column or 1) - 1
        raise _error(line, error.message, path, column, error.expected) from None
    except SixfoldError as error:
        raise _error(line, error.message, path) from None
