"""The site without a network: after a first visit, a browser needs nothing but itself."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.site.conftest import kept, ready, serving


def test_everything_works_when_the_server_is_gone(keeping: Page) -> None:
    """A browser that was here once rolls, solves, and edits games after the server has stopped.

    The page has loaded all that is kept, so the engine is sent once.
    """
    site = serving()
    keeping.goto(site.address)
    ready(keeping)
    kept(keeping)
    site.stop()
    memories = [path for path in site.asked if "snapshot" in path]
    assert len(memories) <= 2  # a browser may ask whether its copy is still the same
    later = keeping.context.new_page()
    later.goto(f"{site.address}#roll=ten+%2B4+superior+1")
    ready(later)
    expect(later.locator(".live .bars")).to_contain_text("98.84")
    later.get_by_role("button", name="Roll", exact=True).click()
    expect(later.locator(".blotter .die").first).to_be_visible()
    later.goto(f"{site.address}#/need?check=ten+%2B%3F&chance=75%25")
    expect(later.locator("table.ledger").first).to_contain_text("ten +")
    later.goto(f"{site.address}#/play")
    expect(later.locator(".cm-content")).to_be_visible()
    expect(later.locator("#check")).to_be_visible()
