"""The site for everyone: axe finds nothing in its views, light or dark, desk or phone, and the keyboard is enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.kit import sitting
from tests.page.test_access import nothing_wrong
from tests.site.conftest import Site, ready

VIEWS = {
    "#roll=ten+%2B4": ".live .bars",
    "#/compare?checks=dice+2d6%0Adice+1d6&drawn=curves": ".curves",
    "#/odds?check=skew+vs+14": "table.ledger",
    "#/play": "#check",
    "#/learn/2": "#check",
    "ten.html": ".live .bars",
}


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(browser: Browser, site: Site, view: str) -> None:
    """Names, contrast, targets of 44 px, and nothing wider than the window, in every view."""
    with sitting(browser, site.address + view, has_touch=True, bypass_csp=True) as one:
        one.expected = ("warning",)
        ready(one.page)
        expect(one.page.locator(VIEWS[view]).first).to_be_visible()
        nothing_wrong(one)


def test_the_keyboard_is_enough(page: Page, site: Site) -> None:
    """A check is typed and rolled, and a chart is read, without a pointer."""
    page.goto(f"{site.address}#roll=ten+%2B4")
    ready(page)
    page.locator("#check").press("Enter")
    expect(page.locator(".blotter .die").first).to_be_visible()
    page.goto(f"{site.address}#/compare?checks=dice+2d6%0Adice+1d6")
    page.locator(".curves").press("End")
    expect(page.locator(".readout")).to_contain_text("2.778")
