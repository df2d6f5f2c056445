"""`sixfold games`: the games and their rules, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixfold.checks.head import find_system
from sixfold.checks.schema import listing
from sixfold.cli.arguments import ANSWERS, Command
from sixfold.cli.console import READ, READS_WELL, out
from sixfold.cli.shell import on_lines, quoted
from sixfold.questions import Parameter
from sixfold.report.blocks import Heading, Style
from sixfold.report.shown import Told
from sixfold.report.tables import Block, Entries, Entry, Report
from sixfold.rules.rule import System
from sixfold.show.screen import Screen, Span, folded, words_of

FORMS = 30
"""Columns for what is written; a longer form has a line of its own."""

BESIDE = 72
"""Columns from which the meaning is beside the forms."""


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold games`."""
    wanted = [find_system(name, systems) for name in asked.words or systems]
    console = out()
    if asked.form == READ:
        console.say("\n\n".join(page(system, console.screen) for system in wanted))
    else:
        console.answer(Told(lambda: listed(wanted), lambda: listing(wanted)), asked.form)
    return 0


def listed(systems: Sequence[System]) -> Report:
    """Each game and its rules, with their words and an example."""
    blocks: list[Block] = []
    for system in systems:
        blocks.append(Heading(system.name, system.title))
        for rule in system.rules:
            entries = tuple(Entry(", ".join(word.forms), word.help) for word in rule.words)
            example = Entry("example", f"sixfold roll {quoted(rule.example)}")
            blocks += [Heading(f"{system.name} {rule.name}", rule.title, 2), Entries((*entries, example))]
    return tuple(blocks)


def page(system: System, screen: Screen) -> str:
    """One game for the terminal."""
    lines = _titled(system.name, "title", system.title, screen, 0)
    for rule in system.rules:
        default = " (the default)" if rule.default and len(system.rules) > 1 else ""
        lines += ["", *_titled(f"{system.name} {rule.name}", "strong", f"{rule.title}{default}", screen, 2)]
        for word in rule.words:
            lines += _entry(", ".join(word.forms), word.help, screen)
        lines += _example(f"sixfold roll {quoted(rule.example)}", screen)
    return "\n".join(lines)


def _titled(name: str, style: Style, title: str, screen: Screen, indent: int) -> list[str]:
    return [*folded([(name, style), ("", ""), *_words(title, "", screen)], screen, indent, indent + 4)]


def _example(command: str, screen: Screen) -> list[str]:
    head, width = screen.paint("example", "quiet"), screen.width or READS_WELL
    if width < BESIDE:
        return [f"      {head}", on_lines(command, width, " " * 8)]
    return [f"      {head}  {on_lines(command, width, ' ' * 15).lstrip()}"]


def _entry(forms: str, meaning: str, screen: Screen) -> Iterator[str]:
    """The forms on the left and their meaning on the right, or below them if there is no room."""
    left, right = 6, 6 + FORMS + 2
    screen = screen._replace(width=min(screen.width or READS_WELL, READS_WELL))
    if len(forms) <= FORMS and screen.width is not None and screen.width >= BESIDE:
        meant = _words(meaning, "quiet", screen)
        yield from folded([(forms.ljust(FORMS), ""), ("", ""), *meant], screen, left, right)
    else:
        yield from folded(_words(forms, "", screen), screen, left, left)
        yield from folded(_words(meaning, "quiet", screen), screen, left + 4, left + 4)


def _words(text: str, style: Style, screen: Screen) -> list[Span]:
    return [(word, style) for word in words_of(text, screen)]


COMMAND = Command(
    "games",
    run,
    "list the games and their rules, with words and examples",
    "List the games that Sixfold knows, and for each rule its words and an example.",
    (Parameter("words", "only these games", "GAME", "words"), *ANSWERS),
    ("sixfold games", "sixfold games ten wild"),
    takes="[GAME ...]",
    alike=("systems", "list", "rules", "spiele", "jeux"),
)
