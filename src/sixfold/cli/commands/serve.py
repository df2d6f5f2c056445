"""`sixfold serve`: a live table on the network."""

from __future__ import annotations

import os

from sixfold.cli.arguments import Asked, command, whole_number
from sixfold.cli.console import out
from sixfold.errors import UsageError, needing
from sixfold.questions import Parameter
from sixfold.rules.rule import Systems


@command(
    "start a live table that people join by a link",
    Parameter("host", "where to listen (127.0.0.1: this machine only)", "ADDRESS"),
    Parameter("port", "the port (8000)", "N"),
    Parameter("data", "the file that keeps everything (table.db)", "FILE"),
    Parameter("database", "a database instead: postgresql://...", "URL"),
    Parameter("public", "the address that people use, if it is a different one", "URL"),
    Parameter("proxy", "a reverse proxy is in front and passes on the client's address", "", "yes"),
    Parameter("rate", "requests per minute from one address (600)", "N"),
    Parameter("rooms", "the maximum number of rooms (10,000)", "N"),
    Parameter("site", "a folder written by `sixfold site`, to be shown at /try", "FOLDER"),
    takes="",
    alike=("server", "host", "start", "run", "web"),
)
def serve(asked: Asked, systems: Systems) -> int:
    """Start a live table: rooms that people join by a link, in a browser, with `sixfold join` or from a bot.
    Everything is saved in one file, or in PostgreSQL.

    $ sixfold serve
    $ sixfold serve --host 0.0.0.0 --port 8080 --data friday.db --public https://dice.example.org --proxy
    $ sixfold serve --database postgresql://localhost/sixfold

    You can set every option in the environment too: SIXFOLD_HOST, SIXFOLD_PORT, SIXFOLD_DATABASE, SIXFOLD_PUBLIC,
    SIXFOLD_PROXY, SIXFOLD_RATE, SIXFOLD_ROOMS, SIXFOLD_SITE. Ctrl-C stops the table; every roll is saved.
    """
    with needing("A table", "table"):
        from sixfold.web.asking import Settings, from_environment
        from sixfold.web.serving import serve
    if asked.data is not None and asked.database is not None:
        raise UsageError("Use --data FILE or --database URL, not both.")
    usual = from_environment(os.environ)
    settings = Settings(
        usual.host if asked.host is None else asked.host,
        _number("--port", asked.port, usual.port, 65_535),
        asked.database or asked.data or usual.database,
        usual.public if asked.public is None else asked.public,
        usual.proxy or asked.proxy,
        _number("--rate", asked.rate, usual.rate, 10**9),
        _number("--rooms", asked.rooms, usual.rooms, 10**9),
        usual.site if asked.site is None else asked.site,
    )
    if settings.public and not settings.public.startswith(("http://", "https://")):
        raise UsageError("--public is an address that begins with http:// or https://.")
    return serve(settings, systems, out().say)


def _number(name: str, said: str | None, usual: int, most: int) -> int:
    if said is None:
        return usual
    number = whole_number(said, name)
    if not 1 <= number <= most:
        raise UsageError(f"{name} must be from 1 to {most:,}.")
    return number
