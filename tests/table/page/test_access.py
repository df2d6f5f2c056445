"""For everyone: axe finds nothing in any view, light or dark, desk or phone; nothing is too wide or too small."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.table.page.kit import DESK, PHONE, Seat, holds, joined, sitting
from tests.table.server.kit import Room
from tests.waiting import wait_until

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")

LOOKS: list[tuple[ViewportSize, Literal["light", "dark"], str]] = [
    (DESK, "light", "{}"),
    (DESK, "dark", "{ runOnly: ['color-contrast'] }"),
    (PHONE, "light", "{ rules: { 'color-contrast': { enabled: false } } }"),
]
"""How a view is looked at, and what axe looks for: colours hang on the theme alone, and all else does not."""

SMALL = """() => [...document.querySelectorAll("button, a.button, input, select, summary, label:has(input)")]
.filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const within = one.closest(".sr, label .field, .in-text") || (one.type && one.closest("label"));
    const apart = within || !one.checkVisibility();
    const behind = document.querySelector("dialog") && !one.closest("dialog");
    return !apart && !behind && width > 1 && (width < 43.5 || height < 43.5);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What a finger is to press and what is smaller than 44 px."""


SPILT = """[...document.querySelectorAll("main :is(.sheet, .live, .pad)")]
.filter((one) => getComputedStyle(one).overflowX === "visible" && one.scrollWidth > one.clientWidth + 1)
.map((one) => one.outerHTML.slice(0, 120))"""
"""What is wider inside than the sheet that it lies on."""


def nothing_wrong(seat: Seat) -> None:
    """Hold the page as it is against axe, in every look; no sideways scrolling, also at 320 px."""
    page = seat.page
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    for viewport, scheme, options in LOOKS:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(f"axe.run(document, {{ resultTypes: ['violations'], preload: false, ...{options} }})")
        wrong = [
            (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found["violations"]
        ]
        assert not wrong, (viewport, scheme, wrong)
    wait_until(lambda: page.evaluate(SMALL) == [], lambda: page.evaluate(SMALL))
    for width in (768, PHONE["width"], 320):
        page.set_viewport_size({"width": width, "height": 640})
        holds(page, f"document.documentElement.scrollWidth <= {width}")
        wait_until(lambda: page.evaluate(SPILT) == [], lambda: page.evaluate(SPILT))
    page.set_viewport_size(DESK)


def test_views_without_a_seat(browser: Browser, room: Room) -> None:
    """The first page and what it opens, the workbench, a link before a name is given, and one without its secret."""
    base = room.table.address
    ways = ["/", "/odds?check=odgs+vs+15+advantage+1", "/compare", "/need", "/grid", "/rooms/none"]
    with sitting(browser, f"{base}/rooms/{room.name}#{room.links['player']}", has_touch=True) as one:
        expect(one.page.get_by_label("Your name")).to_be_visible()
        nothing_wrong(one)
        for way in ways:
            one.page.goto(base + way)
            expect(one.page.get_by_role("heading").first).to_be_visible()
            one.page.wait_for_load_state("networkidle")
            if way == "/":
                one.page.get_by_role("button", name="Dice from a real table").click()
                one.page.get_by_role("button", name="Make a table").click()
                expect(one.page.get_by_label("Name of the table")).to_be_focused()
            nothing_wrong(one)


def test_a_table(browser: Browser, room: Room) -> None:
    """A table with throws open, sealed, typed, wrong; all that opens beside them; the luck of its evening."""
    two = room.join("Two <b>&amp;</b> مرحبا 🎲")
    with joined(browser, room, "Mara", "master", has_touch=True) as one:
        page = one.page
        for game in ("ten", "skew", "wild", "hs", "odgs"):
            page.get_by_role("checkbox", name=game).check()
        page.get_by_role("button", name="Mara").click()
        page.get_by_role("button", name="Leave the table").click()
        nothing_wrong(one)
        page.get_by_role("button", name="Not now").click()
        page.get_by_role("button", name="Luck dice").click()
        page.get_by_role("button", name="Give luck dice").click()
        nothing_wrong(one)
        page.locator(".told").get_by_role("button", name="Give luck dice").click()
        holds(page, f"document.documentElement.scrollHeight === {DESK['height']}")  # what is long scrolls within

        for check in ("ten +4 superior 1", "wild initiative 4D", "hs 3 ranks 1 cut", "skew initiative"):
            two.throw(check)
        two.throw("ten", visible="self")
        two.throw("ten", faces=[3, 3, 3])
        two.throw("odgs vs 13 combat", faces=[5, 5, 6])
        proposal = {"system": "hs", "instrument": "proposals", "command": "propose", "values": {"check": "hs 3 ranks"}}
        assert two.post("/instruments", proposal, "k").status_code == 201
        assert two.post("/notes", {"text": "W" * 500}, "n").status_code == 201
        one.sees("Two")
        one.throw("ten +4 superior 1")
        expect(page.locator(".blotter .top b")).to_have_text("Mara")
        page.locator(".blotter").get_by_role("button", name="Why").click()
        page.get_by_role("button", name="Correct").click()
        page.get_by_role("button", name="Was it fair?").click()
        page.get_by_text("The bytes").click()
        nothing_wrong(one)
        page.keyboard.press("Escape")

        page.get_by_role("button", name="Search the log").click()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="As a form").click()
        page.get_by_role("button", name="A named modifier").click()
        nothing_wrong(one)
        page.get_by_role("button", name="As text").click()
        page.get_by_role("button", name="Save this").click()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Give the button a name first.")).to_be_visible()
        nothing_wrong(one)
        page.get_by_label("Name of the button").fill("Climb")
        page.get_by_role("button", name="Save", exact=True).click()
        while page.locator(".link").count() == 0:  # after everything that waits
            page.locator(".ask > .is-slim").last.click()
        page.locator(".link").click()
        nothing_wrong(one)
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Dice from a real table").click()
        page.get_by_role("button", name="Ask for this check").click()
        page.get_by_label("Check", exact=True).fill("ten superiour")
        expect(page.locator("#throw")).to_contain_text("Did you mean")
        nothing_wrong(one)
        page.get_by_role("button", name="Cancel").click()
        page.get_by_label("Check", exact=True).fill("odgs vs 15 advantage 1 combat")
        page.get_by_label("The faces, in the order of the roll").fill("6442")
        page.locator("#throw").get_by_role("button", name="Roll", exact=True).click()
        page.get_by_role("button", name="What is best?").click()
        expect(page.locator(".worth").first).to_be_visible()
        nothing_wrong(one)
        page.get_by_role("button", name="Invite").click()
        page.get_by_text("Other links").click()
        nothing_wrong(one)
        page.get_by_role("link", name="Luck").first.click()
        expect(page.locator("circle").first).to_be_visible()
        nothing_wrong(one)


FOCUSED = "document.activeElement !== document.body && document.activeElement.checkVisibility()"
"""Whether something that is in view has the focus."""


def press(page: Page, role: Literal["button", "link"], name: str, on: Locator | None = None) -> None:
    """Press something with the keyboard alone, and see that the focus is somewhere once it has done its work."""
    (on or page).get_by_role(role, name=name, exact=True).focus()
    page.keyboard.press("Enter")
    holds(page, FOCUSED)


def test_the_focus_is_never_lost(browser: Browser, room: Room) -> None:
    """When something closes, the focus returns to the element that had it; another view begins at its heading."""
    room.join("Two")
    with joined(browser, room, "Mara", "master") as one:
        page = one.page
        expect(page).to_have_title("Friday · Sixfold")
        expect(page).to_have_url(f"{room.table.address}/rooms/{room.name}")  # nothing there lets anybody in
        one.throw("ten +4")
        expect(page.locator(".blotter .turns")).to_be_visible()
        press(page, "button", "Ask for this check")
        press(page, "button", "Ask for ten +4")
        expect(page.get_by_role("button", name="Ask for this check")).to_be_focused()

        press(page, "button", "Save this")
        page.get_by_label("Name of the button").fill("Climb")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Save this")).to_be_focused()

        press(page, "button", "Search the log")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Search the log")).to_be_focused()

        press(page, "button", "Invite")
        press(page, "button", "To the table")
        expect(page.get_by_label("Check", exact=True)).to_be_focused()

        press(page, "button", "Settings")
        expect(page.get_by_role("radio", name="System").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Settings")).to_be_focused()

        press(page, "button", "Why", on=page.locator(".blotter"))
        press(page, "button", "Was it fair?")
        expect(page.get_by_role("region", name="Was it fair?")).to_be_focused()
        page.keyboard.press("Escape")

        for link, heading in (("Luck", "Luck of the evening"), ("Table", "Friday"), ("Odds", "Workbench")):
            press(page, "link", link)
            expect(page.get_by_role("heading", name=heading, exact=True)).to_be_focused()
            expect(page).to_have_title(re.compile(r" · Sixfold$"))
