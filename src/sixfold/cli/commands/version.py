"""`sixfold version`: the version of Sixfold."""

from sixfold import __version__
from sixfold.cli.command import Arguments, Systems, operation, out


@operation("print the version of Sixfold")
def version(args: Arguments, systems: Systems) -> None:
    """Print the version of Sixfold."""
    out().say(f"sixfold {__version__}")
