"""Lines that people write at a table, and notes behind checks."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.table.page.kit import PHONE, joined, settled
from tests.table.server.kit import Room


def test_a_whisper_is_read_by_one_person_alone(browser: Browser, room: Room) -> None:
    """A line under the log goes to everyone, or to one person; the others see that there was one, and not to whom."""
    with (
        joined(browser, room, "Ada", "master") as ada,
        joined(browser, room, "Bo") as bo,
        joined(browser, room, "Cy", viewport=PHONE) as cy,
    ):
        ada.page.get_by_label("Write to the table").fill("The door is open.")
        ada.page.get_by_label("Write to the table").press("Enter")
        bo.sees("Ada: The door is open.")
        ada.page.get_by_label("For whom").select_option("Bo")
        ada.page.get_by_label("Write to the table").fill("It is a trap.")
        ada.page.get_by_role("button", name="Send").click()
        bo.sees("Ada to Bo: It is a trap.")
        expect(ada.page.get_by_label("Write to the table")).to_have_value("")
        cy.page.locator(".tabs button", has_text="Log").click()
        cy.sees("Ada: The door is open.")
        expect(cy.page.get_by_role("log")).not_to_contain_text("private")
        expect(cy.page.get_by_role("log")).not_to_contain_text("trap")
        cy.page.get_by_label("For whom").select_option("The GM")
        cy.page.get_by_label("Write to the table").fill("I run.")
        cy.page.get_by_role("button", name="Send").click()
        ada.sees("Cy, not for everyone: I run.")
        expect(bo.page.get_by_role("log")).not_to_contain_text("I run.")


def test_new_lines_are_counted_on_a_phone(browser: Browser, room: Room) -> None:
    """Where the log has a tab of its own, the tab counts the lines of others until it is opened."""
    ada = room.join("Ada")
    ada.post("/notes", {"text": "Before anybody came."})
    with joined(browser, room, "Cy", viewport=PHONE) as cy:
        settled(cy)
        log = cy.page.locator(".tabs button", has_text="Log")
        expect(log.locator(".badge")).to_have_count(0)
        ada.post("/notes", {"text": "The door is open."})
        ada.throw("ten", faces=[6, 4, 3])
        expect(log).to_contain_text("1 new message")
        ada.post("/notes", {"text": "Look out."})
        expect(log).to_contain_text("2 new messages")
        log.click()
        expect(log.locator(".badge")).to_have_count(0)
        cy.page.get_by_label("Write to the table").fill("I run.")
        cy.page.get_by_role("button", name="Send").click()
        cy.sees("Cy: I run.")
        cy.page.locator(".tabs button", has_text="Roll").click()
        ada.post("/notes", {"text": "So do I."})
        expect(log).to_contain_text("1 new message")


def test_a_check_says_why(browser: Browser, room: Room) -> None:
    """Behind a # stands what the roll is for: it is no part of the check, others read it, and it is gone afterwards."""
    with joined(browser, room, "Ada") as ada, joined(browser, room, "Bo") as bo:
        ada.throw("ten +4 # I pick the lock")
        bo.sees("I pick the lock")
        expect(bo.page.locator(".blotter .top")).to_contain_text("ten +4")
        expect(ada.page.get_by_label("Check", exact=True)).to_have_value("ten +4")
