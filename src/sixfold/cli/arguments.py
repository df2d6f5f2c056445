"""What the commands share in reading their arguments."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from sixfold.errors import UsageError


def _signed(word: str) -> bool:
    """Whether a word is a signed number of the check, like -3, and not an option."""
    return word[:1] in ("-", "\u2212") and word[1:].lstrip()[:1].isdigit()


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as it reads well, whatever the terminal."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=24, width=92)


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError instead of leaving the program."""

    def __init__(self, command: str, description: str, epilog: str = "", takes: str = "CHECK") -> None:
        # A usage and a width of our own: argparse would work out both before every parse, which costs milliseconds.
        super().__init__(
            prog=f"sixfold {command}",
            usage=f"sixfold {command} {takes} [options]",
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=_Help,
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[0].upper()}{message[1:]}. See: {self.prog} --help")

    def check(self, help_: str = "the check, as in: ten +4 superior 1") -> None:
        """Take the words of a check, wherever the options stand between them."""
        self.add_argument("check", nargs="*", metavar="CHECK", help=help_)

    def json(self) -> None:
        """Take `--json`."""
        self.add_argument("--json", action="store_true", help="one JSON document, for programs")

    def read(self, words: Sequence[str]) -> Any:
        """Read the arguments; a word like -3 belongs to the check, not to the options."""
        # argparse takes a word with a blank for no option, and blanks mean nothing in a check.
        for action in self._actions:
            given = [word for word in words if word.partition("=")[0] in action.option_strings]
            if len(given) > 1 and action.nargs is None and not isinstance(action.default, list):
                self.error(f"{action.option_strings[0]} is given twice")
        shielded = [f" {word}" if _signed(word) else word for word in words]
        found = self.parse_intermixed_args(shielded)
        if hasattr(found, "check"):
            found.check = " ".join(word.strip() if word != " " else word for word in found.check)
        return found


def whole_number(text: str) -> int:
    """A whole number for argparse, short enough to be read."""
    digits = text.strip().removeprefix("-").removeprefix("+")
    if len(text) > 12 or not (digits.isascii() and digits.isdigit()):
        raise argparse.ArgumentTypeError(f"“{text[:20]}” is not a whole number")
    return int(text)
