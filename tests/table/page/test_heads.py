"""A browser keeps the last hash that it saw, and says so when a table shows another log at that place."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.table.page.kit import joined, sat, settled
from tests.table.server.kit import Room


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


def test_a_roll_in_ones_name(browser: Browser, room: Room) -> None:
    """A roll that this browser did not ask for is named; its own are not, nor in another window or when it returns."""
    with joined(browser, room, "One") as one:
        settled(one)
        one.throw("ten +4")
        one.sees("ten +4")
        seen = [event["request"]["seen"] for event in sat(one, room).events() if event["kind"] == "throw"]
        hashes = {event["number"]: event["hash"] for event in sat(one, room).events()}
        assert [hashes[before["number"]] for before in seen] == [before["hash"] for before in seen]
        assert len(seen) == 1
        other = one.context.new_page()
        other.goto(one.page.url)
        expect(other.locator(".line")).to_contain_text("all sent")
        one.throw("ten hard")
        for page in (one.page, other):
            expect(page.get_by_role("log")).to_contain_text("hard")
            expect(page.locator(".ask")).to_contain_text("One rolls.")
        other.close()
        number = sat(one, room).throw("ten +3", c="00" * 16)["number"]
        warning = one.page.get_by_role("alert")
        expect(warning).to_contain_text(f"In your name, but not from this browser, event {number}: ten +3")
        one.page.reload()
        expect(warning).to_contain_text("ten +3")
        warning.get_by_role("button").click()
        expect(warning).to_have_count(0)
        one.page.reload()
        one.sees("ten +3")
        expect(one.page.locator(".ask")).to_contain_text("One rolls.")


@pytest.mark.parametrize(("c", "seen"), [("00" * 16, "11" * 32), ("11" * 16, "")])
def test_another_request_than_was_made(browser: Browser, room: Room, c: str, seen: str) -> None:
    """A roll with this browser's bytes and something else that it had seen is named; so is one with other bytes."""
    with joined(browser, room, "One") as one:
        settled(one)
        asked = json.dumps([{"c": c, "seen": seen}])
        one.page.evaluate(f"localStorage.setItem('sixfold/asked/{room.name}', '{asked}')")
        sat(one, room).throw("hs 2d", c="00" * 16)
        expect(one.page.get_by_role("alert")).to_contain_text("hs 2d")
