"""Characters on the page: made in a form, rolled with one tap, asked for by the GM, changed by play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from tests.table.page.kit import PHONE, joined, sat
from tests.table.page.test_access import nothing_wrong
from tests.table.server.kit import Room
from tests.waiting import wait_until

MIRA: dict[str, Any] = {
    "name": "Mira",
    "game": "ten",
    "notes": "Owes the ferryman.",
    "values": {
        "stats": [{"name": "Agility", "value": 2}],
        "skills": [{"name": "Climbing", "value": 4, "with": ["Agility"]}],
        "health": {"now": 9, "of": 12},
    },
    "checks": [{"name": "jump", "check": "ten +3 hard"}],
}


def panel(page: Page) -> Locator:
    """The panel of the characters."""
    return page.get_by_role("region", name="Characters", exact=True)


def chips(page: Page) -> Locator:
    """The buttons beside the input line."""
    return page.locator(".chips")


def place(part: Locator) -> tuple[float, ...]:
    """Where a part of the page begins, and how wide it is."""
    box = part.bounding_box()
    assert box
    return box["x"], box["y"], box["width"]


def bring(page: Page, sheet: dict[str, Any] = MIRA) -> None:
    """Bring a character from a file."""
    page.get_by_role("button", name="New character").click()
    expect(page.locator(".tabs button").first).to_have_text("Character")
    file: FilePayload = {"name": "mira.json", "mimeType": "application/json", "buffer": json.dumps(sheet).encode()}
    page.get_by_label("Load a file").set_input_files([file])
    expect(chips(page).get_by_role("button", name="Climbing")).to_be_visible()
    expect(page.locator(".tabs button").first).to_contain_text("Roll")


def test_a_character_is_made_in_a_form_and_rolls_with_one_tap(browser: Browser, room: Room) -> None:
    """The form has what the game declares; each entry is a button; the other sees the roll and what it was for."""
    with joined(browser, room, "Mara", "master") as master, joined(browser, room, "One") as one:
        one.page.get_by_role("button", name="New character").click()
        one.page.get_by_label("Name", exact=True).fill("Mira")
        one.page.get_by_label("Game", exact=True).select_option("ten")
        one.page.get_by_role("button", name="Add to stats").click()
        expect(one.page.get_by_label("Name 1 in stats")).to_be_focused()
        one.page.keyboard.type("Agility")
        one.page.get_by_role("button", name="Agility, value, one more").click()
        one.page.get_by_role("button", name="Add to skills").click()
        expect(one.page.get_by_label("Name 1 in skills")).to_be_focused()
        one.page.keyboard.type("Climbing")
        one.page.get_by_role("group", name="Climbing goes with").get_by_label("Agility").check()
        one.page.get_by_role("button", name="Save", exact=True).click()
        master.sees("One brings Mira to the table.")
        expect(chips(one.page).get_by_role("button", name="Climbing")).to_be_visible()
        before = place(one.page.locator(".blotter"))
        chips(one.page).get_by_role("button", name="Climbing").click()
        master.sees("ten +1 [Climbing] +2 [Agility]")
        expect(master.page.locator(".blotter .top b")).to_have_text("One · Mira")
        expect(master.page.locator(".entry .head b").first).to_have_text("One · Mira")
        expect(one.page.locator(".blotter .die").nth(2)).to_be_visible()
        # It may be higher: five dice take a second row.
        wait_until(lambda: place(one.page.locator(".blotter")) == before)
        chips(one.page).get_by_role("button", name="Climbing").click(button="right")
        expect(one.page.get_by_label("Check", exact=True)).to_have_value("ten +1 [Climbing] +2 [Agility]")
        expect(one.page.get_by_label("Check", exact=True)).to_be_focused()
        panel(master.page).get_by_role("button", name="Mira").click()
        expect(panel(master.page)).to_contain_text("+3")


def test_a_duel_speaks_of_its_fighters(browser: Browser, room: Room) -> None:
    """Fighters are picked from the characters: the story, the result and the log have their names, and rows rounds."""
    duel = "long duel (ten attack +4 damage 2d6) (ten attack +2 damage 3d6) health 12 15"
    two = room.join("Two")
    two.throw("long opposed (ten) (ten)", faces=[5, 4, 2, 5, 4, 3])  # what plays turn by turn is there from now on
    for name, check in (("Mira", "ten attack +4 damage 2d6"), ("Rook", "ten attack +2 damage 3d6")):
        sheet = {"name": name, "game": "ten", "checks": [{"name": "Sword", "check": check}]}
        two.post("/characters", {"sheet": sheet, "visible": "all"})
    with joined(browser, room, "One") as one:
        one.page.get_by_label("Check", exact=True).fill(
            "duel (ten attack damage 1d6) (ten attack damage 1d6) health 12 15"
        )
        one.page.get_by_role("button", name="As a form").click()
        one.page.get_by_label("Second, of a character").select_option("Rook: Sword")
        expect(one.page.locator(".canon code")).to_contain_text("(ten attack +2 damage 3d6)")
        one.page.get_by_label("First, of a character").select_option("Mira: Sword")
        expect(one.page.locator(".canon code")).to_contain_text("(ten attack +4 damage 2d6) (ten attack +2 damage 3d6)")
        expect(one.page.locator(".canon code")).to_contain_text("# Mira against Rook")
        one.page.get_by_role("button", name="As text").click()
        tool = one.page.get_by_role("region", name="Turn by turn")
        tool.get_by_role("button", name="Turn by turn").click()
        tool.get_by_role("button", name="Begin turn by turn").click()
        expect(tool.get_by_role("combobox").first).to_have_value(duel)
        expect(tool.get_by_role("combobox").nth(1)).to_have_value(two.id)
        faces = [3, 4, 5, 1, 2, 3, 4, 2, 2, 2, 3, 3, 3, 2, 2, 1]
        sat(one, room).throw(duel, faces=faces, note="Mira against Rook")
        told = one.page.locator(".blotter .did b")
        expect(told).to_have_text(
            [
                "Mira strikes Rook: 5 health left",
                "Rook strikes Mira: 12 health left",
                "Mira strikes Rook: 0 health left",
            ]
        )
        expect(one.page.locator(".blotter .nth")).to_have_text(["Round 1", "", "Round 2"])
        for place in (".blotter .verdict", ".log .verdict"):
            expect(one.page.locator(place).last).to_have_text("Mira wins after 2 rounds, 12 health left")
        one.page.locator(".blotter").get_by_role("button", name="Why").click()
        with one.page.expect_download() as kept:
            one.page.get_by_role("button", name="Save as a picture").click()
        assert kept.value.suggested_filename.endswith(".png")
        one.page.keyboard.press("Escape")
        sat(one, room).throw(duel, faces=faces)
        expect(told.first).to_have_text("The first strikes the second: 5 health left")
        expect(one.page.locator(".blotter .verdict")).to_have_text("The first wins after 2 rounds, 12 health left")


def test_a_request_lights_up_what_answers_it(browser: Browser, room: Room) -> None:
    """A check that the GM asks for keeps the player's own value: by its button, or named in the request."""
    with joined(browser, room, "Mara", "master") as master, joined(browser, room, "One", viewport=PHONE) as one:
        one.page.get_by_role("button", name="Tools").click()
        bring(one.page)
        master.page.get_by_label("Check", exact=True).fill("ten hard")
        master.page.get_by_role("button", name="Ask for this check").click()
        master.page.get_by_role("button", name="Ask for ten -3 [hard]").click()
        answering = chips(one.page).locator(".is-answer")
        expect(answering).to_have_count(2)
        answering.filter(has_text="Climbing").click()
        master.sees("ten -3 [hard] +4 [Climbing] +2 [Agility]")
        expect(answering).to_have_count(0)
        one.page.locator(".chips").get_by_role("button", name="jump").click()
        master.sees("ten +3 -3 [hard]")


