"""`sixfold equivalent`: what a check of one game is in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.study.equivalents import equivalent
from sixfold.systems import SYSTEMS


def parser() -> Parser:
    """The arguments of `sixfold equivalent`."""
    made = Parser(
        "equivalent",
        "What a check of one game is in another: the checks there that come nearest to its chance of success.",
        "examples:\n  sixfold equivalent ten +3 --in wild --vs 15\n"
        "  sixfold equivalent ten +3 --in 'odgs vs ? +4' --range 5..25\n"
        "  sixfold equivalent ten --in hs --in-event 'result=triumph or result=struggle'",
    )
    made.check()
    made.add_argument("--in", dest="within", metavar="GAME", help="the other game, with what is fixed there")
    made.add_argument("--vs", metavar="N", help="the difficulty or save score there")
    made.add_argument("--event", metavar="EVENT", help="what is asked for here (success or a hit)")
    made.add_argument("--in-event", metavar="EVENT", help="what is asked for there (success or a hit)")
    made.add_argument("--range", action="append", default=[], metavar="A..B", help="numbers for each open place (?)")
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold equivalent`."""
    asked = parser().read(words)
    if asked.within is None:
        raise UsageError("Say the other game: --in wild --vs 15.")
    within = asked.within if asked.vs is None else f"{asked.within} vs {asked.vs}"
    found = equivalent(
        asked.check,
        within,
        event=asked.event,
        other_event=asked.in_event,
        systems=systems,
        ranges=[text.strip() for text in asked.range],
    )
    if asked.json:
        from sixfold.cli.document import write

        write(found.to_json())
    else:
        print(found.show(painter()))
    return 0
