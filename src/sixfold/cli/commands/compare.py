"""`sixfold compare`: checks side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.checks.typed import begins_check
from sixfold.cli.arguments import Parser
from sixfold.cli.config import config, meant, names
from sixfold.cli.console import out
from sixfold.rules.rule import System
from sixfold.study.compare import compare

SUMMARY = "compare checks, of one game or of several"
ALIKE = ("diff", "versus")


def parser() -> Parser:
    """The arguments of `sixfold compare`."""
    made = Parser(
        "compare",
        "Compare checks side by side, from one game or several: success, criticals, spread, likeliest result.",
        (
            "sixfold compare ten +3 wild 5D vs 15",
            "sixfold compare 'ten +3' 'ten +3 superior 1' 'wild 5D vs 15'",
            "sixfold compare ten , ten superior 1 , ten superior 2 --output superior.svg",
        ),
        takes="CHECK ...",
    )
    made.words("CHECK", "checks, each in quotes, or separated by commas")
    made.add_argument(
        "--event", metavar="EVENT", help="the event to compare (default: success or a hit), as in 'margin >= 3'"
    )
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold compare`."""
    found = compare(*_checks(asked.words, systems), event=asked.event, systems=systems)
    out().answer(found, asked.form)
    return 0


def _checks(words: Sequence[str], systems: Mapping[str, System]) -> list[str]:
    """Checks that came in quotes, with commas between them, or word by word: then a game's name begins the next."""
    if "," in words or any(word.endswith(",") for word in words):
        parts = " ".join(words).replace(" , ", ", ").split(", ")
        return [meant(part, systems) for part in parts if part.strip(" ,")]
    if any(" " in word.strip() for word in words) or all(begins_check(word, systems) for word in words):
        return [meant(word, systems) for word in words]
    checks: list[str] = []
    saved = {name.casefold() for name in names(config(systems))}
    for word in words:
        if not checks or word.lower() in systems or word.casefold() in saved:
            checks.append(word)
        else:
            checks[-1] += f" {word}"
    return [meant(check, systems) for check in checks]
