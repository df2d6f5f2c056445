"""The table in forty windows: dice are large, and nothing that belongs to a roll is out of sight."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.effort import THOROUGH
from tests.table.page.kit import Seat, holds, joined, link, sat, settled, sitting
from tests.table.server.kit import Room, Table

SIZES = (
    (320, 480), (320, 568), (360, 640), (375, 667), (390, 844), (412, 915), (430, 932), (480, 800), (540, 720),
    (600, 800), (600, 960), (640, 360), (667, 375), (719, 900), (720, 1280), (740, 360), (768, 600), (768, 1024),
    (800, 600), (800, 1280), (820, 1180), (844, 390), (900, 700), (912, 1368), (932, 430), (1000, 600), (1024, 600),
    (1024, 768), (1100, 650), (1180, 820), (1239, 700), (1240, 700), (1280, 600), (1280, 720), (1280, 800),
    (1366, 768), (1440, 900), (1600, 900), (1920, 1080), (2560, 1440),
    (1024, 500), (1093, 614), (1100, 400), (1239, 450), (1240, 400), (1240, 559), (1280, 500), (1366, 560), (1920, 600),
    (3840, 1080), (3840, 2160),
)  # fmt: skip
"""From the smallest phone to the largest screen, upright, on their side and as low as a laptop at 125 % leaves them."""

LARGE_TEXT = ((390, 844), (768, 1024), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1920, 1080))
"""Windows of people whose browser writes twice as large."""

SEEN = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const of = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [fall, tabs, mat] = [of(".blotter .fall"), of(".tabs"), of(".blotter")];
    const floor = (tabs.width > tabs.height ? tabs.top : innerHeight) + 1;
    const dice = [...document.querySelectorAll(".blotter .die")];
    const out = (one) => one.left < fall.left - 1 || one.top < fall.top - 1 || one.right > fall.right + 1;
    const boxes = dice.map((die) => die.getBoundingClientRect());
    const places = [".blotter .verdict", ".blotter .chance", ".blotter .turns", "#throw .say > .button"];
    const head = of(".blotter .top").bottom - 1;
    const parts = [...document.querySelectorAll(".bar, .tabs, .log, .stage > *, .side")];
    const covered = parts.reduce((sum, part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        const [wide, high] = [Math.min(right, innerWidth) - left, Math.min(bottom, innerHeight) - top];
        return sum + Math.max(0, wide) * Math.max(0, high);
    }, 0);
    const says = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = [...document.querySelectorAll(".table *")].filter((one) => one.offsetParent);
    const written = shown.filter((one) => says(one) && !one.matches(".sr, .sr *"));
    const overlap = written.filter((one) => {
        const { lineHeight, fontSize } = getComputedStyle(one);
        return parseFloat(lineHeight) < 0.95 * parseFloat(fontSize);
    });
    const wrong = {
        small: Math.min(...dice.map((die) => die.offsetWidth)) < 40,
        large: Math.max(...dice.map((die) => die.offsetWidth)) > Math.max(141, mat.height / 2),
        cut: boxes.some((one) => out(one) || one.bottom > fall.bottom + 1),
        below: places.filter((selector) => of(selector).bottom > floor),
        over: places.slice(0, 3).filter((selector) => of(selector).top < head || of(selector).bottom > mat.bottom),
        sideways: document.documentElement.scrollWidth > innerWidth,
        tall: document.documentElement.scrollHeight > innerHeight,
        empty: covered < 0.75 * innerWidth * innerHeight,
        overlap: overlap.map((one) => one.outerHTML.slice(0, 120)),
        spilt: written.filter((one) => one.closest(".choice, .chip") && one.scrollWidth > one.clientWidth + 1).length,
        pressed: [...document.querySelectorAll(".chips")].some((one) => one.offsetParent && one.clientWidth < 64),
    };
    return Object.entries(wrong).filter(([, found]) => Array.isArray(found) ? found.length : found);
}"""


