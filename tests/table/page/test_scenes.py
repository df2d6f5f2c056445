"""A scene of each game, with a master, a player and a phone: what is done on one screen stands on the others."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.table.page.kit import PHONE, joined
from tests.table.server.kit import Room


def sheet(page: Page, name: str) -> Locator:
    """The sheet of an instrument."""
    return page.get_by_role("region", name=name, exact=True)


def typed(page: Page, check: str, faces: str) -> None:
    """Throw a check with dice of a real table."""
    page.get_by_label("Check", exact=True).fill(check)
    pad = page.get_by_role("button", name="Dice from a real table")
    if pad.get_attribute("aria-pressed") != "true":
        pad.click()
    page.get_by_label("The faces, in the order of the roll").fill(faces)
    expect(page.get_by_text("and nothing more to roll.")).to_be_visible()
    page.locator("#throw").get_by_role("button", name="Roll", exact=True).click()


def test_luck_is_given_and_turns_are_taken(browser: Browser, room: Room) -> None:
    """K8 and K11: luck dice are given on one screen and spent on another; whose turn it is goes on."""
    phone = joined(browser, room, "Two", viewport=PHONE, has_touch=True, is_mobile=True)
    with joined(browser, room, "Mara", "master") as mara, joined(browser, room, "One") as one, phone as two:
        mara.page.get_by_role("checkbox", name="skew").check()
        luck = sheet(mara.page, "Luck dice skew")
        luck.get_by_role("button", name="Luck dice").click()
        luck.get_by_role("button", name="Give luck dice").click()
        luck.get_by_label("Who gets them").select_option(label="One")
        luck.get_by_role("form").get_by_role("button", name="Give luck dice").click()
        two.sees("gives One 1 good luck")
        mine = sheet(one.page, "Luck dice skew")
        expect(mine).to_contain_text("1 good luck die")
        mine.get_by_role("button", name="Roll with 1").click()
        expect(one.page.get_by_label("Check", exact=True)).to_have_value(re.compile("good 1"))
        one.page.get_by_label("Check", exact=True).press("Enter")
        two.sees("skew good 1")
        expect(mine.get_by_role("button", name="Spend one")).to_have_count(0)  # it is spent by that

        typed(one.page, "skew initiative", "555")
        typed(two.page, "skew initiative", "444")
        two.page.get_by_role("button", name="Tools").tap()
        order = sheet(two.page, "Initiative skew")
        expect(order.locator("[aria-current=step]")).to_contain_text("One")
        expect(order.get_by_role("button", name="Next turn")).to_have_count(0)  # it is not his turn
        expect(one.page.locator(".ask")).to_contain_text("Initiative: It is your turn.")
        expect(mara.page.locator(".ask")).to_contain_text("Initiative: It is the turn of One.")
        sheet(one.page, "Initiative skew").get_by_role("button", name="Next turn").click()
        expect(order.locator("[aria-current=step]")).to_contain_text("Two")


def test_a_double_in_combat_brings_effort(browser: Browser, room: Room) -> None:
    """O9 and O15: the master opens combat, a player's double becomes Effort, and everyone sees it in the ledger."""
    phone = joined(browser, room, "Two", viewport=PHONE, has_touch=True, is_mobile=True)
    with joined(browser, room, "Mara", "master") as mara, phone as two:
        mara.page.get_by_role("checkbox", name="odgs").check()
        effort = sheet(mara.page, "Effort odgs")
        effort.get_by_role("button", name="Effort").click()
        effort.get_by_role("button", name="Combat begins").click()
        typed(two.page, "odgs vs 13 combat", "556")
        two.page.get_by_role("radio", name="gain 3 Adrenaline Effort").check(force=True)
        two.page.get_by_role("button", name="Count these").tap()
        expect(effort.get_by_role("row", name="Two").get_by_role("cell")).to_have_text(["0", "0", "0", "3", "0"])
        two.page.get_by_role("button", name="Tools").tap()
        effort.get_by_role("button", name="End the combat").click()
        rows = sheet(two.page, "Effort odgs").get_by_role("row", name="Two")
        expect(rows.get_by_role("cell")).to_have_text(["0", "0", "0", "0", "0"])


