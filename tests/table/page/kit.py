"""A real Chromium, and people in front of it: each has a browser of his own, and nothing in it may complain."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.table.page.browser import WITHOUT, browser
from tests.table.server.kit import Person, Room
from tests.waiting import PATIENCE, wait_until

DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


SLOW: Final = bool(os.environ.get("SIXFOLD_SLOW_PAGE"))
"""Whether each answer comes 300 ms late. A test that does not wait for what it needs fails then, and not once in a
hundred runs on a busy machine. `test_offline.py` cannot run so: it switches the same network off."""

SLOWLY: Final = int(os.environ.get("SIXFOLD_SLOW_BROWSER", "1"))
"""How many times as long as on this machine a page works on everything: what is done a frame later is then late."""

UNKEPT: Final = "delete Navigator.prototype.serviceWorker"
"""Has a browser keep no page for a day without a network, like one on a plain http address: that is half of its work.

Tests of what is kept ask for `service_workers="allow"`, as Playwright calls it.
"""

UNSEEN: Final = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""What Chromium has ready for each window in processes of their own, an eighth of its work: two lists below its field
for addresses, and a page that nobody has asked for."""

QUIET: Final = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin", "OptimizationHints", "AimEnabled"),
    *("NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
"""What Playwright switches off by itself: of several lists of these, Chromium takes the last."""

LEAN: Final = ("--disable-gpu", "--js-flags=--liftoff-only", f"--disable-features={','.join(UNSEEN + QUIET)}")
"""Has a browser paint without imitating a GPU, and compile Python once: twice is for those who stay longer."""

MEDIA: Final[dict[str, Any]] = {"color_scheme": "light", "reduced_motion": "reduce"}
"""The wishes of somebody about how a page looks, unless a test has others: what moves is painted again and again."""

MOVING: Final[dict[str, Any]] = {"reduced_motion": "no-preference"}
"""The wish of somebody who sees dice fall."""

EMPTY: Final = "about:blank#"
"""The page of a browser that nobody uses; behind it stands how the browser was made."""

SITTING: Final = """(kept => {
  if (location.protocol === "about:") return;
  for (const [name, value] of kept) localStorage.setItem(name, JSON.stringify(value));
})(%s)"""
"""Has a browser know what it keeps once somebody has sat down: the form is filled in where it is tested."""


@contextmanager
def browsing() -> Iterator[Browser]:
    """The browser of this machine, for as long as tests run."""
    found = browser()
    if found is None:
        sys.exit(WITHOUT)
    expect.set_options(PATIENCE * 1000)
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=found, args=LEAN, timeout=PATIENCE * 1000) as running,
    ):
        yield running


@dataclass
class Seat:
    """Somebody in front of a browser.

    `complaints` are console messages, errors and requests to other hosts. Those with words in `expected` are not: a
    browser that is cut off says so itself.
    """

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    text: int = 16

    def throw(self, check: str) -> None:
        """Type a check and throw it."""
        self.page.get_by_label("Check", exact=True).fill(check)
        self.page.locator("#throw .say > button").click()

    def sees(self, words: str) -> None:
        """Wait until the log says something, behind its tab if need be."""
        expect(self.page.locator("[role=log]")).to_contain_text(words)

    def window(self, width: int, height: int, text: int = 16) -> None:
        """Give the window a size, and the browser's text one in px."""
        if text != self.text:
            sizes = self.context.new_cdp_session(self.page)
            sizes.send("Page.setFontSizes", {"fontSizes": {"standard": text, "fixed": text}})
            sizes.detach()
            self.text = text
        self.page.set_viewport_size({"width": width, "height": height})

    def leave(self, empty: str) -> None:
        """Leave the browser at an empty page, for somebody else who wants one like it."""
        if self.context.pages == [self.page]:
            origin = "/".join(self.page.url.split("/")[:3])
            self.page.unroute_all()
            # In the process that the next one needs.
            self.page.evaluate("address => { location.href = address }", empty)
            self.page.wait_for_url(empty)
            forgetting = self.context.new_cdp_session(self.page)
            forgetting.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            forgetting.detach()
        else:
            self.context.close()


