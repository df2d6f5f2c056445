"""The names for writing commands: a file in `commands/` needs little else.

A command is a function of its arguments and the games, under `operation`, which declares what it takes.
"""

from sixfold.cli.arguments import ANSWERS, JSON, Arguments
from sixfold.cli.console import AS_TEXT, Console, err, out
from sixfold.errors import UsageError, needing
from sixfold.rules.rule import Systems
from sixfold.study.operation import Parameter, operation

__all__ = [
    "ANSWERS",
    "AS_TEXT",
    "JSON",
    "Arguments",
    "Console",
    "Parameter",
    "Systems",
    "UsageError",
    "err",
    "needing",
    "operation",
    "out",
]  # fmt: skip
