"""The page without its table: opened from what the browser kept, and again once the table is there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from sixfold.table.store.backup import backup, restore
from tests.table.page.kit import holds, joined
from tests.table.server.kit import Room, serving

CUT_OFF = ("net::ERR_", "WebSocket connection")


def test_the_log_opens_without_a_network(browser: Browser, room: Room) -> None:
    """Who comes back without a network finds page and log, and is told that he is alone; then everything goes on."""
    with joined(browser, room, "One", service_workers="allow") as one:
        one.expected = CUT_OFF
        one.throw("ten +4")
        one.sees("ten +4")
        one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        kept = f"import('/page/state/log-cache.js').then(({{ loadLog }}) => loadLog('{room.name}'))"
        holds(one.page, f"{kept}.then(({{ events, view }}) => view && events.some(({{ kind }}) => kind === 'throw'))")
        one.context.set_offline(True)
        one.throw("ten +9")
        one.page.reload()
        one.sees("ten +4")
        expect(one.page.get_by_role("status").first).to_contain_text("No connection")
        expect(one.page.get_by_role("log").locator("[data-verdict=note]")).to_have_count(0)  # what it was is known
        expect(one.page.locator(".blotter")).to_contain_text("Your roll is waiting here")
        expect(one.page.locator("#throw")).to_contain_text("Take it back")
        one.context.set_offline(False)
        room.join("Two").throw("hs 2 ranks")
        one.sees("hs 2 ranks")
        one.sees("ten +9")
        expect(one.page.locator("#throw")).not_to_contain_text("Take it back")
        expect(one.page.locator("#throw .odds-line")).to_contain_text("Success")  # of what stands in the line


def test_a_table_that_starts_again(browser: Browser, tmp_path: Path) -> None:
    """A server that goes away and comes back: the page says so, and misses nothing."""
    with serving(tmp_path / "table.db", tmp_path) as table:
        room = table.open()
        with joined(browser, room, "One") as one:
            one.expected = CUT_OFF
            one.throw("ten +4")
            one.sees("ten +4")
            port = int(table.address.rpartition(":")[2])
            table.stop()
            expect(one.page.get_by_role("status").first).to_contain_text("No connection")
            with serving(tmp_path / "table.db", tmp_path, port=port) as again:
                room.table = again
                room.join("Two").throw("hs 2 ranks")
                one.sees("hs 2 ranks")


def test_a_table_that_was_put_back(browser: Browser, tmp_path: Path) -> None:
    """What was lost with a copy is not shown any more, and the log goes on as the table has it."""
    with serving(tmp_path / "table.db", tmp_path) as table:
        room = table.open()
        port = int(table.address.rpartition(":")[2])
        two = room.join("Two")
        two.throw("ten +4")
        with joined(browser, room, "One") as one:
            one.expected = CUT_OFF
            one.sees("ten +4")
            backup(tmp_path / "table.db", tmp_path / "copy.db")
            two.throw("wild 3D")
            one.sees("wild 3D")
            table.stop()
            restore(tmp_path / "copy.db", tmp_path / "table.db")
            with serving(tmp_path / "table.db", tmp_path, port=port) as again:
                room.table = again
                two.throw("hs 2 ranks")
                one.sees("hs 2 ranks")
                one.sees("ten +4")
                expect(one.page.get_by_role("log")).not_to_contain_text("wild 3D")
