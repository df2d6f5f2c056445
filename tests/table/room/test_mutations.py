"""Every field of every event changed by a server that lies, every hash made to fit: it is found, or said to be unseen.

docs/maintaining/limits-of-a-proof.md has a table of what a proof cannot show, held against what happens here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import copy
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from sixfold.table.room.commands import (
    Answer,
    ChooseGames,
    Correct,
    Door,
    EditCharacter,
    HandOver,
    Leave,
    Links,
    Note,
    Remove,
    Rename,
    RequestRoll,
    Restore,
    Reveal,
    Roll,
    Unwitnessed,
    Use,
    Witness,
)
from sixfold.table.room.event_kinds import KINDS
from sixfold.table.room.log_event import canonical
from sixfold.table.room.verify import verify
from tests.effort import THOROUGH
from tests.pages import ROOT
from tests.table.room.table import C, Table, W, seated

EVERY = THOROUGH > 1
"""Whether every change is tried, and not a sample of them: that takes some minutes."""

RATE = 0.12
"""How many of the places are tried in a sample."""

Line = dict[str, Any]


@cache
def evening() -> Table:
    """An evening with every kind of event, in every form that it has."""
    table, master, ada, bo, cy = seated()
    table.throw(ada, "ten +4 superior 1", seen=table.seen())
    table.throw(bo, "hs 2d", faces=(3, 1), seen=table.seen(2))
    for visible in ("all", "self"):
        table.throw(ada, "dice " + "+".join(["100d6"] * 11), visible=visible)
    table.do(Roll(ada, "ten hard", c=C, witness=bo))
    table.do(Witness(bo, table.state.number, W))
    table.do(Roll(bo, "wild 3D+1 vs 10", c=C, witness=ada))
    table.do(Unwitnessed(table.state.number, (ada, master)))
    blind = table.throw(ada, "odgs vs 15 combat", visible="blind")
    asked = table.throw(bo, "odgs vs 15 advantage 2 combat")
    while asked["kind"] == "question":
        asked = table.answer(bo, asked["number"], len(asked["options"]) - 1)
    asked = table.throw(bo, "odgs vs 15 advantage 1 combat", faces=(6, 5, 5, 3))
    while asked["kind"] == "question":
        asked = table.do(Answer(bo, asked["number"], 0)) and table.last(bo)
    table.throw(ada, "hs 3 ranks", faces=(6, 2, 1))
    secret = table.throw(bo, "hs 2d", visible="self")
    table.throw(master, "ten chaos", visible="self", faces=(6, 5, 4))
    shown = table.throw(ada, "ten +1", visible="master")
    table.do(Correct(ada, shown["number"], check="ten +2", reason="the rope"))
    table.do(Reveal(master, blind["number"]))
    table.do(Reveal(ada, shown["number"]))
    table.do(Correct(bo, secret["number"], withdraw=True))
    table.do(Note(ada, "That was close."))
    table.do(Note(bo, "psst", "master"))
    table.do(RequestRoll(master, "ten hard", (ada, bo)))
    wanted = table.state.number
    table.throw(ada, "ten hard", to=wanted)
    table.do(RequestRoll(master, "hs 2d", (bo,), "master"))
    table.do(Correct(master, wanted, withdraw=True))
    table.do(Use(master, "skew", "luck", "give", {"person": ada, "kind": "good", "dice": 2}))
    table.do(Correct(master, table.state.number, withdraw=True, reason="too much"))
    table.do(Use(ada, "hs", "proposals", "propose", {"check": "hs 2d"}))
    table.do(Correct(ada, table.state.number, withdraw=True))
    mira = table.do(EditCharacter(ada, sheet={"name": "Mira", "game": "ten"})).number
    table.do(EditCharacter(ada, mira, {"values": {"health": {"now": 3, "of": 9}}}))
    ogre = table.do(EditCharacter(master, sheet={"name": "Ogre"})).number
    table.do(EditCharacter(master, ogre, visible="all"))
    table.throw(ada, "ten +3")
    table.throw(master, "ten +6", character=ogre)
    table.do(EditCharacter(master, mira, remove=True))
    first = table.throw(bo, "dice 2d6")
    table.throw(bo, "dice 2d6", instead=first["number"])
    table.do(Correct(bo, first["number"] + 2, check="dice 2d6+1", reason="the rope"))
    table.do(Rename(ada, ada, "Ada of the Hill", "#112233"))
    table.do(ChooseGames(master, ("ten", "skew")))
    table.do(Door(master, False))
    table.do(Door(master, True))
    table.links |= table.do(Links(master, ("player",))).given
    di = table.join("player", "Di")
    table.do(Remove(master, di))
    table.do(Leave(cy))
    table.do(Roll(ada, "ten", c=C, witness=bo))
    table.secret = sha256(table.secret).digest()
    table.do(Restore())
    table.do(HandOver(master, bo))
    table.throw(ada, "skew percentile")
    table.throw(master, "ten attack damage 2d6", visible="all")
    return table


def lines(reader: str | None) -> list[Line]:
    """The evening as a reader has it: what is public, and what is his."""
    found = json.loads(evening().export(reader))["events"]
    return [{name: json.loads(text) for name, text in line.items()} for line in found]


def written(log: list[Line]) -> str:
    """An export of these events, every hash made to fit: of private parts, and of the events before."""
    prev, found = "", []
    for line in log:
        public = {**line["stored"], "prev": prev}
        entry = {}
        if "private" in line:
            private = canonical(line["private"])
            public["sealed"] = sha256(private).hexdigest()
            entry["private"] = private.decode()
        stored = canonical(public)
        prev = sha256(stored).hexdigest()
        found.append({"stored": stored.decode(), **entry})
    return json.dumps({"version": 1, "room": evening().state.room, "events": found})


Path = tuple[str | int, ...]


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a value: the fields, and what is in them."""
    if path:
        yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for at in range(min(len(value), 2)):
            yield from places(value[at], (*path, at))