def test_a_twist_waits_until_somebody_says_what_it_means(browser: Browser, room: Room) -> None:
    """H2: a twist calls the GM and its roller until there is a proposal, which the GM takes with one press."""
    with joined(browser, room, "Mara", "master") as mara, joined(browser, room, "One", viewport=PHONE) as one:
        typed(one.page, "hs 2 ranks", "44")
        for seat in (mara, one):
            expect(seat.page.locator(".ask.is-asked")).to_contain_text("Twists: What does it mean?")
            expect(seat.page).to_have_title("(1) Friday · Sixfold")
        one.page.locator(".ask").get_by_role("button", name="More").click()
        sheet(one.page, "Twists hs").get_by_role("button", name="Say what it means").click()
        sheet(one.page, "Twists hs").get_by_role("textbox").fill("the rope tears")
        sheet(one.page, "Twists hs").get_by_role("form").get_by_role("button", name="Say what it means").click()
        expect(one.page).to_have_title("Friday · Sixfold")
        expect(mara.page.locator(".ask.is-asked")).to_contain_text("One: the rope tears")
        mara.page.locator(".ask").get_by_role("button", name="Take").click()
        expect(mara.page.locator(".ask.is-asked")).to_have_count(0)


def test_two_phones_play_a_duel_turn_by_turn(browser: Browser, room: Room) -> None:
    """Each is called when it is their turn, rolls with one tap, and both read the result."""
    with joined(browser, room, "Mara", "master") as mara:
        mara.page.get_by_role("checkbox", name="long").check()
        mara.sees("long")
    with joined(browser, room, "One", viewport=PHONE) as one, joined(browser, room, "Two", viewport=PHONE) as two:
        one.page.get_by_role("button", name="Tools").click()
        sheet(one.page, "Turn by turn long").get_by_role("button", name="Turn by turn").click()
        one.page.get_by_role("button", name="Begin turn by turn").click()
        form = one.page.get_by_role("form", name="Begin turn by turn")
        form.get_by_role("combobox").first.fill("opposed (ten +4) (ten +2)")
        form.get_by_role("button", name="Begin turn by turn").click()
        one.page.locator(".tabs button", has_text="Roll").click()
        for seat, check in ((one, "ten +4"), (two, "ten +2")):
            expect(seat.page.locator(".ask.is-asked")).to_contain_text(f"Turn by turn: It is your turn: {check}.")
            expect(seat.page).to_have_title("(1) Friday · Sixfold")
            seat.page.locator(".ask").get_by_role("button", name="Roll it").click()
        for seat in (one, two):
            expect(seat.page.locator(".ask.is-asked")).to_contain_text(re.compile("(One|Two) is ahead by|A tie"))


def test_lost_rounds_are_seen_by_all(browser: Browser, room: Room) -> None:
    """W9: initiative of one screen is the order on another; who lost his round is struck, with the word beside it."""
    phone = joined(browser, room, "Two", viewport=PHONE, has_touch=True, is_mobile=True)
    with joined(browser, room, "One") as one, phone as two:
        typed(one.page, "wild initiative 2D", "34")
        typed(two.page, "wild initiative 2D", "11112")
        order = sheet(one.page, "Initiative wild").get_by_role("listitem")
        expect(order).to_have_count(2)
        expect(order.first).to_contain_text("One")
        expect(order.last).to_have_class(re.compile("is-out"))
        expect(order.last).to_contain_text("loses the round")
        room.join("Three").throw("skew initiative")  # two games have an instrument of this name
        expect(one.page.locator(".ask").filter(has_text="Initiative, skew")).to_have_count(1)
