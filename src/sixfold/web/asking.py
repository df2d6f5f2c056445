"""Who asks: the token or link in the header, never in an address."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from sixfold.bounds import RATE_ADDRESS_LENGTH, RATE_PREFIX
from sixfold.errors import RoomError
from sixfold.room import Person, who
from sixfold.web.hall import Hall
from sixfold.web.settings import Settings
from sixfold.web.workers import Workers

Asking = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
TheHall = NamedDependency[Hall]
TheWorkers = NamedDependency[Workers]
"""What handlers are handed."""

WITH_PORT: Final = re.compile(r"\[([^\]]*)\](?::\d+)?|([0-9.]+):\d+")
"""An address with a port: `[2001:db8::1]:443` or `192.0.2.7:443`."""


def bearer(request: Asking) -> str:
    """The secret of `Authorization: Bearer ...`. Raises RoomError (room/token) where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.strip() or len(secret) > 200:
        raise RoomError("room/token", "Send your token: Authorization: Bearer TOKEN.")
    return secret.strip()


async def asker(request: Asking, hall: Hall, room: str) -> Person:
    """The person whose token a request brings. Raises RoomError (room/token)."""
    secret = bearer(request)
    person = who(await hall.known(room), secret)
    request.app.state.rates.take(f"{room} {person.id}")
    return person


def public_address(request: Asking) -> str:
    """Where people reach this table: what it was told, else the way by which this request came."""
    settings: Settings = request.app.state.settings
    if settings.public:
        return settings.address
    address = str(request.base_url).rstrip("/")
    if settings.proxy and request.headers.get("x-forwarded-proto", "").strip().lower() == "https":
        return f"https://{address.partition('://')[2]}"
    return address


def address_of(connection: Connection, settings: Settings) -> str:
    """Where a request comes from, as it is counted; behind a proxy, what the proxy says."""
    if settings.proxy:
        # Some proxies add a line of their own below the client's: only the end of the last one is theirs.
        forwarded = connection.headers.getall("x-forwarded-for", [""])[-1]
        if forwarded:
            return counted_as(forwarded.rpartition(",")[2].strip())
    return counted_as(connection.client.host if connection.client else "")


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
