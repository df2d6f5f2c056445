"""Values are immutable, but for the few that say what goes on."""

from __future__ import annotations

import dataclasses
from importlib import import_module

import msgspec

from tests.test_walls import MODULES

CHANGING = {
    "sixfold.show.values.verified": {"Verified"},
    "sixfold.cli.bot.memory": {"Channel", "Memory"},
    "sixfold.table.room.state": {"Draft"},
    "sixfold.table.room.verify.verifier": {"LogVerifier", "LoggedEvent", "Members", "Seat"},
    "sixfold.table.server.listeners": {"Listener"},
    "sixfold.table.server.live_room": {"EncodedEvent", "LiveRoom"},
    "sixfold.table.store.event_reader": {"EventReader"},
    "sixfold.table.store.writer": {"Writer"},
}
"""What a process keeps of a chat, a room, a log that it reads, or a connection, and the report on that log."""


def is_frozen(kind: type) -> bool:
    """Whether no field of a dataclass or a struct can change; other classes have none."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_config__.frozen
    return not dataclasses.is_dataclass(kind) or kind.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_values_are_immutable() -> None:
    """Every dataclass and struct is frozen, but for those that say what goes on."""
    changing: dict[str, set[str]] = {}
    for module in MODULES:
        if any(part in module for part in ("__main__", "migrations", "snapshot")):
            continue  # they run when they are imported
        for kind in vars(import_module(module)).values():
            if isinstance(kind, type) and kind.__module__ == module and not is_frozen(kind):
                changing.setdefault(module, set()).add(kind.__name__)
    assert changing == CHANGING
