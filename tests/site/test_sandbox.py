"""Games of strangers: a link runs nothing unasked, and a game that runs reaches nothing but its own engine."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.site.conftest import Site, kept, link, ready, visiting

HONEST = """
from sixfold.rules import System, Table, highest


def probe(table: Table) -> int:
    return table.read(table.roll(2), highest(1))
"""

REACHING = (
    HONEST
    + """
import js
from pyodide.code import run_js
from pyodide.ffi import to_js


def reach(name, attempt):
    try:
        found[name] = str(attempt())
    except BaseException as error:
        found[name] = f"refused: {type(error).__name__}"


def run(code):
    return lambda: run_js(code)


def request():
    asked = js.XMLHttpRequest.new()
    asked.open("GET", "ADDRESS?request", False)
    asked.send()
    return asked.responseText


def socket():
    return js.WebSocket.new("ADDRESS?socket".replace("http", "ws")) and "tried"


def worker(code):
    blob = js.Blob.new(to_js([code]), type="text/javascript")
    return js.Worker.new(js.URL.createObjectURL(blob)) and "tried"


found = {}
reach("origin", lambda: js.self.origin if js.self.origin != "null" else 1 / 0)
reach("fetch", lambda: js.fetch("ADDRESS?fetch") and "tried")
above = js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self))
reach("prototype", lambda: above.fetch("ADDRESS?prototype") and "tried")
reach("request", request)
reach("socket", socket)
reach("events", lambda: js.EventSource.new("ADDRESS?events") and "tried")
reach("beacon", lambda: js.navigator.sendBeacon("ADDRESS?beacon"))
reach("scripts", lambda: js.importScripts("ADDRESS?scripts"))
reach("module", run("import('ADDRESS?module')"))
reach("eval", run("1 + 1"))
reach("inner", lambda: worker("fetch('ADDRESS?inner'); importScripts('ADDRESS?scripts2')"))
reach("channel", lambda: js.BroadcastChannel.new("sixfold").postMessage("hello"))
reach("base", lambda: js.indexedDB.open("sixfold-games") and "tried")
reach("caches", lambda: js.caches.keys() and "tried")
reach("cookie", lambda: js.document.cookie)
reach("store", lambda: js.localStorage.length)
reach("page", lambda: js.window.parent)
reach("open", lambda: js.open("ADDRESS?open"))
js.postMessage(to_js({"started": True}, dict_converter=js.Object.fromEntries))
js.postMessage(to_js({"framed": False}, dict_converter=js.Object.fromEntries))
raise ValueError("<img src=x onerror=alert(1)>" + " ".join(name for name in found if "refused" not in found[name]))
"""
)

ENDLESS = HONEST + "\n\nwhile True:\n    pass\n"
GREEDY = HONEST + "\n\nhoard = []\nwhile True:\n    hoard.append(bytearray(1 << 26))\n"
FLOODING = HONEST + "\n\nimport js\n\nwhile True:\n    js.postMessage('x' * 1000)\n"


VISITS: dict[str, dict[str, str]] = {"first visit": {}, "later visit": {"service_workers": "allow"}}


@pytest.fixture(scope="module", params=VISITS)
def visited(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A page whose frame has its sandbox by the attribute, or by the service worker."""
    with visiting(browser, **VISITS[request.param]) as page:
        page.goto(site.address)
        ready(page)
        if request.param == "later visit":
            kept(page)
            page.goto("about:blank")
            page.goto(site.address)
        yield page


def opened(page: Page, site: Site, source: str) -> None:
    """Open the link of a game, and run it."""
    page.goto(site.address + link(page, source))
    page.get_by_role("button", name="Run it").click()


TRIED = {"fetch", "prototype", "socket", "events", "inner", "channel"}
"""What can be tried and reaches nothing; everything else fails at once."""


