"""The blotter and the log: dice that fall, what is sealed and opened, choices, why, what was missed, what is found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.table.page.kit import MOVING, PHONE, holds, joined, sat, settled
from tests.table.server.kit import Room
from tests.waiting import wait_until


def faces(page: Page, where: str = ".blotter") -> list[int]:
    """The faces of the dice that lie there, those that count first."""
    found: list[str] = page.locator(f"{where} .die").evaluate_all("dice => dice.map((die) => die.dataset.face)")
    return [int(face) for face in found]


def size(page: Page) -> str:
    """How large the dice are that lie there."""
    found: str = page.locator(".blotter .hands").evaluate("it => it.style.getPropertyValue('--die-l')")
    return found


def entry(page: Page, event: dict[str, Any]) -> Any:
    """The entry of an event in the log."""
    return page.locator(f"[role=log] [data-number='{event['number']}']")


def test_dice_fall_on_what_was_decided(browser: Browser, room: Room) -> None:
    """Dice are in the air, and then show the server's faces; a new throw ends the old; one sentence is said."""
    two = room.join("Two")
    with joined(browser, room, "One", **MOVING) as one:
        settled(one)
        one.page.evaluate("""() => {
            const flew = (all) => all.some(({ target }) => target.classList?.contains("in-air"));
            const watch = new MutationObserver((all) => (window.flew ||= flew(all)));
            const classes = { subtree: true, attributes: true, attributeFilter: ["class"] };
            watch.observe(document.querySelector(".stage"), classes);
        }""")
        first = two.throw("dice 12d6")
        one.page.wait_for_selector(".blotter .die")
        thrown = two.throw("ten +4 superior 1")
        expect(one.page.locator(".blotter .top code")).to_have_text("ten +4 superior 1")
        expect(one.page.locator(".blotter .in-air")).to_have_count(0)
        throws = thrown["record"]["throws"]
        rails = [(throw, kept) for throw in throws for kept in (True, False)]
        lying = [face for t, kept in rails for face, k in zip(t["faces"], t["kept"], strict=True) if k is kept]
        wait_until(lambda: faces(one.page) == lying)
        holds(one.page, "window.flew")
        expect(one.page.locator(".blotter .rail").first).to_contain_text("highest 3:")
        expect(one.page.locator(".blotter .chance")).to_contain_text("his")  # this or better, or just this
        rolled = sorted(first["record"]["throws"][0]["faces"])
        wait_until(lambda: sorted(faces(one.page, f"[data-number='{first['number']}']")) == rolled)
        said = one.page.locator(".announcer")
        expect(said).to_contain_text(f"Two, ten +4 superior 1: {throws[0]['faces'][0]}")
        two.post("/notes", {"text": "the door is open"}, "a note")
        expect(said).to_have_text("Two: the door is open")
    with joined(browser, room, "Three") as still:
        expect(still.page.locator(".announcer")).to_be_empty()  # nothing is said of what was before
        settled(still)
        two.throw("wild 5D")
        expect(still.page.locator(".blotter .top code")).to_have_text("wild 5D")
        expect(still.page.locator(".blotter .is-wild").first).to_be_visible()
        assert still.page.locator(".blotter").evaluate("one => one.getAnimations({ subtree: true }).length") == 0


def test_dice_that_fall_are_as_large_as_those_that_lie(browser: Browser, room: Room) -> None:
    """Where a die flies does not count for its size, and what has landed does not land again behind a tab."""
    two = room.join("Two")
    still = joined(browser, room, "Three", viewport=PHONE)
    with joined(browser, room, "One", viewport=PHONE, **MOVING) as one, still as three:
        for seat in (one, three):
            settled(seat)
        for check in ("ten +3 superior 4", "hs 3 ranks 1 edge", "dice 2d6", "wild 5D"):
            two.throw(check)
            for seat in (one, three):
                expect(seat.page.locator(".blotter .top code")).to_have_text(check)
                expect(seat.page.locator(".blotter .chance")).to_contain_text("his")
                expect(seat.page.locator(".blotter .in-air")).to_have_count(0)
            wait_until(lambda: size(one.page) == size(three.page), lambda: (size(one.page), size(three.page)))
        expect(one.page.locator(".blotter .is-landing")).to_have_count(0)


