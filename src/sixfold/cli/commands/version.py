"""`sixfold version`: the version of Sixfold."""

from sixfold.cli.arguments import Asked, command
from sixfold.cli.console import out
from sixfold.rules.rule import Systems


@command("print the version of Sixfold", takes="")
def version(asked: Asked, systems: Systems) -> int:
    """Print the version of Sixfold."""
    from sixfold import __version__

    out().say(f"sixfold {__version__}")
    return 0