def test_a_named_request_rolls_with_that_value(browser: Browser, room: Room) -> None:
    """“ten hard +0 [Climbing]” is rolled with one's own Climbing by the button of the request itself."""
    mara = room.join("Mara", "master")
    with joined(browser, room, "One") as one:
        bring(one.page)
        mara.post("/requests", {"check": "ten hard +0 [Climbing]", "people": []})
        expect(one.page.locator(".ask")).to_contain_text("Climbing +6")
        one.page.get_by_role("button", name="Roll it").click()
        one.sees("+4 [Climbing] +2 [Agility]")


def test_play_changes_the_sheet(browser: Browser, room: Room) -> None:
    """T10, K8: the damage of the last attack is taken with one press, and luck is what the instrument keeps."""
    mara = room.join("Mara", "master")
    with joined(browser, room, "One") as one:
        bring(one.page)
        sheet = panel(one.page)
        expect(sheet).to_contain_text("9 of 12")
        mara.throw("ten attack +4 damage 2d6", faces=[4, 4, 4, 3, 2, 1, 1])
        sheet.get_by_role("button", name="Take 7").click()
        expect(sheet).to_contain_text("2 of 12")
        expect(sheet.get_by_role("button", name="Take 7")).to_have_count(0)
        sheet.get_by_role("button", name="one more").click()
        one.sees("One changes Mira: health 3 of 12.")
        me = one.page.evaluate("JSON.parse(Object.entries(localStorage).find(([k]) => k.includes('seat'))[1]).person")
        number = mara.get("").json()["characters"][0]["character"]
        mara.post("/characters", {"character": number, "sheet": {"game": "skew"}})
        give = {"person": me, "kind": "good", "dice": 2}
        mara.post("/instruments", {"system": "skew", "instrument": "luck", "command": "give", "values": give})
        expect(sheet).to_contain_text("Good luck dice")
        mara.post("/characters", {"sheet": {"name": "Ogre"}})
        mara.post("/characters", {"character": number, "remove": True})
        one.sees("Mara removes Mira.")


