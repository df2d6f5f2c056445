"""`sixfold schema`: the JSON Schema of every document."""

from json import dumps

from sixfold.cli.command import JSON, Arguments, Parameter, Systems, UsageError, operation, out
from sixfold.study.schema import DOCUMENTS
from sixfold.study.schema import schema as schema_of


@operation(
    "print the JSON Schema of what --json prints",
    Parameter("words", "the document", "DOCUMENT", "words"),
    JSON,
    takes="[DOCUMENT]",
    alike=("json", "shape", "shapes"),
    notes="\n    documents:\n" + "\n".join(f"      {name}: {where}" for name, (_, where) in DOCUMENTS.items()),
)
def schema(args: Arguments, systems: Systems) -> None:
    """Print the JSON Schema of a document that --json prints. Without a name, print one schema of all documents.

    $ sixfold schema record
    $ sixfold schema
    """
    if len(args.words) > 1:
        raise UsageError("Name one document at a time: sixfold schema record.")
    name = args.words[0].lower() if args.words else None
    out().data(dumps(schema_of(name), indent=None if args.json else 2, ensure_ascii=False) + "\n")
