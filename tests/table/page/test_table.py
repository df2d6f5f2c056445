"""Playing at the table."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.table.page.kit import joined, settled
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


def test_a_long_row_says_how_many_more(browser: Browser, room: Room) -> None:
    """All dice of a roll are counted in the log, those for which its line has no room as a number."""
    with joined(browser, room, "One") as one:
        for dice in (23, 24, 25, 60):
            one.throw(f"{dice}d6")
            row = one.page.locator("[role=log] .entry").last.locator(".dice.is-s")
            expect(one.page.locator("[role=log] .entry .head code").last).to_have_text(f"dice {dice}d6")
            expect(row.locator(".die")).to_have_count(dice if dice <= 24 else 23)
            expect(row.locator(".more")).to_have_text([] if dice <= 24 else [f"+{dice - 23}"])


def test_a_connection_that_was_never_lost_is_not_back(browser: Browser, room: Room) -> None:
    """A screen reader is told that the connection is back only after it has been told that it was lost."""
    with joined(browser, room, "One") as one:
        settled(one)
        expect(one.page.locator(".titles [role=status]")).to_have_text("")
