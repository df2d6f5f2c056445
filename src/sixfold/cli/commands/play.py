"""`sixfold play`: a room of one in the terminal, kept in a file."""

from sixfold.cli.client.local import KeptRoom
from sixfold.cli.client.session import Session
from sixfold.cli.command import Arguments, Console, Parameter, Systems, UsageError, operation, out
from sixfold.show.report.blocks import Heading, Paragraph

FILE = "evening.sixfold"


@operation(
    "play alone in the terminal; a file keeps everything",
    Parameter("file", "the file that keeps the evening", "FILE", "words"),
    takes="[FILE]",
    alike=("game", "start", "session", "solo"),
)
def play(args: Arguments, systems: Systems) -> None:
    """Play by yourself, without a server: type checks, answer the questions of the rules, use what the games
    keep on the table. Everything is saved to a file before you see it, so you can continue later.

    $ sixfold play
    $ sixfold play friday.sixfold
    $ sixfold --game fence.py play fence.sixfold

    Without FILE, this uses evening.sixfold in the current folder. Type /help to see what you can type.
    """
    if len(args.file) > 1:
        raise UsageError("Name one file to play in.")
    room = KeptRoom(args.file[0] if args.file else FILE, systems)
    try:
        evening(room, out())
    finally:
        room.close()


def evening(room: KeptRoom, console: Console) -> None:
    """Greet the player, read lines and do what they say, until they end."""
    session = Session(room, console)
    begun = "a new evening" if room.new else f"{len(room.events)} events so far"
    console.show((Heading("A room of one", f"{room.path}, {begun}"), Paragraph("Type a check, or /help.")))
    if room.left_over:
        console.show(
            (
                Paragraph(
                    "The last line was only half written when Sixfold stopped, and was never shown. It is left out."
                ),
            )
        )
    session.greet()
    session.run()
    if session.typing:
        console.show((Paragraph(f"Everything is saved in {room.path}."),))
