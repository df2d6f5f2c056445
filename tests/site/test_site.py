"""The site in a real browser, served by a plain file server. `make site-files` builds it; else these are skipped."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

import sixfold
from sixfold.errors import SixfoldError
from tests.site.conftest import BUILT, Site, ready, visiting
from tests.table.page.kit import PHONE, holds
from tests.waiting import wait_until


def test_a_roll_and_its_odds(started: Page, site: Site) -> None:
    """A link opens with its check, its exact odds, and a roll."""
    page = started
    page.goto(f"{site.address}#roll=ten+%2B4+superior+1")
    expect(page.locator("#check")).to_have_value("ten +4 superior 1")
    expect(page.locator(".live .bars")).to_contain_text("98.84")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".blotter .die").first).to_be_visible()


def test_the_designers_questions(started: Page, site: Site) -> None:
    """Odds, comparison, the inverse question and the grid have addresses of their own."""
    started.goto(f"{site.address}#/need?check=ten+%2B%3F&chance=75%25")
    expect(started.locator("table.ledger").first).to_contain_text("ten +")
    started.goto(f"{site.address}#/odds?check=skew+vs+14")
    expect(started.locator("main")).to_contain_text("skew vs 14")
    started.goto(f"{site.address}#/audit?check=ten+%2B%3F&printed=0++62.5+%25%0A%2B9++99+%25")
    expect(started.locator("main")).to_contain_text("1 upheld, 0 only by cutting digits, 1 wrong")
    started.goto(f"{site.address}#/luck?check=ten+superior+1&faces=6,3,2,4")
    expect(started.locator("main")).to_contain_text("Success of Three")
    started.goto(f"{site.address}#/explain?check=skew+vs+14")
    expect(started.locator("ol.clauses")).to_contain_text("K1")


def test_a_second_link_to_the_same_view(started: Page, site: Site) -> None:
    """In one tab, another link to a view that is open shows what it asks for, and so does the way back."""
    for check in ("ten +4", "ten hard"):
        started.goto(f"{site.address}#/odds?check={check.replace(' ', '+').replace('++', '+%2B')}")
        expect(started.locator("#odds-check")).to_have_value(check)
    started.go_back()
    expect(started.locator("#odds-check")).to_have_value("ten +4")


def test_a_roll_as_a_picture(started: Page, site: Site) -> None:
    """A roll is saved as a PNG that the browser has made."""
    started.goto(f"{site.address}#roll=skew+vs+14")
    expect(started.locator(".live .bars")).to_contain_text("%")
    started.get_by_role("button", name="Roll", exact=True).click()
    with started.expect_download() as download:
        started.get_by_role("button", name="Save the roll as a picture").click()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_every_view_is_taken_along(started: Page, site: Site) -> None:
    """Each view is saved as a picture, a table for a spreadsheet, data, and text.

    A PNG is painted from the SVG, and Markdown has the rows of the CSV: views after the first save one of the two.
    """
    started.goto(f"{site.address}#/odds")
    saved = 0
    for view in ("Odds", "Compare", "Need", "Table", "Audit", "Luck", "Explain"):
        started.get_by_role("navigation", name="Questions").get_by_role("link", name=view).click()
        for form in ("PNG", "SVG", "CSV", "Markdown", "JSON") if view == "Odds" else ("PNG", "CSV", "JSON"):
            if saved and saved % 10 == 0:
                # Chromium gives a page ten files a second, and drops the eleventh without a word.
                begun = started.evaluate("performance.now()")
                started.wait_for_function("begun => performance.now() > begun + 1000", arg=begun)
            with started.expect_download() as download:
                started.get_by_role("button", name=form, exact=True).press("Enter")
            saved += 1
            assert download.value.path().stat().st_size > 20, (view, form)


def test_a_game_in_the_editor(started: Page, site: Site) -> None:
    """A game is loaded while it is typed; a mistake is told; the game is shared by a link that runs after a click."""
    started.goto(f"{site.address}#/play")
    expect(started.locator("#check")).to_be_visible()
    started.get_by_role("button", name="Copy a link").click()
    started.locator(".cm-content").click()
    started.keyboard.press("Control+End")
    started.keyboard.type("\nx = = 1")
    expect(started.locator("p.wrong")).to_contain_text("is not Python")


def test_a_mistake_in_the_code(started: Page, site: Site) -> None:
    """It is one of the code, whatever the example was called; code, dice and chart are beside each other."""
    started.set_viewport_size({"width": 1280, "height": 720})
    started.goto(f"{site.address}#/play")
    expect(started.locator(".try .live")).to_contain_text("Success")
    middle = "(box) => box.top + box.height / 2 < innerHeight"
    parts = "['.cm-editor', '.try .blotter', '.try .live'].map((one) => document.querySelector(one))"
    beside = f"{parts}.every((one) => one && ({middle})(one.getBoundingClientRect()))"
    holds(started, beside)
    started.set_viewport_size(PHONE)
    holds(started, beside)
    started.set_viewport_size({"width": 1280, "height": 720})
    started.locator(".cm-content").fill("from sixfold.rules import System\n\nSYSTEM = System(nothing)\n")
    expect(started.get_by_role("alert")).to_contain_text(re.compile("the code", re.IGNORECASE))
    expect(started.get_by_role("alert")).not_to_contain_text(".py")


def test_a_game_is_chosen_before_the_editor_is_there(page: Page, site: Site) -> None:
    """It is the one that the editor shows once it comes."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"editor[^/]*\.js"), hold)
    without_python(page)
    page.goto(f"{site.address}#/play")
    move = page.locator("#start option", has_text="move:").get_attribute("value")
    page.get_by_label("Start from").select_option(move)
    wait_until(lambda: page.evaluate("1") and held)
    held[0].continue_()
    expect(page.locator(".cm-content")).to_contain_text("`move`")


