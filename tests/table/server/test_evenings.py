"""An evening of each game, played over the API as docs/table states it, with everything that the game keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sixfold.systems import SYSTEMS
from sixfold.table.room.verify import verify
from tests.table.room import stranger
from tests.table.server.kit import Person, Room, serving


@dataclass
class Evening:
    """A room with somebody in each role, and what each of them heard on his socket."""

    game: str
    room: Room
    people: dict[str, Person]
    heard: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    secret: str = ""
    """What stands in the throw that Bo keeps to himself."""
    posts: int = 0

    def post(self, who: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.posts += 1
        answer = self.people[who].post(path, body, f"{who} {self.posts}")
        assert answer.status_code == 201, (self.game, who, path, body, answer.text)
        event: dict[str, Any] = answer.json()
        return event

    def throw(self, who: str, check: str, *faces: int, **more: Any) -> int:
        """Roll, with typed dice or drawn ones, and take the last option of every question."""
        event = self.post(who, "/throws", {"check": check, **({"faces": faces} if faces else {}), **more})
        while event["kind"] == "question":
            last = len(event["options"]) - 1
            event = self.post(who, "/answers", {"question": event["number"], "choice": last})
        assert event["kind"] == "throw"
        return int(event["number"])

    def use(self, who: str, instrument: str, command: str, **values: Any) -> int:
        """Use an instrument; people are said by name."""
        values = {n: self.people[v].id if v in self.people else v for n, v in values.items()}
        self.used.add((instrument, command))
        body = {"system": self.game, "instrument": instrument, "command": command, "values": values}
        return int(self.post(who, "/instruments", body)["number"])

    def shown(self, instrument: str, who: str = "mo") -> dict[str, Any]:
        """What somebody sees of an instrument."""
        view = self.people[who].get("", games=self.game).json()
        found: dict[str, Any] = next(one for one in view["instruments"] if one["instrument"] == instrument)
        return found

    def asked(self, check: str, answer: str, **more: Any) -> None:
        """The master asks Ada, who answers with what is her own."""
        number = self.post("mo", "/requests", {"check": check, "people": [self.people["ada"].id], **more})["number"]
        self.throw("ada", answer, to=number)
        assert self.people["ada"].get("").json()["asked"][-1]["waiting"] == []

    def keeps(self, check: str, secret: str, *faces: int) -> None:
        """Bo keeps a throw to himself."""
        self.secret = secret
        number = self.throw("bo", check, *faces, visible="self")
        assert secret in self.people["bo"].get("/events", after=number - 1).text


def ten_before(e: Evening) -> None:
    e.throw("ada", "ten +4 superior 1")
    e.asked("ten hard", "ten hard +2 [Rope]", visible="master")
    e.throw("bo", "ten", 5, 5, 5)
    assert e.shown("chaos")["waiting"]
    e.throw("mo", "ten chaos", 6, 6, 6)
    e.keeps("ten +1 [A whisper]", "A whisper", 3, 3, 3)
    wall = e.use("ada", "extended", "start", name="The wall", threshold=2, first="ada", second="bo")
    e.throw("ada", "ten", 5, 5, 4, to=wall)
    e.use("mo", "extended", "drop", test=e.use("bo", "extended", "start", name="The door", threshold=3))


def ten_after(e: Evening) -> None:
    (wall,) = e.shown("extended")["tests"]
    e.throw("bo", "ten", 6, 5, 4, to=wall["test"])
    assert e.shown("extended")["tests"][0]["result"] == "perfect success"
    e.use("mo", "chaos", "end")
    e.throw("ada", "ten attack +4 damage 2d6 size +1")


def skew_before(e: Evening) -> None:
    e.use("mo", "luck", "give", person="ada", kind="good", dice=2)
    e.use("ada", "luck", "spend")
    e.throw("ada", "skew good 1 vs 9")
    e.asked("skew vs 12", "skew +2 [Surgery] vs 12")
    e.keeps("skew +1 [A whisper]", "A whisper")
    e.use("mo", "initiative", "start")
    e.throw("ada", "skew initiative +1")


def skew_after(e: Evening) -> None:
    e.throw("bo", "skew initiative")
    e.use("mo", "initiative", "enter", name="Wolf", total=9)
    e.use("mo", "initiative", "next")
    e.use("mo", "initiative", "back")
    e.use("mo", "initiative", "end")
    e.throw("bo", "skew percentile")


def wild_before(e: Evening) -> None:
    e.asked("wild 3D vs 10", "wild 3D+1 vs 10")
    e.use("mo", "initiative", "start")
    e.throw("ada", "wild initiative 3D")
    e.throw("bo", "wild initiative 4D")
    e.keeps("wild 7D+1 [A whisper]", "A whisper")


def wild_after(e: Evening) -> None:
    e.use("mo", "initiative", "enter", name="Wolf", total=9)
    e.use("mo", "initiative", "next")
    e.use("mo", "initiative", "back")
    e.use("mo", "initiative", "end")
    owing = e.throw("ada", "wild 1D", 1, 4)
    assert e.shown("excess")["owed"][-1]["throw"] == owing
    e.use("mo", "excess", "settle", throw=owing, what="The rope snaps")
    e.throw("bo", "wild attack 5D+1 vs 15")


def hs_before(e: Evening) -> None:
    first, second, third = (e.use("ada", "proposals", "propose", check="hs 3 ranks", why="a wall") for _ in "abc")
    e.use("mo", "proposals", "accept", proposal=first)
    e.use("mo", "proposals", "cut", proposal=second, cuts=1)
    e.use("mo", "proposals", "waive", proposal=third)
    e.throw("ada", "hs 3 ranks", 6, 5, 4, to=first)
    e.keeps("hs 1 rank 2 edges", "hs 1 rank 2 edges")


def hs_after(e: Evening) -> None:
    second = e.shown("proposals")["proposals"][1]
    e.throw("ada", second["throw"], 6, 2, 2, to=second["proposal"])
    e.asked("hs 2 ranks", "hs 2 ranks 1 edge", visible="all")
    twist = e.throw("bo", "hs 4d", 6, 2, 2, 1)
    e.use("ada", "twists", "propose", throw=twist, text="It rains")
    e.use("mo", "twists", "decide", throw=twist, text="It rains")
    assert e.shown("cuts")["made"] >= 3
    assert e.shown("cuts", "ada")["lines"] == []
    e.use("mo", "cuts", "reset")


def odgs_before(e: Evening) -> None:
    e.use("mo", "effort", "combat", on=True)
    e.throw("ada", "odgs vs 12 +3 combat", 4, 4, 4)
    e.use("ada", "effort", "spend", kind="focus", amount=2)
    e.asked("odgs vs 15", "odgs vs 15 +2 [Strength] advantage 2")
    e.keeps("odgs vs 9 +1 [A whisper] combat", "A whisper", 6, 6, 2)
    e.use("mo", "effort", "give", person="bo", kind="stamina", amount=3)
    e.use("bo", "effort", "maintain", kind="stamina", amount=2)


def odgs_after(e: Evening) -> None:
    e.throw("bo", "odgs vs 9 combat", 1, 1, 1)
    assert e.people["bo"].id in e.shown("effort")["vulnerable"]
    e.use("bo", "effort", "act")
    e.use("mo", "effort", "combat", on=False)
    closed = e.throw("ada", "odgs vs 9", 1, 1, 1)
    e.use("mo", "effort", "open", throw=closed)
    e.throw("bo", "odgs vs 9", 6, 6, 6)
    e.use("ada", "effort", "success")
    e.use("mo", "effort", "session")


Half = Callable[[Evening], None]
EVENINGS: dict[str, tuple[Half, Half]] = {
    "ten": (ten_before, ten_after),
    "skew": (skew_before, skew_after),
    "wild": (wild_before, wild_after),
    "hs": (hs_before, hs_after),
    "odgs": (odgs_before, odgs_after),
}


def half(evenings: list[Evening], at: int) -> None:
    """Half of every evening, with everybody at his socket from where he was."""
    with ExitStack() as stack:
        sockets = {
            (evening.game, who): stack.enter_context(person.listening(after=len(evening.heard.get(who, []))))
            for evening in evenings
            for who, person in evening.people.items()
        }
        for evening in evenings:
            EVENINGS[evening.game][at](evening)
            last = evening.people["mo"].get("").json()["number"]
            for who in evening.people:
                evening.heard.setdefault(who, []).extend(sockets[evening.game, who].until(last))


def test_an_evening_of_each_game(tmp_path: Path) -> None:
    """The table stops in the middle and goes on; everyone heard the same log, and no more of it than is his."""
    evenings: list[Evening] = []
    with serving(tmp_path / "table.db", tmp_path) as table:
        for game in EVENINGS:
            room = table.open(game)
            roles = {"mo": "master", "ada": "player", "bo": "player", "cy": "spectator"}
            evenings.append(Evening(game, room, {who: room.join(who, role) for who, role in roles.items()}))
        half(evenings, 0)
        assert table.stop() == 0
    with serving(tmp_path / "table.db", tmp_path) as table:
        for evening in evenings:
            evening.room.table = table
        half(evenings, 1)
        for evening in evenings:
            found_well(evening)


def found_well(evening: Evening) -> None:
    """Everyone's log, exports and luck, by what they may know."""
    people = evening.people
    hashes = {who: [(event["number"], event["hash"]) for event in heard] for who, heard in evening.heard.items()}
    assert len({str(log) for log in hashes.values()}) == 1
    assert [number for number, _ in hashes["mo"]] == list(range(1, len(hashes["mo"]) + 1))
    for who, person in people.items():
        assert evening.heard[who] == person.events()
        texts = [person.get("/export", format=form).text for form in ("json", "csv", "markdown")]
        assert verify(texts[0]).problems == []
        assert stranger.wrong(texts[0])[0] == []
        texts += [person.get(path).text for path in ("", "/luck", "/events")] + [json.dumps(evening.heard[who])]
        knows = [evening.secret in text for text in texts]
        assert any(knows) == (who == "bo"), (evening.game, who, knows)
        luck = person.get("/luck").json()["people"]
        records = sum("record" in event and event["kind"] == "throw" for event in evening.heard[who])
        assert sum(one["records"] for one in luck) == records
        assert {one["error"]["code"] for one in luck if not one["luck"]} <= {"study/event"}
    commands = {(i.name, command.name) for i in SYSTEMS[evening.game].instruments() for command in i.commands}
    assert commands - evening.used == set()
