"""The settings of a server; the person who asks, by the token in the header, never in an address; and rate limits."""

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers
from litestar.di import NamedDependency
from litestar.params import FromPath

from sixfold.base.bounds import RATE_A_MINUTE, RATE_ADDRESS_LENGTH, RATE_ADDRESSES, RATE_PREFIX, ROOMS
from sixfold.errors import RoomError, TableError, UsageError
from sixfold.table.room import Person, who
from sixfold.table.server.room_service import RoomService
from sixfold.table.server.workers import Workers

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


def check_host(headers: Headers, settings: Settings) -> None:
    """Check that a request asks for this table by a known name or a number, and comes from no page of another site.

    Any other name may be one that another site has aimed at this machine: its pages then have the origin that they ask.
    Raises TableError: table/host, table/origin.
    """
    host, origin = ",".join(headers.getall("host", [])).lower(), headers.get("origin")
    written = HOST.fullmatch(host)
    name = written[1].rstrip(".") if written else host
    known = {urlsplit(address).hostname for address in settings.addresses}
    if not (name in ("", "localhost", *known) or _is_address(name.strip("[]"))):
        raise TableError(
            "table/host",
            f"This table does not know the address “{host[:80]}”. If people reach it by this address, start it with "
            f"--public and the whole address, as in --public http://{host[:80]}.",
        )
    if origin is not None and origin.rstrip("/") not in (*settings.addresses, f"http://{host}", f"https://{host}"):
        raise TableError("table/origin", "This page does not belong to this table.")


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name))
    return False


Asking = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
TheService = NamedDependency[RoomService]
TheWorkers = NamedDependency[Workers]
TheAsker = NamedDependency[Person]
"""Arguments that handlers get."""

HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:@/]+)(?::\d*)?")
"""A host, perhaps with a port."""

WITH_PORT: Final = re.compile(r"\[([^\]]*)\](?::\d+)?|([0-9.]+):\d+")
"""An address with a port: `[2001:db8::1]:443` or `192.0.2.7:443`."""


def bearer(request: Asking) -> str:
    """The secret of `Authorization: Bearer ...`. Raises RoomError (room/token) where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.strip() or len(secret) > 200:
        raise RoomError("room/token", "Send your token: Authorization: Bearer TOKEN.")
    return secret.strip()


async def asker(request: Asking, service: TheService, room: FromPath[str]) -> Person:
    """The person whose token a request brings. Raises RoomError (room/token)."""
    secret = bearer(request)
    person = await service.known(room, lambda state: who(state, secret))
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
