"""The site for nginx in `deploy/`, run for real: TLS, the redirect, sockets, and figures that are not public."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection

import httpx
import pytest
from websockets.typing import Origin

from tests.table.server.kit import API, Table, connect, free_port, serving
from tests.waiting import PATIENCE, wait_until

SITE = Path(__file__).parents[3] / "deploy" / "nginx.conf"
NAME = "dice.example.org"

pytestmark = pytest.mark.skipif(
    not (shutil.which("nginx") and shutil.which("openssl")), reason="needs nginx and openssl: apt-get install nginx"
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, int, int, Path]]:
    """A table behind nginx: the table itself, the ports of http and https, and the certificate."""
    folder = tmp_path_factory.mktemp("nginx")
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    made += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    http, https = free_port(), free_port()
    with serving(folder / "table.db", folder, "--proxy", "--public", f"https://{NAME}:{https}") as table:
        site = SITE.read_text()
        for before, after in (
            ("listen 80;", f"listen 127.0.0.1:{http};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{https} ssl;"),
            ("    listen [::]:80;\n", ""),
            ("    listen [::]:443 ssl;\n", ""),
            (f"/etc/letsencrypt/live/{NAME}", str(folder)),
            ("http://127.0.0.1:8000", table.address),
        ):
            assert before in site
            site = site.replace(before, after)
        private = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in TEMPORARY)
        whole = f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{private}{site}}}\n"
        (folder / "nginx.conf").write_text(whole)
        words = ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors"), "-g", "daemon off;"]
        process = subprocess.Popen(words)
        try:
            wait_until(lambda: process.poll() is not None or _listens(http))
            assert process.poll() is None, (folder / "errors").read_text()
            yield table, http, https, certificate
        finally:
            process.terminate()
            process.wait(PATIENCE)


TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def _listens(port: int) -> bool:
    try:
        httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE)
    except httpx.TransportError:
        return False
    return True


@pytest.fixture
def site(plain: tuple[Table, int, int, Path]) -> Iterator[httpx.Client]:
    """The table as people reach it by https."""
    _, _, https, certificate = plain
    trusted = ssl.create_default_context(cafile=certificate)
    headers = {"Host": f"{NAME}:{https}"}
    with httpx.Client(base_url=f"https://127.0.0.1:{https}", verify=trusted, headers=headers, timeout=PATIENCE) as http:
        http.event_hooks["request"] = [lambda request: request.extensions.update(sni_hostname=NAME)]
        yield http


def test_plain_http_is_redirected(plain: tuple[Table, int, int, Path]) -> None:
    """An address with http leads to the same address with https."""
    answer = httpx.get(f"http://127.0.0.1:{plain[1]}/rooms/abc?x=1", headers={"Host": NAME}, timeout=PATIENCE)
    assert (answer.status_code, answer.headers["location"]) == (301, f"https://{NAME}/rooms/abc?x=1")


def test_an_evening_over_https(plain: tuple[Table, int, int, Path], site: httpx.Client) -> None:
    """A room is opened, a socket hears a roll, a page of another site is refused, and links begin with https."""
    _, _, https, certificate = plain
    opened = site.post(f"{API}/rooms", json={"name": "Friday"}).json()
    address, _, secret = opened["links"]["player"].partition("#")
    assert address == f"https://{NAME}:{https}/rooms/{opened['room']}"
    path = f"{API}/rooms/{opened['room']}"
    one = site.post(f"{path}/people", json={"name": "One"}, headers={"Authorization": f"Bearer {secret}"}).json()
    mine = {"Authorization": f"Bearer {one['token']}", "Idempotency-Key": "1"}
    trusted = ssl.create_default_context(cafile=certificate)
    address = f"wss://{NAME}:{https}{path}/live"
    way = create_connection(("127.0.0.1", https))
    with connect(address, sock=way, ssl=trusted, origin=Origin(f"https://{NAME}:{https}")) as socket:
        socket.send(json.dumps({"token": one["token"], "tail": 100}))
        assert json.loads(socket.recv(PATIENCE))["kind"] == "tail"
        thrown = site.post(f"{path}/throws", json={"check": "ten"}, headers=mine)
        assert thrown.status_code == 201
        assert json.loads(socket.recv(PATIENCE))["kind"] == "call"
        assert json.loads(socket.recv(PATIENCE)) == thrown.json()
    other = site.post(f"{path}/throws", json={"check": "ten"}, headers={**mine, "Origin": "https://other.example"})
    assert other.json()["code"] == "table/origin"


@pytest.mark.parametrize(
    "path",
    ["/metrics", "/metrics/", "//metrics", "/./metrics", "/%6detrics", "/metrics%2F", "/metrics?x", "/metrics/x/.."],
)
def test_figures_are_not_public(plain: tuple[Table, int, int, Path], site: httpx.Client, path: str) -> None:
    """However its address is written, `/metrics` is not there for people, and is for the machine itself."""
    assert "sixfold_requests" in plain[0].http.get("/metrics").text
    answer = site.get(f"{API}{path}")
    assert answer.status_code == 404
    assert "sixfold_requests" not in answer.text