TABS = """async () => {
    const found = [];
    for (const button of document.querySelectorAll(".tabs button")) {
        if (!button.offsetParent) continue;
        button.click();
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        const tabs = document.querySelector(".tabs").getBoundingClientRect();
        const floor = (tabs.width > tabs.height ? tabs.top : innerHeight) + 1;
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


ON_TOP = """(part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(left + width / 2, top + height - 2));
}"""
"""Whether nothing lies over the lower edge of something."""

LOOKS = 50
"""How often a window is looked at before something in it is wrong: the page may be drawn once more."""


def wrong_in(seat: Seat, window: tuple[int, ...], tabs: bool) -> list[object]:
    """What is wrong in a window, and behind its tabs as well, at every look."""
    seat.window(*window)
    for _ in range(LOOKS):
        found = [*seat.page.evaluate(SEEN), *(seat.page.evaluate(TABS) if tabs else ())]
        if not found:
            break
    return found


def test_every_window_holds_dice_and_tabs(browser: Browser, room: Room) -> None:
    """In every window dice are large and whole, what they mean and the Roll button are in view, and little is empty.

    Nothing scrolls sideways behind any tab; the log begins with its end, and one can write there. No word of a choice
    lies outside of its place, and more than one saved check has room.
    """
    two = room.join("Two")
    two.throw("ten +4 superior 1", faces=[6, 4, 2, 1])
    two.post("/notes", {"text": "The bridge is out. " * 20})
    two.throw("hs 3 ranks 1 edge", faces=[6, 5, 4, 2])
    two.throw("long (ten +2) 3 times", faces=[6, 4, 2] * 3)
    two.throw("odgs vs 12 +5 [Strength]", faces=[6, 5, 2])
    with joined(browser, room, "One") as one:
        settled(one)
        one.page.wait_for_selector(".log .talk", state="attached")
        one.page.wait_for_selector(".side-tools .instrument", state="attached")
        sat(one, room).throw("ten +4 superior 1", faces=[6, 5, 4, 1])
        expect(one.page.locator(".blotter .top code")).to_have_text("ten +4 superior 1")
        windows = (*SIZES, *((*size, 32) for size in LARGE_TEXT))
        tabs = range(0, len(windows), 1 if THOROUGH > 1 else 3)  # most of the time goes into these
        found = {window: wrong_in(one, window, at in tabs) for at, window in enumerate(windows)}
        assert {window: wrong for window, wrong in found.items() if wrong} == {}
        one.window(*SIZES[0])


def test_what_waits_leaves_room(browser: Browser, table: Table) -> None:
    """Much that waits hides neither who will see a roll nor the link that invites, and each of it says what it is."""
    with sitting(browser, table.address) as seat:
        page = seat.page
        page.get_by_role("button", name="Make a table").click()
        page.get_by_label("Your name").fill("Mara")
        page.get_by_role("button", name="Open the table").click()
        field = page.locator("#link-player")
        expect(field).to_be_visible()
        room = Room(table, page.url.rpartition("/")[2], {"player": field.input_value().partition("#")[2]})
        headers = {"Authorization": f"Bearer {sat(seat, room).token}"}
        table.http.put(f"/rooms/{room.name}/games", json={"games": ["hs"]}, headers=headers)
        two = room.join("Two")
        for _ in range(4):
            two.throw("hs 3 ranks", faces=[6, 6, 4])
        expect(page.locator(".asks > .ask")).to_have_count(4)
        holds(page, "new Set([...document.querySelectorAll('.asks p')].map((said) => said.innerText)).size === 4")
        tabs = "(document.querySelector('.tabs').getBoundingClientRect().top || innerHeight)"
        for window in ((360, 640), (375, 667), (390, 844), (1280, 800)):
            seat.window(*window)
            holds(page, f"document.querySelector('.is-seen').getBoundingClientRect().bottom <= {tabs}")
            page.evaluate(
                "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Invite').click()"
            )
            for part in (field, page.get_by_role("button", name="Copy: Link for players")):
                expect(part).to_be_in_viewport(ratio=1)
                assert part.evaluate(ON_TOP)
            page.get_by_role("button", name="To the table").click()


def test_an_aim_is_read_on_a_small_phone(browser: Browser, room: Room) -> None:
    """The name of an aim has room in its field however narrow the window is."""
    with joined(browser, room, "One", viewport={"width": 320, "height": 568}) as one:
        one.throw("odgs vs 12 +5 advantage 1")
        one.page.get_by_role("button", name="What is best?").click()
        aim = one.page.get_by_label("Your aim")
        aim.select_option(label="Critical hit")
        holds(one.page, "document.getElementById('best-for').offsetWidth >= 140")
        expect(one.page.get_by_role("button", name="Count these")).to_be_in_viewport(ratio=1)


def test_a_stream_fills_its_screen(browser: Browser, room: Room) -> None:
    """On a television, dice and words of the stream are as large as they are in a small window, by its measure."""
    room.join("One").throw("ten +4", faces=[6, 4, 2])
    with sitting(browser, link(room, "spectator").replace("#", "/stream#")) as seat:
        seat.page.wait_for_selector(".blotter .die")
        for width, height in ((480, 270), (1000, 700), (1920, 1080), (3840, 2160)):
            seat.window(width, height)
            die = "document.querySelector('.blotter .die').offsetWidth"
            text = "parseFloat(getComputedStyle(document.querySelector('.chance')).fontSize)"
            holds(seat.page, f"{height * 0.15} < {die} && {die} < {height * 0.5}")
            holds(seat.page, f"{text} >= {max(16, height * 0.02)}")
