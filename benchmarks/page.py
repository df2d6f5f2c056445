"""The page, in a real browser on loopback: weight, first paint, from a click to faces elsewhere, memory, a long log.

`python -m benchmarks.page` prints one table, and writes it into the docs with `--write`; `make bench` ends with it.
Times are of this machine; the aims stand beside them.
"""

from __future__ import annotations

import argparse
import socket
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from playwright.sync_api import Browser, Page
from tests.table.page.kit import DESK, browsing, link
from tests.table.server.kit import Person, Room, Table, serving

from benchmarks.printed import Printed

LOADS, CLICKS, LONG_LOG, A_SECOND = 3, 40, 300, 20
FIRST, ROLLS = 200, 1000
"""Memory after so many rolls is compared with memory after so many: what is kept is full by then."""

AT_ONCE = 8
"""People who roll at the same time meanwhile."""

WEIGHT = """(api) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((entry) => entry.name.includes("/api/") === api).reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
LANDED = """() => {
    window.landed = [];
    let last = "";
    const look = () => {
        const lying = document.querySelector(".blotter")?.textContent + document.querySelectorAll(".entry").length;
        if (!document.querySelector(".blotter .die") || lying === last) return;
        last = lying;
        window.landed.push(Date.now());
    };
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(document.querySelector(".stage"), all);
}"""
CLICK = """() => { const at = Date.now(); document.querySelector("#throw button.is-main").click(); return at; }"""
LONG_TASKS = """() => {
    window.long = [];
    const noted = (list) => list.getEntries().forEach((one) => window.long.push(one.duration));
    new PerformanceObserver(noted).observe({ type: "longtask", buffered: false });
}"""


def sit(browser: Browser, room: Room, name: str) -> Page:
    """Somebody at a table, in a browser of his own, without a tumble."""
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(link(room))
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("log").wait_for()
    return page


class Counted:
    """A way to a table on which every byte that comes from it is counted: heads, sockets and service workers too."""

    def __init__(self, table: Table) -> None:
        self.bytes = 0
        self._table = table
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", int(self._table.address.rpartition(":")[2])))
                Thread(target=self._carry, args=(near, far, False), daemon=True).start()
                Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, counted: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self.bytes += len(data) if counted else 0
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Take no more connections."""
        self._listening.close()


class Light(NamedTuple):
    """Bytes until somebody can roll: of the page, compressed; of what the API says; and of everything that comes over
    the network. The last again once a roll and its instruments are there, and once the page is kept for a day without
    a network. Milliseconds until the first paint.
    """

    page: float
    answers: float
    network: float
    played: float
    kept: float
    paint: float


def light(browser: Browser, table: Table) -> Light:
    """How much a browser fetches that was never here, and how soon it shows something."""
    found = []
    for number in range(LOADS):
        way = Counted(table)
        page = browser.new_context(viewport=DESK).new_page()
        page.goto(link(table.open()).replace(table.address, way.address))
        page.wait_for_timeout(1000)  # everything that comes by itself
        paint = page.evaluate(PAINT)
        page.get_by_label("Your name").fill(f"One {number}")
        page.get_by_role("button", name="Sit down").click()
        page.get_by_label("Check", exact=True).fill("ten +4")
        page.get_by_text("Success", exact=True).wait_for()
        weights = page.evaluate(WEIGHT, False), page.evaluate(WEIGHT, True), way.bytes
        page.locator("#throw .say > button").click()
        page.locator(".instrument").first.wait_for()
        played = way.bytes
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        found.append((*weights, played, way.bytes, paint))
        page.context.close()
        way.close()
    return Light(*map(statistics.median, zip(*found, strict=True)))


