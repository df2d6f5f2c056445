"""The site in a real browser, served by a plain file server. `make site-files` builds it; else these are skipped."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import WITHOUT
from tests.page.browser import browser as found
from tests.page.kit import PHONE, browsing
from tests.pages import ROOT

BUILT: Final = ROOT / "build" / "site"
UNBUILT: Final = "The site is not built: make site-files builds it, with Node.js."

REACHING: Final = """
import json
from sixfold.rules import System, Table, highest


def ways_out():
    import js
    found = {}
    for name, attempt in {
        "fetch": lambda: js.fetch("ADDRESS"),
        "request": lambda: (lambda r: (r.open("GET", "ADDRESS", False), r.send()))(js.XMLHttpRequest.new()),
        "socket": lambda: js.WebSocket.new("ADDRESS".replace("http", "ws")),
        "scripts": lambda: js.importScripts("ADDRESS"),
        "storage": lambda: js.indexedDB.open("sixfold-games"),
        "page": lambda: js.document.cookie,
    }.items():
        try:
            attempt()
            found[name] = "?"
        except BaseException as error:
            found[name] = type(error).__name__
    return found


def probe(table: Table) -> int:
    ways_out()
    return table.read(table.roll(2), highest(1))


SYSTEM = System(probe)
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and remembers what was asked for."""

    asked: list[str] = []  # noqa: RUF012

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Serve a file."""
        self.asked.append(self.path)
        super().do_GET()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not (BUILT / "index.html").exists():
        pytest.skip(UNBUILT)
    if found() is None:
        pytest.skip(WITHOUT)
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the site is served: below a path, by a server that sends no headers of its own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(BUILT.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/site/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def test_a_roll_and_its_odds(page: Page, address: str) -> None:
    """A link opens with its check, its exact odds, and a roll."""
    page.goto(f"{address}#roll=ten+%2B4+superior+1")
    expect(page.locator("#check")).to_have_value("ten +4 superior 1")
    expect(page.locator(".live .bars")).to_contain_text("98.84")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".blotter .die").first).to_be_visible()


def test_the_designers_questions(page: Page, address: str) -> None:
    """Odds, comparison, the inverse question and the grid have addresses of their own."""
    page.goto(f"{address}#/need?check=ten+%2B%3F&chance=75%25")
    expect(page.locator("table.ledger").first).to_contain_text("ten +")
    page.goto(f"{address}#/odds?check=skew+vs+14")
    expect(page.locator("main")).to_contain_text("skew vs 14")


def test_a_game_in_the_editor(page: Page, address: str) -> None:
    """A game is loaded while it is typed; a mistake is told; the game is shared by a link that runs after a click."""
    page.goto(f"{address}#/play")
    expect(page.locator("#check")).to_be_visible()
    page.get_by_role("button", name="Copy a link").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nx = = 1")
    expect(page.locator("p.wrong")).to_contain_text("is not Python")


def test_a_shared_game_waits_for_a_click_and_reaches_nothing(page: Page, address: str) -> None:
    """A game from a link runs only when asked, without network, storage or page."""
    page.goto(address)
    secret = f"{address}secret"
    source = REACHING.replace("ADDRESS", secret)
    packed = page.evaluate(
        """async (source) => {
          const packed = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
          return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        }""",
        source,
    )
    page.goto(f"{address}#game=v1.{packed}")
    run = page.get_by_role("button", name="Run it")
    expect(run).to_be_visible()
    expect(page.locator("#check")).to_have_count(0)
    run.click()
    expect(page.locator("#check").or_(page.locator("p.wrong")).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert [path for path in Quiet.asked if "secret" in path] == []


def test_a_phone(browser: Browser, address: str) -> None:
    """Nothing is wider than a phone."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    for view in ("", "#/odds", "#/play"):
        page.goto(address + view)
        expect(page.locator("main")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()


def test_it_says_what_it_is_without_python(browser: Browser, address: str) -> None:
    """The first page shows exact odds before a script has run, and weighs less than 100 kB."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("main")).to_contain_text("427/432")
    context.close()
    assert (BUILT / "index.html").stat().st_size < 100_000
    assert len(json.loads((BUILT / "games.json").read_text("utf-8"))["games"]) == 7
