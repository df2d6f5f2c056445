"""`sixfold systems`: what can be rolled, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import Console, out
from sixfold.cli.shell import folded, quoted
from sixfold.errors import UsageError
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.rule import Rule, System

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
    for name in asked.words:
        if name.lower() not in systems:
            guess = did_you_mean(nearest(name, systems))
            raise UsageError(f"“{name[:40]}” is not a game; there are {', '.join(systems)}.{guess}")
    wanted = {name: systems[name] for name in [name.lower() for name in asked.words] or list(systems)}
    console = out()
    if asked.json:
        console.document(listing(wanted))
    else:
        console.say("\n\n".join(page(system, console) for system in wanted.values()))
    return 0


def spellings(rule: Rule) -> list[tuple[str, str]]:
    """How each word of a rule is written, and what it means."""
    if rule.phrase is not None:
        return [(rule.phrase.form, rule.phrase.help)]
    return [(_forms(word.forms), word.help) for word in rule.words]


def _forms(forms: tuple[str, ...]) -> str:
    return ", ".join(forms)


def page(system: System, console: Console) -> str:
    """One game for the terminal."""
    paint = console.paint
    lines = [f"{paint(system.name, 'title')}  {system.title}"]
    for rule in system.rules:
        default = " (the default)" if rule is system.rules[0] and len(system.rules) > 1 else ""
        lines += ["", f"  {paint(f'{system.name} {rule.name}', 'strong')}  {rule.title}{default}"]
        for forms, meaning in spellings(rule):
            lines += _entry(forms, meaning, console)
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


def listing(systems: Mapping[str, System]) -> dict[str, Any]:
    """The games as plain data."""
    return {
        "version": 1,
        "systems": [
            {
                "name": system.name,
                "title": system.title,
                "rules": [
                    {
                        "name": rule.name,
                        "title": rule.title,
                        "words": [{"form": f, "help": h} for f, h in spellings(rule)],
                        "example": rule.example,
                    }
                    for rule in system.rules
                ],
            }
            for system in systems.values()
        ],
    }
