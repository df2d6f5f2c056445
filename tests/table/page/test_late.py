"""Somebody comes late to a long evening: its end is there at once, and the rest when they look for it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.table.page.kit import EMPTY, joined, sat
from tests.table.server.kit import Room
from tests.waiting import wait_until

LONG = 60
"""Rolls of two events each: more than come at first."""


def test_the_end_of_a_long_evening_comes_first(browser: Browser, room: Room) -> None:
    """A late joiner gets the newest events in one message; search and scrolling fetch the others, back to the first."""
    other = room.join("Other", "master")
    assert other.post("/notes", {"text": "the very beginning"}, "note").status_code == 201
    for _ in range(LONG):
        newest = other.throw("ten")["number"]
    with joined(browser, room, "Late") as one:
        log = one.page.get_by_role("log")
        expect(log.locator(f'[data-number="{newest}"]')).to_be_visible()
        expect(log).not_to_contain_text("the very beginning")
        one.page.get_by_role("button", name="Search the log").click()
        one.page.get_by_role("searchbox").fill("very beginning")
        one.sees("the very beginning")
        one.page.get_by_role("searchbox").fill("")
        one.page.keyboard.press("Escape")
    with joined(browser, room, "Later") as two:
        log = two.page.get_by_role("log")
        expect(log.locator(f'[data-number="{newest}"]')).to_be_visible()
        expect(log).not_to_contain_text("the very beginning")
        # What comes in between makes the log longer.
        up = "(box) => (box.scrollTo({ top: -box.scrollHeight }), box.innerText.includes('the very beginning'))"
        wait_until(lambda: log.evaluate(up))


def test_a_choice_from_long_ago_still_waits(browser: Browser, room: Room) -> None:
    """A question that was asked before the newest events is in the log, and can be answered."""
    other = room.join("Other", "master")
    with joined(browser, room, "One") as one:
        sat(one, room).throw("odgs vs 15 +3 advantage 2", faces=[6, 5, 4, 3, 2])
        one.page.locator(".question").wait_for()
        address = one.page.url
        one.page.goto(EMPTY)
        for _ in range(LONG):
            other.throw("ten")
        one.page.goto(address)
        one.page.locator(".question").wait_for()
