"""A verifier written from docs/fairness/protocol.md alone: it imports nothing of Sixfold, and knows no game.

`python tests/table/room/stranger.py FILE` prints what is wrong, a line each, and ends with status 1 if anything is.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any

HEAD = {"at", "kind", "number", "person", "prev", "throw", "version"}


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), "sha256").digest()


def canon(x: Any) -> str:
    if isinstance(x, dict):
        return "{" + ",".join(f"{canon(n)}:{canon(x[n])}" for n in sorted(x)) + "}"
    if isinstance(x, list):
        return "[" + ",".join(map(canon, x)) + "]"
    if x is None or isinstance(x, bool):
        return {None: "null", True: "true", False: "false"}[x]
    if isinstance(x, int):
        return str(x)
    assert isinstance(x, str), "neither text nor a whole number"
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(short.get(c, c if ord(c) >= 32 else f"\\u{ord(c):04x}") for c in x) + '"'


def draw(k: bytes, room: str, lane: str, i: int, request: Any, c: str, w: str, dice: Any) -> list[int]:
    head = f"sixfold/1/faces\n{room}\n{lane}\n{i}\n{sha(canon(request).encode())}\n{c}\n{w}\n"
    block = 0
    words: list[int] = []
    faces: list[int] = []
    for many, sides, lowest in dice:
        for _ in range(many):
            while True:
                if not words:
                    row = mac(k, f"{head}{block}")
                    words = [int.from_bytes(row[at : at + 4], "big") for at in range(0, 32, 4)]
                    block += 1
                word = words.pop(0)
                if word < 2**32 - 2**32 % sides:
                    break
            faces.append(word % sides + lowest)
    return faces


def events(text: str) -> list[dict[str, Any]]:
    try:
        found = json.loads(text)["events"]
    except ValueError:
        found = [json.loads(line) for line in text.splitlines()]
    return [event for event in found if "stored" in event]


class Log:
    """The check, step by step as the page numbers them."""

    def __init__(self) -> None:
        self.room, self.prev, self.at = "", "", ""
        self.people: set[str] = set()
        self.commitments: dict[str, list[str]] = {}
        self.next: dict[str, int] = {}
        self.calls: dict[int, dict[str, Any]] = {}
        self.sealed: dict[int, dict[str, Any]] = {}
        self.questions: dict[int, dict[str, Any]] = {}
        self.answers: dict[int, int] = {}
        self.faces: dict[int, list[int]] = {}
        self.records: dict[int, list[int]] = {}
        self.checked = self.unseen = 0

    def event(self, n: int, entry: dict[str, Any]) -> None:
        e, prev = json.loads(entry["stored"]), self.prev
        self.prev = sha(entry["stored"].encode())
        assert e["number"] == n, "numbers"
        assert e["prev"] == prev, "chain"
        assert e["at"] >= self.at, "time"
        self.at = e["at"]
        assert (e["kind"] == "opened") == (n == 1), "opened"
        p = {}
        if entry.get("private"):
            assert sha(entry["private"].encode()) == e["sealed"], "sealed"
            p = json.loads(entry["private"])
            assert not set(p) & set(e), "twice"
        step = getattr(self, e["kind"], None)
        if step is not None:
            step(n, e, e | p)

    def opened(self, n: int, e: Any, _: Any) -> None:
        self.room = e["room"]

    def joined(self, n: int, e: Any, _: Any) -> None:
        self.people.add(e["person"])

    def lane(self, n: int, e: Any, _: Any) -> None:
        lane = self.commitments.setdefault(e["person"], [])
        assert e["first"] == len(lane), "lane"
        lane += e["commitments"]

    def call(self, n: int, e: Any, x: Any) -> None:
        who = e["person"]
        assert e["index"] == self.next.get(who, 0), "index"
        assert e["index"] < len(self.commitments.get(who, [])), "not committed"
        assert all(c["done"] for c in self.calls.values() if c["person"] == who), "the draw before was not thrown"
        assert ("request" in e) != bool(e.get("hidden")), "hidden call"
        self.next[who] = e["index"] + 1
        self.calls[n] = {**x, "done": False}

    def throw(self, n: int, e: Any, x: Any) -> None:
        self.go_on(n, e)
        assert not (e.get("hidden") and ("record" in e or "key" in e)), "hidden"
        assert "call" not in e or bool(e.get("hidden")) == bool(self.calls[e["call"]].get("hidden")), "hidden call"
        if e.get("hidden"):
            self.sealed[n] = e
        if "record" in x:
            self.known(n, e, x)
        else:
            self.unseen += 1

    def failed(self, n: int, e: Any, x: Any) -> None:
        self.go_on(n, e)
        assert "call" in e and bool(e.get("hidden")) == bool(self.calls[e["call"]].get("hidden")), "hidden call"
        if e.get("hidden"):
            self.sealed[n] = e
        if "key" in x:
            self.key(e, x)
        else:
            self.unseen += 1

    def question(self, n: int, e: Any, x: Any) -> None:
        self.go_on(n, e)
        self.key(e, e)
        if not e.get("typed"):
            assert self.lying(e["throws"]) == self.drawn(e["calls"]), "dice of the question"
        self.questions[n] = e

    def answer(self, n: int, e: Any, _: Any) -> None:
        assert e["question"] in self.questions and e["question"] not in self.answers, "answer"
        assert 0 <= e["choice"] < len(self.questions[e["question"]]["options"]), "choice"
        self.answers[e["question"]] = e["choice"]

    def reveal(self, n: int, e: Any, _: Any) -> None:
        t = self.sealed.pop(e["throw"])
        assert t["kind"] != "correct" or t["throw"] not in self.sealed, "order"
        rest = {name: e[name] for name in e if name not in HEAD}
        assert sha(canon(rest).encode()) == t["sealed"], "reveal"
        if t["kind"] == "throw":
            self.known(e["throw"], t, t | rest)
        elif t["kind"] == "failed":
            self.key(t, t | rest)

    def correct(self, n: int, e: Any, x: Any) -> None:
        if e.get("hidden"):
            self.sealed[n] = e
        if "record" in x and e["throw"] in self.records and x["record"]["source"] != "typed":
            assert self.lying(x["record"]["throws"]) == self.records[e["throw"]], "corrected dice"

    def restored(self, n: int, e: Any, _: Any) -> None:
        waiting = [number for number, call in self.calls.items() if not call["done"]]
        assert e["person"] is None, "person"
        assert e["void"] == waiting, "void"
        for number in waiting:
            self.calls[number]["done"] = True
            self.answers.pop(self.calls[number].get("answers", 0), None)
        self.next = {lane: len(commitments) for lane, commitments in self.commitments.items()}

    def go_on(self, n: int, e: Any) -> None:
        if "answers" in e:
            assert e["answers"] in self.answers, "answered"
            assert self.questions[e["answers"]]["person"] == e["person"], "somebody else's question"
        if "call" in e:
            c = self.calls[e["call"]]
            assert (c["person"], c["index"], c["done"]) == (e["person"], e["index"], False), "call"
            assert (e["w"] == "") == (e["witness"] is None), "witness"
            assert e["witness"] != e["person"], "own witness"
            assert e["witness"] is None or e["witness"] in self.people, "witness who never came"
            c["done"], c["w"] = True, e["w"]
            assert c.get("answers") == e.get("answers"), "question of the call"
        if not e.get("typed"):
            before = self.questions[e["answers"]]["calls"] if "answers" in e else []
            own = [e["call"]] if "call" in e else []
            assert e["calls"] == before + own != [], "draws"

    def key(self, e: Any, x: Any) -> None:
        if "call" not in e:
            return
        call, k = self.calls[e["call"]], bytes.fromhex(x["key"])
        assert sha(b"sixfold/1/commit\n" + k) == self.commitments[e["person"]][e["index"]], "key"
        bound = canon({"c": x["c"], "request": x["request"]})
        assert mac(k, "sixfold/1/seal\n" + bound).hex() == call["seal"], "seal"
        assert call.get("request", x["request"]) == x["request"] and call.get("c", x["c"]) == x["c"], "call"
        faces = draw(k, self.room, e["person"], e["index"], x["request"], x["c"], call["w"], x["dice"])
        assert faces == x["faces"], "faces"
        self.faces[e["call"]] = faces
        self.checked += 1

    def known(self, n: int, e: Any, x: Any) -> None:
        self.key(e, x)
        lying = self.lying(x["record"]["throws"])
        assert (x["request"]["visible"] != "all") == bool(e.get("hidden")), "visible"
        assert x["record"]["text"] == x["request"]["check"], "check"
        if not e.get("typed"):
            assert lying == self.drawn(e["calls"]), "dice of the record"
        taken: list[int] = []
        asked = e.get("answers")
        while asked is not None:
            taken.insert(0, self.answers[asked])
            asked = self.questions[asked].get("answers")
        assert not taken or taken == x["record"]["choices"], "choices"
        self.records[n] = lying

    def drawn(self, calls: Any) -> list[int]:
        return [face for call in calls for face in self.faces[call]]

    @staticmethod
    def lying(throws: Any) -> list[int]:
        return [face for throw in throws for face in throw["faces"]]


def wrong(text: str) -> tuple[list[str], Log]:
    """What is wrong with a log, and the log as far as it was read."""
    log, found = Log(), []
    for n, entry in enumerate(events(text), start=1):
        try:
            log.event(n, entry)
        except (AssertionError, KeyError, TypeError, ValueError, IndexError) as error:
            found.append(f"event {n}: {type(error).__name__} {error}")
    return found, log


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        problems, _ = wrong(file.read())
    print("\n".join(problems))
    sys.exit(bool(problems))
