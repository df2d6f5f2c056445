"""Making a throw: by text, by form, with dice of a real table, for the master, sealed, and while nobody answers."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sixfold.checks.config import Saved, read_config
from sixfold.systems import SYSTEMS
from tests.checks.test_foreign import AGAINST, HABITS
from tests.table.page.kit import PHONE, joined, sat, sitting
from tests.table.server.kit import Room, Table
from tests.waiting import wait_until


def line(page: Page) -> Locator:
    """The line in which a check is typed."""
    return page.get_by_label("Check", exact=True)


def test_a_line_completes_and_mends(browser: Browser, room: Room) -> None:
    """Words that fit are offered and taken with Tab, a slip has its place and its remedy, arrows call back the past."""
    with joined(browser, room, "One") as one:
        box = one.page.get_by_label("Check", exact=True)
        box.fill("")
        box.press_sequentially("ten +4 sup")
        expect(one.page.get_by_role("option", name="superior N")).to_be_visible()
        box.press("Tab")
        expect(box).to_have_value("ten +4 superior ")
        box.fill("ten superiour 1 +4")
        expect(one.page.get_by_text("“superiour” does not fit here in ten test.")).to_be_visible()
        expect(box).to_have_attribute("aria-invalid", "true")
        one.page.get_by_role("button", name="Did you mean “superior”?").click()
        expect(box).to_have_value("ten superior 1 +4")
        expect(one.page.locator(".said")).to_contain_text("Rolls ten +4 superior 1")
        box.press("Enter")
        one.sees("ten +4 superior 1")
        box.fill("")
        box.press("ArrowUp")
        expect(box).to_have_value("ten superior 1 +4")


def test_a_check_of_another_tool_takes_one_tap(browser: Browser, room: Room) -> None:
    """What people type out of habit is named as the check that it is here: a press puts it there, and it rolls.

    The table tells the page of each text; that there is one, in quotes, with a note, or of two checks is the page's.
    """
    for text, ours in HABITS.items():
        typed = text.partition("#")[0]
        problem = room.table.http.post("/checks", json={"check": typed}).json().get("problem", {"mended": typed})
        assert room.table.http.post("/checks", json={"check": problem["mended"]}).json()["text"] == ours
    with joined(browser, room, "One") as one:
        box = one.page.get_by_label("Check", exact=True)
        for text in ("!r 1d20+5 adv", 'output 3d6 named "Strength"', "1d20+5 # to hit", AGAINST[0]):
            box.fill(text)
            if "#" not in text:
                one.page.get_by_role("button", name="Did you mean").click()
                expect(one.page.locator("#throw [aria-invalid=true], .mend")).to_have_count(0)
            expect(one.page.locator(".said code")).to_have_text(HABITS[text])
        box.press("Enter")
        expect(one.page.locator(".blotter .top code")).to_have_text(HABITS[AGAINST[0]])


def test_a_word_is_taken_while_the_table_is_slow(browser: Browser, room: Room) -> None:
    """The words that are offered are those that fit the text as it is, also before the table has answered."""
    with joined(browser, room, "One") as one:
        box = one.page.get_by_label("Check", exact=True)
        box.fill("")
        box.press_sequentially("ten +4 ")
        box.press("ArrowDown")
        words = one.page.get_by_role("listbox").get_by_role("option")
        expect(words.filter(has_text="superior N")).to_be_visible()
        one.page.route("**/checks", lambda route: None)
        box.press_sequentially("sup")
        expect(words).to_have_count(1)
        box.fill("odg +4 sup")  # other words before it
        expect(words).to_have_count(0)
        box.fill("ten +4 sup")
        expect(words).to_have_count(1)
        box.press("Tab")
        expect(box).to_have_value("ten +4 superior ")


def test_odds_follow_what_is_typed(browser: Browser, room: Room) -> None:
    """The exact chance follows what one types, in two digits on a phone; a check that is too much can be thrown."""
    with joined(browser, room, "One") as one:
        odds = one.page.locator(".odds-line")
        for check, chance in (
            ("ten +4 superior 1", "98.84\u202f%"),
            ("ten +4", "95.37\u202f%"),
            ("skew vs 10", "50.00\u202f%"),
        ):
            one.page.get_by_label("Check", exact=True).fill(check)
            expect(odds.locator("dd").first).to_have_text(chance)
            expect(odds).not_to_have_class("odds-line is-old")
        one.page.set_viewport_size(PHONE)
        for check, brief in (("ten +9 superior 3", "> 99"), ("ten +4", "95"), ("ten", "63"), ("ten -9", "3.7")):
            one.page.get_by_label("Check", exact=True).fill(check)
            expect(odds.locator("dd").first).to_have_attribute("data-brief", f"{brief}\u202f%")
            expect(odds.locator("dd > span").first).to_be_hidden()


@pytest.mark.parametrize("how", [{}, {"viewport": PHONE, "has_touch": True}], ids=["desk", "phone"])
def test_a_form_for_every_rule(browser: Browser, room: Room, how: dict[str, Any]) -> None:
    """Every rule of every game has its form, with each of its options, and says what it will throw."""
    with joined(browser, room, "One", **how) as one:
        one.page.get_by_role("button", name="As a form").click()
        form = one.page.locator("#throw")
        for name, system in SYSTEMS.items():
            form.get_by_label("Game").select_option(name)
            for rule in system.rules:
                if len(system.rules) > 1:
                    form.get_by_role("radio", name=rule.name, exact=True).check(force=True)
                expect(form.locator(".canon code")).to_have_text(rule.example)
                if rule.words:
                    expect(form.locator(".fields > *").nth(len(rule.words) - 1)).to_be_attached()


def test_form_and_text_are_in_step(browser: Browser, room: Room) -> None:
    """What is turned in the form stands in the text, and the other way round."""
    with joined(browser, room, "One") as one:
        one.page.get_by_label("Check", exact=True).fill("ten +4 hard")
        one.page.get_by_role("button", name="As a form").click()
        form = one.page.locator("#throw")
        expect(form.get_by_label("How hard")).to_have_value("hard")
        form.get_by_role("button", name="Modifier, one more").click()
        form.get_by_role("spinbutton", name="Modifier").press("ArrowUp")
        form.get_by_role("radio", name="superior 2").check(force=True)
        form.get_by_role("button", name="A named modifier").click()
        form.get_by_label("What modifier 1 is for").fill("Rope")
        expect(form.locator(".canon code")).to_have_text("ten +6 -3 [hard] +1 [Rope] superior 2")
        one.page.get_by_role("button", name="As text").click()
        expect(line(one.page)).to_have_value("ten +6 -3 [hard] +1 [Rope] superior 2")


def test_a_check_inside_a_check(browser: Browser, room: Room) -> None:
    """A check inside has a line of its own in the form, with its slip and its remedy below it."""
    with joined(browser, room, "One") as one:
        box = one.page.get_by_label("Check", exact=True)
        box.fill("opposed (ten +4) (ten +2)")
        expect(one.page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
        box.press("Escape")
        one.page.get_by_role("button", name="As a form").click()
        form = one.page.locator("#throw")
        second = form.get_by_role("combobox", name="Second")
        expect(second).to_have_value("ten +2")
        second.fill("ten +2 superiour 1")
        expect(form.get_by_text("“superiour” does not fit here in ten test.")).to_be_visible()
        form.get_by_role("button", name="Did you mean “superior”?").click()
        expect(form.locator(".canon code")).to_have_text("long opposed (ten +4) (ten +2 superior 1)")


@pytest.mark.parametrize("sits", [True, False])
def test_dice_of_a_real_table(browser: Browser, room: Room, sits: bool) -> None:
    """At a table and before it, faces are pressed or typed; what is missing is said and gone to, and nothing is rolled.

    Only the dice that a check wants, no fewer and no others, are its roll, which is marked as typed.
    """
    where = joined(browser, room, "One") if sits else sitting(browser, room.table.address)
    with where as one:
        check, roll = one.page.get_by_label("Check", exact=True), one.page.locator(".say > button.is-main")
        faces = one.page.get_by_label("The faces, in the order of the roll")
        check.fill("")
        one.page.get_by_role("button", name="Dice from a real table").click()
        roll.click()
        expect(check).to_be_focused()
        check.fill("ten")
        expect(one.page.get_by_text("Roll 3 dice for “test”.")).to_be_visible()
        for face in (6, 6, 5):
            one.page.get_by_role("button", name=f"A {face}", exact=True).click()
        for typed, said in (("665", "Type 2 more dice for “critical”."), ("66512 3", "")):
            faces.fill(typed)
            expect(one.page.locator("#faces-said")).to_contain_text(said)
            check.press("Enter")
            expect(faces).to_be_focused()
        faces.fill("66512")
        expect(one.page.get_by_text("5 dice, and nothing more to roll.")).to_be_visible()
        expect(one.page.locator(".blotter .die")).to_have_count(0)
        roll.click()
        expect(one.page.locator(".blotter .die.is-typed")).to_have_count(5)


def test_a_sealed_throw_is_sealed_once(browser: Browser, room: Room) -> None:
    """Who sees it is set for one throw: the button says so, others see that it was, and the next is open again."""
    with (
        joined(browser, room, "Master", "master"),
        joined(browser, room, "One") as one,
        joined(browser, room, "Two") as two,
    ):
        one.page.get_by_label("Check", exact=True).fill("ten +4")
        one.page.get_by_role("radio", name="GM and me").check(force=True)
        one.page.get_by_role("button", name="Roll sealed").click()
        two.sees("sealed")
        expect(two.page.get_by_role("log")).not_to_contain_text("ten +4")
        expect(one.page.locator("#throw").get_by_role("button", name="Roll", exact=True)).to_be_visible()
        expect(one.page.get_by_role("radio", name="Everyone")).to_be_checked()
        sealed = two.page.get_by_role("log").get_by_text("A sealed roll")
        expect(sealed).to_have_count(1)
        one.page.locator(".blotter").get_by_role("button", name="Again", exact=True).click()  # for the same eyes
        expect(sealed).to_have_count(2)


def test_the_master_asks(browser: Browser, room: Room) -> None:
    """The master asks for what stands in his line; who was asked takes it, adds his own, and it is answered."""
    with joined(browser, room, "Master", "master") as master, joined(browser, room, "One") as one:
        master.page.get_by_label("Check", exact=True).fill("ten hard")
        master.page.get_by_role("button", name="Ask for this check").click()
        master.page.get_by_role("button", name="Ask for ten -3 [hard]").click()
        expect(master.page.get_by_text("asked of One")).to_be_visible()
        expect(one.page.get_by_text("Master asks you:")).to_be_visible()
        before = one.page.locator(".blotter").bounding_box()
        one.page.get_by_role("button", name="Add to it").click()
        expect(one.page.get_by_text("For the GM:")).to_be_visible()
        wait_until(lambda: one.page.locator(".blotter").bounding_box() == before)
        one.page.get_by_label("Check", exact=True).fill("ten hard +4 [Rope]")
        one.page.locator("#throw .say > button").click()
        one.sees("Rope")
        expect(one.page.get_by_text("For the GM:")).to_be_hidden()
        expect(master.page.get_by_text("asked of One")).to_be_hidden()
        master.page.get_by_role("button", name="Ask for this check").click()
        master.page.get_by_role("button", name="Ask for ten -3 [hard]").click()
        one.page.get_by_role("button", name="Roll it").click()  # as it was asked for, with one press
        expect(master.page.get_by_text("asked of One")).to_be_hidden()
        expect(one.page.locator(".blotter .top code")).to_have_text("ten -3 [hard]")


def test_what_stands_for_somebody_is_offered(browser: Browser, room: Room) -> None:
    """T7: the modifier that chaos brought is a button at the line of whom it is for, until the check has it."""
    master = room.join("Mara", "master")
    with joined(browser, room, "One") as one:
        one.page.get_by_label("Check", exact=True).fill("ten +2")
        one.page.get_by_role("button", name="Dice from a real table").click()
        one.page.get_by_label("The faces, in the order of the roll").fill("333")
        one.page.locator("#throw .say > button").click()
        one.sees("typed")
        master.throw("ten chaos", faces=[6, 6, 6])
        offered = one.page.get_by_role("button", name="+4 [chaos]")
        offered.click()
        expect(line(one.page)).to_have_value("ten +2 +4 [chaos]")
        expect(offered).to_be_hidden()


def test_saved_checks(browser: Browser, room: Room, tmp_path: Path) -> None:
    """A check is saved under a name, is a button after a reload, goes out as a file and comes in from one."""
    with joined(browser, room, "One") as one:
        one.expected = ("422",)
        one.page.get_by_label("Check", exact=True).fill("ten +6")
        one.page.get_by_role("button", name="Save this").click()
        one.page.get_by_label("Name of the button").fill("Up")
        one.page.get_by_role("button", name="Save", exact=True).click()
        one.page.reload()
        one.page.get_by_label("Check", exact=True).fill("wild 3D")
        one.page.get_by_role("button", name="Up").click(button="right")  # as a long press: to be changed
        expect(one.page.get_by_label("Check", exact=True)).to_be_focused()
        expect(line(one.page)).to_have_value("ten +6")
        one.page.get_by_label("Check", exact=True).fill("wild 3D")
        one.page.get_by_role("button", name="Up").hover()
        one.page.mouse.down()  # a long press itself: what it puts into the line draws the buttons anew
        expect(one.page.get_by_label("Check", exact=True)).to_have_value("ten +6")
        expect(one.page.locator("#throw .canon, #throw .odds-line").first).to_contain_text("%")
        one.page.mouse.up()
        one.page.get_by_role("button", name="Up").click()
        one.sees("ten +6")
        expect(one.page.locator("[role=log] .entry code", has_text="ten +6")).to_have_count(1)
        one.page.locator(".blotter").get_by_role("button", name="Again").click()
        expect(one.page.locator("[role=log] .entry code", has_text="ten +6")).to_have_count(2)
        one.page.get_by_role("button", name="Save this").click()  # the same check: the same button, by another name
        one.page.get_by_label("Name of the button").fill("Climb")
        one.page.get_by_role("button", name="Save", exact=True).click()
        expect(one.page.get_by_role("group", name="Saved checks").get_by_role("button")).to_have_count(1)
        one.page.locator(".link").click()
        with one.page.expect_download() as written:
            one.page.get_by_role("button", name="Save to a file").click()
        file = tmp_path / "sixfold.toml"
        written.value.save_as(file)
        assert file.read_text("utf-8") == '[characters."One"]\n"Climb" = "ten +6"\n'
        file.write_text('[characters."The \\"Scout\\""]\nHide = "ten +2"\nhide = "ten +1"\n', "utf-8")
        one.page.locator("input[type=file]").set_input_files(file)
        expect(one.page.get_by_text("1 character came from the file.")).to_be_visible()
        with one.page.expect_download() as written:
            one.page.get_by_role("button", name="Save to a file").click()
        written.value.save_as(file)
        one_and_scout = read_config(file.read_text("utf-8"), "sixfold.toml").characters
        assert [each.name for each in one_and_scout] == ["One", 'The "Scout"']
        assert one_and_scout[1].checks == (Saved("Hide", "ten +2"), Saved("hide 2", "ten +1"))
        file.write_text("", "utf-8")
        one.page.locator("input[type=file]").set_input_files(file)
        expect(one.page.get_by_text("contains no saved checks")).to_be_visible()
        file.write_text("[checks]\nhide 7", "utf-8")
        one.page.locator("input[type=file]").set_input_files(file)
        expect(one.page.get_by_text("The file, line 2: This is not TOML")).to_be_visible()
        file.write_text("[checks]\nLook = 'ten +7'\nHear = 'ten +6'\nFeel = 'ten +5'", "utf-8")
        one.page.locator("input[type=file]").set_input_files(file)
        expect(one.page.get_by_text("1 character came from the file.")).to_be_visible()
        steps = one.page.locator(".saved-list").get_by_role("button", name=re.compile(", one (up|down)"))
        for step, order in ((1, ("Hear", "Look", "Feel")), (2, ("Look", "Hear", "Feel"))):
            steps.nth(step).click()
            for nth, (name, way) in enumerate(product(order, ("up", "down"))):
                expect(steps.nth(nth)).to_have_attribute("aria-label", f"{name}, one {way}")
                expect(steps.nth(nth)).to_be_enabled(enabled=0 < nth < 5)
        one.page.get_by_role("button", name="Done").click()
        expect(one.page.get_by_role("button", name="Look")).to_be_visible()


def test_a_throw_waits_for_the_table_and_is_thrown_once(browser: Browser, room: Room) -> None:
    """What is thrown while nobody answers waits, survives a reload, and is there once when the table answers."""
    with joined(browser, room, "One") as one:
        one.expected = ("ERR_BLOCKED",)
        # Blocked in the page itself: a route of Playwright can miss a request while a service worker takes over.
        tools = one.context.new_cdp_session(one.page)
        tools.send("Network.enable")
        tools.send("Network.setBlockedURLs", {"urls": ["*/throws"]})
        one.throw("ten +7")
        expect(one.page.get_by_text("Your roll is waiting here.")).to_be_visible()
        kept = one.page.evaluate("() => localStorage['sixfold/outbox']")
        assert json.loads(kept)[0]["body"]["check"] == "ten +7"
        tools.send("Network.setBlockedURLs", {"urls": []})
        other = one.context.new_page()
        other.goto(one.page.url)
        expect(one.page.get_by_role("log")).to_contain_text("ten +7")
        expect(other.get_by_role("log")).to_contain_text("ten +7")
        expect(one.page.get_by_text("Your roll is waiting here.")).to_be_hidden()
        thrown = [event for event in room.join("Two").events() if event["kind"] == "throw"]
        assert len(thrown) == 1


def test_from_nothing_to_playing(browser: Browser, table: Table) -> None:
    """The first page throws without a room; a table is made with two names, its link copied, and somebody comes in."""
    with sitting(browser, table.address) as master:
        master.page.get_by_role("radio", name="wild").check(force=True)
        expect(master.page.get_by_label("Check", exact=True)).to_have_value("wild 3D+1 vs 15")
        master.page.get_by_role("button", name="Roll", exact=True).click()
        expect(master.page.locator(".blotter .verdict")).not_to_be_empty()
        master.page.get_by_role("button", name="Make a table").click()
        master.page.get_by_label("Name of the table").fill("Friday")
        master.page.get_by_label("Your name").fill("Ada")
        master.page.get_by_role("button", name="Open the table").click()
        expect(master.page.locator(".qr path")).to_be_attached()
        link = master.page.get_by_role("textbox", name="Link for players").input_value()
        master.page.get_by_role("button", name="Copy: Link for players").click()
        expect(master.page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
        with sitting(browser, link) as one:
            expect(one.page.get_by_role("heading", name="You are invited to “Friday”")).to_be_visible()
            expect(one.page.get_by_text("Game master: Ada.")).to_be_visible()
            one.page.get_by_label("Your name").fill("One")
            one.page.get_by_role("button", name="Sit down").click()
            one.throw("ten +4")
            one.sees("ten +4")
        expect(master.page.locator(".invite")).to_be_hidden()
        master.page.goto(table.address)
        expect(master.page.get_by_role("link", name="Friday as Ada")).to_be_visible()
        master.page.get_by_role("button", name="Make a table").click()
        expect(master.page.get_by_label("Your name")).to_have_value("Ada")


def test_ways_in_that_are_shut(browser: Browser, room: Room) -> None:
    """A closed door, a dead link and no link are told in a sentence; an unseen name in its place."""
    address = f"{room.table.address}/rooms/{room.name}"
    with sitting(browser, f"{address}#{room.links['player']}") as one:
        one.expected = ("Failed to load resource",)
        expect(one.page.get_by_role("heading", level=1)).to_contain_text("Friday")
        expect(one.page.get_by_role("main")).not_to_contain_text("Game master")
        master = room.join("Master", "master")
        one.page.reload()
        expect(one.page.get_by_role("main")).to_contain_text("Game master: Master.")
        one.page.get_by_label("Your name").fill("\u200b")
        one.page.get_by_role("button", name="Sit down").click()
        expect(one.page.locator("#name-said")).to_contain_text("characters that can be seen")
        headers = {"Authorization": f"Bearer {master.token}"}
        room.table.http.put(f"/rooms/{room.name}/door", json={"open": False}, headers=headers)
        one.page.get_by_label("Your name").fill("One")
        one.page.get_by_role("button", name="Sit down").click()
        expect(one.page.get_by_role("alert")).to_contain_text("The door is closed for new people.")
        one.page.goto("about:blank")
        one.page.goto(f"{address}#nothing")
        expect(one.page.get_by_role("alert")).to_contain_text("This link does not work any more.")


def test_a_first_roll_needs_no_notation(browser: Browser, room: Room) -> None:
    """On an empty mat lie checks of the games that the GM chose, in plain words; one press rolls."""
    mara = room.join("Mara", "master")
    headers = {"Authorization": f"Bearer {mara.token}"}
    room.table.http.put(f"/rooms/{room.name}/games", json={"games": ["ten", "hs"]}, headers=headers)
    with joined(browser, room, "One", viewport=PHONE) as one:
        expect(one.page.get_by_label("Check", exact=True)).to_have_value("")
        first = one.page.get_by_role("group", name="Checks to begin with").get_by_role("button")
        expect(first).to_have_text(["3d6 roll-over with degrees of successten", "The highest of a poolhs"])
        first.first.click()
        expect(one.page.locator(".blotter .top code")).to_have_text("ten")
        expect(one.page.get_by_role("group", name="Saved checks").get_by_role("button").last).to_have_text(
            "The highest of a pool"
        )


def test_all_that_waits_is_in_view(browser: Browser, room: Room) -> None:
    """Requests of the GM stand above the line, each with its button, while a choice of the rules lies on the mat."""
    mara = room.join("Mara", "master")
    with joined(browser, room, "One", viewport=PHONE) as one:
        sat(one, room).throw("odgs vs 15 advantage 1", faces=[6, 5, 4, 2])
        expect(one.page.locator(".question")).to_be_visible()
        for check in ("ten hard", "ten easy"):
            assert mara.post("/requests", {"check": check, "people": []}).status_code == 201
        asked = one.page.locator(".ask.is-asked")
        expect(asked).to_contain_text(["ten -3 [hard]", "ten +3 [easy]"])
        asked.last.get_by_role("button", name="Roll it").click()
        one.sees("ten +3 [easy]")
        expect(one.page.locator(".blotter .top code")).to_have_text("ten +3 [easy]")
        expect(asked.filter(has_text="Mara asks you")).to_have_count(1)
        expect(asked.filter(has_text="Mara asks you")).to_contain_text("ten -3 [hard]")


def test_an_answered_request_is_gone(browser: Browser, room: Room) -> None:
    """A request is away from the moment its button is pressed: until the room knows it, and while a choice is open."""
    mara = room.join("Mara", "master")
    with joined(browser, room, "One") as one:
        asked = one.page.locator(".ask").filter(has_text="Mara asks you")
        mara.post("/requests", {"check": "ten hard", "people": []})
        one.page.route("**/throws", lambda route: None)
        asked.get_by_role("button", name="Roll it").click()
        expect(asked).to_have_count(0)
        one.page.unroute("**/throws")
        one.page.reload()  # what is under way is sent again
        one.sees("ten -3 [hard]")
        expect(asked).to_have_count(0)

        number = mara.post("/requests", {"check": "odgs vs 15 advantage 1", "people": []}).json()["number"]
        expect(asked).to_have_count(1)
        me = sat(one, room)
        question = me.throw("odgs vs 15 advantage 1", faces=[6, 5, 4, 2], to=number)["number"]
        expect(one.page.locator(".question")).to_be_visible()
        assert mara.get("").json()["asked"][-1]["waiting"] == [me.id]
        expect(asked).to_have_count(0)  # it could be answered twice, otherwise
        thrown = me.post("/answers", {"question": question, "choice": 0}).json()["number"]
        expect(one.page.locator(".blotter .verdict")).to_be_visible()
        expect(asked).to_have_count(0)
        assert mara.post("/corrections", {"throw": thrown, "withdraw": True}).status_code == 201
        expect(asked).to_have_count(1)  # what was taken back is asked for again
