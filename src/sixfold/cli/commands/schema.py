"""`sixfold schema`: the JSON Schema of every document."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps
from typing import Any

from sixfold.cli.arguments import JSON, Command
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.questions import Parameter
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.rule import System
from sixfold.study.schema import DOCUMENTS, schema


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold schema`."""
    if len(asked.words) > 1:
        raise UsageError("Name one document at a time: sixfold schema record.")
    name = asked.words[0].lower() if asked.words else None
    if name is not None and name not in DOCUMENTS:
        guess = did_you_mean(nearest(name, tuple(DOCUMENTS)))
        raise UsageError(f"There is no document “{name[:40]}”; there are {', '.join(DOCUMENTS)}.{guess}")
    out().data(dumps(schema(name), indent=None if asked.json else 2, ensure_ascii=False) + "\n")
    return 0


COMMAND = Command(
    "schema",
    run,
    "print the JSON Schema of what --json prints",
    "Print the JSON Schema of a document that --json prints. Without a name, print one schema of all documents.",
    (Parameter("words", "the document", "NAME", "words"), JSON),
    ("sixfold schema record", "sixfold schema"),
    "documents:\n" + "\n".join(f"  {name}: {where}" for name, (_, where) in DOCUMENTS.items()),
    takes="[NAME]",
    alike=("json", "shape", "shapes"),
)
