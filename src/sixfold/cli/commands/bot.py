"""`sixfold bot`: a table in channels of Discord or Matrix."""

import os
from pathlib import Path
from typing import Final

from sixfold.cli.command import Arguments, Parameter, Systems, UsageError, err, needing, operation
from sixfold.errors import file_named

TOKEN: Final = "SIXFOLD_BOT_TOKEN"
"""The environment variable with the token."""


@operation(
    "bring a table into channels of Discord or Matrix",
    Parameter("chat", "discord or matrix", "discord|matrix", "words"),
    Parameter("table", "the address of the table for new channels (http://127.0.0.1:8000)", "URL"),
    Parameter("server", "the homeserver, for Matrix", "URL"),
    Parameter("token", f"the file with the bot's token, instead of {TOKEN}", "FILE"),
    Parameter("data", "the file in which the bot keeps its channels (discord.json, matrix.json)", "FILE"),
    alike=("discord", "matrix"),
)
def bot(args: Arguments, systems: Systems) -> None:
    """Answer in channels of Discord or Matrix: each channel is a room at a live table, and each person there has a
    seat. Rolls at the table are told in the channel.

    $ sixfold bot discord
    $ sixfold bot matrix --server https://matrix.example.org --token matrix.token

    Start a table first: sixfold serve. This command needs the extra “bot”: pip install '.[bot]' in the folder of
    Sixfold.
    """
    chat = " ".join(args.chat).lower()
    if chat not in ("discord", "matrix"):
        raise UsageError("Say where: sixfold bot discord, or sixfold bot matrix.")
    if chat == "matrix" and not (args.server or "").startswith(("http://", "https://")):
        raise UsageError("Name your homeserver: sixfold bot matrix --server https://matrix.example.org")
    token = _token(args.token)
    with needing("A bot", "bot"):
        from sixfold.cli.bot.chat import Bot
        from sixfold.cli.bot.memory import MemoryFile

        if chat == "discord":
            from sixfold.cli.bot import on_discord
        else:
            from sixfold.cli.bot import on_matrix
    kept, table = MemoryFile(args.data or f"{chat}.json"), args.table or "http://127.0.0.1:8000"
    if chat == "discord":
        on_discord.run(Bot(kept, table, systems, "Discord", _say), token, _say)
    else:
        made = Bot(kept, table, systems, "Matrix", _say, mark=on_matrix.CALLED)
        on_matrix.Matrix(made, args.server, token, _say).run()


def _say(text: str) -> None:
    err().tell(text)
    err().flush()


def _token(path: str | None) -> str:
    """The token, which no list of processes and no history of a shell ever shows."""
    if path is None:
        token = os.environ.get(TOKEN, "")
    else:
        with file_named(path, "read"):
            token = Path(path).read_text("utf-8")
    if not token.strip():
        raise UsageError(f"The bot needs its token: in the variable {TOKEN}, or in a file: --token FILE.")
    return token.strip()