def test_several_rolls_are_a_story(browser: Browser, room: Room) -> None:
    """Attempts, contests and duels have a row for each roll, which says what happened; the last one is in view."""
    two = room.join("Two")
    with joined(browser, room, "One", viewport=PHONE, **MOVING) as one:
        settled(one)
        rows = one.page.locator(".story li")
        two.throw("long (ten +2) 3 times")
        expect(rows).to_have_count(3)
        expect(rows.last).to_contain_text(re.compile("A success|A failure"))
        two.throw("long opposed (ten +4) (ten +2)")
        expect(rows).to_have_count(2)
        two.throw("long (ten +2) 12 times")
        expect(rows).to_have_count(12)
        wait_until(lambda: rows.locator(".die").evaluate_all("dice => dice.every((it) => it.offsetWidth >= 24)"))
        below = "it => it.getBoundingClientRect().bottom - it.closest('.fall').getBoundingClientRect().bottom"
        wait_until(lambda: rows.last.evaluate(below) < 1)
        one.page.locator(".blotter").get_by_role("button", name="Why").click()
        closely = one.page.get_by_role("dialog").locator(".story li")
        expect(closely).to_have_count(12)  # all of them, at one look
        wait_until(lambda: closely.last.evaluate(below) < 1 and closely.first.evaluate("it => it.offsetTop") >= 0)
        whole = "it => it.closest('.fall').scrollHeight <= it.closest('.fall').clientHeight + 1"
        wait_until(lambda: closely.first.evaluate(whole))


def test_what_is_sealed_is_not_in_the_page(browser: Browser, room: Room) -> None:
    """A sealed throw is an envelope; opened, it keeps its place; a blind one has its own words for its thrower."""
    master = room.join("Master", "master")
    with joined(browser, room, "One") as one:
        sealed = master.throw("skew vs 12", "self")
        open_ = master.throw("hs 2 ranks")
        expect(entry(one.page, sealed)).to_contain_text("A sealed roll")
        assert "skew" not in one.page.locator(".log").inner_html() + one.page.locator(".blotter").inner_html()
        sat(one, room).throw("ten +1", "blind")
        expect(one.page.locator(".blotter")).to_contain_text("You rolled blind")
        master.post("/reveals", {"throw": sealed["number"]})
        expect(entry(one.page, sealed)).to_contain_text("skew vs 12")
        expect(entry(one.page, sealed)).to_contain_text(re.compile(r"opened \d\d:\d\d"))
        expect(one.page.locator(".blotter .top code")).to_have_text("skew vs 12")
        order = one.page.locator("[role=log] [data-number]").evaluate_all(
            "all => all.map((one) => +one.dataset.number)"
        )
        assert order.index(sealed["number"]) < order.index(open_["number"])


def test_a_choice_waits_on_the_blotter(browser: Browser, room: Room) -> None:
    """The options with their dice and what they mean, the rule's own set; by keyboard, over a reload; others see it."""
    with joined(browser, room, "One", **MOVING) as one, joined(browser, room, "Two", viewport=PHONE) as two:
        settled(one)
        one.page.get_by_label("Check", exact=True).focus()
        sat(one, room).throw("odgs vs 15 +5 advantage 1", faces=[6, 4, 4, 2])
        expect(one.page.get_by_role("heading", name="Which three dice count?")).to_be_visible()
        expect(one.page.locator(".options input").first).to_be_focused()
        expect(two.page.locator(".blotter")).to_contain_text("One chooses")
        one.page.reload()
        options = one.page.locator(".options input")
        expect(options.first).to_be_checked()
        expect(options).to_have_count(3)
        options.first.focus()
        one.page.keyboard.press("ArrowDown")
        expect(options.nth(1)).to_be_checked()
        one.page.keyboard.press("Enter")
        expect(one.page.locator(".blotter .verdict")).to_have_text("Success")
        expect(one.page.locator(".blotter .is-dropped")).to_have_attribute("data-face", "4")
        expect(one.page.locator("[role=log]")).not_to_contain_text("One chooses")
        expect(two.page.locator(".blotter .verdict")).to_have_text("Success")
        sat(one, room).throw("odgs vs 15 +5 advantage 1 combat", faces=[6, 4, 4, 2])
        one.page.get_by_role("button", name="What is best?").click()
        one.page.get_by_label("Your aim").select_option("adrenaline")
        expect(one.page.locator(".options label").first).to_contain_text("best3.00")
        expect(one.page.locator(".options label").nth(1)).to_contain_text("0.00")
        one.page.get_by_role("button", name="Count these").click()
        expect(one.page.get_by_role("heading", name="What does the double bring?")).to_be_visible()  # and then another
        expect(one.page.locator(".options label", has_text="gain 3")).to_contain_text("best3.00")  # it is asked again
        one.page.get_by_role("button", name="Count these").click()
        expect(one.page.locator(".blotter .verdict")).to_contain_text("double fours")


