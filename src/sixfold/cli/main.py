"""Where the command starts: finds the command's file, and turns errors into one paragraph and a status."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from sixfold.errors import SixfoldError, UsageError

COMMANDS = {
    "roll": "throw a check: dice, what counted, what it means",
    "odds": "the exact odds of a check",
    "explain": "the rule in words, as it applies to a check",
    "systems": "what can be rolled, each with its words and an example",
    "compare": "checks side by side, of one game or of several",
    "equivalent": "what a check of one game is in another",
    "need": "which number gives at least that chance: leave it open with a ?",
    "table": "the grid of odds that goes into a rule book",
    "audit": "the odds that a book prints, against the exact ones",
    "luck": "how lucky a result is, or a whole evening of them",
    "verify": "whether the log of a room holds: its chain, its dice, its records",
    "play": "a room of one in the terminal, kept in a file",
    "completion": "print the completion script of a shell: bash, zsh or fish",
}

USAGE = """\
usage: sixfold [--game FILE] COMMAND ...

Role-playing rules on six-sided dice: rolled, solved exactly and told in words.

commands:
{commands}

Try:  sixfold roll ten +4 superior 1
      sixfold odds ten +4 superior 1
      sixfold COMMAND --help

With --game FILE, a game of your own from a Python file is there too.
"""


def usage() -> str:
    """What `sixfold --help` says."""
    width = max(map(len, COMMANDS))
    return USAGE.format(commands="\n".join(f"  {name.ljust(width)}  {what}" for name, what in COMMANDS.items()))


def command() -> int:
    """The command as a process of its own."""
    status = main()
    # The process ends here: without this, Python looks through everything for garbage once more.
    gc.freeze()
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 done, 2 makes no sense, 3 more dice are needed, 1 anything else."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(words)
    except SixfoldError as error:
        from sixfold.cli.complaint import complain

        complain(error, "--json" in words)
        return error.exit_status
    except BrokenPipeError:
        # Whoever read our output has seen enough; say nothing more, not even when Python closes it.
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 1


def _run(words: list[str]) -> int:
    systems = {}
    if words and words[0] == "--game":
        from sixfold.cli.games import with_game

        if len(words) < 2:
            raise UsageError("--game needs a file that defines a game.")
        systems = {"systems": with_game(words[1])}
        words = words[2:]
    if "--game" in words:
        raise UsageError("--game FILE stands once, before the command: sixfold --game FILE roll ...")
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage(), end="")
        return 0
    if words[0] in ("-V", "--version"):
        from sixfold import __version__

        print(f"sixfold {__version__}")
        return 0
    name = words[0]
    if name == "complete":
        from sixfold.cli.completion import complete

        return complete(words[1:], **systems)
    if name not in COMMANDS:
        from sixfold.rules.message import did_you_mean, nearest

        guess = nearest(name, tuple(COMMANDS))
        raise UsageError(
            f"“{name[:40]}” is not a command of sixfold; there are {', '.join(COMMANDS)}.{did_you_mean(guess)}"
        )
    status: int = _command(name).run(words[1:], **systems)
    sys.stdout.flush()
    return status


def _command(name: str) -> Any:
    """The file of a command. Nothing that an import makes is garbage, and looking for it takes a tenth of a roll."""
    looking = gc.isenabled()
    gc.disable()
    try:
        return import_module(f"sixfold.cli.{name}")
    finally:
        if looking:
            gc.enable()
