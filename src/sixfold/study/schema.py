"""The JSON Schema of every document, made from its shape."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.json import schema_components

from sixfold.authoring.testing import Examined
from sixfold.base.shapes import (
    advise,
    character,
    check,
    config,
    error,
    games,
    odds,
    parts,
    record,
    records,
)
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import UsageError
from sixfold.show.values import verified
from sixfold.study.questions.audit import Audit
from sixfold.study.questions.compare import Comparison
from sixfold.study.questions.equivalent import Equivalents
from sixfold.study.questions.grid import Grid
from sixfold.study.questions.luck import Evening, Luck
from sixfold.study.questions.need import Needed
from sixfold.study.sweeps.answer import SweepSummary

DOCUMENTS: Final[Mapping[str, tuple[type[Any], str]]] = MappingProxyType(
    {
        "record": (record.Record, "roll"),
        "records": (records.Records, "roll --times"),
        "odds": (odds.Odds, "odds"),
        "advise": (advise.Advice, "advise"),
        "explain": (check.Explained, "explain"),
        "games": (games.Games, "games"),
        "compare": (Comparison, "compare"),
        "equivalent": (Equivalents, "equivalent"),
        "need": (Needed, "need"),
        "table": (Grid, "table"),
        "audit": (Audit, "audit"),
        "luck": (Luck, "luck, of one record"),
        "evening": (Evening, "luck, of several records"),
        "sweep": (SweepSummary, "sweep"),
        "test": (Examined, "test"),
        "verify": (verified.Verified, "verify"),
        "rolls": (verified.Replayed, "verify, of a log of rolls"),
        "config": (config.Configured, "config"),
        "character": (character.Character, "a character of a table, as a file"),
        "check": (parts.Check, "a check, in Python"),
        "error": (error.Error, "any command that ends with an error"),
    }
)
"""The documents by the names of their schemas: the shape of each, and where it comes from."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema(name: str | None = None) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a document, or one that has all of them under `$defs`.

    Raises UsageError for a name that there is not.

    >>> schema("record")["title"]
    'Record'
    """
    if name is None:
        each, made = components([shape for shape, _ in DOCUMENTS.values()], "#/$defs/{name}")
        return {"$schema": DIALECT, "title": "Sixfold", "anyOf": list(each), "$defs": made}
    if name not in DOCUMENTS:
        guess = did_you_mean(nearest(name, tuple(DOCUMENTS)))
        raise UsageError(f"There is no document “{name[:40]}”; there are {', '.join(DOCUMENTS)}.{guess}")
    shape = DOCUMENTS[name][0]
    _, made = components([shape], "#/$defs/{name}")
    whole = made.pop(shape.__name__)
    return {"$schema": DIALECT, **whole, **({"$defs": made} if made else {})}


def components(kinds: Sequence[Any], template: str) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """A reference to the schema of each kind, and the schemas by their names; fractions are text."""
    each, made = schema_components(kinds, ref_template=template, schema_hook=lambda kind: {"type": "string"})
    for part in made.values():
        for beside in [name for name in part.get("properties", ()) if name[0] == "_"]:
            del part["properties"][beside]
        if "required" in part:
            part["required"] = [name for name in part["required"] if name[0] != "_"]
    return each, dict(made)
