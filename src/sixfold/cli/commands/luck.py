"""`sixfold luck`: how lucky a result is, or a whole evening of them."""

import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from os.path import exists
from typing import BinaryIO

from sixfold.base.bounds import RECORDS_LENGTH
from sixfold.base.files import not_too_long, read_bytes
from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, UsageError, err, operation
from sixfold.errors import file_named
from sixfold.playing.record import Record
from sixfold.playing.record_log import read_log
from sixfold.rules.typed_faces import faces_of
from sixfold.study.questions.luck import Evening, Luck, evening
from sixfold.study.questions.luck import luck as luck_of


@operation(
    "show how lucky a roll was, or a whole evening of rolls",
    Parameter(
        "words",
        "a check, with --faces; or files of records from roll --log or --json (- is standard input)",
        "CHECK|FILE",
        "words",
    ),
    Parameter("faces", "the dice on the table, in the order rolled", "N,N,..."),
    Parameter("event", "the event to count over many records (default: success or a hit)", "EVENT"),
    *ANSWERS,
    takes="CHECK --faces N,N,... or sixfold luck FILE ...",
    alike=("fortune",),
)
def luck(args: Arguments, systems: Systems) -> Luck | Evening:
    """How lucky is a roll? Show the exact chance of this result or better, and the reasons for the result. For
    many records, compare all of them together with the odds.

    $ sixfold luck ten superior 1 --faces 6,3,2,4
    $ sixfold roll ten +3 --times 20 --json | sixfold luck -
    $ sixfold roll ten +3 --log evening.jsonl; sixfold luck evening.jsonl
    $ sixfold luck friday.jsonl saturday.jsonl --event quality=critical
    """
    if args.faces is None:
        return _of_files(args.words, args.event, systems)
    if args.event is not None:
        raise UsageError("--event counts over many records; you cannot use it for a single roll with --faces.")
    return luck_of(" ".join(args.words), faces=faces_of(args.faces), systems=systems)


def _of_files(names: Sequence[str], event: str | None, systems: Systems) -> Luck | Evening:
    if not names:
        raise UsageError("Give a check with --faces, or a file of records (- for standard input).")
    for name in names:
        if name != "-" and not exists(name):
            raise UsageError(f"No such file: “{name[:80]}”. For a check, give the dice: --faces 6,3,2,4.")
    records = read_logs(names, systems)
    first = list(islice(records, 2))
    if len(first) == 1 and event is None:
        return luck_of(first[0], systems=systems)
    return evening(chain(first, records), event=event, systems=systems)


def read_logs(names: Sequence[str], systems: Systems) -> Iterator[Record]:
    """The records of several logs, one after the other; `-` is standard input. Each omission is reported.

    Raises StudyError (study/file) for a file that cannot be read or is too long, RecordError for what is not a log.
    """
    for name in names:
        shown = "standard input" if name == "-" else name[:200]
        raw = _standard_input() if name == "-" else read_bytes(name, RECORDS_LENGTH)
        # Half a letter at the end of a half-written line must not cost the rest.
        text = not_too_long(raw, RECORDS_LENGTH, shown).decode("utf-8", "surrogateescape")
        for entry in read_log(text, shown, systems):
            if isinstance(entry, Record):
                yield entry
            else:
                err().say(f"sixfold: {entry}")


def _standard_input() -> bytes:
    with file_named("standard input", "read"):
        if sys.stdin is None:
            raise ValueError("it is closed")
        buffer: BinaryIO | None = getattr(sys.stdin, "buffer", None)
        if buffer is None:
            return sys.stdin.read(RECORDS_LENGTH + 1).encode("utf-8", "surrogatepass")
        return buffer.read(RECORDS_LENGTH + 1)
