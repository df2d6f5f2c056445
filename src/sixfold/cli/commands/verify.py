"""`sixfold verify`: whether the log of a table or a log of rolls holds, and what of it cannot be seen."""

import json
from collections import Counter
from typing import Any

from sixfold.base.bounds import EXPORT_LENGTH
from sixfold.base.files import read_bounded
from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, UsageError, operation, out
from sixfold.errors import RecordError
from sixfold.playing.record_log import HalfWritten, checked_log
from sixfold.show.values.verified import LineProblem, Replayed
from sixfold.table.room.verify import verify as verified
from sixfold.table.room.verify import verify_together

CHECKED = "Sixfold can check exports of a table, files of sixfold play and logs of rolls."

LOOKED_AT = 9
"""Lines by which a file is recognised: the first may be only partly written."""


@operation(
    "check the log of a table: its chain, its dice, its records",
    Parameter("file", "an export of a table, a file of `sixfold play`, or a log of rolls", "FILE", "words"),
    *ANSWERS,
    takes="FILE [FILE ...]",
    alike=("proof", "prove", "fair"),
)
def verify(args: Arguments, systems: Systems) -> int:
    """Check the log of a room: nothing was changed, every die follows from the commitments made before, and
    every record follows from its dice. The report names everything that is hidden from you. In a log of rolls, every
    record is replayed. Several logs of one room are compared: people who were shown different logs find out.

    $ sixfold verify friday.json
    $ sixfold verify ada.json bo.json
    $ sixfold verify evening.sixfold --json
    $ sixfold verify rolls.jsonl

    Exit status: 0 everything visible is correct; 1 something is wrong; 2 nothing that can be checked.
    """
    if not args.file:
        raise UsageError("Name the file to check: an export of a table, a file of sixfold play, or a log of rolls.")
    texts = {name: read_bounded(name, EXPORT_LENGTH) for name in args.file}
    name, text = next(iter(texts.items()))
    if len(texts) == 1 and is_log(text):
        replays = rolls(text, name, systems)
        out().answer(replays, args.form)
        return 1 if replays.problems else 0
    for name, text in texts.items():
        if is_log(text):
            raise UsageError(f"{name[:200]} is a log of rolls. Only logs of one room can be checked together.")
    try:
        report = verify_together(list(texts.values()), systems) if len(texts) > 1 else verified(text, systems)
    except RecordError as error:
        if error.code != "record/malformed" or len(texts) > 1:
            raise
        raise RecordError(error.code, f"{name[:200]} is {_what_it_is(text)}. {CHECKED}") from error
    out().answer(report, args.form)
    return 1 if report.problems else 0


def is_log(text: str) -> bool:
    """Whether a text is a log of rolls, or what `roll --json` prints."""
    data = _first(text)
    return "records" in data or {"throws", "outcome"} <= set(data)


def rolls(text: str, name: str, systems: Systems) -> Replayed:
    """Play every record of a log of rolls again."""
    records = old = left_out = 0
    problems: list[LineProblem] = []
    sources = Counter[str]()
    for line, entry in checked_log(text, name, systems):
        if isinstance(entry, HalfWritten):
            left_out += 1
            continue
        records += 1
        if isinstance(entry, RecordError):
            problems.append(LineProblem(line, entry.message))
            continue
        old += not entry.current
        sources[entry.source.partition(":")[0]] += 1
    return Replayed(records, problems, old, left_out, sources)


def _first(text: str) -> dict[str, Any]:
    """The object that a text is, or that one of its first lines is; an empty one where there is none."""
    for piece in (text, *text.split("\n", LOOKED_AT)[:LOOKED_AT]):
        try:
            data = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        return data if isinstance(data, dict) else {}
    return {}


_KINDS = (
    ("numbers", "a document of odds"),
    ("cells", "a document of a table of odds"),
    ("checks", "a document of a comparison"),
    ("claims", "a document of an audit"),
    ("problems", "a report of sixfold verify"),
    ("error", "an error message of Sixfold"),
)


def _what_it_is(text: str) -> str:
    """Name the kind of a file that cannot be checked."""
    data = _first(text)
    if not data:
        return "empty" if not text.strip() else "not a log"
    return next((words for key, words in _KINDS if key in data), "a JSON document, but not a log")
