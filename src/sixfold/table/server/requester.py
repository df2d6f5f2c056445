"""The person who asks, by the token in the header, never in an address; and the address that is counted."""

import re
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers
from litestar.di import NamedDependency
from litestar.params import FromPath

from sixfold.base.bounds import RATE_ADDRESS_LENGTH, RATE_ADDRESSES, RATE_PREFIX
from sixfold.errors import RoomError, TableError
from sixfold.table.room import Person, who
from sixfold.table.server.room_service import RoomService
from sixfold.table.server.settings import Settings
from sixfold.table.server.workers import Workers


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


ApiRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
TheService = NamedDependency[RoomService]
TheWorkers = NamedDependency[Workers]
TheRequester = NamedDependency[Person]
"""Arguments that handlers get."""

HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:@/]+)(?::\d*)?")
"""A host, perhaps with a port."""

WITH_PORT: Final = re.compile(r"\[([^\]]*)\](?::\d+)?|([0-9.]+):\d+")
"""An address with a port: `[2001:db8::1]:443` or `192.0.2.7:443`."""


def bearer(request: ApiRequest) -> str:
    """The secret of `Authorization: Bearer ...`. Raises RoomError (room/token) where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.strip() or len(secret) > 200:
        raise RoomError("room/token", "Send your token: Authorization: Bearer TOKEN.")
    return secret.strip()


async def requester(request: ApiRequest, service: TheService, room: FromPath[str]) -> Person:
    """The person whose token a request brings. Raises RoomError (room/token)."""
    secret = bearer(request)
    person = await service.find(room, lambda state: who(state, secret))
    request.app.state.rates.take(f"{room} {person.id}")
    return person


def public_address(request: ApiRequest) -> str:
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
        parsed = ip_address(plain)
    except ValueError:
        return plain[:RATE_ADDRESS_LENGTH]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(IPv6Network((parsed, RATE_PREFIX), strict=False))
    return str(parsed)
