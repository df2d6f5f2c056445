"""The site, as a plain file server has it, and a browser in front of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.pages import ROOT
from tests.table.page.kit import UNKEPT
from tests.waiting import PATIENCE

BUILT: Final = ROOT / "build" / "site"
UNBUILT: Final = "The site is not built, or it is older than its sources: make site-files builds it, with Node.js."
STRANGERS: Final = ("Failed to fetch", "Failed to execute 'importScripts'")
"""Errors of games that try what they may not."""


class Files(SimpleHTTPRequestHandler):
    """Serves files without headers of its own, and remembers what was asked for."""

    def __init__(self, *given: Any, asked: list[str], **more: Any) -> None:
        self.asked = asked
        super().__init__(*given, **more)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Serve a file."""
        self.asked.append(self.path)
        super().do_GET()


@dataclass
class Site:
    """Where the site is served, below a path, and every path that was asked for."""

    server: ThreadingHTTPServer
    asked: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """The address of its first page."""
        return f"http://127.0.0.1:{self.server.server_port}/site/"

    def stop(self) -> None:
        """Serve nothing any more."""
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    if not built():
        pytest.skip(UNBUILT)
    return browser


def built() -> bool:
    """Whether the site was built from the sources as they are: an older one would be tested in their place."""
    page = BUILT / "index.html"
    files = [*(ROOT / "src" / "sixfold").rglob("*.*"), *(ROOT / "examples").glob("*.py")]
    newest = max(file.stat().st_mtime for file in files if not {"__pycache__", "built"}.intersection(file.parts))
    return page.exists() and page.stat().st_mtime > newest


def serving(folder: Path = BUILT.parent) -> Site:
    """Serve the site in a folder until it is stopped."""
    asked: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder), asked=asked))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return Site(server, asked)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    served = serving()
    yield served
    served.stop()


@contextmanager
def visiting(browser: Browser, **how: Any) -> Iterator[Page]:
    """A page of a browser that knows nothing; no code in it may fail. `how` is as for a Playwright context.

    It keeps the site for a time without a network if a test asks for `service_workers="allow"`.
    """
    context = browser.new_context(**how)
    if "service_workers" not in how:
        context.add_init_script(UNKEPT)
    context.set_default_timeout(PATIENCE * 1000)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert [one for one in complaints if not one.startswith(STRANGERS)] == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visiting(browser) as found:
        yield found


@pytest.fixture
def keeping(browser: Browser) -> Iterator[Page]:
    """A page of a browser that keeps the site."""
    with visiting(browser, service_workers="allow") as found:
        yield found


@pytest.fixture(scope="session")
def started(browser: Browser, site: Site) -> Iterator[Page]:
    """The site with its Python, which takes seconds to start, for fingers: for tests that go from view to view."""
    with visiting(browser, has_touch=True) as found:
        found.goto(site.address)
        ready(found)
        yield found


def kept(page: Page) -> None:
    """Wait until the site is kept in the browser and answers this page."""
    page.evaluate(
        """() => new Promise((done) => navigator.serviceWorker.controller
          ? done() : navigator.serviceWorker.addEventListener("controllerchange", () => done()))"""
    )


def ready(page: Page) -> None:
    """Wait until Python answers."""
    page.wait_for_selector(".engine-state[hidden]", state="attached")


def link(page: Page, source: str) -> str:
    """The part of an address that contains a game, written by the browser itself."""
    packed: str = page.evaluate(
        """async (source) => {
          const packed = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
          return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        }""",
        source,
    )
    return f"#game=v1.{packed}"


STARTED: Final = """async (folder) => {
  const file = (name) => fetch(`${folder}/${name}`);
  const frame = Object.assign(document.createElement("iframe"), { src: "engine.html", hidden: true });
  frame.setAttribute("sandbox", "allow-scripts");
  const { port1, port2 } = new MessageChannel();
  const waiting = new Map();
  window.asked = (path, body) => new Promise((done) => {
    waiting.set(waiting.size + 1, done);
    port1.postMessage({ id: waiting.size, path, body: JSON.stringify(body) });
  });
  const code = await new Response((await file("worker.js.gz")).body.pipeThrough(new DecompressionStream("gzip"))).text();
  const sent = [];
  await new Promise((started) => {
    port1.onmessage = ({ data }) => (data.started ? started() : data.id && waiting.get(data.id)(data));
    frame.onload = () => frame.contentWindow.postMessage({ code }, "*", [port2]);
    document.body.append(frame);
    for (const name of ["snapshot.bin", "pyodide.asm.wasm", "engine.zip", "python_stdlib.zip"])
      sent.push(file(`${name}.zst`).then((answer) => answer.arrayBuffer()).then((bytes) => port1.postMessage({ name, file: bytes }, [bytes])));
  });
  await Promise.all(sent);
}"""  # noqa: E501
"""Starts an engine in a page, without the page of the site; `asked` then asks it."""


def engine(page: Page) -> None:
    """Start an engine of its own in a page of the site; `window.asked` asks it."""
    page.evaluate(STARTED, next(path.parent.as_posix() for path in map(Path, names()) if path.parts[0] == "engine"))


def names() -> list[str]:
    """The files of the site."""
    found: list[str] = json.loads((BUILT / "files.json").read_text("utf-8"))
    return found
