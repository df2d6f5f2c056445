"""`sixfold help`: what the command can do, and what a single command does."""

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc

from sixfold.checks.head import begins_check
from sixfold.cli import HEADINGS
from sixfold.cli.arguments import read
from sixfold.cli.command import Arguments, Parameter, Systems, UsageError, operation, out
from sixfold.cli.commands import find, load, unknown
from sixfold.cli.shell import pasted, set_in
from sixfold.show.report.blocks import SPACE, Paragraph
from sixfold.show.report.tables import Block, Definition, Entries, Report
from sixfold.study.operation import Operation

ABOUT = "Roll checks of role-playing games on six-sided dice, get their exact odds, and have the rules explained."
EXAMPLES = ("sixfold ten +4 superior 1", "sixfold odds ten +4 superior 1", "sixfold help odds")


@operation(
    "show what a command does, or what a game can roll",
    Parameter("words", "a command or a game", "COMMAND", "words"),
    takes="[COMMAND]",
    alike=("hilfe", "aide", "man", "usage", "commands"),
)
def help(args: Arguments, systems: Systems) -> int:
    """Show what a command does, with examples, or what a game can roll.

    $ sixfold help compare
    $ sixfold help ten
    """
    if len(args.words) > 1:
        raise UsageError(f"Help shows one command or game at a time: sixfold help {args.words[0][:40]}.")
    console = out()
    if not args.words:
        console.show_prose(usage(systems, console.width))
        return 0
    name = args.words[0]
    command = find(name)
    if command is None and name.lower() in systems:
        listing = load("games")
        status: int = listing.answer(read(listing, [name], systems), systems)
        return status
    if command is None and begins_check(name, systems):
        command = load("roll")
    if command is None:
        raise unknown(name, systems)
    console.show_prose(page(command, console.width))
    return 0


def usage(systems: Systems, width: int) -> Report:
    """Everything that the command can do."""
    listed = {f"{heading}:": {name: load(name).summary for name in names} for heading, names in HEADINGS.items()}
    listed["games:"] = {name: system.title for name, system in systems.items()}
    longest = max(len(name) for names in listed.values() for name in names)
    return _parts(
        [Paragraph("usage: sixfold COMMAND ... or sixfold CHECK", "")],
        [Paragraph(ABOUT, "")],
        *(_listed(title, ((name.ljust(longest), summary) for name, summary in names.items()))
          for title, names in listed.items()),
        [Paragraph("try:", ""), *(note for example in EXAMPLES for note in pasted(example, width))],
        [Paragraph("--game FILE adds a game of your own from a Python file.", "")],
    )  # fmt: skip


def page(command: Operation, width: int) -> Report:
    """How a command is used: its text, its parameters, and examples."""
    about, *paragraphs = cleandoc(f"{command.answer.__doc__}{command.notes}").split("\n\n")
    operand, examples = command.operand, command.examples
    takes = command.takes or (operand.metavar if operand else "")
    takes = f"{takes} [options]".lstrip() if command.options else takes
    options = dict.fromkeys(command.options.values())
    return _parts(
        [Paragraph(f"usage: sixfold {command.name} {takes}", "")],
        _paragraph(about),
        _listed("arguments:", [(operand.metavar, operand.help)] if operand else []),
        _listed("options:", ((f"{', '.join(each.spellings)} {each.metavar}".rstrip(), each.help) for each in options)),
        [Paragraph("example:" if len(examples) == 1 else "examples:", ""),
         *(note for example in examples for note in pasted(example, width))] if examples else [],
        *(_paragraph(text) for text in paragraphs if not text.startswith("$ ")),
    )  # fmt: skip


def _parts(*parts: Iterable[Block]) -> Report:
    """Parts with room between them; empty ones are left out."""
    return tuple([block for part in map(list, parts) if part for block in (*part, SPACE)][:-1])


def _listed(title: str, entries: Iterable[tuple[str, str]]) -> Iterator[Block]:
    rows = tuple(Definition(*each) for each in entries)
    yield from (Paragraph(title, ""), Entries(rows, style="")) if rows else ()


def _paragraph(text: str) -> Iterator[Block]:
    """Lines of a text are joined, but for those that are set in."""
    for line in re.sub(r"\n(?! )", " ", text).split("\n"):
        yield set_in(line)
