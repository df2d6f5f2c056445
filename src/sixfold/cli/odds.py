"""`sixfold odds`: everything that could happen, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from sixfold.api import odds
from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.tables import odds_table


def parser() -> Parser:
    """The arguments of `sixfold odds`."""
    made = Parser(
        "odds",
        "The exact odds of a check: what happens how often, in the words of the game.",
        "examples:\n  sixfold odds ten hard +4\n  sixfold odds wild 5D+1 vs 15 --json",
    )
    made.check()
    made.add_argument(
        "--tolerance",
        metavar="P",
        help="probability that may be left out where throws can go on for ever (1e-12)",
    )
    made.json()
    return made


def run(words: Sequence[str]) -> int:
    """Run `sixfold odds`."""
    asked = parser().read(words)
    answer = odds(asked.check) if asked.tolerance is None else odds(asked.check, tolerance=asked.tolerance)
    if asked.json:
        from sixfold.cli.document import write

        write(answer.to_json())
    else:
        print(odds_table(answer, painter()))
    return 0
