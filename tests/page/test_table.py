"""Playing at the table."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.page.kit import joined
from tests.web.kit import Room


def test_a_throw_is_seen_in_another_browser(browser: Browser, room: Room) -> None:
    """Two browsers: what one throws stands in the log of the other, in the words of the game."""
    with joined(browser, room, "One") as one, joined(browser, room, "Two") as two:
        one.throw("ten +4 superior 1")
        one.sees("ten +4 superior 1")
        two.sees("ten +4 superior 1")
        two.sees("One")