def memory(browser: Browser, table: Table) -> tuple[float, float, int, int]:
    """Megabytes of JavaScript, after some rolls and after many, and how many elements and listeners came between."""
    room = table.open()
    others = [room.join(f"Other {at}") for at in range(AT_ONCE)]
    page = sit(browser, room, "One")
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    found = []
    for many in (FIRST, ROLLS - FIRST):
        with ThreadPoolExecutor(AT_ONCE) as pool:
            last = max(pool.map(partial(_roll, many // AT_ONCE), others))
        page.locator(f'.entry[data-number="{last}"]').wait_for()
        for _ in range(3):
            tools.send("HeapProfiler.collectGarbage")
        metrics = tools.send("Performance.getMetrics")["metrics"]
        found.append({one["name"]: one["value"] for one in metrics})
    page.context.close()
    first, then = found
    return (
        first["JSHeapUsedSize"] / 1e6,
        then["JSHeapUsedSize"] / 1e6,
        int(then["Nodes"] - first["Nodes"]),
        int(then["JSEventListeners"] - first["JSEventListeners"]),
    )


def _roll(many: int, person: Person) -> int:
    """Roll so often; the number of the last roll."""
    return [int(person.throw("skew task +2 vs 14")["number"]) for _ in range(many)][-1]


def from_click_to_faces(browser: Browser, table: Table) -> list[float]:
    """Milliseconds from a click in one browser until the dice lie in another."""
    room = table.open()
    one, two = sit(browser, room, "One"), sit(browser, room, "Two")
    one.get_by_label("Check", exact=True).fill("ten +4 superior 1")
    two.evaluate(LANDED)
    one.wait_for_timeout(500)
    found = []
    for _ in range(CLICKS):
        before = two.evaluate("() => window.landed.length")
        at = one.evaluate(CLICK)
        two.wait_for_timeout(150)
        landed = two.evaluate("(from) => window.landed.slice(from)", before)
        if landed:
            found.append(landed[0] - at)
    one.context.close()
    two.context.close()
    return sorted(found)


def a_long_log(browser: Browser, table: Table) -> list[float]:
    """Tasks of more than 50 ms while the last of 300 throws come in, and while one scrolls through them."""
    room = table.open()
    other = room.join("Two")
    for _ in range(LONG_LOG):
        other.throw("ten +4 superior 1")
    page = sit(browser, room, "One")
    page.wait_for_timeout(1500)
    page.evaluate(LONG_TASKS)
    thrower = Thread(target=_throw_on, args=(other,))
    thrower.start()
    for _ in range(30):
        page.mouse.move(200, 400)
        page.mouse.wheel(0, -600)
        page.wait_for_timeout(60)
    thrower.join()
    page.wait_for_timeout(300)
    found: list[float] = page.evaluate("() => window.long")
    page.context.close()
    return found


def _throw_on(person: Person) -> None:
    for _ in range(2 * A_SECOND):
        person.throw("ten +4 superior 1")
        time.sleep(1 / A_SECOND)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="write the figures into the docs")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        browsing() as browser,
        serving(Path(name) / "t.db", Path(name)) as table,
    ):
        if "/built/" not in table.http.get(f"{table.address}/").text:
            raise SystemExit("The page is not bundled, or was changed since: run `make page` first.")
        shown = Printed(("the page", "here", "aim"))
        opened = light(browser, table)
        shown.row("the page until the first roll, compressed, with its typeface", kilobytes(opened.page), "under 60 kB")
        shown.row("answers of the API until then", kilobytes(opened.answers), "")
        shown.row("everything over the network until then", kilobytes(opened.network), "under 85 kB")
        shown.row("the same with the roll and its instruments", kilobytes(opened.played), "")
        shown.row("the same with what is kept for a day without a network", kilobytes(opened.kept), "")
        shown.row("first paint", f"{opened.paint:.0f} ms", "")
        clicks = from_click_to_faces(browser, table)
        shown.row("from a click to faces in another browser, median", f"{statistics.median(clicks):.0f} ms", "")
        p95 = clicks[int(0.95 * len(clicks))]
        shown.row(f"the same, 95 of 100 ({len(clicks)} rolls)", f"{p95:.0f} ms", "under 100 ms")
        first, then, elements, listeners = memory(browser, table)
        shown.row(f"memory of the page after {FIRST} rolls", f"{first:.1f} MB", "")
        shown.row(f"the same after {ROLLS:,}", f"{then:.1f} MB", "at most 0.5 MB more")
        shown.row("elements and listeners that came between", f"{elements} and {listeners}", "none")
        long = a_long_log(browser, table)
        shown.row(f"frames over 50 ms with {LONG_LOG} rolls in the log", str(len(long)), "none")
    if asked.write:
        shown.write("page")


def kilobytes(count: float) -> str:
    return f"{count / 1000:.1f} kB"


if __name__ == "__main__":
    main()
