"""The settings of a server; the person who asks, by the token in the header, never in an address; and rate limits."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.params import FromPath

from sixfold.bounds import RATE_A_MINUTE, RATE_ADDRESS_LENGTH, RATE_ADDRESSES, RATE_PREFIX, ROOMS
from sixfold.errors import RoomError, UsageError
from sixfold.room import Person, who
from sixfold.web.hall import Hall
from sixfold.web.workers import Workers

PREFIX = "SIXFOLD_"
ON, OFF = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


class Settings(NamedTuple):
    """`database` is a file or `postgresql://...`; `public` the address by which people reach the server, if it is not
    the one it listens on; `proxy` says that a reverse proxy in front of it tells whose request it is; `rate` how many
    requests a minute an address may make; `rooms` how many rooms there may be; `site` is the folder of a site that is
    shown at /try, `own_games` one for games that GMs bring from the page, which are programs; empty, nobody may.
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
    def address(self) -> str:
        """The address of the table for people: the beginning of every link, without a slash at its end."""
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

    said = {name: environment.get(f"{PREFIX}{name.upper()}") for name in usual._fields}
    found = {name: _read(name, text, getattr(usual, name)) for name, text in said.items() if text is not None}
    return usual._replace(**found)


def _read(name: str, said: str, usual: str | int | bool) -> Any:
    if isinstance(usual, bool):
        if said.lower() not in (*ON, *OFF):
            raise UsageError(f"{PREFIX}{name.upper()} is yes or no; “{said[:40]}” is neither.")
        return said.lower() in ON
    if isinstance(usual, int):
        if not (said.isascii() and said.isdigit() and len(said) < 10):
            raise UsageError(f"{PREFIX}{name.upper()} must be a whole number; “{said[:40]}” is not one.")
        return int(said)
    return said


class Held:
    """Counts open things of each name and of all names together, up to a limit for each.

    >>> held = Held(1, 2)
    >>> [held.takes(name) for name in ("a", "a", "b", "c")]
    [True, False, True, False]
    """

    def __init__(self, most: int, in_all: int) -> None:
        self._most = most
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self._all = 0

    def takes(self, name: str) -> bool:
        """Whether there is room for one more of this name; it is held until it is left."""
        if self._open[name] >= self._most or self._all >= self._in_all:
            return False
        self._open[name] += 1
        self._all += 1
        return True

    def leave(self, name: str) -> None:
        """It is open no more."""
        self._open[name] -= 1
        self._all -= 1
        if not self._open[name]:
            del self._open[name]


def own_origin(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether a request comes from a page of this table, or from no page at all (a program says no origin)."""
    origin = headers.get("origin")
    if origin is None:
        return True
    hosts = {settings.address, f"http://{headers.get('host', '')}", f"https://{headers.get('host', '')}"}
    return origin.rstrip("/") in hosts


Asking = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
TheHall = NamedDependency[Hall]
TheWorkers = NamedDependency[Workers]
TheAsker = NamedDependency[Person]
"""Arguments that handlers get."""

WITH_PORT: Final = re.compile(r"\[([^\]]*)\](?::\d+)?|([0-9.]+):\d+")
"""An address with a port: `[2001:db8::1]:443` or `192.0.2.7:443`."""


def bearer(request: Asking) -> str:
    """The secret of `Authorization: Bearer ...`. Raises RoomError (room/token) where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.strip() or len(secret) > 200:
        raise RoomError("room/token", "Send your token: Authorization: Bearer TOKEN.")
    return secret.strip()


async def asker(request: Asking, hall: TheHall, room: FromPath[str]) -> Person:
    """The person whose token a request brings. Raises RoomError (room/token)."""
    secret = bearer(request)
    person = who(await hall.known(room), secret)
    request.app.state.rates.take(f"{room} {person.id}")
    return person


def public_address(request: Asking) -> str:
    """Return the address of this table for people: the one in its settings, else the one of this request."""
    settings: Settings = request.app.state.settings
    if settings.public:
        return settings.address
    address = str(request.base_url).rstrip("/")
    if settings.proxy and request.headers.get("x-forwarded-proto", "").strip().lower() == "https":
        return f"https://{address.partition('://')[2]}"
    return address


def address_of(connection: Connection, settings: Settings) -> str:
    """Return the address that a request is counted by; behind a proxy, the one that the proxy tells."""
    if settings.proxy:
        # Some proxies add a line of their own below the client's: only the end of the last one is theirs.
        forwarded = connection.headers.getall("x-forwarded-for", [""])[-1]
        if forwarded:
            return counted_as(forwarded.rpartition(",")[2].strip())
    return counted_as(connection.client.host if connection.client else "")


@lru_cache(maxsize=RATE_ADDRESSES)
def counted_as(address: str) -> str:
    """The name under which an address is counted: an IPv6 address by its network, since that is what people get.

    A port behind it, as some proxies write one, is not a part of it.

    >>> counted_as("2001:db8:1:2:3:4:5:6"), counted_as("::ffff:192.0.2.7"), counted_as("192.0.2.7:49152")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    written = WITH_PORT.fullmatch(address)
    plain = written[written.lastindex or 0] if written else address.partition("%")[0]
    try:
        found = ip_address(plain)
    except ValueError:
        return plain[:RATE_ADDRESS_LENGTH]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found, RATE_PREFIX), strict=False))
    return str(found)