@contextmanager
def watching(page: Page, address: str) -> Iterator[Seat]:
    """Somebody in front of a page that is there. What they do not expect it to complain about fails the test."""
    seat = Seat(page.context, page)
    host = address.split("/")[2]
    heard: dict[Any, Callable[[Any], None]] = {
        "console": lambda message: seat.complaints.append(f"{message.type}: {message.text}"),
        "pageerror": lambda error: seat.complaints.append(str(error)),
        "request": lambda sent: _elsewhere(seat, host, sent.url),
    }
    for event, hear in heard.items():
        page.on(event, hear)
    yield seat
    for event, hear in heard.items():
        page.remove_listener(event, hear)
    left = [one for one in seat.complaints if not any(word in one for word in seat.expected)]
    assert not left, left


@contextmanager
def sitting(browser: Browser, address: str, first: str = "", **how: Any) -> Iterator[Seat]:
    """Somebody opens an address in a browser of their own. `how` is as for a Playwright context (viewport, theme).

    A desk that somebody left is taken again: it remembers nothing, and opens the page with a third of a new one's work.
    `first` is a script that runs before the page does.
    """
    viewport = how.pop("viewport", DESK)
    media = {name: how.pop(name, usual) for name, usual in MEDIA.items()}
    empty = f"{EMPTY}{urlencode(how)}"
    page = _left(browser, empty) or _new(browser, viewport=viewport, **how)
    page.set_viewport_size(viewport)
    page.emulate_media(**media)
    page.context.set_default_timeout(PATIENCE * 1000)
    with watching(page, address) as seat:
        telling = page.context.new_cdp_session(page)
        telling.send("Page.enable")
        telling.send("Page.addScriptToEvaluateOnNewDocument", {"source": first})
        page.goto(address)
        telling.detach()  # and the script is told no more
        yield seat
        seat.leave(empty)


def _new(browser: Browser, **how: Any) -> Page:
    context = browser.new_context(**how)
    if "service_workers" not in how:
        context.add_init_script(UNKEPT)
    page = context.new_page()
    slowing = page.context.new_cdp_session(page)
    slowing.send("Emulation.setCPUThrottlingRate", {"rate": SLOWLY})
    if SLOW:
        slowing.send("Network.enable")
        slowing.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
        )
    return page


def _left(browser: Browser, empty: str) -> Page | None:
    """An empty page of a browser that somebody left as clean as a new one."""
    pages = (context.pages[0] for context in browser.contexts if len(context.pages) == 1)
    return next((page for page in pages if page.url == empty), None)


def _elsewhere(seat: Seat, host: str, url: str) -> None:
    if not url.startswith(("data:", "blob:")) and url.split("/")[2] != host:
        seat.complaints.append(f"a request to {url}")


def link(room: Room, role: str = "player") -> str:
    """The address by which somebody comes in."""
    return f"{room.table.address}/rooms/{room.name}#{room.links[role]}"


@contextmanager
def joined(browser: Browser, room: Room, name: str, role: str = "player", **how: Any) -> Iterator[Seat]:
    """Somebody sits at a table."""
    address, person = link(room, role), room.join(name, role)
    sits = {"person": person.id, "name": name, "role": role, "token": person.token}
    kept = [(f"sixfold/seat/{room.name}", sits), (f"sixfold/links/{room.name}", {role: address})]
    with sitting(browser, address, SITTING % json.dumps(kept), **how) as seat:
        expect(seat.page.locator(".table")).to_be_visible()
        yield seat


def settled(seat: Seat) -> None:
    """Wait until what comes now is taken as happening now: the page notes then up to where somebody has seen all."""
    expect(seat.page.locator(".line")).to_contain_text("all sent")
    seen = "Object.keys(localStorage).some((name) => name.startsWith('sixfold/seen/'))"
    wait_until(lambda: seat.page.evaluate(seen))


def holds(page: Page, expression: str) -> None:
    """Wait until an expression of JavaScript is true: the page may be drawn once more before it is."""
    wait_until(lambda: page.evaluate(expression), lambda: expression)


def sat(seat: Seat, room: Room) -> Person:
    """Who sits in front of a browser, as somebody who can also act without it."""
    kept = seat.page.evaluate(f"JSON.parse(localStorage.getItem('sixfold/seat/{room.name}'))")
    return Person(room, kept["person"], kept["token"])
