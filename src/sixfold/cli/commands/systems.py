"""`sixfold systems`: what can be rolled, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.head import find_system
from sixfold.checks.schema import listing
from sixfold.cli.arguments import Parser
from sixfold.cli.console import Console, out
from sixfold.cli.shell import folded, quoted
from sixfold.rules.rule import System

SUMMARY = "what can be rolled, each with its words and an example"
HEADING = "at the table"
ALIKE = ("games", "list", "rules", "spiele", "jeux")


FORMS = 30
"""Columns for what is written; a longer form has a line of its own."""


def parser() -> Parser:
    """The arguments of `sixfold systems`."""
    made = Parser(
        "systems",
        "What can be rolled, each rule with its words and an example.",
        ("sixfold systems", "sixfold systems ten wild"),
        takes="[GAME ...]",
    )
    made.words("GAME", "only these games")
    made.json()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold systems`."""
    wanted = [find_system(name, systems) for name in asked.words or systems]
    console = out()
    if asked.json:
        console.document(listing(wanted))
    else:
        console.say("\n\n".join(page(system, console) for system in wanted))
    return 0


def page(system: System, console: Console) -> str:
    """One game for the terminal."""
    paint = console.paint
    lines = [f"{paint(system.name, 'title')}  {system.title}"]
    for rule in system.rules:
        default = " (the default)" if rule.default and len(system.rules) > 1 else ""
        lines += ["", f"  {paint(f'{system.name} {rule.name}', 'strong')}  {rule.title}{default}"]
        for word in rule.words:
            lines += _entry(", ".join(word.forms), word.help, console)
        example = folded(f"sixfold roll {quoted(rule.example)}", console.width, " " * 15)
        lines.append(f"      {paint('example', 'quiet')}  {example.lstrip()}")
    return "\n".join(lines)


def _entry(forms: str, meaning: str, console: Console) -> list[str]:
    """What is written on the left and what it means on the right, or below where there is no room."""
    from textwrap import wrap

    left = 6
    middle = left + FORMS + 2
    if len(forms) <= FORMS and console.width >= 72:
        first, *more = wrap(meaning, console.width - middle)
        return [
            f"{' ' * left}{forms.ljust(FORMS)}  {console.paint(first, 'quiet')}",
            *(f"{' ' * middle}{console.paint(line, 'quiet')}" for line in more),
        ]
    return [
        *(f"{' ' * left}{line}" for line in wrap(forms, console.width - left)),
        *(f"{' ' * (left + 4)}{console.paint(line, 'quiet')}" for line in wrap(meaning, console.width - left - 4)),
    ]
