"""The proof that a browser works out: a third verifier, held against the vectors, an evening, and lies about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from sixfold.rules.dice import D10, Die
from sixfold.table.room import fair
from sixfold.table.room.log_export import exported
from tests.table.room.evening import Log, chained, evening, public
from tests.table.server.kit import Table
from tests.waiting import PATIENCE

EVENING = evening()
ROOM = EVENING.state.room
MANY = Die()._replace(sides=3_000_000_000)  # three in ten words are rejected
KEY = bytes(range(32))
REQUEST = {"check": "ten +4", "visible": "all", "ü": '\u2028\u0001"\\'}

CHECK = "async ([text, number]) => (await import('/page/fair/check.js')).check(JSON.parse(text), number)"
FORMULAS = "async (draw) => { const f = await import('/page/fair/formulas.js'); return {"
FORMULAS += " canon: f.canon(draw.request), committed: f.committed(draw.key),"
FORMULAS += " sealed: f.sealed(draw.key, draw.request, draw.c), faces: f.faces(draw) }; }"


@pytest.fixture(scope="module")
def page(browser: Browser, table: Table) -> Iterator[Page]:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(table.address)
    yield page
    context.close()


@pytest.mark.parametrize("w", ["ff" * 16, ""])
@pytest.mark.parametrize("dice", [[(5, Die())], [(3, Die()), (2, D10), (1, Die(1000))], [(6, MANY)]])
def test_formulas(page: Page, dice: list[tuple[int, Die]], w: str) -> None:
    """Browser and server agree on every formula, rejected words included."""
    drawn = fair.FairDice(KEY, "inn", "p1", 7, REQUEST, "00" * 16, w)
    for size, die in dice:
        drawn.throw(size, die, "")
    draw = {"key": KEY.hex(), "room": "inn", "lane": "p1", "index": 7, "request": REQUEST, "c": "00" * 16, "w": w}
    found = page.evaluate(FORMULAS, {**draw, "dice": drawn.rows})
    assert found["faces"] == drawn.faces
    assert found["committed"] == fair.commitment(KEY)
    assert found["sealed"] == fair.seal_of(KEY, REQUEST, "00" * 16)
    assert json.loads(found["canon"]) == REQUEST


def test_every_throw_of_an_evening(page: Page) -> None:
    """Open, witnessed, revealed and chosen throws are worked out again; typed and sealed ones are called so."""
    text = json.dumps(exported(ROOM, EVENING.events, EVENING.person("p2")))
    kinds = set()
    for event in EVENING.events:
        if event.shown["kind"] == "throw":
            found = page.evaluate(CHECK, [text, event.number])
            assert found["whole"], (event.number, found)
            kinds.add((found["kind"], len(found["draws"])))
    assert kinds >= {("drawn", 1), ("typed", 0), ("sealed", 0)}


def _one(log: Log, kind: str) -> dict[str, Any]:
    return next(event for event in log if event["kind"] == kind and event["person"] == "p2" and "key" in event)


def _turned(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


LIES: dict[str, Callable[[Log, dict[str, Any]], None]] = {
    "faces": lambda log, throw: throw["faces"].reverse(),
    "key": lambda log, throw: throw.update(key=_turned(throw["key"])),
    "c": lambda log, throw: throw.update(c=_turned(throw["c"])),
    "request": lambda log, throw: throw.update(request={**throw["request"], "check": "ten +5"}),
    "witness's bytes": lambda log, throw: throw.update(w="ab" * 16),
    "seal": lambda log, throw: log[throw["call"] - 1].update(seal=_turned(log[throw["call"] - 1]["seal"])),
    "record": lambda log, throw: throw["record"]["throws"][0]["faces"].reverse(),
    "commitment": lambda log, throw: next(e for e in log if e["kind"] == "lane" and e["person"] == "p2").update(
        commitments=["00" * 32] * 32
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_found(page: Page, lie: str) -> None:
    """A lie about a throw is found, even where every hash was made to fit again."""
    log = public(EVENING)
    throw = _one(log, "throw")
    assert page.evaluate(CHECK, [chained(log, ROOM), throw["number"]])["whole"]
    LIES[lie](log, throw)
    assert not page.evaluate(CHECK, [chained(log, ROOM), throw["number"]])["whole"]


def test_a_torn_log_is_found(page: Page) -> None:
    """A byte changed without the hashes tears the chain behind it."""
    document = exported(ROOM, EVENING.events, None)
    stored = document["events"][4]["stored"]
    document["events"][4]["stored"] = stored.replace("2026", "2027", 1)
    found = page.evaluate(CHECK, [json.dumps(document), EVENING.events[-1].number])
    assert found["chain"] == 6
    assert not found["whole"]
