"""Playing at the table."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.table.page.kit import joined
from tests.table.server.kit import Room


def test_a_throw_is_seen_in_another_browser(browser: Browser, room: Room) -> None:
    """Two browsers: what one throws stands in the log of the other, in the words of the game."""
    with joined(browser, room, "One") as one, joined(browser, room, "Two") as two:
        one.throw("ten +4 superior 1")
        one.sees("ten +4 superior 1")
        two.sees("ten +4 superior 1")
        two.sees("One")


def test_a_roll_as_a_picture(browser: Browser, room: Room) -> None:
    """Everyone who sees a roll saves it as a picture, a spectator too; of a sealed roll there is none."""
    ada = room.join("Ada")
    ada.throw("ten superior 1", faces=[6, 3, 2, 4])
    ada.throw("hs 3d", "self")
    with joined(browser, room, "Cy", "spectator") as cy:
        cy.page.get_by_role("button", name="Success of Three").click()
        with cy.page.expect_download() as download:
            cy.page.get_by_role("button", name="Save as a picture").click()
        assert download.value.suggested_filename == "ten superior 1.png"
        assert download.value.path().read_bytes().startswith(b"\x89PNG")
        cy.page.get_by_role("button", name="Back to the table").click()
        expect(cy.page.locator(".entry.is-sealed")).to_be_visible()
        expect(cy.page.locator(".entry.is-sealed .open")).to_have_count(0)
