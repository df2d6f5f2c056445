"""`sixfold games`: the games and their rules, made from the rules themselves."""

from collections.abc import Iterator, Sequence

from sixfold.checks.head import find_system
from sixfold.cli.command import ANSWERS, AS_TEXT, Arguments, Parameter, Systems, operation, out
from sixfold.cli.shell import pasted, quoted
from sixfold.rules.rule import System
from sixfold.show.display import LazyReport
from sixfold.show.report.blocks import SPACE, Heading
from sixfold.show.report.tables import Block, Definition, Entries


@operation(
    "list the games and their rules, with words and examples",
    Parameter("words", "only these games", "GAME", "words"),
    *ANSWERS,
    takes="[GAME ...]",
    alike=("systems", "list", "rules", "spiele", "jeux"),
)
def games(args: Arguments, systems: Systems) -> int | LazyReport:
    """List the games that Sixfold knows, and for each rule its words and an example.

    $ sixfold games
    $ sixfold games ten wild
    """
    wanted = [find_system(name, systems) for name in args.words or systems]
    console = out()
    blocks = tuple(listed(wanted, console.width))[:-1]
    if args.form != AS_TEXT:
        from sixfold.show.values.games import listing  # here, since people need no document

        return LazyReport(lambda: blocks, lambda: listing(wanted))
    console.show_prose(blocks)
    return 0


def listed(systems: Sequence[System], width: int) -> Iterator[Block]:
    """Each game and its rules, with their words and an example."""
    for system in systems:
        yield from (Heading(system.name, _beside(system.name, system.title)), SPACE)
        for rule in system.rules:
            default = " (the default)" if rule.default and len(system.rules) > 1 else ""
            yield Heading(f"{system.name} {rule.name}", f"{_beside(rule.name, rule.title)}{default}", 2)
            entries = tuple(Definition(", ".join(word.forms), word.help) for word in rule.words)
            yield from [Entries(entries, style="")] if entries else []
            yield from pasted(f"sixfold roll {quoted(rule.example)}", width)
            yield SPACE


def _beside(name: str, title: str) -> str:
    """A title beside its name; nothing where it says the same."""
    return "" if title == name else title