def test_what_the_gm_hides_is_nowhere_until_it_is_shown(browser: Browser, room: Room) -> None:
    """A character of the GM is on the GM's page alone; one tick shows it to everyone."""
    with joined(browser, room, "Mara", "master") as master, joined(browser, room, "One") as one:
        bring(master.page, {**MIRA, "name": "Ogre"})
        expect(panel(master.page)).to_contain_text("Ogre")
        master.throw("ten +4")
        one.sees("ten +4")
        expect(one.page.locator(".log li")).to_have_count(4)  # the table, two people, the roll: nothing of the Ogre
        assert "Ogre" not in one.page.content()
        expect(panel(master.page)).to_contain_text("only the GM sees it")
        panel(master.page).get_by_role("button", name="Edit Ogre").click()
        master.page.get_by_label("Everyone sees it").check()
        master.page.get_by_role("button", name="Save", exact=True).click()
        one.sees("Mara shows Ogre to everyone.")
        expect(panel(one.page)).to_contain_text("Ogre")


def test_a_character_goes_in_a_file_and_is_handed_over(browser: Browser, room: Room, tmp_path: Path) -> None:
    """What is saved to a file is the character; a wrong file says what is wrong; one given away is another's."""
    room.join("Two")
    with joined(browser, room, "One") as one:
        one.expected = ("409", "422", "400")
        bring(one.page)
        panel(one.page).get_by_role("button", name="Edit Mira").click()
        with one.page.expect_download() as written:
            one.page.get_by_role("button", name="Save to a file").click()
        written.value.save_as(tmp_path / "mira.json")
        assert written.value.suggested_filename == "mira.json"
        assert json.loads((tmp_path / "mira.json").read_text("utf-8")) == {"version": 1, **MIRA}
        one.page.get_by_label("Belongs to").select_option(label="Two")
        one.page.get_by_role("button", name="Save", exact=True).click()
        one.sees("One gives Mira to Two.")
        expect(chips(one.page).get_by_role("button")).to_have_count(0)
        one.page.get_by_role("button", name="New character").click()
        for wrong, said in (({"name": "x", "game": "tem"}, "Did you mean “ten”?"), ([], "contains no character")):
            (tmp_path / "wrong.json").write_text(json.dumps(wrong), "utf-8")
            one.page.get_by_label("Load a file").set_input_files(tmp_path / "wrong.json")
            expect(one.page.get_by_role("alert")).to_contain_text(said)
        (tmp_path / "config.toml").write_text("[characters.Scout]\nhide = 'ten +2'\n", "utf-8")
        one.page.get_by_label("Load a file").set_input_files(tmp_path / "config.toml")
        expect(chips(one.page).get_by_role("button", name="hide")).to_be_visible()


@pytest.mark.parametrize("view", ["sheet", "form"])
def test_characters_are_for_everyone(browser: Browser, room: Room, view: str) -> None:
    """axe finds nothing on the sheet and in the form, light or dark, desk or phone; nothing is too small or wide."""
    mara = room.join("Mara", "master")
    mara.post("/characters", {"sheet": {**MIRA, "name": "Ogre"}, "visible": "all"})
    with joined(browser, room, "One", has_touch=True) as one:
        bring(one.page)
        panel(one.page).get_by_role("button", name="Ogre").click()
        if view == "form":
            panel(one.page).get_by_role("button", name="Edit Mira").click()
            expect(one.page.get_by_label("Name", exact=True)).to_be_focused()
        nothing_wrong(one)
        one.page.keyboard.press("Escape")
        expect(one.page.get_by_label("Check", exact=True)).to_be_visible()
