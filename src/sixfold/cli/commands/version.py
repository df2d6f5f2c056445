"""`sixfold version`: the version of Sixfold."""

from sixfold import __version__
from sixfold.cli.command import Asked, Systems, out, question


@question("print the version of Sixfold")
def version(asked: Asked, systems: Systems) -> None:
    """Print the version of Sixfold."""
    out().say(f"sixfold {__version__}")
