"""`sixfold version`: the version of Sixfold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Command
from sixfold.cli.console import out
from sixfold.rules.rule import System


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold version`."""
    from sixfold import __version__

    out().say(f"sixfold {__version__}")
    return 0


COMMAND = Command("version", run, "print the version of Sixfold", "Print the version of Sixfold.", takes="")
