"""One evening that holds everything that the protocol knows, and lies that can be told about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sixfold.table.room.commands import Correct, Note, Reveal, Roll, Unwitnessed, Witness
from sixfold.table.room.log_event import canonical
from tests.table.room.table import C, Table, W, seated

Log = list[dict[str, Any]]


def evening() -> Table:
    """Open, witnessed, hidden, revealed, typed, corrected throws, choices, and a lane that is filled up."""
    table, master, ada, bo, _ = seated()
    table.throw(ada, "ten +4 superior 1")
    table.do(Roll(ada, "ten hard", c=C, witness=bo))
    table.do(Witness(bo, table.state.number, W))
    table.do(Roll(bo, "wild 3D+1 vs 10", c=C, witness=ada))
    table.do(Unwitnessed(table.state.number, (ada, master)))
    blind = table.throw(ada, "odgs vs 15 combat", visible="blind")
    asked = table.throw(bo, "odgs vs 15 advantage 2 combat")
    while asked["kind"] == "question":
        asked = table.answer(bo, asked["number"], len(asked["options"]) - 1)
    table.throw(bo, "skew percentile")
    table.throw(ada, "hs 3 ranks", faces=(6, 2, 1))
    table.throw(bo, "hs 2d", visible="self")
    table.throw(master, "ten chaos", visible="self", faces=(6, 5, 4))
    shown = table.throw(ada, "ten +1", visible="master")
    table.do(Correct(ada, shown["number"], check="ten +2", reason="the rope"))
    table.do(Reveal(master, blind["number"]))
    table.do(Note(ada, "That was close."))
    table.do(Reveal(ada, shown["number"]))
    table.do(Correct(ada, 10, check="ten +5 superior 1"))
    for _ in range(25):
        table.throw(bo, "dice 2d6")
    return table


def public(table: Table) -> Log:
    """The public parts of a log, as data."""
    return [json.loads(event.public) for event in table.events]


def chained(log: Log, room: str) -> str:
    """An export of these events, with every hash made to fit again."""
    prev, lines = "", []
    for event in log:
        stored = canonical({**event, "prev": prev})
        prev = sha256(stored).hexdigest()
        lines.append({"stored": stored.decode()})
    return json.dumps({"version": 1, "room": room, "events": lines})


def _the(log: Log, kind: str, **having: Any) -> dict[str, Any]:
    return next(e for e in log if e["kind"] == kind and all(e.get(name) == value for name, value in having.items()))


def _throw_of(log: Log) -> dict[str, Any]:
    return _the(log, "throw", index=0, person="p2")


def _call_of(log: Log) -> dict[str, Any]:
    return _the(log, "call", index=0, person="p2")


def _without(log: Log, event: dict[str, Any]) -> None:
    """Leave an event out, and number the others anew, wherever they name each other."""
    gone: int = event["number"]
    log.remove(event)

    def less(number: int) -> int:
        return number - (number > gone)

    for other in log:
        for name in ("number", "call", "throw", "question", "answers"):
            if isinstance(other.get(name), int):
                other[name] = less(other[name])
        if "calls" in other:
            other["calls"] = [less(number) for number in other["calls"]]


def _other_faces(log: Log) -> None:
    throw = _throw_of(log)
    throw["faces"][0] = throw["faces"][0] % 6 + 1


def _other_faces_and_record(log: Log) -> None:
    throw = _throw_of(log)
    throw["faces"][0] = throw["faces"][0] % 6 + 1
    throw["record"]["throws"][0]["faces"][0] = throw["faces"][0]


def _other_record(log: Log) -> None:
    throw = _throw_of(log)
    throw["record"]["throws"][0]["faces"][0] = throw["record"]["throws"][0]["faces"][0] % 6 + 1


def _other_outcome(log: Log) -> None:
    outcome = _throw_of(log)["record"]["outcome"]
    outcome["success"] = not outcome["success"]


def _other_request(log: Log) -> None:
    for event in (_call_of(log), _throw_of(log)):
        event["request"] = {**event["request"], "check": "ten +9 superior 1"}
    _throw_of(log)["record"]["text"] = "ten +9 superior 1"


def _entropy_in_both(log: Log) -> None:
    for event in (_call_of(log), _throw_of(log)):
        event["c"] = "00" * 16


def _skipped(log: Log) -> None:
    for event in (_call_of(log), _throw_of(log)):
        event["index"] = 1


def _dropped(log: Log) -> None:
    for event in (_throw_of(log), _call_of(log)):
        _without(log, event)


def _refused(log: Log) -> None:
    _without(log, _throw_of(log))


def _new_commitment(log: Log) -> None:
    lane = _the(log, "lane", person="p2")
    lane["commitments"][0] = "00" * 32


def _committed_twice(log: Log) -> None:
    lane = [e for e in log if e["kind"] == "lane" and e["person"] == "p3"][1]
    lane["first"] -= 1


def _witness_made_up(log: Log) -> None:
    _the(log, "throw", index=1, person="p2")["w"] = "00" * 16


def _witness_left_out(log: Log) -> None:
    _the(log, "throw", index=1, person="p2").update(w="", witness=None)


def _witness_himself(log: Log) -> None:
    _the(log, "throw", index=1, person="p2")["witness"] = "p2"


def _other_reveal(log: Log) -> None:
    reveal = _the(log, "reveal")
    reveal["request"] = {"check": "odgs vs 9 combat", "visible": "blind"}


def _other_hidden_outcome(log: Log) -> None:
    _the(log, "reveal")["record"]["outcome"]["hit"] = not _the(log, "reveal")["record"]["outcome"]["hit"]


def _correction_first(log: Log) -> None:
    roll, correction = [e for e in log if e["kind"] == "reveal"][-2:]
    at = log.index(roll)
    log[at : at + 2] = [
        {**after, "number": before["number"], "at": before["at"]}
        for after, before in ((correction, roll), (roll, correction))
    ]


def _reveals_another(log: Log) -> None:
    hidden = [e["number"] for e in log if e["kind"] == "throw" and e.get("hidden")]
    _the(log, "reveal")["throw"] = hidden[1]


def _other_choice(log: Log) -> None:
    answer = _the(log, "answer")
    answer["choice"] = 0


def _other_options(log: Log) -> None:
    question = _the(log, "question")
    question["options"] = question["options"][:2]


def _typed_as_drawn(log: Log) -> None:
    throw = _the(log, "throw", typed=True)
    del throw["typed"]
    throw["calls"] = []
    throw["record"]["source"] = "system"


def _drawn_as_typed(log: Log) -> None:
    throw = _throw_of(log)
    for name in ("call", "calls", "w", "witness", "index", "silent"):
        del throw[name]
    throw["typed"] = True
    throw["record"]["source"] = "typed"


def _draw_of_before(log: Log) -> None:
    """The dice of a better draw of before count once more."""
    throw, first = _throw_of(log), _the(log, "throw", person=_throw_of(log)["person"])
    again = {**throw, "number": len(log) + 1, "at": log[-1]["at"], "calls": first["calls"], "record": first["record"]}
    for name in ("call", "index", "key", "c", "w", "witness", "silent"):
        del again[name]
    log.append(again)


def _other_draw(log: Log) -> None:
    """A draw that was called is thrown, and the dice of another one are counted."""
    throws = [e for e in log if e["kind"] == "throw" and "key" in e]
    one, other = next((a, b) for a in throws for b in throws if a["number"] < b["number"] and _alike(a, b))
    other.update(calls=one["calls"], record=one["record"], request=other["request"])


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["request"]["check"] == other["request"]["check"] and one["faces"] != other["faces"])


def _hidden_without_a_draw(log: Log) -> None:
    calls = _throw_of(log)["calls"]
    log.append(
        {
            "kind": "throw",
            "version": _throw_of(log)["version"],
            "number": len(log) + 1,
            "at": log[-1]["at"],
            "person": "p1",
            "hidden": True,
            "sealed": "00" * 32,
            "calls": calls,
        }
    )


def _corrected_dice(log: Log) -> None:
    record = [e for e in log if e["kind"] == "correct"][1]["record"]
    record["throws"][0]["faces"][0] = record["throws"][0]["faces"][0] % 6 + 1


def _open_turned_hidden(log: Log) -> None:
    throw = _throw_of(log)
    for name in ("key", "request", "c", "dice", "faces", "record"):
        del throw[name]
    throw.update(hidden=True, sealed="00" * 32)


def _time_turned_back(log: Log) -> None:
    log[-1]["at"] = "2020-01-01T00:00:00Z"


def _of_a_stranger(log: Log) -> None:
    for event in (_call_of(log), _throw_of(log)):
        event["person"] = "p99"


def _another_room(log: Log) -> None:
    log[0]["room"] = "elsewhere"


LIES: dict[str, Callable[[Log], None]] = {
    "faces": _other_faces,
    "faces and record": _other_faces_and_record,
    "the record alone": _other_record,
    "key": lambda log: _throw_of(log).update(key="11" * 32),
    "entropy in the throw": lambda log: _throw_of(log).update(c="00" * 16),
    "entropy in both": _entropy_in_both,
    "witness's entropy": _witness_made_up,
    "no witness": _witness_left_out,
    "his own witness": _witness_himself,
    "a witness who never came": lambda log: _the(log, "throw", index=1, person="p2").update(witness="p99"),
    "request": _other_request,
    "skipped index": _skipped,
    "a draw dropped": _dropped,
    "a bad draw refused": _refused,
    "commitment": _new_commitment,
    "committed twice": _committed_twice,
    "another request revealed": _other_reveal,
    "another outcome revealed": _other_hidden_outcome,
    "another throw revealed": _reveals_another,
    "a correction revealed before its roll": _correction_first,
    "revealed twice": lambda log: log.append({**_the(log, "reveal"), "number": len(log) + 1, "at": log[-1]["at"]}),
    "choice": _other_choice,
    "typed said to be drawn": _typed_as_drawn,
    "a draw of before": _draw_of_before,
    "a draw of before instead": _other_draw,
    "hidden without a draw": _hidden_without_a_draw,
    "somebody else's question": lambda log: _the(log, "question").update(person="p1"),
    "dice of a correction": _corrected_dice,
    "an open throw hidden": _open_turned_hidden,
    "time turned back": _time_turned_back,
    "an event twice": lambda log: log.insert(12, dict(log[11])),
    "events changed places": lambda log: log.insert(3, log.pop(2)),
    "somebody else's throw": _of_a_stranger,
    "another room": _another_room,
}
"""Lies that whoever reads the log with the protocol alone finds, though every hash fits."""

LIES_ABOUT_RULES: dict[str, Callable[[Log], None]] = {
    "outcome": _other_outcome,
    "options of a question": _other_options,
    "announcement": lambda log: _throw_of(log)["record"].update(announcement="Success of Ninety"),
    "kept": lambda log: _throw_of(log)["record"]["throws"][0].update(kept=[False] * 4),
}
"""Lies that need the rules of the game to be found."""
