"""`sixfold luck`: how lucky a result is, or a whole evening of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sixfold.bounds import RECORDS_LENGTH
from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.errors import RecordError, UsageError
from sixfold.playing.record import Record
from sixfold.playing.sources.typed import read_faces
from sixfold.rules.rule import System
from sixfold.study.files import read_bounded
from sixfold.study.luck import Evening, Luck, evening, luck

SUMMARY = "how lucky a result is, or a whole evening of them"
HEADING = "at the table"
ALIKE = ("fortune",)


def parser() -> Parser:
    """The arguments of `sixfold luck`."""
    made = Parser(
        "luck",
        "How lucky is that? The exact chance of this result or better, and why it came out so; for many records, "
        "all of them together against what was to be expected.",
        (
            "sixfold luck ten superior 1 --faces 6,3,2,4",
            "sixfold roll ten +3 --times 20 --json | sixfold luck -",
            "sixfold luck evening.json --event quality=critical",
        ),
        takes="CHECK --faces N,N,... or sixfold luck FILE",
    )
    made.check("a check, with --faces; or a file of records as `roll --json` writes them (- is standard input)")
    made.add_argument("--faces", metavar="N,N,...", help="dice that lie on a real table, as thrown")
    made.add_argument("--event", metavar="EVENT", help="what is counted over many records (success or a hit)")
    made.json()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold luck`."""
    found: Luck | Evening
    if asked.faces is not None:
        found = luck(asked.check, faces=read_faces(asked.faces), systems=systems)
    else:
        found = _of_file(asked.check, asked.event, systems)
    out().answer(found, asked.json)
    return 0


def _of_file(name: str, event: str | None, systems: Mapping[str, System]) -> Luck | Evening:
    if not name:
        raise UsageError("Say a check with --faces, or a file of records (- for standard input).")
    if name != "-" and not Path(name).exists():
        raise UsageError(f"“{name[:80]}” is no file. For a check, say which dice fell: --faces 6,3,2,4.")
    data = _document(read_bounded("/dev/stdin" if name == "-" else name, RECORDS_LENGTH), name)
    if isinstance(data, dict) and "records" in data:
        listed = data["records"]
        if not isinstance(listed, list):
            raise RecordError("record/malformed", "The records are no list.")
        return evening((Record.from_json(record, systems) for record in listed), event=event, systems=systems)
    record = Record.from_json(data, systems)
    return luck(record, systems=systems) if event is None else evening([record], event=event, systems=systems)


def _document(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        place = f", line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        shown = "Standard input" if name == "-" else name
        raise RecordError("record/malformed", f"{shown}{place}: this is no JSON document.") from None
