"""A log of records: the text of a file, read record by record.

A log has a record a line, as `roll --log` appends them. The documents of `roll --json` and `roll --times --json` are
read too, also where they were cut short. Nothing that is whole is lost over a line that is not.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from sixfold.base.arguments import text as text_of
from sixfold.base.bounds import HALF_WRITTEN_LINES, RECORD_LENGTH
from sixfold.errors import RecordError
from sixfold.playing.record import Record
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


class HalfWritten(NamedTuple):
    """A line of a log that is not a whole record: a process left it when it died. It is left out."""

    name: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}, line {self.line}: this record is only partly written, and is left out."


def read_log(text: str, name: str, systems: Mapping[str, System] = SYSTEMS) -> Iterator[Record | HalfWritten]:
    """The records of a log, one after the other, and the lines that are left out.

    `name` is what the log is called in errors. Raises RecordError, with the line, for what is not a record, or a record
    whose dice do not give its outcome; also where nothing in it is a record.

    >>> import json
    >>> from sixfold import roll
    >>> line = json.dumps(roll("ten", faces=[1, 2, 4]).to_json())
    >>> [str(found) for found in read_log(f"{line}\\n{line[:40]}", "evening.jsonl")]
    ['ten: Failure of Three', 'evening.jsonl, line 2: this record is only partly written, and is left out.']
    """
    for _, entry in checked_log(text, name, systems):
        if isinstance(entry, RecordError):
            raise entry
        yield entry


def checked_log(
    text: str, name: str, systems: Mapping[str, System] = SYSTEMS
) -> Iterator[tuple[int, Record | HalfWritten | RecordError]]:
    """Each record of a log with its line, lines that are left out, and in place of a wrong record what is wrong.

    Raises RecordError where nothing in the text is a record.
    """
    records = 0
    left_out: list[HalfWritten] = []
    for line, data in _values(text_of(text, "A log"), name):
        if data is None:
            left_out.append(HalfWritten(name, line))
            if len(left_out) > HALF_WRITTEN_LINES:
                raise RecordError("record/malformed", f"{name}, line {line}: this is not a log of records.")
            continue
        records += 1
        try:
            yield line, Record.from_json(data, systems)
        except RecordError as error:
            wrong = RecordError(error.code, f"{name}, line {line}: {error.message}")
            wrong.__cause__ = error
            yield line, wrong
    if left_out and not records:
        raise RecordError("record/malformed", f"{name}: there is no record in it.")
    yield from ((half.line, half) for half in left_out)


_BETWEEN: Final = re.compile(
    r"""(?: [\s,\[\]}\ufeff]+
      | "version" \s* : \s* \d{1,9}
      | \{ \s* (?: "version" \s* : \s* \d{1,9} \s* , \s* )? "records" \s* :
      ){1,1000}""",
    re.VERBOSE,
)
"""The text between records: the beginning of a document, commas, and its end. So many at once take little memory.

A possessive `*+` would match the wrong text in Python 3.11.0 to 3.11.2.
"""

_ERROR: Final = re.compile(r'"error"\s*:\s*')
"""The end of a document that was cut short."""


def _not_a_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number in JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_not_a_number)


def _values(text: str, name: str) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Every JSON value in a text with the number of its line; None for a line that is not whole.

    The cost grows with the length of the text and with nothing else.
    """
    at, line, counted, errors = 0, 1, 0, 0
    while True:
        while between := _BETWEEN.match(text, at):
            at = between.end()
        if at == len(text):
            return
        line += text.count("\n", counted, at)
        counted = at
        beside = _ERROR.match(text, at) if errors < HALF_WRITTEN_LINES else None
        if beside:
            at, errors = beside.end(), errors + 1
        value, end = _value(text, at, f"{name}, line {line}")
        if value is None:
            end = text.find("\n", at)
        at = len(text) if end < 0 else end
        if value is None or not beside:
            yield line, value


def _value(text: str, at: int, place: str) -> tuple[dict[str, Any] | None, int]:
    """The record that begins here, on this line or on several, and its end; None if it is not whole, or no record."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        return None, at
    except (ValueError, RecursionError):
        raise RecordError(
            "record/malformed", f"{place}: a record has no such number, and is not nested so deeply."
        ) from None
    return (value if isinstance(value, dict) and end - at <= RECORD_LENGTH else None), end
