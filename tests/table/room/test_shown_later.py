"""A hidden roll that is shown later, forged together with its seal: what its request can never have said is found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest

from sixfold.checks.check import parse
from sixfold.rules.dice import Die
from sixfold.table.room.commands import Correct, Reveal
from sixfold.table.room.playing import document, play
from sixfold.table.room.verify import formulas, verify
from tests.table.room.table import seated


class Given:
    """Faces that are given in their order."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        """The next faces."""
        del die, label
        given, self.faces = self.faces[:size], self.faces[size:]
        return given


def forged(**lie: Any) -> list[str]:
    """What is found in a log whose server put this into the request of a hidden roll, and sealed it anew."""
    table, _, ada, bo, _ = seated()
    table.throw(ada, "ten +4")
    hidden = table.throw(bo, "hs 2d", visible="self")
    table.do(Reveal(bo, hidden["number"]))
    events = [(json.loads(one.public), json.loads(one.private) if one.private else None) for one in table.events]
    public, call = next(event for event in events if event[0]["kind"] == "call" and event[0]["person"] == bo)
    shown, throw = next(event for event in events if event[0]["kind"] == "throw" and event[0]["person"] == bo)
    reveal = events[-1][0]
    assert call is not None and throw is not None
    request = {**call["request"], **lie}
    faces = formulas.faces(
        throw["key"], table.state.room, bo, public["index"], request, throw["c"], shown["w"], throw["dice"]
    )
    record = document(play(parse(request["check"]), [], Given(faces), None, "system"))  # type: ignore[arg-type]
    call["request"], public["seal"] = request, formulas.sealed(throw["key"], request, throw["c"])
    for body in (throw, reveal):
        body.update(request=request, faces=faces, record=record)
    before, stored = "", []
    for body, private in events:
        body["prev"] = before
        if private is not None and "hidden" in body:
            body["sealed"] = sha256(formulas.canon(private)).hexdigest()
        text = formulas.canon(body)
        before = sha256(text).hexdigest()
        stored.append({"stored": text.decode()})
    report = verify(json.dumps({"version": 1, "room": table.state.room, "events": stored}))
    return [problem.message for problem in report.problems]


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ({}, []),
        ({"instead": 99}, ["replaces an event that is not a roll"]),
        ({"to": 99}, ["is for an event that does not exist yet"]),
        ({"note": "a\0b"}, ["does not play: A note is made of characters that can be seen, and blanks."]),
    ],
)
def test_what_is_shown_later_was_possible(lie: dict[str, Any], found: list[str]) -> None:
    """A request that nobody can have made is found when it is shown, by those who saw nothing of it before."""
    assert forged(**lie) == found


def test_what_was_shown_may_be_corrected_by_others() -> None:
    """Once a roll in secret is shown, the GM corrects it like any other: a log that says so is in order."""
    table, master, _, bo, _ = seated()
    hidden = table.throw(bo, "hs 2d", visible="self")
    table.do(Reveal(bo, hidden["number"]))
    table.do(Correct(master, hidden["number"], check="dice 2d6"))
    for person in (None, master, bo):
        assert verify(table.export(person)).problems == []
