"""`sixfold explain`: the rule in words, as it applies to a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from sixfold.checks.notation import parse
from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def parser() -> Parser:
    """The arguments of `sixfold explain`."""
    made = Parser(
        "explain",
        "The rule in words, as it applies to a check, with the clauses of the rule book.",
        "example:\n  sixfold explain skew task good 2 2 high vs 14",
    )
    made.check()
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold explain`."""
    asked = parser().read(words)
    check = parse(asked.check, systems)
    clauses = check.explain()
    if asked.json:
        from sixfold.cli.document import write

        write(
            {
                "version": 1,
                "text": check.text,
                "system": check.system,
                "rule": check.rule.name,
                "options": check.options,
                "clauses": [{"clause": c.number, "text": c.text} for c in clauses],
            }
        )
        return 0
    paint = painter()
    print(f"{paint(check.text, 'title')}   {paint(check.rule.title, 'quiet')}")
    width = max(len(clause.number) for clause in clauses)
    for clause in clauses:
        first, *more = wrap(clause.text, 88 - width) or [""]
        print(f"  {paint(clause.number.rjust(width), 'strong')}  {first}")
        for line in more:
            print(f"  {' ' * width}  {line}")
    return 0
