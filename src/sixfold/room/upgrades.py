"""Older events: each kind has a version, and a room that was written under an older one still opens.

To change the shape of a kind, raise its version here and say in UPGRADES how the shape before becomes the new one.
Stored bytes never change: an event is brought up to date when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from sixfold.errors import RoomError

VERSIONS: Final[Mapping[str, int]] = MappingProxyType({
    "opened": 1, "joined": 1, "renamed": 1, "removed": 1, "left": 1, "handed-over": 1, "door": 1, "links": 1,
    "lane": 1, "call": 1, "throw": 1, "question": 1, "answer": 1, "reveal": 1, "correct": 1,
    "asked": 1, "noted": 1, "instrument": 1, "games": 1, "restored": 1,
})  # fmt: skip
"""Every kind of event of the room, with the version in which it is written today."""

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: Final[Mapping[tuple[str, int], Upgrade]] = MappingProxyType({})
"""How an event of a kind and version becomes one of the next version."""


def upgraded(
    body: dict[str, Any],
    versions: Mapping[str, int] = VERSIONS,
    upgrades: Mapping[tuple[str, int], Upgrade] = UPGRADES,
) -> dict[str, Any]:
    """The event as if it had been written today.

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
