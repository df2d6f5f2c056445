"""A log of records: the text of a file, read record by record.

A log has a record a line, as `roll --log` appends them. The documents of `roll --json` and `roll --times --json` are
read too, also where they were cut short. Nothing that is whole is lost over a line that is not.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from sixfold.arguments import text as text_of
from sixfold.bounds import HALF_WRITTEN_LINES, RECORD_LENGTH
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
    for _, found in checked_log(text, name, systems):
        if isinstance(found, RecordError):
            raise found
        yield found


def checked_log(
    text: str, name: str, systems: Mapping[str, System] = SYSTEMS
) -> Iterator[tuple[int, Record | HalfWritten | RecordError]]:
    """Each record of a log with its line, lines that are left out, and in place of a wrong record what is wrong.

    Raises RecordError where nothing in the text is a record.
    """
    found = 0
    left_out: list[HalfWritten] = []
    for line, data in _Reader(text, name).values():
        if data is None:
            left_out.append(HalfWritten(name, line))
            if len(left_out) > HALF_WRITTEN_LINES:
                raise RecordError("record/malformed", f"{name}, line {line}: this is not a log of records.")
            continue
        found += 1
        try:
            yield line, Record.from_json(data, systems)
        except RecordError as error:
            wrong = RecordError(error.code, f"{name}, line {line}: {error.message}")
            wrong.__cause__ = error
            yield line, wrong
    if left_out and not found:
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


class _Reader:
    """Finds the JSON values in a text, at a cost that grows with its length and with nothing else."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text_of(text, "A log")
        self._name = name
        self._at = 0
        self._line = 1
        self._counted = 0
        self._errors = 0

    def values(self) -> Iterator[tuple[int, dict[str, Any] | None]]:
        """Every value with the number of its line; None for a line that is not whole."""
        while True:
            while self._skip(_BETWEEN):
                pass
            if self._at == len(self._text):
                return
            self._line += self._text.count("\n", self._counted, self._at)
            self._counted, line = self._at, self._line
            beside = self._errors < HALF_WRITTEN_LINES and self._skip(_ERROR)
            self._errors += beside
            value = self._value()
            if value is None:
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            if value is None or not beside:
                yield line, value

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self._text, self._at)
        if found is None:
            return False
        self._at = found.end()
        return True

    def _value(self) -> dict[str, Any] | None:
        """The record that begins here, on this line or on several; None if it is not whole, or no record."""
        try:
            value, end = _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError:
            return None
        except (ValueError, RecursionError):
            raise RecordError(
                "record/malformed",
                f"{self._name}, line {self._line}: a record has no such number, and is not nested so deeply.",
            ) from None
        if not isinstance(value, dict) or end - self._at > RECORD_LENGTH:
            return None
        self._at = end
        return value
