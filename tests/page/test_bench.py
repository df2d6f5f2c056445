"""The designers' workbench: four views whose addresses can be shared, and the luck of an evening."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.page.kit import joined, sitting
from tests.web.kit import Room, Table

VIEWS = {
    "odds?check=ten+%2B4+superior+1": ("427/432", "98.8"),
    "compare?checks=ten+%2B4%0Ahs+3+ranks": ("95.37", "highest"),
    "need?check=ten+%2B%3F+superior+1&chance=75%25": ("1069/1296", "ten +0 superior 1"),
    "grid?check=ten&rows=modifier%3D0..3&columns=skew%3D-1..1": ("62.5", "superior 1"),
}


@pytest.mark.parametrize("address", VIEWS)
def test_an_address_opens_its_view(browser: Browser, table: Table, address: str) -> None:
    """Whoever gets the link of a view sees its figures."""
    with sitting(browser, f"{table.address}/{address}") as one:
        for figure in VIEWS[address]:
            expect(one.page.locator("main")).to_contain_text(figure)


def test_a_number_is_turned(browser: Browser, table: Table) -> None:
    """An arrow key turns the number at the cursor; odds and address follow, and going back leaves the workbench."""
    with sitting(browser, table.address) as one:
        one.page.goto(f"{table.address}/odds?check=ten+%2B4")
        field = one.page.get_by_label("Check", exact=True)
        expect(one.page.locator("main")).to_contain_text("103/108")
        field.press("End")
        for _ in range(5):
            field.press("ArrowDown")
        expect(field).to_have_value("ten -1")
        expect(one.page.locator("main")).to_contain_text("1/2")
        assert "ten+-1" in one.page.url


def test_wrong_checks_say_what_is_wrong(browser: Browser, table: Table) -> None:
    """A slip is told in a sentence below the field."""
    with sitting(browser, f"{table.address}/odds?check=ten+superiour") as one:
        one.expected = ("422",)
        expect(one.page.get_by_role("alert")).to_contain_text("superior")


def test_the_luck_of_an_evening(browser: Browser, room: Room) -> None:
    """Each person's throws as dots, and in words against exact expectation."""
    two = room.join("Two")
    for _ in range(3):
        two.throw("ten +4")
    two.throw("hs 3 ranks")
    with joined(browser, room, "One") as one:
        one.page.get_by_role("link", name="Luck").click()
        expect(one.page.locator("circle")).to_have_count(4)
        expect(one.page.get_by_role("table")).to_contain_text("2.9")
