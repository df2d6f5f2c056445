"""A browser keeps the last hash that it saw, and says so when a table shows another log at that place."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from tests.page.kit import joined, settled
from tests.web.kit import Room


def test_another_log_than_before(browser: Browser, room: Room) -> None:
    """An event with another hash than this browser saw is named, also after the page is loaded again."""
    with joined(browser, room, "One") as one:
        settled(one)
        head = json.loads(one.page.evaluate(f"localStorage.getItem('sixfold/head/{room.name}')"))
        assert len(head["hash"]) == 64
        other = json.dumps({"number": head["number"] + 1, "hash": "0" * 64})
        one.page.evaluate(f"localStorage.setItem('sixfold/head/{room.name}', '{other}')")
        one.throw("ten +4")
        expect(one.page.locator(".line")).to_contain_text("your event 4 had the hash 00000000")
        one.page.reload()
        expect(one.page.locator(".line")).to_contain_text("This log is not the one that you saw")