def others(value: Any) -> list[Any]:
    """What a liar may put in the place of a value: something of another kind, and something quite like it."""
    junk: list[Any] = [None, True, 0, 1, -1, 2**70, "", "x", [], {}, [value], "p1", "p2", "p3", "p99"]
    if isinstance(value, bool):
        junk += [not value, int(value)]
    elif isinstance(value, int):
        junk += [value + 1, value - 1, bool(value), str(value)]
    elif isinstance(value, str):
        junk += [f"{value}x", value[:-1], value.upper(), value.replace("a", "b"), value.replace("0", "1"), f"{value} "]
    elif isinstance(value, list):
        junk += [value + value[-1:], value[:-1], value[::-1], [*value, 1], [*value, "p1"], [*value, [0, 6, 1]]]
    elif isinstance(value, dict):
        junk += [{**value, "more": 1}, {name: value[name] for name in list(value)[1:]}]
    return [other for other in junk if canonical(other) != canonical(value)]


def opened(whole: Line, path: Path) -> tuple[Line, Any]:
    """A copy in which all that contains a place may be changed, and what contains it at once."""
    made: Line = copy(whole)
    inner: Any = made
    for step in path[:-1]:
        inner[step] = copy(inner[step])
        inner = inner[step]
    return made, inner


def put(whole: Line, path: Path, value: Any) -> Line:
    """A copy with another value in a place."""
    made, inner = opened(whole, path)
    inner[path[-1]] = value
    return made


def left_out(whole: Line, path: Path) -> Line:
    """A copy without a field."""
    made, inner = opened(whole, path)
    del inner[path[-1]]
    return made


def unseen() -> set[tuple[str, str]]:
    """What docs/maintaining/limits-of-a-proof.md says that a proof cannot show: kinds and names."""
    text = (ROOT / "docs" / "maintaining" / "limits-of-a-proof.md").read_text("utf-8")
    page = text.partition("<!-- unseen -->")[2].partition("\n\n")[0]
    found: set[tuple[str, str]] = set()
    for kinds, names in re.findall(r"^\| (`.+?`) \| (`.+?`) \|", page, re.MULTILINE):
        for kind in re.findall(r"`(.+?)`", kinds):
            found |= {(kind, name) for name in re.findall(r"`(.+?)`", names)}
    return found