def test_a_game_reaches_nothing(visited: Page, site: Site) -> None:
    """A game has no network, storage, page or scripts, however its frame got its sandbox; its errors are plain text."""
    heard: list[str] = []

    def hear(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    visited.on("dialog", hear)
    visited.goto(f"{site.address}#/odds")
    visited.evaluate("() => { new BroadcastChannel('sixfold').onmessage = () => alert('heard'); }")
    asked = len(site.asked)
    shared = link(visited, REACHING.replace("ADDRESS", f"{site.address}games.json"))
    visited.evaluate("(hash) => { location.hash = hash }", shared)
    visited.get_by_role("button", name="Run it").click()
    expect(visited.locator("p.wrong")).to_contain_text("<img")
    tried = (visited.locator("p.wrong").text_content() or "").partition(">")[2].rstrip(".").split()
    visited.wait_for_load_state("networkidle")
    assert set(tried) <= TRIED
    assert [path for path in site.asked[asked:] if "?" in path] == []
    assert (heard, len(visited.context.pages)) == ([], 1)
    visited.remove_listener("dialog", hear)


@pytest.mark.parametrize("visited", ["first visit"], indirect=True)
def test_a_game_that_does_not_end_is_stopped(visited: Page, site: Site) -> None:
    """A game that runs for ever, or sends messages for ever, is stopped by a button; the next one runs."""
    visited.goto(f"{site.address}#/odds")
    for source in (ENDLESS, FLOODING):
        opened(visited, site, source)
        visited.get_by_role("button", name="Stop", exact=True).click()
        expect(visited.locator("p.wrong")).to_contain_text("stopped")
        visited.goto(f"{site.address}#roll=skew+vs+14")
        expect(visited.locator(".live .bars")).to_contain_text("%")


@pytest.mark.parametrize("visited", ["first visit"], indirect=True)
def test_a_game_that_takes_all_memory_ends(visited: Page, site: Site) -> None:
    """A game may use 1 GB; then it is told so, and the page goes on."""
    visited.goto(f"{site.address}#/odds")
    opened(visited, site, GREEDY)
    expect(visited.locator("p.wrong")).to_contain_text("MemoryError")
    visited.goto(f"{site.address}#roll=skew+vs+14")
    expect(visited.locator(".live .bars")).to_contain_text("%")


@pytest.mark.parametrize(
    "address",
    [
        "#/compare?checks=constructor%0Adice+2d6",
        "#/compare?checks=__proto__",
        "#/luck?check=constructor&faces=__proto__,1e999",
        "#/audit?check=%3F&printed=%00constructor+1",
        "#/odds?check=" + "(" * 50_000,
        "#roll=" + "9d9+" * 50_000,
        "#/toString?check=ten",
        "#/learn/9e99",
        "#game=v2.AAAA",
        "#game=v1.%3Cscript%3E",
        "#game=v1." + "A" * 2_000_000,
    ],
)
def test_a_hostile_link_breaks_nothing(started: Page, site: Site, address: str) -> None:
    """Links with names that JavaScript knows, very long ones, and broken ones: the page stays whole and answers."""
    started.goto(site.address + address)
    expect(started.locator("main h1")).to_be_visible()
    started.goto(f"{site.address}#/odds?check=skew+vs+14")
    expect(started.locator("table.ledger").first).to_be_visible()


def test_a_short_link_cannot_become_long(started: Page, site: Site) -> None:
    """A link that unpacks to megabytes is refused before they are there."""
    packing = zlib.compressobj(level=9, wbits=-15)
    packed = packing.compress(b"#" * 50_000_000) + packing.flush()
    bomb = f"#game=v1.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    assert len(bomb) < 100_000
    started.goto(site.address + bomb)
    expect(started.locator("p.wrong")).to_contain_text("does not contain a game")


def test_a_frame_without_a_sandbox_starts_nothing(page: Page, site: Site) -> None:
    """Another page that loads the frame without a sandbox cannot run code in the name of the site."""
    page.goto(f"{site.address}games.json")
    answer = page.evaluate(
        """(address) => new Promise((done) => {
          const frame = Object.assign(document.createElement("iframe"), { src: address });
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => done(data);
          const code = "postMessage({ started: true })";
          frame.onload = () => frame.contentWindow.postMessage({ code }, "*", [port2]);
          document.body.append(frame);
        })""",
        f"{site.address}engine.html",
    )
    assert answer == {"framed": False}
