"""Approvals of games of one's own: what was found sound is kept on this machine until one of its files changes."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final, NamedTuple, Self

from sixfold.base import machine
from sixfold.base.version import __version__
from sixfold.rules.check import Check
from sixfold.systems import SYSTEMS

KEPT: Final = 2_000
"""Approvals that are kept."""


def files_of(check: Check) -> list[str]:
    """Return the files of the games of a check, and of the checks in it; nothing if one of its games is in no file."""
    rules = [each.rule for each in check.every()]
    homes = [rule.home for rule in rules if rule.home is not None and rule.system not in SYSTEMS]
    return list(dict.fromkeys(home.place for home in homes)) if all(home.version for home in homes) else []


class Approval(NamedTuple):
    """The file that is there if something was found sound; none where nothing can be kept."""

    place: str | None

    @classmethod
    def about(cls, what: str, files: Sequence[str]) -> Self:
        """The approval of something of these files, as they and their neighbours are now."""
        if not files or machine.ALONE:
            return cls(None)
        told = sha256(f"{__version__} {sys.version} {what}".encode())
        with suppress(OSError):
            for file in files:
                for entry in sorted(os.scandir(os.path.dirname(file)), key=lambda entry: entry.name):
                    if entry.name.endswith(".py"):
                        status = entry.stat()
                        told.update(f" {entry.path} {status.st_mtime_ns} {status.st_size}".encode())
                with open(file, "rb") as source:
                    told.update(source.read())
            return cls(os.path.join(machine.memory(), "confirmed", told.hexdigest()[:40]))
        return cls(None)

    @property
    def known(self) -> bool:
        """Whether it was found sound before."""
        return self.place is not None and os.path.exists(self.place)

    def keep(self) -> None:
        """Remember that it was found sound."""
        if self.place is None:
            return
        folder = os.path.dirname(self.place)
        with suppress(OSError):
            os.makedirs(folder, exist_ok=True)
            kept = os.listdir(folder)
            if len(kept) >= KEPT:
                for name in kept:
                    os.unlink(os.path.join(folder, name))
            open(self.place, "x", encoding="utf-8").close()
