"""The site for everyone: axe finds nothing in its views, light or dark, desk or phone, and the keyboard is enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site, ready
from tests.table.page.kit import Seat, watching
from tests.table.page.test_access import nothing_wrong

VIEWS = {
    "#roll=ten+%2B4": ".live .bars",
    "#/compare?checks=dice+2d6%0Adice+1d6&drawn=curves": ".curves",
    "#/odds?check=skew+vs+14": "table.ledger",
    "#/audit": "table.ledger",
    "#/luck": "table.ledger",
    "#/explain": "ol.clauses",
    "#/play": "#check",
    "#/learn/2": "#check",
    "ten.html": ".live .bars",
}


@pytest.fixture(scope="module")
def visitor(started: Page, site: Site) -> Iterator[Seat]:
    """Somebody with fingers who goes from view to view."""
    with watching(started, site.address) as one:
        one.expected = ("warning",)
        yield one


def test_the_keyboard_is_enough(visitor: Seat, site: Site) -> None:
    """A check is typed and rolled, and a chart is read, without a pointer."""
    page = visitor.page
    page.goto(f"{site.address}#roll=ten+%2B4")
    ready(page)
    page.locator("#check").press("Enter")
    expect(page.locator(".blotter .die").first).to_be_visible()
    page.goto(f"{site.address}#/compare?checks=dice+2d6%0Adice+1d6")
    page.locator(".curves").press("End")
    expect(page.locator(".readout")).to_contain_text("2.778")


def test_what_comes_when_it_is_asked_for(visitor: Seat, site: Site) -> None:
    """Help and settings, which a table fetches when somebody wants them, are there without a table as well."""
    page = visitor.page
    page.goto(f"{site.address}#/compare")
    page.get_by_role("button", name="Help", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Light", exact=True)).to_be_visible()


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(visitor: Seat, site: Site, view: str) -> None:
    """Names, contrast, targets of 44 px, and nothing wider than the window, in every view."""
    visitor.page.goto(site.address + view)
    ready(visitor.page)
    expect(visitor.page.locator(VIEWS[view]).first).to_be_visible()
    nothing_wrong(visitor)
