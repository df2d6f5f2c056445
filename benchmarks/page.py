"""The page, in a real browser on loopback: weight, first paint, from a click to faces elsewhere, a long log.

`python -m benchmarks.page` prints one table; `make bench` ends with it. Times are of this machine; the aims stand
beside them.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page
from tests.page.kit import DESK, browsing, link
from tests.web.kit import Person, Room, Table, serving

LOADS, CLICKS, LONG_LOG, A_SECOND = 7, 60, 300, 20

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


class Light(NamedTuple):
    """Bytes, compressed: of the page until somebody can throw, of what the API says till then, and of the page with the
    instruments that a throw brings out. Milliseconds until the first paint.
    """

    page: float
    answers: float
    played: float
    paint: float


def light(browser: Browser, table: Table) -> Light:
    """How much a browser fetches that was never here, and how soon it shows something."""
    found = []
    for number in range(LOADS):
        room = table.open()
        page = browser.new_context(viewport=DESK, service_workers="block").new_page()
        page.goto(link(room))
        page.wait_for_timeout(300)
        paint = page.evaluate(PAINT)
        page.get_by_label("Your name").fill(f"One {number}")
        page.get_by_role("button", name="Sit down").click()
        page.get_by_label("Check", exact=True).fill("ten +4")
        page.get_by_text("Success", exact=True).wait_for()
        weights = page.evaluate(WEIGHT, False), page.evaluate(WEIGHT, True)
        page.locator("#throw .say > button").click()
        page.locator(".instrument").first.wait_for()
        found.append((*weights, page.evaluate(WEIGHT, False), paint))
        page.context.close()
    opened, answers, played, paint = map(statistics.median, zip(*found, strict=True))
    return Light(opened, answers, played, paint)


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
        two.wait_for_timeout(250)
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
    thrower = threading.Thread(target=_throw_on, args=(other,))
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


def main() -> int:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory() as name,
        browsing() as browser,
        serving(Path(name) / "t.db", Path(name)) as table,
    ):
        opened = light(browser, table)
        clicks = from_click_to_faces(browser, table)
        long = a_long_log(browser, table)
    p95 = clicks[int(0.95 * len(clicks))]
    rows: list[tuple[str, Any, str]] = [
        ("weight until the first throw, compressed, the face with it", f"{opened.page / 1000:.1f} kB", "under 60 kB"),
        ("what the API says until then", f"{opened.answers / 1000:.1f} kB", ""),
        ("weight with the instruments that the throw brings out", f"{opened.played / 1000:.1f} kB", ""),
        ("first paint", f"{opened.paint:.0f} ms", ""),
        ("from click to faces in another browser, median", f"{statistics.median(clicks):.0f} ms", ""),
        (f"the same, 95 of 100 ({len(clicks)} throws)", f"{p95:.0f} ms", "under 100 ms"),
        (f"frames over 50 ms with {LONG_LOG} throws in the log", str(len(long)), "none"),
    ]
    print("| the page | here | aim |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
