"""The JSON Schema of every document, made from its shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.json import schema_components

from sixfold.errors import UsageError
from sixfold.rules.message import did_you_mean, nearest
from sixfold.shapes.advise import Advice
from sixfold.shapes.character import Character
from sixfold.shapes.check import Check
from sixfold.shapes.config import Configured
from sixfold.shapes.error import Error
from sixfold.shapes.explain import Explained
from sixfold.shapes.games import Games
from sixfold.shapes.odds import Odds
from sixfold.shapes.record import Record
from sixfold.shapes.records import Records
from sixfold.study.audit import Audit
from sixfold.study.compare import Comparison
from sixfold.study.equivalent import Equivalents
from sixfold.study.grid import Grid
from sixfold.study.luck import Evening, Luck
from sixfold.study.need import Needed

DOCUMENTS: Final[Mapping[str, tuple[type[Any], str]]] = MappingProxyType(
    {
        "record": (Record, "roll"),
        "records": (Records, "roll --times"),
        "odds": (Odds, "odds"),
        "advise": (Advice, "advise"),
        "explain": (Explained, "explain"),
        "games": (Games, "games"),
        "compare": (Comparison, "compare"),
        "equivalent": (Equivalents, "equivalent"),
        "need": (Needed, "need"),
        "table": (Grid, "table"),
        "audit": (Audit, "audit"),
        "luck": (Luck, "luck, of one record"),
        "evening": (Evening, "luck, of several records"),
        "config": (Configured, "config"),
        "character": (Character, "a character of a table, as a file"),
        "check": (Check, "a check, in Python"),
        "error": (Error, "any command that ends with an error"),
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
        each, parts = components([shape for shape, _ in DOCUMENTS.values()], "#/$defs/{name}")
        return {"$schema": DIALECT, "title": "Sixfold", "anyOf": list(each), "$defs": parts}
    if name not in DOCUMENTS:
        guess = did_you_mean(nearest(name, tuple(DOCUMENTS)))
        raise UsageError(f"There is no document “{name[:40]}”; there are {', '.join(DOCUMENTS)}.{guess}")
    shape = DOCUMENTS[name][0]
    _, parts = components([shape], "#/$defs/{name}")
    whole = parts.pop(shape.__name__)
    return {"$schema": DIALECT, **whole, **({"$defs": parts} if parts else {})}


def components(kinds: Sequence[Any], template: str) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """A reference to the schema of each kind, and the schemas by their names; fractions are text."""
    each, parts = schema_components(kinds, ref_template=template, schema_hook=lambda kind: {"type": "string"})
    for part in parts.values():
        for beside in [name for name in part.get("properties", ()) if name[0] == "_"]:
            del part["properties"][beside]
        if "required" in part:
            part["required"] = [name for name in part["required"] if name[0] != "_"]
    return each, dict(parts)