def test_an_earlier_choice_is_taken_up_again(browser: Browser, room: Room) -> None:
    """Of two choices the one that is gone to stays until it is taken; then its roll lies there, and later ones do."""
    two = room.join("Two")
    with joined(browser, room, "One") as one:
        lying, choosing = one.page.locator(".blotter .top code"), one.page.get_by_role("button", name="Count these")
        asked = [sat(one, room).throw(f"odgs vs {vs} advantage 1", faces=[6, 4, 4, 2]) for vs in (12, 15)]
        expect(lying).to_have_text("odgs vs 15 advantage 1")
        for vs, event in zip((12, 15), asked, strict=True):
            expect(entry(one.page, event).locator(".verdict")).to_have_text("One chooses")
            entry(one.page, event).get_by_role("button").click()
            two.throw("ten")
            one.page.wait_for_function(
                "many => document.querySelectorAll('[role=log] .entry code').length >= many", arg=3
            )
            expect(lying).to_have_text(f"odgs vs {vs} advantage 1")
            choosing.click()
            expect(one.page.locator(".blotter .verdict")).not_to_be_empty()
            expect(lying).to_have_text(f"odgs vs {vs} advantage 1")
            two.throw("hs 2 ranks")
            expect(lying).to_have_text("hs 2 ranks")


def test_why_a_throw_came_out_so(browser: Browser, room: Room) -> None:
    """A throw opens, says why, is put right and taken back; Escape and the way back close it."""
    with joined(browser, room, "One") as one:
        thrown = sat(one, room).throw("ten +4 superior 1", faces=[6, 6, 5, 2, 4, 3])
        entry(one.page, thrown).get_by_role("button").click()
        why = one.page.get_by_role("dialog")
        expect(why).to_contain_text("1855/46656")
        expect(why).to_contain_text("a natural 17 is a critical: the extra dice add 7")
        expect(why.locator(".clauses .is-applied code")).to_have_text("T3")
        expect(why.get_by_role("img", name=re.compile("margin"))).to_be_visible()
        why.get_by_role("button", name="Correct").click()
        one.expected = ("422", "409")
        why.get_by_label("Check").fill("wild 3D")
        why.get_by_role("button", name="Correct it").click()
        expect(why.get_by_role("alert")).to_contain_text("The check needs only 3 dice")
        why.get_by_label("Check").fill("ten +5 superior 1")
        why.get_by_label("Why (if you like)").fill("the rope")
        why.get_by_role("button", name="Correct it").click()
        expect(why.locator(".history")).to_contain_text("the rope")
        one.page.keyboard.press("Escape")
        expect(why).to_have_count(0)
        expect(entry(one.page, thrown).locator("s")).to_have_text("Critical: Success of Eighteen")
        expect(entry(one.page, thrown).get_by_role("button")).to_be_focused()
        one.page.goto(f"{room.table.address}/rooms/{room.name}?throw={thrown['number']}")
        why.get_by_role("button", name="Take back").click()
        why.get_by_role("button", name="Take it back").click()
        expect(why.locator(".history")).to_contain_text("Taken back by One")
        why.get_by_role("button", name="Back to the table").click()
        expect(why).to_have_count(0)
        one.page.locator(".blotter").get_by_role("button", name="Why").click()
        expect(why).to_be_visible()
        one.page.go_back()
        expect(why).to_have_count(0)
        expect(one.page.get_by_role("log")).to_be_visible()
        old = sat(one, room).throw("ten +4")
        entry(one.page, old).get_by_role("button").click()
        why.get_by_role("button", name="Roll again").click()
        why.get_by_role("button", name="Roll instead").click()
        expect(why.locator(".history")).to_contain_text(f"Instead of No. {old['number']}")
        why.locator(".history").get_by_role("button").click()
        expect(why.locator(".history")).to_contain_text("Rolled again:")
        one.page.go_back()  # the old one was opened in the place of the new one
        expect(why).to_have_count(0)


def test_what_was_missed_is_marked(browser: Browser, room: Room) -> None:
    """Throws of an absence are counted and marked, and do not fall; the first visit has missed nothing."""
    two = room.join("Two")
    two.throw("ten")
    with joined(browser, room, "One", **MOVING) as one:
        one.sees("Two")
        settled(one)
        expect(one.page.locator(".fold")).to_have_count(0)
        address = one.page.url
        one.page.goto(f"{room.table.address}/api/v1/health")
        two.throw("hs 2 ranks")
        last = two.throw("skew vs 9")
        one.page.goto(address)
        expect(one.page.locator(".fold")).to_have_text("While you were away: 2 rolls")
        expect(entry(one.page, last)).to_have_class(re.compile("is-missed"))
        expect(one.page.locator(".in-air")).to_have_count(0)


