"""A game of one's own, loaded from the page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.table.page.kit import joined
from tests.table.server.kit import Room, serving
from tests.table.server.test_own_games import DUEL, HASTY


def test_the_gm_loads_a_game(browser: Browser, tmp_path: Path) -> None:
    """The GM picks a Python file: a mistake is told with its line, a sound game is at the table of everyone."""
    folder = tmp_path / "games"
    folder.mkdir()
    file = tmp_path / "duel.py"
    with serving(tmp_path / "table.db", tmp_path, "--own-games", str(folder), module=HASTY) as table:
        room = table.open()
        with joined(browser, room, "Mo", "master") as mo, joined(browser, room, "Ada") as ada:
            mo.expected = ("422",)
            picked = mo.page.locator('input[accept=".py"]')
            file.write_text(DUEL.replace("highest(1)", "higest(1)"))
            picked.set_input_files(file)
            mo.page.get_by_text("fails in line 10: NameError").wait_for()
            file.write_text(DUEL)
            picked.set_input_files(file)
            mo.page.get_by_text("duel is at this table: Two dice, the higher against a target.").wait_for()
            ada.throw("duel vs 5 +1")
            mo.sees("duel vs 5 +1")


def test_a_table_that_takes_none_offers_none(browser: Browser, room: Room) -> None:
    """Where the operator allows no games, the GM sees no button for them."""
    with joined(browser, room, "Mo", "master") as mo:
        mo.page.get_by_role("heading", name="Games at this table").wait_for()
        expect(mo.page.get_by_text("Load a game of your own")).to_have_count(0)
