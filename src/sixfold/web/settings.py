"""What a server is told when it starts: by flags, else by the environment, else as it stands here."""

from collections.abc import Mapping
from typing import NamedTuple

from sixfold.bounds import RATE_A_MINUTE, ROOMS
from sixfold.errors import UsageError

PREFIX = "SIXFOLD_"
ON, OFF = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


class Settings(NamedTuple):
    """`database` is a file or `postgresql://...`; `public` the address by which people reach the server, if it is not
    the one it listens on; `proxy` says that a reverse proxy in front of it tells whose request it is; `rate` how many
    requests a minute an address may make; `rooms` how many rooms there may be.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "table.db"
    public: str = ""
    proxy: bool = False
    rate: int = RATE_A_MINUTE
    rooms: int = ROOMS

    @property
    def everywhere(self) -> bool:
        """Whether it listens on every address of this machine, and is not told by which one people reach it."""
        return not self.public and self.host in ("0.0.0.0", "::")

    @property
    def address(self) -> str:
        """Where people reach it: the beginning of every link, without a slash at its end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (self.public or f"http://{host}:{self.port}").rstrip("/")


def link(address: str, room: str, secret: str) -> str:
    """A link as people pass it on: the secret is the fragment, which no browser sends to a server."""
    return f"{address}/rooms/{room}#{secret}"


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings that `SIXFOLD_HOST`, `SIXFOLD_PORT`, `SIXFOLD_DATABASE` and so on say.

    Raises UsageError for a number that is none, and for a switch that is neither on nor off.

    >>> from_environment({"SIXFOLD_PORT": "9000", "SIXFOLD_PROXY": "yes"})[1:5]
    (9000, 'table.db', '', True)
    """
    usual = Settings()

    def said(name: str, otherwise: str) -> str:
        return environment.get(f"{PREFIX}{name}", otherwise)

    return Settings(
        said("HOST", usual.host),
        _whole("PORT", said("PORT", str(usual.port))),
        said("DATABASE", usual.database),
        said("PUBLIC", usual.public),
        _switch("PROXY", said("PROXY", "")),
        _whole("RATE", said("RATE", str(usual.rate))),
        _whole("ROOMS", said("ROOMS", str(usual.rooms))),
    )


def _switch(name: str, said: str) -> bool:
    if said.lower() not in (*ON, *OFF):
        raise UsageError(f"{PREFIX}{name} is yes or no; “{said[:40]}” is neither.")
    return said.lower() in ON


def _whole(name: str, said: str) -> int:
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        raise UsageError(f"{PREFIX}{name} must be a whole number; “{said[:40]}” is not one.")
    return int(said)
