"""The settings of a server, from its command or its environment, and the links that follow from them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sixfold.base.bounds import RATE_A_MINUTE, ROOMS
from sixfold.errors import UsageError

PREFIX = "SIXFOLD_"
ON, OFF = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


class Settings(NamedTuple):
    """`database` is a file or `postgresql://...`; `public` the address by which people reach the server, if it is not
    the one it listens on (or several, with commas: links have the first); `proxy` says that a reverse proxy in front
    of it tells whose request it is; `rate` how many requests a minute an address may make; `rooms` how many rooms there
    may be; `site` is the folder of a site that is shown at /try, `own_games` one for games that GMs bring from the
    page, which are programs; empty, nobody may.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "table.db"
    public: str = ""
    proxy: bool = False
    rate: int = RATE_A_MINUTE
    rooms: int = ROOMS
    site: str = ""
    own_games: str = ""

    @property
    def everywhere(self) -> bool:
        """Whether it listens on every address of this machine, and is not told by which one people reach it."""
        return not self.public and self.host in ("0.0.0.0", "::")

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of the table for people, without slashes at their ends."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return tuple(one.strip().rstrip("/") for one in (self.public or f"http://{host}:{self.port}").split(","))

    @property
    def address(self) -> str:
        """The beginning of every link."""
        return self.addresses[0]


def links(address: str, room: str, secrets: Mapping[str, str]) -> dict[str, str]:
    """Links by role, as people pass them on: the secret is the fragment, which no browser sends to a server."""
    return {role: f"{address}/rooms/{room}#{secret}" for role, secret in secrets.items()}


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings that `SIXFOLD_HOST`, `SIXFOLD_PORT`, `SIXFOLD_DATABASE` and so on say.

    Raises UsageError for a number that is none, and for a switch that is neither on nor off.

    >>> from_environment({"SIXFOLD_PORT": "9000", "SIXFOLD_PROXY": "yes"})[1:5]
    (9000, 'table.db', '', True)
    """
    usual = Settings()

    texts = {name: environment.get(f"{PREFIX}{name.upper()}") for name in usual._fields}
    values = {name: _read(name, text, getattr(usual, name)) for name, text in texts.items() if text is not None}
    return usual._replace(**values)


def _read(name: str, text: str, usual: str | int | bool) -> Any:
    if isinstance(usual, bool):
        if text.lower() not in (*ON, *OFF):
            raise UsageError(f"{PREFIX}{name.upper()} is yes or no; “{text[:40]}” is neither.")
        return text.lower() in ON
    if isinstance(usual, int):
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise UsageError(f"{PREFIX}{name.upper()} must be a whole number; “{text[:40]}” is not one.")
        return int(text)
    return text