def test_the_log_is_searched_and_kept(browser: Browser, room: Room, tmp_path: Path) -> None:
    """Everything that happened is told; words and verdicts are found; the log comes as a file."""
    master, two = room.join("Master", "master"), room.join("Two")
    with joined(browser, room, "One") as one:
        good = two.throw("ten +9", faces=[6, 5, 3])
        bad = two.throw("ten -9", faces=[2, 3, 4])
        master.post("/notes", {"text": "The lantern is lit."})
        master.post("/requests", {"check": "ten hard", "people": [two.id]})
        again = two.throw("ten -9", instead=bad["number"], faces=[4, 4, 5])
        back = two.throw("ten", faces=[6, 5, 4])
        master.post("/corrections", {"throw": back["number"], "withdraw": True})
        for words in ("The lantern is lit.", "Master asks Two:", "Two sits down.", "instead of an earlier roll"):
            one.sees(words)
        expect(entry(one.page, bad)).to_contain_text("rolled again")
        for void in (".entry.is-void", ".entry:has(.verdict s)"):  # what no longer counts, and nothing else
            expect(one.page.locator(void)).to_have_count(2)
            expect(entry(one.page, bad).and_(one.page.locator(void))).to_have_count(1)
            expect(entry(one.page, back).and_(one.page.locator(void))).to_have_count(1)
        one.page.get_by_role("button", name="Search the log").click()
        one.page.get_by_role("searchbox").fill("+9")
        expect(entry(one.page, good)).to_be_visible()
        expect(entry(one.page, again)).to_have_count(0)
        one.page.get_by_role("searchbox").fill("")
        one.page.get_by_label("Result").select_option("Failure")
        expect(entry(one.page, again)).to_be_visible()
        expect(entry(one.page, good)).to_have_count(0)
        with one.page.expect_download() as kept:
            one.page.get_by_role("button", name="CSV").click()
        kept.value.save_as(tmp_path / "log.csv")
        assert kept.value.suggested_filename == "Friday.csv"
        assert "The lantern is lit." in (tmp_path / "log.csv").read_text("utf-8")
        one.page.get_by_role("searchbox").press("Escape")
        one.sees("The lantern is lit.")


def test_a_long_log_is_drawn_in_parts(browser: Browser, room: Room) -> None:
    """Of hundreds of throws the newest are drawn; earlier ones come by scrolling; a new one leaves the others alone."""
    two = room.join("Two")
    for _ in range(130):
        two.throw("ten", faces=[3, 4, 5])
    with joined(browser, room, "One") as one:
        drawn = one.page.locator("[role=log] .entry")
        expect(drawn).to_have_count(80)
        settled(one)
        one.page.evaluate("""() => {
            window.changed = new Set();
            const note = ({ target }) => changed.add(target.closest?.('.entry')?.dataset.number);
            const rows = document.querySelector('[role=log] ol');
            const all = { subtree: true, childList: true, attributes: true };
            new MutationObserver((found) => found.forEach(note)).observe(rows, all);
        }""")
        last = two.throw("hs 2 ranks")
        one.sees("hs 2 ranks")
        changed = set(one.page.evaluate("[...changed]")) - {None, str(last["number"])}
        assert changed == set()
        one.page.get_by_role("log").evaluate("box => box.scrollTo(0, -box.scrollHeight)")
        expect(drawn).not_to_have_count(80)
        expect(one.page.get_by_role("button", name="To the newest")).to_be_visible()


def test_fudge_dice_show_their_signs(browser: Browser, room: Room) -> None:
    """On the blotter, in the log and aloud a Fudge die is −, 0 or +, and not the number of its side."""
    two = room.join("Two")
    with joined(browser, room, "One") as one:
        settled(one)
        thrown = two.throw("4dF", faces=[1, 2, 3, 3])
        for where in (".blotter", f"[data-number='{thrown['number']}']"):
            expect(one.page.locator(f"{where} .die")).to_have_text(["−", "0", "+", "+"])
        expect(one.page.locator(".announcer")).to_contain_text("−, 0, +, +")


def test_rolls_out_of_view_are_forgotten(browser: Browser, room: Room) -> None:
    """A page that stays open keeps the elements and listeners of the newest rolls only."""
    two = room.join("Two")
    with joined(browser, room, "One") as one:
        settled(one)
        devtools = one.context.new_cdp_session(one.page)
        devtools.send("Performance.enable")

        def come(rolls: int) -> None:
            """Have so many rolls made and seen."""
            last = [two.throw("ten", faces=[3, 4, 5]) for _ in range(rolls)][-1]
            expect(entry(one.page, last)).to_be_visible()

        def kept() -> tuple[int, int]:
            """How many elements and listeners the browser keeps."""
            devtools.send("HeapProfiler.collectGarbage")
            found = {one["name"]: int(one["value"]) for one in devtools.send("Performance.getMetrics")["metrics"]}
            return found["Nodes"], found["JSEventListeners"]

        measured = []
        for rolls in (110, 30):
            come(rolls)
            measured.append(kept())
        # The first measure may come before all rows are drawn, and the browser lets go of some rows a while later.
        nodes, listeners = (max(each) for each in zip(*measured, strict=True))
        come(30)
        few = (nodes + 30 * 5, listeners + 30)
        wait_until(lambda: all(now < most for now, most in zip(kept(), few, strict=True)), lambda: (kept(), few))
