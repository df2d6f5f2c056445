"""`sixfold serve`: a live table on the network."""

import os
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from sixfold.cli.arguments import value_of
from sixfold.cli.command import Arguments, Parameter, Systems, UsageError, needing, operation, out

if TYPE_CHECKING:
    from sixfold.table.server.settings import Settings

PREFIX: Final = "SIXFOLD_"
"""The variable of an option begins with this."""


@operation(
    "start a live table that people join by a link",
    Parameter("host", "where to listen (127.0.0.1: this machine only)", "ADDRESS"),
    Parameter("port", "the port (8000)", "N", "number", 65_535, least=1),
    Parameter("data", "the file that keeps everything (table.db)", "FILE"),
    Parameter("database", "a database instead: postgresql://...", "URL"),
    Parameter("public", "the address that people use, if it is a different one (several: with commas)", "URL"),
    Parameter("proxy", "a reverse proxy is in front and passes on the client's address", "", "yes"),
    Parameter("rate", "requests per minute from one address (600)", "N", "number", 10**9, least=1),
    Parameter("rooms", "the maximum number of rooms (10,000)", "N", "number", 10**9, least=1),
    Parameter("site", "a folder written by `sixfold site`, to be shown at /try", "FOLDER"),
    Parameter("own_games", "let GMs load games of their own, which are programs, and keep them here", "FOLDER"),
    alike=("server", "host", "run", "web"),
)
def serve(args: Arguments, systems: Systems) -> int:
    """Start a live table: rooms that people join by a link, in a browser, with `sixfold join` or from a bot.
    Everything is saved in one file, or in PostgreSQL.

    $ sixfold serve
    $ sixfold serve --host 0.0.0.0 --port 8080 --data friday.db --public https://dice.example.org --proxy
    $ sixfold serve --database postgresql://localhost/sixfold

    You can set every option in the environment too: SIXFOLD_HOST, SIXFOLD_PORT, SIXFOLD_DATABASE, SIXFOLD_PUBLIC,
    SIXFOLD_PROXY, SIXFOLD_RATE, SIXFOLD_ROOMS, SIXFOLD_SITE, SIXFOLD_OWN_GAMES. Ctrl-C stops the table; every roll is
    saved.
    """
    with needing("A table", "table"):
        from sixfold.table.server import serving
        from sixfold.table.server.settings import Settings
    if args.data is not None and args.database is not None:
        raise UsageError("Use --data FILE or --database URL, not both.")
    typed = {name: getattr(args, name) for name in Settings._fields} | {
        "database": args.data if args.database is None else args.database
    }
    options = {name: value for name, value in typed.items() if value not in (None, False)}
    settings = Settings(**_of_variables(os.environ, Settings._fields) | options)
    _check(settings, options)
    return serving.serve(settings, systems, _say)


def _of_variables(environment: Mapping[str, str], names: Sequence[str]) -> dict[str, Any]:
    """The options of these names that variables give; raises what the options raise."""
    options = {_variable(each.name): each for each in serve.parameters if each.name in names}
    return {
        option.name: value_of(option, environment[name], name)
        for name, option in options.items()
        if name in environment
    }


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper()}"


def _check(settings: "Settings", options: Collection[str]) -> None:
    """Raise UsageError for an address or a folder that is none: of these options, or else of a variable."""
    wrong = {}
    if not all(address.startswith(("http://", "https://")) for address in settings.addresses):
        wrong["public"] = "an address that begins with http:// or https://"
    if settings.own_games and not os.path.isdir(settings.own_games):
        wrong["own_games"] = f"a folder; there is none at {settings.own_games[:200]}"
    for name, what in wrong.items():
        raise UsageError(f"{f'--{name}'.replace('_', '-') if name in options else _variable(name)} is {what}.")


def _say(text: str) -> None:
    """Say something now, also into a pipe or a file: a table says nothing more for hours."""
    out().say(text)
    out().flush()
