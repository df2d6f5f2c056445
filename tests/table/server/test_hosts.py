"""Names that other sites aim at a table: it answers by its own names and by numbers, and refuses every other one."""

from __future__ import annotations

from pathlib import Path
from socket import create_connection
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.datastructures import Headers
from websockets.exceptions import InvalidStatus

from sixfold.errors import TableError
from sixfold.table.server.requester import check_host
from sixfold.table.server.settings import Settings
from tests.table.server.kit import connect
from tests.table.server.running import running
from tests.waiting import PATIENCE

PUBLIC = "https://dice.example.org,http://ada-pc:8000/"
HOSTS = ("127.0.0.1:8000", "localhost", "LOCALHOST.:8000", "[::1]:8000", "192.168.1.5:8000", "dice.example.org",
         "dice.example.org:443", "ada-pc:8000", "Ada-PC")  # fmt: skip
STRANGERS = ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "localhost.x",
             "dice.example.org.evil.example", "evil.example/dice.example.org", "127.0.0.1@evil.example", "2130706433",
             "0x7f.1", "[evil.example]", "evil.example,127.0.0.1", "127.0.0.1 evil.example")  # fmt: skip


def code_of(settings: Settings, **headers: str) -> str:
    """The code with which a request is refused, if it is."""
    try:
        check_host(Headers(headers), settings)
    except TableError as error:
        return error.code
    return ""


@given(st.sampled_from(HOSTS + STRANGERS), st.sampled_from(HOSTS + STRANGERS), st.sampled_from(["http", "https"]))
def test_a_name_is_known_or_refused(host: str, other: str, scheme: str) -> None:
    """A stranger's name is refused, whatever the origin; a known one is taken from its own pages alone."""
    settings = Settings(public=PUBLIC)
    unknown = "" if host in HOSTS else "table/host"
    assert code_of(settings, host=host) == unknown
    assert code_of(settings, host=host, origin=f"{scheme}://{host.lower()}") == unknown
    assert code_of(settings, host=host, origin="null") == unknown or "table/origin"
    ours = other.lower() == host.lower() or f"{scheme}://{other}" in settings.addresses
    assert code_of(settings, host=host, origin=f"{scheme}://{other.lower()}") == (
        unknown or ("" if ours else "table/origin")
    )


def test_a_table_by_the_name_that_it_listens_on() -> None:
    """`--host NAME` is a name by which people come; without one, only this machine's and numbers are."""
    assert code_of(Settings(host="ada-pc"), host="ada-pc:8000") == ""
    assert code_of(Settings(), host="ada-pc:8000") == "table/host"
    assert code_of(Settings()) == ""  # a program that says no host


def test_another_site_that_takes_our_address(tmp_path: Path) -> None:
    """DNS rebinding: the page, its calls and its sockets are refused with a sentence that says what to do."""
    with running(tmp_path, public=PUBLIC) as address, httpx.Client(timeout=PATIENCE) as http:
        for host, status in (("evil.example:8000", 403), ("dice.example.org", 201), ("127.0.0.1:8000", 201)):
            headers = {"Host": host, "Origin": f"http://{host}"}
            answer = http.post(f"{address}/rooms", json={"name": "Friday"}, headers=headers)
            assert answer.status_code == status
            if status == 403:
                assert answer.json()["code"] == "table/host"
                assert "--public http://evil.example:8000" in answer.json()["detail"]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                page = address.removesuffix("/api/v1") + "/"
                assert http.get(page, headers={"Host": host}).status_code == 403
                way = create_connection(("127.0.0.1", urlsplit(address).port), PATIENCE)
                with pytest.raises(InvalidStatus) as refused:
                    connect(f"ws://{host}/api/v1/rooms/x/live", sock=way)
                assert b"table/host" in (refused.value.response.body or b"")
        links = http.post(f"{address}/rooms", json={"name": "Friday"}).json()["links"]
        assert links["player"].startswith("https://dice.example.org/rooms/")
