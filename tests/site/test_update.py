"""The site changes on its server: an open page keeps its version, says so, and goes to the new one when asked."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.site.conftest import BUILT, kept, ready, serving


def changed(folder: Path) -> None:
    """Make another version of a built site: other scripts, documents that name them, and a service worker for them."""
    [script] = (folder / "parts").glob("site-*.js")
    second = script.rename(script.with_name("site-SECOND.js"))
    second.write_text(f'document.documentElement.dataset.version = "second";{second.read_text("utf-8")}', "utf-8")
    for path in [*folder.glob("*.html"), folder / "service-worker.js"]:
        text = path.read_text("utf-8").replace(script.name, "site-SECOND.js")
        path.write_text(re.sub(r"\b[0-9a-f]{16}\b", "second", text) if path.suffix == ".js" else text, "utf-8")


def test_an_update_waits_until_somebody_wants_it(keeping: Page, tmp_path: Path) -> None:
    """After an update, pages are of one version: the old one, with a button for the new one; nothing is mixed."""
    site = serving(tmp_path)
    shutil.copytree(BUILT, tmp_path / "site")
    keeping.goto(site.address)
    ready(keeping)
    kept(keeping)
    changed(tmp_path / "site")
    keeping.goto("about:blank")
    keeping.goto(f"{site.address}#/odds?check=skew+vs+14")
    expect(keeping.get_by_role("button", name="Load it")).to_be_visible()
    expect(keeping.locator("table.ledger").first).to_be_visible()
    expect(keeping.locator("html[data-version]")).to_have_count(0)
    keeping.goto(f"{site.address}#/play")
    expect(keeping.locator(".cm-content")).to_be_visible()
    keeping.get_by_role("button", name="Load it").click()
    expect(keeping.locator("html[data-version=second]")).to_be_attached()
    expect(keeping.locator(".cm-content")).to_be_visible()
    ready(keeping)
    expect(keeping.get_by_role("button", name="Load it")).to_have_count(0)
    site.stop()
