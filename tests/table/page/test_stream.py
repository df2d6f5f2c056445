"""The view for streams: the last open roll, and never more."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.table.page.kit import joined, link, sitting
from tests.table.server.kit import Room


def test_a_stream_shows_the_last_open_roll(browser: Browser, room: Room) -> None:
    """Also in the browser of the GM, who sees sealed rolls; and what lies there covers nothing behind it."""
    address = link(room, "spectator").replace("#", "/stream#")
    with joined(browser, room, "Ada", "master", viewport={"width": 1000, "height": 700}, locale="en-GB") as ada:
        stream = ada.context.new_page()
        stream.goto(address)
        ada.sees("Stream sits down to watch.")
        ada.throw("ten +4 # the lock")
        expect(stream.locator(".top")).to_contain_text("the lock")
        ada.page.get_by_label("Only me").check()
        ada.throw("wild 5D vs 12")
        ada.sees("wild 5D vs 12")
        expect(stream.locator(".verdict")).to_have_text("A sealed roll")
        stream.reload()
        expect(stream.locator(".verdict")).to_have_text("A sealed roll")
        ada.page.reload()
        ada.sees("wild 5D vs 12")
        expect(ada.page.locator(".people")).to_contain_text("you, GM")
        expect(stream.locator("body")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        expect(stream.locator("button:visible")).to_have_count(0)


def test_a_stream_wants_the_link_for_watching(browser: Browser, room: Room) -> None:
    """With another link it would show more than the public sees: the page says which one it needs."""
    with sitting(browser, link(room, "master").replace("#", "/stream#")) as seat:
        expect(seat.page.get_by_role("alert")).to_contain_text("needs the link for watching only")
