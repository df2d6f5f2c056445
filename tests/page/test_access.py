"""For everyone: axe finds nothing on any view, light or dark, desk or phone; nothing is wider than the screen."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.kit import DESK, PHONE, Seat, joined, sitting
from tests.web.kit import Room, Table

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
LOOKS: list[dict[str, Any]] = [
    {"viewport": DESK, "color_scheme": "light"},
    {"viewport": DESK, "color_scheme": "dark"},
    {"viewport": PHONE, "color_scheme": "light"},
]


def nothing_wrong(seat: Seat) -> None:
    """Hold the page as it is against axe, in every look; no sideways scrolling."""
    seat.page.evaluate(AXE)
    for look in LOOKS:
        seat.page.set_viewport_size(look["viewport"])
        seat.page.emulate_media(color_scheme=look["color_scheme"], reduced_motion="reduce")
        found = seat.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        wrong = [
            (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found["violations"]
        ]
        assert not wrong, (look, wrong)
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), look
    seat.page.set_viewport_size(DESK)


@pytest.mark.parametrize("address", ["/", "/odds", "/compare", "/need", "/grid", "/rooms/none"])
def test_views_without_a_room(browser: Browser, table: Table, address: str) -> None:
    """The first page, the workbench, a link without its secret."""
    with sitting(browser, table.address + address) as one:
        expect(one.page.get_by_role("heading").first).to_be_visible()
        one.page.wait_for_load_state("networkidle")
        nothing_wrong(one)


def test_a_link(browser: Browser, room: Room) -> None:
    """Joining by a link, before a name is given."""
    with sitting(browser, f"{room.table.address}/rooms/{room.name}#{room.links['player']}") as one:
        expect(one.page.get_by_label("Your name")).to_be_visible()
        nothing_wrong(one)


def test_a_table(browser: Browser, room: Room) -> None:
    """An empty table; one with throws open, sealed, typed, wrong; the luck of its evening."""
    two = room.join("Two <b>&amp;</b> مرحبا", "master")
    with joined(browser, room, "One") as one:
        one.expected = ("422",)
        nothing_wrong(one)
        for check in ("ten +4 superior 1", "wild 5D vs 12", "hs 3 ranks 1 cut", "skew percentile"):
            two.throw(check)
        two.throw("ten", visible="self")
        two.throw("ten", faces=[6, 6, 6, 1, 2, 3])
        one.sees("hs 3 ranks")
        one.page.get_by_label("Check", exact=True).fill("ten superiour")
        expect(one.page.locator("#throw")).to_contain_text("superior")
        nothing_wrong(one)
        one.page.get_by_role("link", name="Luck").first.click()
        expect(one.page.locator("circle").first).to_be_visible()
        nothing_wrong(one)
