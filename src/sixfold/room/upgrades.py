"""Older events: each kind has a version, and a room that was written under an older one still opens.

To change the shape of a kind, raise its `VERSION` in `kinds` and say in UPGRADES how the shape before becomes the new
one. Stored bytes never change: an event is brought up to date when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct, json

from sixfold.errors import RoomError
from sixfold.room.canonical import canonical
from sixfold.room.kinds import VERSIONS

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: Final[Mapping[tuple[str, int], Upgrade]] = MappingProxyType({})
"""How an event of a kind and version becomes one of the next version."""


class _Head(Struct):
    kind: str
    version: int


_HEAD: Final = json.Decoder(_Head)


def current(stored: bytes) -> bytes:
    """Return a stored event as if it had been written today. Raises RoomError as `upgraded` does."""
    head = _HEAD.decode(stored)
    if VERSIONS.get(head.kind) == head.version:
        return stored
    return canonical(upgraded(json.decode(stored)))


def upgraded(
    body: dict[str, Any],
    versions: Mapping[str, int] = VERSIONS,
    upgrades: Mapping[tuple[str, int], Upgrade] = UPGRADES,
) -> dict[str, Any]:
    """Return an event as if it had been written today.

    Raises RoomError (room/version) for a kind or version that this Sixfold does not know.
    """
    kind, version = body["kind"], body["version"]
    newest = versions.get(kind)
    if newest is None or version > newest:
        raise RoomError(
            "room/version", f"Event {body['number']} ({kind}, version {version}) is of a newer Sixfold than this one."
        )
    while version < newest:
        body = upgrades[kind, version](body) | {"version": version + 1}
        version += 1
    return body
