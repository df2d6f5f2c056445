"""Playing at the table."""

from __future__ import annotations

from itertools import combinations

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


PAINTED = """() => {
    window.painted = [];
    const { fillText, roundRect } = CanvasRenderingContext2D.prototype;
    const note = (canvas, text, left, top, right, bottom) => {
        window.painted.push({ text, left, top, right, bottom, wide: canvas.width, high: canvas.height });
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most = Infinity) {
        const size = this.measureText(text);
        const right = x + Math.min(size.width, most);
        const [top, bottom] = [y - size.actualBoundingBoxAscent, y + size.actualBoundingBoxDescent];
        if (text && this.textAlign !== "center") note(this.canvas, text, x, top, right, bottom);
        return fillText.apply(this, arguments);
    };
    CanvasRenderingContext2D.prototype.roundRect = function (x, y, wide, high) {
        note(this.canvas, "", x, y, x + wide, y + high);
        return roundRect.apply(this, arguments);
    };
}"""
"""Notes each text and each die that is drawn, and where it is."""

MARGIN = 48
"""Pixels around a picture that nothing is drawn on."""


def test_a_picture_has_all_of_a_roll_side_by_side(browser: Browser, room: Room) -> None:
    """Its check, its dice, what it came to and how likely that was are within its margin, and none covers another."""
    ada = room.join("Ada")
    note = "all of the dice that are in the house, and then some more from the neighbours"
    story = ("1", "a success", "2", "a failure", "3", "a success", "2 successes in 3 attempts")
    thrown = [
        ("ten superior 1", "", [6, 3, 2, 4], ("Success of Three",)),
        ("dice 40d6", note, [4] * 40, ("A total of 160",)),
        ("long (ten +2) 3 times", "", [4, 4, 3, 1, 2, 3, 4, 4, 3], story),
    ]
    with joined(browser, room, "Cy", "spectator") as cy:
        cy.page.evaluate(PAINTED)
        for check, note, faces, texts in thrown:
            number = ada.throw(check, faces=faces, note=note)["number"]
            cy.page.locator(f".entry[data-number='{number}'] .open").click()
            with cy.page.expect_download():
                cy.page.get_by_role("button", name="Save as a picture").click()
            cy.page.get_by_role("button", name="Back to the table").click()
            boxes = cy.page.evaluate("window.painted.splice(0)")
            *written, chance = [box["text"] for box in boxes if box["text"]]
            assert len(boxes) - len(written) - 1 == len(faces)
            assert " ".join(written) == " ".join([f"Ada: {check}", *(["#", note] if note else []), *texts])
            assert "about" in chance
            for box in boxes:
                assert MARGIN <= box["left"] < box["right"] <= box["wide"] - MARGIN
                assert MARGIN <= box["top"] < box["bottom"] <= box["high"] - MARGIN
            for one, other in combinations(boxes, 2):
                apart = one["right"] <= other["left"] or other["right"] <= one["left"]
                assert apart or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


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
