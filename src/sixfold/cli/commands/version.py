"""`sixfold version`: the version of Sixfold."""

from sixfold.cli.arguments import Asked
from sixfold.cli.console import out
from sixfold.questions import question
from sixfold.rules.rule import Systems


@question("print the version of Sixfold")
def version(asked: Asked, systems: Systems) -> None:
    """Print the version of Sixfold."""
    from sixfold import __version__

    out().say(f"sixfold {__version__}")
