"""The site, in a real browser on loopback: weight, first paint, the first answer, and odds beside Python.

`python -m benchmarks.site` prints one table, for this machine and for one whose processor is slowed four times.
`make site-files` builds the site first. Times are of this machine; the aims stand beside them.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import time
from typing import Any, Final

from playwright.sync_api import Browser, Page
from tests.golden import ODDS
from tests.site.conftest import BUILT, Site, engine, names, serving
from tests.table.page.kit import DESK, browsing

import sixfold

LOADS: Final = 5
FIRST: Final = ("worker.js.gz", "snapshot.bin.zst", "pyodide.asm.wasm.zst")
"""The files of the engine until the first answer."""
PAINT: Final = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
SHOWN: Final = ".live .bars .num"
TIMED: Final = """async (check) => {
    const begin = performance.now();
    await asked("/odds", { check });
    return performance.now() - begin;
}"""


def weights() -> tuple[float, float]:
    """Bytes: of the first page with what it loads, by gzip, and of the engine until the first answer."""
    page = [path for path in names() if path.endswith((".css", ".js")) and "site-" in path]
    first = sum(len(gzip.compress((BUILT / path).read_bytes())) for path in ["index.html", *page])
    return first, sum((BUILT / path).stat().st_size for path in names() if path.rpartition("/")[2] in FIRST)


def slowed(page: Page, times: int) -> None:
    """Slow the processor of a page, as a phone would be."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def opened(browser: Browser, site: Site, times: int) -> tuple[float, float, float]:
    """Milliseconds, medians: until the first paint, and until the first odds by Python, in a new browser and again."""
    found = []
    for _ in range(LOADS):
        context = browser.new_context(viewport=DESK)
        rows = []
        for _ in range(2):
            page = context.new_page()
            slowed(page, times)
            begin = time.perf_counter()
            page.goto(site.address)
            page.locator(SHOWN).first.wait_for()
            rows.append((time.perf_counter() - begin) * 1000)
            paint = page.evaluate(PAINT)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.close()
        found.append((paint, *rows))
        context.close()
    paint, cold, warm = map(statistics.median, zip(*found, strict=True))
    return paint, cold, warm


def solved(browser: Browser, site: Site) -> tuple[float, float]:
    """Milliseconds for all golden odds together: in Python, and in the browser."""
    page = browser.new_context().new_page()
    page.goto(f"{site.address}tutorial.json")
    engine(page)
    there = sum(page.evaluate(TIMED, check) for check in ODDS.values())
    page.context.close()
    begin = time.perf_counter()
    for check in ODDS.values():
        sixfold.odds(check)
    return (time.perf_counter() - begin) * 1000, there


def main() -> int:
    """Measure and print."""
    if not (BUILT / "files.json").exists():
        print("The site is not built: make site-files builds it.", file=sys.stderr)
        return 1
    first, packed = weights()
    rows: list[tuple[str, Any, str]] = [
        ("weight of the first page, gzip", f"{first / 1000:.0f} kB", "under 100 kB"),
        ("weight of the engine until the first answer", f"{packed / 1e6:.1f} MB", "under 8 MB"),
    ]
    site = serving()
    with browsing() as browser:
        for times, words in ((1, ""), (4, ", processor slowed four times")):
            paint, cold, warm = opened(browser, site, times)
            rows += [
                (f"first paint{words}", f"{paint:.0f} ms", "under 500 ms"),
                (f"first odds by Python, new browser{words}", f"{cold:.0f} ms", "under 2,000 ms"),
                (f"first odds by Python, second visit{words}", f"{warm:.0f} ms", "under 1,000 ms"),
            ]
        native, there = solved(browser, site)
    site.stop()
    rows.append((f"{len(ODDS)} golden odds: Python {native:.0f} ms, here", f"{there:.0f} ms", "under twice"))
    print("| the site | here | aim |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
