"""The page in Firefox and in WebKit: an evening in short, a proof, a table that goes away and comes back, the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site import conftest as sites
from tests.table.page.engines import WITHOUT, Window, found, window
from tests.table.page.kit import link
from tests.table.server.kit import Person, serving


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def other(request: pytest.FixtureRequest) -> Iterator[Window]:
    if not found(request.param):
        pytest.skip(WITHOUT[request.param])
    with window(request.param) as opened:
        yield opened


def test_an_evening_in_short(other: Window, tmp_path: Path) -> None:
    """Two people roll, a tool follows, the dice are proven; a table that is gone for a while misses no roll."""
    with serving(tmp_path / "table.db", tmp_path) as table:
        room = table.open()
        port = int(table.address.rpartition(":")[2])
        other.go(link(room, "master"))
        other.type("#name", "Mara")
        other.press("button", "Sit down")
        other.press(".starters button", "3d6 roll-over")
        other.sees(".blotter .top", "ten")
        other.until("document.querySelectorAll('.blotter .die').length >= 3")
        other.until("document.querySelector('.blotter .die')?.offsetWidth >= 40")
        two = room.join("Two")
        two.throw("ten superior 1", faces=[5, 5, 5, 2])
        other.sees("[role=log]", "chaos strikes")
        other.press(".ask button", "Roll ten chaos")
        other.sees(".blotter .top", "ten chaos")
        other.until("document.documentElement.scrollWidth <= innerWidth")

        other.press(".blotter button", "Why")
        other.press("dialog button", "Was it fair?")
        other.sees("dialog", "Nobody chose these dice.")
        other.press("dialog button[aria-label]")

        table.stop()
        other.sees(".line", "No connection")
        other.type("#check", "ten +9")
        other.press("#throw .say > button")
        other.sees(".blotter", "Your roll is waiting here")
        with serving(tmp_path / "table.db", tmp_path, port=port) as again:
            room.table = again
            other.sees("[role=log]", "ten +9")
            other.until("!hand.says('.blotter', 'waiting')")
            rolled = [one for one in Person(room, two.id, two.token).events() if one["kind"] == "throw"]
            assert [one["record"]["text"] for one in rolled].count("ten +9") == 1


def test_the_first_answer_of_the_site(other: Window) -> None:
    """Python starts in this browser too, and rolls."""
    if not sites.built():
        pytest.skip(sites.UNBUILT)
    site = sites.serving()
    other.go(site.address)
    other.until("document.querySelector('.engine-state[hidden]')")
    other.type("#check", "ten +4")
    other.sees(".live", "Success")
    other.press(".say button")
    other.sees(".blotter .top", "ten +4")
    site.stop()