def without_python(pages: Page | BrowserContext) -> None:
    """Have pages wait for their Python: a start takes as long as all that is tried in them."""
    pages.route("**/engine/**", lambda route: None)


def test_the_editor_is_left_for_a_roll(started: Page, site: Site) -> None:
    """The check that stands on the first page after a visit to the editor has its odds."""
    started.goto(f"{site.address}#/odds")
    started.goto(f"{site.address}#/play")
    expect(started.locator("#check")).to_have_value(re.compile("^ace"))
    expect(started.locator(".live .bars")).to_contain_text("%")
    started.locator("header").get_by_role("link", name="Roll", exact=True).click()
    expect(started.locator("#check")).to_have_value(re.compile("^ten"))
    expect(started.get_by_role("spinbutton", name="Modifier")).to_be_visible()  # the check was read
    expect(started.get_by_role("img", name="Chances by margin")).to_be_visible()


def test_licences_come_along(browser: Browser, site: Site) -> None:
    """Every npm package inside the bundles, and each work in Python, has its licence in one file."""
    with visiting(browser, java_script_enabled=False) as page:
        page.goto(f"{site.address}index.html")
        address = page.get_by_role("link", name="Licences").get_attribute("href")
    told = (BUILT / str(address)).read_text("utf-8")
    bundled = {"Sixfold", "msgspec", "Python", "pyodide", "zstddec", "codemirror", "@codemirror/view", "preact", "htm"}
    assert not {name for name in bundled if not re.search(rf"^{re.escape(name)}\b.*\n=+\n\n.", told, re.MULTILINE)}


def no_wider_than_a_phone(page: Page) -> None:
    """Nothing is wider than a phone; `test_access.py` looks at other views so."""
    page.set_viewport_size(PHONE)
    holds(page, f"document.documentElement.scrollWidth <= {PHONE['width']}")


def test_the_gallery(browser: Browser, site: Site) -> None:
    """Each game has a page with its odds, which opens its game once Python has started; links open in a new tab."""
    with visiting(browser) as page:
        page.goto(f"{site.address}five.html")
        ready(page)
        expect(page.locator(".cm-content")).to_contain_text("def ")
        expect(page.locator("#check")).to_have_value(re.compile("^five"))
        no_wider_than_a_phone(page)
        without_python(page.context)
        page.goto(f"{site.address}ten.html")
        expect(page.locator("#check")).to_have_value(re.compile("^ten"))
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Workbench").click(modifiers=["Control"])
        expect(opened.value.locator("#odds-check")).to_be_visible()
        expect(opened.value).to_have_url(re.compile("ten.html#/odds"))


def test_the_tutorial(started: Page, site: Site) -> None:
    """Each step has an address, shows its game, and leads to the next one."""
    started.goto(f"{site.address}#/learn/1")
    expect(started.locator(".try svg.chart")).to_be_visible()
    expect(started.get_by_role("heading", name="Roll and read")).to_be_visible()
    expect(started.locator("#check")).to_have_value("fence")
    started.get_by_role("link", name="2. ").click()
    expect(started.locator(".cm-content")).to_contain_text("vs: int")
    expect(started.locator("#check")).to_have_value("fence vs 7")
    expect(started).to_have_url(re.compile("#/learn/2$"))


def test_it_says_what_it_is_without_python(browser: Browser, site: Site) -> None:
    """The first page shows exact odds before a script has run, and weighs less than 100 kB."""
    with visiting(browser, java_script_enabled=False) as page:
        page.goto(site.address)
        expect(page.locator("main")).to_contain_text("427/432")
    assert (BUILT / "index.html").stat().st_size < 100_000
    assert len(json.loads((BUILT / "games.json").read_text("utf-8"))["games"]) == 7


def held(page: Page) -> list[Route]:
    """Hold up everything that a page gets besides Python's first memory; what was asked for."""
    routes: list[Route] = []

    def keep(route: Route) -> None:
        routes.append(route)

    page.route("**/engine.zip.zst", keep)
    return routes


def test_a_slip_on_a_page_that_was_just_opened(page: Page, site: Site) -> None:
    """What is wrong is said while it is typed and when it is rolled, before the rest of the engine has arrived.

    A question that the first memory cannot answer is answered when the rest has arrived.
    """
    routes = held(page)
    page.goto(site.address)
    ready(page)
    for text in ("tem +4", "perception", "output [highest 3 of 4d6]", "ten superiour 1"):
        page.locator("#check").fill(text)
        expect(page.get_by_role("status").filter(has_text=told(text))).to_be_visible()
        page.get_by_role("button", name="Roll", exact=True).click()
    page.locator("#check").fill("ten +4")
    page.get_by_role("button", name="Roll", exact=True).click()  # answered after what was refused
    expect(page.locator(".blotter .die").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    wait_until(lambda: page.evaluate("1") and routes)  # what is said beside the roll needs the rest
    page.locator("#check").fill("tem +5")  # and does not keep what the first memory knows
    expect(page.get_by_role("status").filter(has_text=told("tem +5"))).to_be_visible()
    page.goto(f"{site.address}#/need?check=ten+%2B%3F&chance=75%25")
    wait_until(lambda: page.evaluate("1") and routes)  # the browser tells what it asked for while it is spoken to
    expect(page.locator("table.ledger")).to_have_count(0)
    routes[0].continue_()
    expect(page.locator("table.ledger").first).to_contain_text("ten +")


def told(text: str) -> str:
    """The sentence of an error; what is guessed at is a button behind it."""
    with pytest.raises(SixfoldError) as caught:
        sixfold.roll(text)
    return caught.value.message.partition(" Did you mean")[0]
