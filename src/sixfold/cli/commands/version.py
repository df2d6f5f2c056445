"""`sixfold version`: which Sixfold this is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.rules.rule import System

SUMMARY = "print the version of Sixfold"
ALIKE = ()


def parser() -> Parser:
    """The arguments of `sixfold version`."""
    return Parser("version", "Which Sixfold this is.", takes="")


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold version`."""
    from sixfold import __version__

    out().say(f"sixfold {__version__}")
    return 0
