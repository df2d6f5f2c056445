"""Pictures of every view, light, dark and on a phone: `make screenshots` puts them in build/screenshots.

With `--docs` the best of them go into docs/pictures as well.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import ConnectionClosed

from tests.site.conftest import ready
from tests.site.conftest import serving as site_serving
from tests.table.page.kit import DESK, PHONE, browsing, joined, link, sitting
from tests.table.server.kit import Room, Socket, Table, serving

ROOT: Final = Path(__file__).parents[3]
FOLDER: Final = ROOT / "build" / "screenshots"
DOCS: Final = ROOT / "docs" / "pictures"

LOOKS: Final[dict[str, dict[str, Any]]] = {
    "light": {"viewport": DESK, "color_scheme": "light"},
    "dark": {"viewport": DESK, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True},
    "phone-dark": {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True},
}

KEPT: Final = (
    "first-light",
    "table-light",
    "table-dark",
    "table-phone",
    "why-light",
    "grid-dark",
    "luck-light",
    "site-light",
)
"""The pictures that stand in the docs."""

OPEN_VIEWS: Final = {
    "first": "/",
    "odds": "/odds?check=ten+%2B4+superior+1",
    "compare": "/compare",
    "need": "/need",
    "grid": "/grid",
}


SAVED: Final = {"Lore": "ten +4 superior 1", "Climb": "ten +2", "Sword": "ten attack +3 damage 2d6"}
"""The checks that the player of the pictures has as buttons."""


def read(socket: Socket) -> None:
    """Read everything that comes, as a browser does, until the socket is closed."""
    with suppress(ConnectionClosed):
        for _ in socket.connection:
            pass


@contextmanager
def evening(table: Table) -> Iterator[Room]:
    """A table in the middle of an evening, with everybody in front of their browsers."""
    room = table.open("Thursday table")
    master, ansel, brin = room.join("Mara", "master"), room.join("Ansel"), room.join("Brin")
    with ExitStack() as present:
        for person in (master, ansel, brin):
            socket = present.enter_context(person.listening(here=True))
            Thread(target=read, args=(socket,), daemon=True).start()
        headers = {"Authorization": f"Bearer {master.token}"}
        table.http.put(f"/rooms/{room.name}/games", json={"games": ["ten"]}, headers=headers)
        ansel.throw("ten +2 [Lantern] superior 1")
        brin.throw("ten +4 [Stealth]")
        master.post("/notes", {"text": "The bridge is out. The river is loud below.", "visible": "all"})
        asked = master.post("/requests", {"check": "ten hard", "people": []}).json()["number"]
        ansel.throw("ten hard +5 [Climbing]", to=asked)
        master.throw("ten +3", visible="master")
        brin.throw("ten attack +4 damage 2d6")
        ansel.throw("ten +1", faces=[5, 5, 5])
        master.throw("ten chaos", faces=[6, 4, 3])
        brin.throw("ten hard +6 [Climbing] superior 1", to=asked, faces=[6, 6, 4, 2, 3])
        wall = master.post(
            "/instruments",
            {
                "system": "ten",
                "instrument": "extended",
                "command": "start",
                "values": {"name": "Mend the bridge", "threshold": 4},
            },
        )
        brin.throw("ten +4", to=wall.json()["number"])
        yield room


@contextmanager
def a_table(browser: Browser, room: Room, look: dict[str, Any], role: str = "player") -> Iterator[Page]:
    """Somebody at the table, with a check that waits to be thrown."""
    name = "Tove" if role == "player" else "Runa"
    with joined(browser, room, name, role, **look) as seat:
        seat.expected = ("422", "503")
        seat.page.get_by_label("Check", exact=True).fill("ten +4 superior 1")
        expect(seat.page.locator("#throw svg.chart")).to_be_visible()
        yield seat.page


def at_the_table(browser: Browser, room: Room, look: dict[str, Any], shot: Callable[[Page, str], None]) -> None:
    """The table itself, and what is opened at it."""
    with a_table(browser, room, look) as page:
        for name, check in SAVED.items():
            page.get_by_label("Check", exact=True).fill(check)
            page.get_by_role("button", name="Save this").click()
            page.get_by_label("Name of the button").fill(name)
            page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_label("Check", exact=True).fill("ten +4 superior 1")
        page.locator("#throw .say > button").click()
        page.wait_for_timeout(900)
        shot(page, "table")
        page.get_by_role("button", name="Why").click()
        page.wait_for_timeout(900)
        shot(page, "why")
        proof = page.get_by_role("button", name="Was it fair?")
        if proof.count():
            proof.click()
            expect(page.get_by_text("Nobody chose these dice.")).to_be_visible()
            shot(page, "proof")
        page.keyboard.press("Escape")
        page.get_by_label("Check", exact=True).fill("ten +4 superiour")
        page.wait_for_timeout(600)
        shot(page, "slip")
        page.get_by_label("Check", exact=True).fill("odgs vs 15 advantage 2 combat")
        page.wait_for_timeout(400)
        page.locator("#throw .say > button").click()
        page.wait_for_timeout(1200)
        shot(page, "question")
        page.goto(page.url.split("#")[0] + "/luck")
        expect(page.locator("circle").first).to_be_visible()
        shot(page, "luck")


def as_master(browser: Browser, room: Room, look: dict[str, Any], shot: Callable[[Page, str], None]) -> None:
    """What the master sees, and the form."""
    with a_table(browser, room, look, "master") as page:
        shot(page, "master")
        page.get_by_role("button", name="As a form").click()
        page.wait_for_timeout(600)
        shot(page, "form")


def at_the_site(picture: Path) -> None:
    """The editor of the site, as `make site-files` built it."""
    site = site_serving()
    with browsing() as browser, sitting(browser, f"{site.address}#/play", viewport=DESK) as seat:
        ready(seat.page)
        move = seat.page.locator("#start option", has_text="move:").get_attribute("value")
        seat.page.get_by_label("Start from").select_option(move)
        expect(seat.page.locator(".try .live")).to_contain_text("%")
        seat.page.locator(".try").get_by_role("button", name="Roll", exact=True).click()
        seat.page.wait_for_timeout(1500)
        seat.page.screenshot(path=picture)
    site.stop()


def main(words: list[str]) -> int:
    """Take every picture."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with (
        tempfile.TemporaryDirectory() as name,
        browsing() as browser,
        serving(Path(name) / "table.db", Path(name), module="tests.table.page.slow_clock") as table,
    ):
        for look, how in LOOKS.items():

            def shot(page: Page, view: str, look: str = look) -> None:
                page.screenshot(path=FOLDER / f"{view}-{look}.png")

            for view, address in OPEN_VIEWS.items():
                with sitting(browser, table.address + address, **how) as seat:
                    seat.expected = ("503",)
                    seat.page.wait_for_load_state("networkidle")
                    seat.page.wait_for_timeout(700)
                    shot(seat.page, view)
            with evening(table) as room:
                with sitting(browser, link(room), **how) as seat:
                    expect(seat.page.get_by_label("Your name")).to_be_visible()
                    shot(seat.page, "join")
                at_the_table(browser, room, how, shot)
                as_master(browser, room, how, shot)
    if "--docs" in words:
        at_the_site(FOLDER / "site-light.png")
        DOCS.mkdir(parents=True, exist_ok=True)
        for kept in KEPT:
            shutil.copy(FOLDER / f"{kept}.png", DOCS / f"{kept}.png")
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
