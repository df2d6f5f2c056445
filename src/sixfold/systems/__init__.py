"""The games: one file each. A new one is a new file and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sixfold.rulebook import System
from sixfold.systems import dice, hs, odgs, skew, ten, wild

SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        "ten": ten.SYSTEM,
        "skew": skew.SYSTEM,
        "wild": wild.SYSTEM,
        "hs": hs.SYSTEM,
        "odgs": odgs.SYSTEM,
        "dice": dice.SYSTEM,
    }
)
