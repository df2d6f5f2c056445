"""The games' instruments, the people and the house, as they are used on the page."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

import sixfold
from sixfold.show.report.chances import percent
from sixfold.systems import SYSTEMS
from sixfold.systems.hs.instruments import RESULTS
from sixfold.systems.ten.instruments import ExtendedTests
from tests.table.page.kit import MOVING, PHONE, holds, joined, link, sat, settled, sitting
from tests.table.server.kit import Room
from tests.waiting import wait_until


def test_a_proposal_is_cut_and_thrown(browser: Browser, room: Room) -> None:
    """H4 and H7: the master sees exact odds for each cut; what he decides is offered to the player, who throws it."""
    with joined(browser, room, "Mara", "master") as master, joined(browser, room, "One") as one:
        for game in ("ten", "odgs", "hs"):  # as quickly as one ticks: none is lost
            master.page.get_by_role("checkbox", name=game).check()
        proposals = one.page.get_by_role("region", name="Proposed checks")
        proposals.get_by_role("button", name="Proposed checks").click()  # nothing is on it yet
        proposals.get_by_role("button", name="Propose a check").click()
        proposals.get_by_label("A check of hs").fill("hs 3 ranks 1 edge")
        proposals.get_by_label("What you are trying to do").fill("over the bridge")
        proposals.get_by_role("form").get_by_role("button", name="Propose a check").click()
        decides = master.page.get_by_role("region", name="Proposed checks")
        columns = [event for event in SYSTEMS["hs"].rules[0].events if event.name in RESULTS]
        expect(decides.locator("thead .num")).to_have_text([event.words for event in columns])
        for cuts, row in enumerate(["hs 3 ranks 1 edge", "hs 3 ranks 1 edge 1 cut"]):
            bounds = sixfold.odds(row).event_bounds
            figures = [percent(bounds[event.name]).replace(" %", "\u202f%") for event in columns]
            expect(decides.locator("tbody tr").nth(cuts).locator(".num")).to_have_text(figures)
        expect(proposals.get_by_role("button", name="Cut 1")).to_have_count(0)
        decides.get_by_role("button", name="Cut 1").click()
        proposals.get_by_role("button", name="Roll it").click()
        master.sees("hs 3 ranks 1 edge 1 cut")
        expect(master.page.get_by_role("region", name="How often cuts fall")).to_contain_text("1 of 1")


def test_a_form_asks_in_the_order_of_the_game(browser: Browser, room: Room) -> None:
    """The fields of a command stand as its game declares them, and not by their names."""
    start = next(command for command in ExtendedTests.commands if command.name == "start")
    with joined(browser, room, "Mara", "master") as one:
        one.page.get_by_role("checkbox", name="ten").check()
        tests = one.page.get_by_role("region", name="Extended tests")
        tests.get_by_role("button", name="Extended tests").click()
        tests.get_by_role("button", name="Begin an extended test").click()
        asked = tests.get_by_role("form").locator(".label").all_inner_texts()
    assert [label.partition(" (")[0].lower() for label in asked] == [
        field.help.partition(" (")[0] for field in start.fields
    ]


def test_games_that_are_ticked_in_one_moment_are_all_chosen(browser: Browser, room: Room) -> None:
    """A tick that comes before the page has drawn the last one is kept, and so is the last one."""
    with joined(browser, room, "Mara", "master") as master:
        expect(master.page.get_by_role("checkbox", name="odgs")).to_be_visible()
        master.page.evaluate("document.querySelectorAll('.ticks input:not(:checked)').forEach((tick) => tick.click())")
        one, ticks = room.join("One"), master.page.locator(".ticks input").count()
        wait_until(lambda: len(one.get("").json()["games"]) == ticks)
        expect(master.page.locator(".ticks input:not(:checked)")).to_have_count(0)


def test_chaos_is_offered_to_the_master_alone(browser: Browser, room: Room) -> None:
    """T6 and T7: an instrument comes out when it is needed; only what a person may do is offered."""
    with joined(browser, room, "Mara", "master") as master, joined(browser, room, "One", viewport=PHONE) as one:
        room.join("Two").throw("ten", faces=[3, 3, 3])
        master.page.get_by_role("region", name="Chaos").get_by_role("button", name="Roll ten chaos").click()
        master.page.get_by_role("button", name="End the round").focus()
        master.page.keyboard.press("Enter")
        region = master.page.get_by_role("region", name="Chaos")
        expect(region.get_by_role("button", name="Chaos")).to_be_focused()  # nothing stands on it any more
        room.join("بكر 3").throw("ten", faces=[4, 4, 4])
        expect(region.get_by_role("heading", name="Chaos")).to_be_focused()
        master.page.get_by_role("region", name="Chaos").get_by_role("button", name="Roll ten chaos").click()
        one.page.get_by_role("button", name="Tools").click()
        chaos = one.page.get_by_role("region", name="Chaos")
        expect(chaos).to_contain_text("for \u2068بكر\u2069 3")  # from right to left, and turns nothing else
        expect(chaos.get_by_role("button")).to_have_count(0)


def test_people_come_go_and_change(browser: Browser, room: Room) -> None:
    """Who is away is said, a name is changed for everyone, and whoever is shown out is told so and finds back."""
    with joined(browser, room, "Mara", "master") as master, sitting(browser, link(room)) as one:
        one.page.get_by_label("Your name").fill("One")
        one.page.get_by_role("button", name="Sit down").click()
        expect(one.page.get_by_label("Check", exact=True)).to_be_focused()
        one.page.reload()  # whoever sat down sits there
        people = master.page.get_by_role("region", name="People")
        expect(people).to_contain_text("One")
        expect(people).not_to_contain_text("away")
        room.join("Two").throw("ten")
        expect(people.get_by_role("button", name="Two")).to_contain_text("away")
        one.page.get_by_role("region", name="People").get_by_role("button", name="One").click()
        one.page.get_by_label("Name", exact=True).fill("مارا of the Hill")
        one.page.get_by_role("button", name="Keep", exact=True).click()
        expect(people).to_contain_text("مارا of the Hill")
        people.get_by_role("button", name="of the Hill").click()
        people.get_by_role("button", name="Remove").click()
        people.get_by_role("button", name="Remove").click()
        expect(one.page.get_by_role("alert")).to_contain_text("“\u2068مارا of the Hill\u2069” left this table")
        one.page.get_by_role("link", name="Come in again").click()
        expect(one.page.get_by_label("Your name")).to_have_value("One")  # as they came in


def test_how_the_page_looks_is_kept(browser: Browser, room: Room) -> None:
    """Settings are used with the keyboard alone, dice are heard only if asked for, and both hold after a reload."""
    with joined(browser, room, "One", **MOVING) as one:
        settings = one.page.get_by_role("button", name="Settings")
        settings.focus()
        one.page.keyboard.press("Enter")
        one.page.get_by_role("radio", name="Dark").focus()
        one.page.keyboard.press("Space")
        expect(one.page.locator("html")).to_have_attribute("data-theme", "dark")
        one.page.evaluate("""() => {
            window.heard = 0;
            const { start } = AudioBufferSourceNode.prototype;
            AudioBufferSourceNode.prototype.start = function (when) { heard += 1; start.call(this, when); };
        }""")
        one.page.get_by_role("checkbox", name="Sound of dice").focus()
        assert one.page.evaluate("heard") == 0
        one.page.keyboard.press("Space")
        holds(one.page, "heard === 3")  # at once, so that one knows what it is like
        one.page.keyboard.press("Escape")
        expect(settings).to_be_focused()
        settled(one)
        one.throw("dice 3d6")
        expect(one.page.locator(".blotter .die")).not_to_have_count(0)
        holds(one.page, "heard >= 6")
        one.page.reload()
        expect(one.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_every_size_holds_the_table(browser: Browser, room: Room) -> None:
    """No width scrolls sideways, long names do not push anything out, and nothing lies under the tabs."""
    long = room.table.open("A table with a name as long as a name of a table may be, and then some")
    with joined(browser, long, "W" * 40) as one:
        button = one.page.locator("#throw").get_by_role("button", name="Roll")
        for width, height in ((1920, 1080), (1240, 800), (720, 900), (844, 390), (640, 400), (320, 640)):
            one.window(width, height)
            holds(one.page, f"document.documentElement.scrollWidth <= {width}")
            button.scroll_into_view_if_needed()
            button.click(trial=True)


def test_what_waits_is_seen(browser: Browser, room: Room) -> None:
    """A proposal and a request: one line, a badge and a count in the title on the side that decides, in words."""
    with joined(browser, room, "Mara", "master") as master, joined(browser, room, "One", viewport=PHONE) as one:
        for seat in (master, one):
            settled(seat)
        player, mara = sat(one, room), sat(master, room)
        values = {"check": "hs 1 edge", "why": "over the bridge"}  # one die: no twist
        player.post("/instruments", {"system": "hs", "instrument": "proposals", "command": "propose", "values": values})
        ask = master.page.locator("#throw .ask")
        expect(ask).to_contain_text("over the bridge")
        expect(master.page).to_have_title("(1) Friday · Sixfold")
        expect(one.page.locator("#throw .ask")).to_contain_text("The GM decides")
        expect(one.page).to_have_title("Friday · Sixfold")
        ask.get_by_role("button", name="Accept").click()
        one.sees("Mara accepts the proposal of One, “over the bridge”.")
        expect(one.page.locator(".tabs .badge")).to_have_text("11 thing waits for you")
        mara.post("/requests", {"check": "ten hard", "people": []})
        expect(one.page).to_have_title("(2) Friday · Sixfold")
        one.page.get_by_label("Check", exact=True).fill("ten +4 superior 1")
        one.page.get_by_role("button", name="Save this").click()
        one.page.get_by_label("Name of the button").fill("Lore")
        one.page.get_by_role("button", name="Save", exact=True).click()
        one.page.get_by_role("button", name="Lore").click()  # the request keeps the skill of who answers it
        master.sees("ten +4 -3 [hard] superior 1")
        expect(one.page.locator("#throw .ask")).to_contain_text("over the bridge")  # the request is answered
        one.page.locator("#throw .ask").get_by_role("button", name="Roll it").click()
        master.sees("hs 1 edge")
        expect(one.page).to_have_title("Friday · Sixfold")
