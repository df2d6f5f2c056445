"""The designers' workbench: four views whose addresses can be shared, and the luck of an evening."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from playwright.sync_api import Browser, expect

import sixfold
from tests.table.page.kit import holds, joined, sitting
from tests.table.server.kit import Room, Table

VIEWS = {
    "odds?check=ten+%2B4+superior+1": ("427/432", "98.8"),
    "compare?checks=ten+%2B4%0Ahs+3+ranks": ("95.37", "highest"),
    "need?check=ten+%2B%3F+superior+1&chance=75%25": ("1069/1296", "ten +0 superior 1"),
    "grid?check=ten&rows=modifier%3D0..3&columns=skew%3D-1..1": ("62.5", "superior 1"),
}


@pytest.mark.parametrize("address", VIEWS)
def test_an_address_opens_its_view(browser: Browser, table: Table, address: str) -> None:
    """Whoever gets the link of a view sees its figures."""
    with sitting(browser, f"{table.address}/{address}") as one:
        for figure in VIEWS[address]:
            expect(one.page.locator("main")).to_contain_text(figure)


def test_a_number_is_turned(browser: Browser, table: Table) -> None:
    """An arrow key turns the number at the cursor; odds and address follow, and going back leaves the workbench."""
    with sitting(browser, table.address) as one:
        one.page.goto(f"{table.address}/odds?check=ten+%2B4")
        field = one.page.get_by_label("Check", exact=True)
        expect(one.page.locator("main")).to_contain_text("103/108")
        field.press("End")
        for _ in range(5):
            field.press("ArrowDown")
        expect(field).to_have_value("ten -1")
        expect(one.page.locator("main")).to_contain_text("1/2")
        expect(one.page).to_have_url(re.compile(re.escape("ten+-1")))


def test_nothing_is_worked_out_without_dice(browser: Browser, table: Table) -> None:
    """A view that asks nothing, since a field of it was emptied, is not shown as working."""
    with sitting(browser, f"{table.address}/luck?check=ten&faces=6,3,2") as one:
        expect(one.page.locator("main")).to_contain_text("this or better")
        one.page.get_by_label("Dice", exact=True).fill("")
        expect(one.page).not_to_have_url(re.compile("faces"))
        expect(one.page.locator(".working")).to_have_count(0)


def test_several_checks_in_one_chart(browser: Browser, table: Table) -> None:
    """Checks have one axis, as bars, curves or differences; what is drawn is in the address, and each value is told."""
    with sitting(browser, f"{table.address}/compare?checks=dice+2d6%0Adice+1d6%0Adice+1d6+%2B6") as one:
        page = one.page
        chart = page.locator(".curves")
        expect(chart.locator("rect.is-bar")).to_have_count(3 * 12)
        heights = chart.locator("rect.line-0").evaluate_all("all => all.map((one) => +one.getAttribute('height'))")
        assert [height / max(heights) for height in heights] == pytest.approx(
            [max(0, 6 - abs(7 - value)) / 6 for value in range(1, 13)]
        )
        chart.press("ArrowRight")
        expect(chart.locator(".readout")).to_have_text(re.compile("1.*0.%.*16.67"))
        page.get_by_role("radio", name="difference").check()
        chart.press("End")
        expect(chart.locator(".readout")).to_contain_text("−2.778")
        expect(chart.locator(".readout")).to_contain_text("+13.89")
        page.get_by_role("radio", name="curves").check()
        page.get_by_role("radio", name="at least").check()
        expect(chart.locator("polyline")).to_have_count(3)
        points = str(chart.locator("polyline.line-0").get_attribute("points")).split()
        below = chart.locator("text[text-anchor=middle]").evaluate_all("all => all.map((one) => one.getAttribute('x'))")
        expect(chart.locator("text[text-anchor=middle]")).to_have_text(["1", "3", "5", "7", "9", "11"])
        assert below == [f"{point.partition(',')[0]}%" for point in points[::2]]
        page.get_by_text("All values as a table").click()
        expect(page.get_by_role("row", name="7 58.33")).to_contain_text("7/12")
        expect(page).to_have_url(re.compile("drawn=curves&way=least"))


def test_each_value_of_a_chart_is_gone_to(browser: Browser, table: Table) -> None:
    """Arrow keys go from value to value and stop at both ends; ends that hardly any check reaches are not drawn."""
    sums = sixfold.odds("dice 8d6").numbers["total"]
    highest = max(value for value in range(8, 49) if sums.at_least(value) > Fraction(1, 2000))
    with sitting(browser, f"{table.address}/compare?checks=dice+2d6%0Adice+8d6") as one:
        chart = one.page.locator(".curves")
        told = chart.locator(".readout b")
        chart.press("x")
        for key, value in (
            *(("ArrowRight", 2), ("ArrowRight", 3), ("ArrowRight", 4), ("ArrowLeft", 3), ("x", 3), ("ArrowLeft", 2)),
            *(("ArrowLeft", 2), ("End", highest), ("ArrowRight", highest), ("ArrowLeft", highest - 1), ("Home", 2)),
        ):
            chart.press(key)
            expect(told).to_have_text(str(value))


def test_a_view_is_saved(browser: Browser, table: Table) -> None:
    """The figure as PNG and SVG, the values as CSV and Markdown, the answer as JSON."""
    with sitting(browser, f"{table.address}/compare?checks=dice+2d6%0Adice+1d6") as one:
        found = {}
        for form in ("PNG", "SVG", "CSV", "Markdown", "JSON"):
            with one.page.expect_download() as download:
                one.page.get_by_role("button", name=form).click()
            found[form] = download.value.path().read_bytes()
    assert found["PNG"].startswith(b"\x89PNG")
    assert found["SVG"].count(b"<rect") == 24
    assert b"\n7,0.16666666666666" in found["CSV"]
    assert b",1/6,0,0\n" in found["CSV"]
    assert found["Markdown"].startswith(b"| Value | dice 2d6 |")
    assert json.loads(found["JSON"])[0]["numbers"]["total"]["pmf"]["7"] == "1/6"


def test_charts_grow_with_the_text(browser: Browser, table: Table) -> None:
    """Where a browser writes twice as large, a chart is twice as high; one that has room has chances at the side."""
    with sitting(browser, f"{table.address}/odds?check=ten") as one:
        heights = []
        for text, check in ((16, "ten +1"), (32, "ten +2")):
            one.window(1280, 800, text)
            one.page.get_by_label("Check", exact=True).fill(check)
            expect(one.page.locator("#odds-title")).to_have_text(check)
            heights.append(float(one.page.locator("svg.is-scaled").get_attribute("height") or 0))
        one.window(1280, 800)
        expect(one.page.locator("svg.is-scaled")).to_contain_text("%")
        one.page.goto(table.address)
        expect(one.page.locator(".live svg.chart")).not_to_contain_text("%")
    assert heights[1] == 2 * heights[0] > 0


def test_a_long_question_is_given_up(browser: Browser, table: Table) -> None:
    """While an answer takes long there is a button that gives the question up."""
    with sitting(browser, f"{table.address}/odds?check=ten+%2B4") as one:
        expect(one.page.locator("main")).to_contain_text("103/108")
        one.page.evaluate("""() => { const asked = fetch; globalThis.fetch = (to, how) => new Promise((_, failed) =>
            how.signal?.addEventListener("abort", () => failed(new DOMException("", "AbortError")))) }""")
        one.page.get_by_label("Check", exact=True).fill("ten +5")
        one.page.get_by_role("button", name="Stop").click()
        expect(one.page.get_by_role("alert")).to_contain_text("stopped")


def test_wrong_checks_say_what_is_wrong(browser: Browser, table: Table) -> None:
    """A slip is told in a sentence below the field."""
    with sitting(browser, f"{table.address}/odds?check=ten+superiour") as one:
        one.expected = ("422",)
        expect(one.page.get_by_role("alert")).to_contain_text("superior")


NOTHING_CUT = "[...document.querySelectorAll('.scroll')].every((one) => one.scrollWidth <= one.clientWidth)"


def test_the_luck_of_an_evening(browser: Browser, room: Room) -> None:
    """Each person's throws as dots, and in words against exact expectation."""
    two = room.join("Two")
    for _ in range(3):
        two.throw("ten +4")
    two.throw("hs 3 ranks")
    with joined(browser, room, "One") as one:
        one.page.get_by_role("link", name="Luck").click()
        expect(one.page.locator("circle")).to_have_count(4)
        expect(one.page.get_by_role("table")).to_contain_text("2.9")
        for width in (1024, 1280, 1920):  # a table that is cut scrolls by itself, and hides its last figures
            one.window(width, 800)
            holds(
                one.page, "[...document.querySelectorAll('.scroll')].every((one) => one.scrollWidth <= one.clientWidth)"
            )
