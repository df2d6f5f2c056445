"""The JSON Schema of every document, made from its shape."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from sixfold.errors import UsageError

DOCUMENTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "record": ("Record", "roll"),
        "records": ("Records", "roll --times"),
        "odds": ("Odds", "odds"),
        "advise": ("Advice", "advise"),
        "explain": ("Explained", "explain"),
        "games": ("Games", "games"),
        "compare": ("Comparison", "compare"),
        "equivalent": ("Equivalents", "equivalent"),
        "need": ("Needed", "need"),
        "table": ("Grid", "table"),
        "audit": ("Audit", "audit"),
        "luck": ("Luck", "luck, of one record"),
        "evening": ("Evening", "luck, of several records"),
        "config": ("Configured", "config"),
        "check": ("Check", "a check, in Python"),
        "error": ("Error", "any command that ends with an error"),
    }
)
"""The documents: the name of its schema, which is that of its file here; its shape, and where it comes from."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def shape(name: str) -> type[Any]:
    """The shape of a document."""
    found: type[Any] = getattr(import_module(f"sixfold.shapes.{name}"), DOCUMENTS[name][0])
    return found


def schema(name: str | None = None) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a document, or one that has all of them under `$defs`.

    Raises UsageError for a name that there is not.

    >>> schema("record")["title"]
    'Record'
    """
    from msgspec.json import schema as made
    from msgspec.json import schema_components

    if name is None:
        each, parts = schema_components([shape(known) for known in DOCUMENTS], ref_template="#/$defs/{name}")
        return {"$schema": DIALECT, "title": "Sixfold", "anyOf": list(each), "$defs": parts}
    if name not in DOCUMENTS:
        raise UsageError(f"There is no document “{name[:40]}”; there are {', '.join(DOCUMENTS)}.")
    found = made(shape(name), ref_template="#/$defs/{name}")
    name_of_shape = DOCUMENTS[name][0]
    parts = found.pop("$defs")
    whole = parts.pop(name_of_shape)
    return {"$schema": DIALECT, **whole, **({"$defs": parts} if parts else {})}
