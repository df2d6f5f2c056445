"""The table in forty windows: dice are large, and nothing that belongs to a roll is out of sight."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.page.kit import joined, sat, settled
from tests.web.kit import Room

SIZES = (
    (320, 480), (320, 568), (360, 640), (375, 667), (390, 844), (412, 915), (430, 932), (480, 800), (540, 720),
    (600, 800), (600, 960), (640, 360), (667, 375), (719, 900), (720, 1280), (740, 360), (768, 600), (768, 1024),
    (800, 600), (800, 1280), (820, 1180), (844, 390), (900, 700), (912, 1368), (932, 430), (1000, 600), (1024, 600),
    (1024, 768), (1100, 650), (1180, 820), (1239, 700), (1240, 700), (1280, 600), (1280, 720), (1280, 800),
    (1366, 768), (1440, 900), (1600, 900), (1920, 1080), (2560, 1440),
)  # fmt: skip
"""From the smallest phone to the largest screen, upright and on their side."""

SEEN = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const of = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [fall, tabs] = [of(".blotter .fall"), of(".tabs")];
    const floor = (tabs.height ? tabs.top : innerHeight) + 1;
    const dice = [...document.querySelectorAll(".blotter .die")];
    const out = (one) => one.left < fall.left - 1 || one.top < fall.top - 1 || one.right > fall.right + 1;
    const boxes = dice.map((die) => die.getBoundingClientRect());
    const cut = boxes.filter((one) => out(one) || one.bottom > fall.bottom + 1);
    const places = [".blotter .verdict", ".blotter .chance", ".blotter .turns", "#throw .say > .button"];
    return {
        sides: dice.map((die) => die.offsetWidth),
        cut: cut.length,
        below: places.filter((selector) => of(selector).bottom > floor),
        sideways: document.documentElement.scrollWidth > innerWidth,
    };
}"""


TABS = """async () => {
    const found = [];
    for (const button of document.querySelectorAll(".tabs button")) {
        if (!button.offsetParent) continue;
        button.click();
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        const floor = document.querySelector(".tabs").getBoundingClientRect().top + 1;
        const shown = [...document.querySelectorAll(".log *, .side *")].filter((one) => one.offsetParent);
        const ends = shown.filter((one) => one.matches(".table[data-tab=log] .log :is(li:last-child, .talk)"));
        const below = ends.filter((one) => one.getBoundingClientRect().bottom > floor);
        const cut = shown.filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
        const sideways = document.documentElement.scrollWidth > innerWidth;
        if (below.length || cut.length || sideways) found.push([button.innerText, below.length, cut.length, sideways]);
    }
    document.querySelector(".tabs button").click();
    return found;
}"""


def test_dice_use_the_space_there_is(browser: Browser, room: Room) -> None:
    """In every window a die is 40 to 140 px wide and whole; the result, Why and the Roll button are in view."""
    with joined(browser, room, "One", reduced_motion="reduce") as one:
        settled(one)
        sat(one, room).throw("ten +4 superior 1", faces=[6, 5, 4, 1])
        one.page.wait_for_selector(".blotter .die")
        wrong = {}
        for width, height in SIZES:
            one.page.set_viewport_size({"width": width, "height": height})
            seen = one.page.evaluate(SEEN)
            if min(seen["sides"]) < 40 or max(seen["sides"]) > 140 or seen["cut"] or seen["below"] or seen["sideways"]:
                wrong[width, height] = seen
        assert wrong == {}
        assert len(SIZES) == 40


def test_every_tab_fits(browser: Browser, room: Room) -> None:
    """In every window nothing scrolls sideways behind any tab; the log begins with its end, and one can write there."""
    two = room.join("Two")
    two.throw("ten +4 superior 1")
    two.post("/notes", {"text": "The bridge is out. " * 20})
    for check in ("hs 3 ranks 1 edge", "long (ten +2) 3 times", "odgs vs 12 +5 [Strength]"):
        two.throw(check)
    with joined(browser, room, "One", "master", reduced_motion="reduce") as one:
        settled(one)
        one.page.wait_for_selector(".log .talk", state="attached")
        one.page.wait_for_selector(".side-tools .instrument", state="attached")
        wrong = {}
        for width, height in SIZES:
            one.page.set_viewport_size({"width": width, "height": height})
            found = one.page.evaluate(TABS)
            if found:
                wrong[width, height] = found
        assert wrong == {}
