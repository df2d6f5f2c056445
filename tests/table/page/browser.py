"""Where this machine has a browser: tests, screenshots and benchmarks use the one that is found here.

`python -m tests.table.page.browser` prints its path; without one it says how to get one, with status 1.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NAMES: Final = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "microsoft-edge-stable", "msedge",
)  # fmt: skip
"""What a browser is called where commands are looked for."""

PLACES: Final = {
    "linux": ("/snap/bin/chromium", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"),
    "darwin": tuple(
        f"{home}Applications/{name}.app/Contents/MacOS/{name}"
        for home in ("/", "~/")
        for name in ("Chromium", "Google Chrome", "Microsoft Edge")
    ),
    "win32": tuple(
        f"%{folder}%\\{name}"
        for folder in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
        for name in (
            "Chromium\\Application\\chrome.exe",
            "Google\\Chrome\\Application\\chrome.exe",
            "Microsoft\\Edge\\Application\\msedge.exe",
        )
    ),
}
"""Where it is otherwise, by system."""

PLAYWRIGHTS: Final = {
    "linux": ("~/.cache/ms-playwright", "chrome-linux*/chrome"),
    "darwin": ("~/Library/Caches/ms-playwright", "chrome-mac*/*.app/Contents/MacOS/*"),
    "win32": ("%LocalAppData%\\ms-playwright", "chrome-win*/chrome.exe"),
}
"""The folder in which Playwright keeps its own browsers, and where a browser is in the folder of a version."""

WITHOUT: Final = "The page is tested in Chromium, Chrome or Edge: `make browser` gets one, or set CHROME to yours."
"""How to get one, in a line."""


def _usual(system: str) -> Iterator[str]:
    """Every place where a browser may be, the likeliest first."""
    yield from filter(None, map(shutil.which, NAMES))
    yield from (os.path.expanduser(os.path.expandvars(place)) for place in PLACES.get(system, ()))
    home, inside = PLAYWRIGHTS.get(system, ("", ""))
    kept = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or os.path.expandvars(home)
    if kept:
        yield from map(str, sorted(Path(kept).expanduser().glob(f"chromium-*/{inside}"), reverse=True))


def browser(system: str = sys.platform) -> str | None:
    """The path of a browser for the page; None where there is none.

    If the environment has CHROME, a path or a name, that one is meant and no other.
    """
    named = os.environ.get("CHROME")
    if named is not None:
        return shutil.which(named)
    return next((path for path in _usual(system) if os.access(path, os.X_OK)), None)


if __name__ == "__main__":
    found = browser()
    print(found or WITHOUT)
    sys.exit(found is None)