def shown_draws(log: list[Line]) -> set[tuple[str, int]]:
    """The draws whose keys are in a log, by lane and index."""
    calls = {line["stored"]["number"]: line["stored"] for line in log if line["stored"]["kind"] == "call"}
    opened = [line["stored"] for line in log if "key" in {**line["stored"], **line.get("private", {})}]
    opened = [log[event["throw"] - 1]["stored"] if event["kind"] == "reveal" else event for event in opened]
    return {(calls[event["call"]]["person"], event["index"]) for event in opened}


def kinds_of(log: list[Line], number: int, path: Path) -> set[str]:
    """Under which names the page may list what cannot be seen of an event."""
    line, event = log[number - 1], log[number - 1]["stored"]
    kind = event["kind"]
    revealed = {one["stored"]["throw"] for one in log if one["stored"]["kind"] == "reveal"}
    answered: dict[int, Line] = {event["call"]: event for event in (one["stored"] for one in log) if "call" in event}
    found = {"any", kind}
    if "hidden" in event and number not in revealed and "private" not in line:
        comes = answered.get(number) or event
        if comes["number"] not in revealed:
            found |= {"unseen", f"unseen {kind}"}
    if "typed" in event:
        found.add(f"typed {kind}")
    if kind == "call" and number not in answered:
        found.add("waiting call")
    if kind == "lane" and len(path) > 2 and (event["person"], event["first"] + int(path[2])) in shown_draws(log):
        found.discard("lane")
    return found


def believed(reader: str | None, every: bool) -> Iterator[tuple[int, Path, Any]]:
    """Mutations that the verifier believes: the event, the place, and what stands there."""
    log, chance = lines(reader), Random(f"{reader}")
    tried = 0
    for at, line in enumerate(log):
        for path in places(line):
            if (
                (reader is not None and path[0] == "stored")
                or path[-1] in ("prev", "stored", "private")
                or (len(path) == 2 and path[1] == "sealed" and "private" in line)
            ):
                continue
            now: Any = line
            for step in path:
                now = now[step]
            mutations = [put(line, path, other) for other in others(now)]
            if isinstance(path[-1], str):
                mutations.append(left_out(line, path))
            for mutation in mutations if every else chance.sample(mutations, 1) if chance.random() < RATE else ():
                tried += 1
                try:
                    text = written([*log[:at], mutation, *log[at + 1 :]])
                except (UnicodeEncodeError, KeyError, TypeError):
                    continue
                report = verify(text)
                if not report.problems and not report.unknown:
                    inner: Any = mutation
                    for step in path:
                        inner = inner.get(step, "(left out)") if isinstance(inner, dict) else inner[step]
                    yield at + 1, path, inner
    assert tried > (100 if reader is None else 5)


def test_the_evening_has_every_kind() -> None:
    """Every kind of event is there, and all of it holds for everyone."""
    kinds = {line["stored"]["kind"] for line in lines(None)}
    assert kinds == set(KINDS)
    for reader in (None, "p1", "p2", "p3", "p4"):
        assert verify(evening().export(reader)).problems == []
        assert verify(written(lines(reader))).problems == []


@pytest.mark.parametrize("reader", [None, "p1", "p2", "p3"])
def test_what_is_believed_is_listed(reader: str | None) -> None:
    """Whatever a lying server changes is found, or stands in the table of what a proof cannot show."""
    log, known = lines(reader), unseen()
    assert known
    wrong = []
    for number, path, value in believed(reader, EVERY):
        kinds = kinds_of(log, number, path)
        if not any((kind, str(path[1])) in known for kind in kinds):
            wrong.append((number, kinds, path, value))
    assert wrong == []
