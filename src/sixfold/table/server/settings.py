"""The settings of a server, and the links that follow from them."""

from collections.abc import Mapping
from typing import NamedTuple

from sixfold.base.bounds import RATE_A_MINUTE, ROOMS


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
