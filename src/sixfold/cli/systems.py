"""`sixfold systems`: what can be rolled, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.errors import UsageError
from sixfold.rules.rule import Rule, System
from sixfold.show.tables import Paint
from sixfold.systems import SYSTEMS


def parser() -> Parser:
    """The arguments of `sixfold systems`."""
    made = Parser("systems", "What can be rolled, each rule with its words and an example.", takes="[SYSTEM ...]")
    made.add_argument("system", nargs="*", metavar="SYSTEM", help="only these games")
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold systems`."""
    asked = parser().read(words)
    for name in asked.system:
        if name.lower() not in systems:
            raise UsageError(f"“{name[:40]}” is not a game; there are {', '.join(systems)}.")
    wanted = {name: systems[name] for name in [name.lower() for name in asked.system] or list(systems)}
    if asked.json:
        from sixfold.cli.document import write

        write(listing(wanted))
    else:
        paint = painter()
        print("\n\n".join(page(system, paint) for system in wanted.values()))
    return 0


def spellings(rule: Rule) -> list[tuple[str, str]]:
    """How each word of a rule is written, and what it means."""
    if rule.phrase is not None:
        return [(rule.phrase.form, rule.phrase.help)]
    return [(_forms(word.forms), word.help) for word in rule.words]


def _forms(forms: tuple[str, ...]) -> str:
    return ", ".join(forms)


def page(system: System, paint: Paint) -> str:
    """One game for the terminal."""
    lines = [f"{paint(system.name, 'title')}  {system.title}"]
    for rule in system.rules:
        default = " (the default)" if rule is system.rules[0] and len(system.rules) > 1 else ""
        lines += ["", f"  {paint(f'{system.name} {rule.name}', 'strong')}  {rule.title}{default}"]
        for forms, meaning in spellings(rule):
            lines += [f"      {line}" for line in _entry(forms, meaning, paint)]
        lines.append(f"      {paint('example', 'quiet')}  sixfold roll {_quoted(rule.example)}")
    return "\n".join(lines)


def _entry(forms: str, meaning: str, paint: Paint) -> list[str]:
    from textwrap import wrap

    if len(forms) > 30:
        return [*wrap(forms, 88), *(paint(f"    {line}", "quiet") for line in wrap(meaning, 84))]
    first, *more = wrap(meaning, 58)
    return [
        f"{forms.ljust(30)}  {paint(first, 'quiet')}",
        *(f"{' ' * 32}{paint(line, 'quiet')}" for line in more),
    ]


def _quoted(example: str) -> str:
    """An example as a shell takes it: brackets and comparisons mean something there."""
    return f'"{example}"' if set(example) & set("[]()<>!*") else example


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
