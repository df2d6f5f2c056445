"""Several people check their logs together: a server that shows two logs is found, and hidden parts are checked."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from sixfold.table.room.commands import Correct
from sixfold.table.room.verify import verify, verify_together
from tests.effort import THOROUGH
from tests.table.room.table import Table, seated
from tests.table.room.test_mutations import evening, lines, others, places, put, written

READERS = (None, "p1", "p2", "p3", "p4")


def test_one_evening_seen_by_all() -> None:
    """Logs of one evening agree, older ones too; together they show what each of them hides."""
    together = verify_together([evening().export(reader) for reader in READERS])
    assert (together.problems, together.logs) == ([], len(READERS))
    assert len(together.hidden) < len(verify(evening().export(None)).hidden)
    assert together.draws > verify(evening().export(None)).draws
    older = json.loads(evening().export("p2"))
    older["events"] = older["events"][:21]
    assert verify_together([json.dumps(older), evening().export("p3")]).problems == []


def moved(log: list[dict[str, Any]], order: list[int]) -> str:
    """The events of a log with these numbers, in this order, numbered anew wherever they name each other."""
    anew = {0: 0} | {number: at for at, number in enumerate(order, start=1)}

    def named(part: dict[str, Any]) -> dict[str, Any]:
        one: dict[str, Any]
        one = {name: anew[part[name]] for name in ("call", "throw", "question", "answers", "character") if name in part}
        many: dict[str, Any] = {
            name: [anew[number] for number in part[name]] for name in ("calls", "void") if name in part
        }
        asked = part.get("request", {})
        asked |= {name: anew[asked[name]] for name in ("to", "instead", "question") if name in asked}
        return {**part, **one, **many}

    told = []
    for at, number in enumerate(order, start=1):
        line = {name: named(part) for name, part in deepcopy(log[number - 1]).items()}
        line["stored"] |= {"number": at, "at": log[at - 1 if at <= len(log) else -1]["stored"]["at"]}
        told.append(line)
    return written(told)


def test_events_left_out_or_moved() -> None:
    """An event that is left out, said twice, or in another place is found in one log, or where two are compared."""
    log, chance = lines("p2"), Random("moved")
    numbers = list(range(1, len(log) + 1))
    honest, believed = evening().export("p2"), 0
    for at in range(1, len(log) - 1):
        for order in (
            [*numbers[:at], *numbers[at + 1 :]],
            [*numbers[: at + 1], *numbers[at:]],
            [*numbers[: at - 1], numbers[at], numbers[at - 1], *numbers[at + 1 :]],
        ):
            if chance.random() > THOROUGH / 3:
                continue
            try:
                told = moved(log, order)
            except KeyError:  # an event that is left out is named by a later one
                continue
            if order != numbers and not verify(told).problems:
                believed += 1
                assert verify_together([honest, told]).problems, order
    assert believed


def rebuilt(log: list[dict[str, Any]], number: int, **change: Any) -> str:
    """The log with a change in an event, and every hash made to fit."""
    changed = {**log[number - 1], "stored": {**log[number - 1]["stored"], **change}}
    return written([*log[: number - 1], changed, *log[number:]])


def test_lies_that_one_log_cannot_show() -> None:
    """Events that are changed, invented or left out fit one log; two logs differ at the first of them."""
    table, master, ada, bo, _ = seated()
    table.throw(ada, "ten", faces=(6, 3, 2))
    asked = table.throw(bo, "ten +1", visible="self", faces=(6, 3, 2))["number"]
    wrong = table.throw(ada, "ten +2", faces=(6, 3, 2))["number"]
    corrected = table.do(Correct(ada, wrong, check="ten +3")).number
    last = table.do(Correct(master, wrong, withdraw=True, reason="no")).number
    log = [{"stored": json.loads(event.public)} for event in table.events]
    honest = table.export(ada)
    room = table.state.room
    without = {"stored": {**log[wrong - 1]["stored"], "number": asked}}
    lies = {
        "a correction to another reason": (last, rebuilt(log, last, reason="yes")),
        "an invented withdrawal": (corrected, written([*log[: corrected - 1], _withdrawal(log[corrected - 1])])),
        "a hidden roll left out": (asked, written([*log[: asked - 1], without])),
    }  # fmt: skip
    for name, (number, lie) in lies.items():
        told = lie.replace(evening().state.room, room)
        assert verify(told).problems == [], name
        found = verify_together([honest, told])
        assert [one.number for one in found.problems] == [number], name
        assert "different logs" in found.problems[0].message


def _withdrawal(line: dict[str, Any]) -> dict[str, Any]:
    stored = {name: value for name, value in line["stored"].items() if name not in ("record", "request")}
    return {"stored": {**stored, "withdrawn": True}}


@pytest.mark.parametrize("reader", [None, "p1"])
def test_each_log_is_checked(reader: str | None) -> None:
    """A problem of one log alone is named with that log, once."""
    log = lines(reader)
    mutated = rebuilt(log, len(log), at="2020-01-01T00:00:00Z")
    found = verify_together([evening().export("p2"), mutated])
    assert [one.number for one in found.problems] == [len(log), len(log)]
    assert found.problems[0].message.endswith("(log 2)")


def test_a_secret_is_checked_by_those_who_share_it() -> None:
    """A private part that one reader has is held against the seal for everyone."""
    table: Table = evening()
    one = json.loads(table.export("p1"))
    hidden = next(n for n, line in enumerate(one["events"]) if "private" in line)
    one["events"][hidden]["private"] = one["events"][hidden]["private"].replace("e", "E", 1)
    found = verify_together([table.export("p2"), json.dumps(one)])
    assert hidden + 1 in {problem.number for problem in found.problems}


def test_lies_together() -> None:
    """Two lies in one log may hide each other from its reader, and never from somebody with an honest log."""
    log, chance = lines(None), Random("lies")
    honest = written(log)
    for _ in range(15 * THOROUGH):
        lie = deepcopy(log)
        for _ in range(2):
            at = chance.randrange(len(lie))
            path = chance.choice([path for path in places(lie[at]) if path != ("stored",) and path[-1] != "prev"])
            now: Any = lie[at]
            for step in path:
                now = now[step]
            lie[at] = put(lie[at], path, chance.choice(others(now)))
        try:
            told = written(lie)
        except (KeyError, TypeError):
            continue
        assert verify_together([honest, told]).problems, told
