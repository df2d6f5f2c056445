"""What a page asks of throws: the words under their hands, how likely they were, why they came out so."""

from __future__ import annotations

import json

from sixfold.table.server.live_room import EncodedEvent
from tests.table.room.evening import evening
from tests.table.server.kit import Room, Table


def test_people_who_see_the_same_share_its_bytes() -> None:
    """An event is written once for everyone who sees all of it and once for all others, as each may see it."""
    table = evening()
    people = [None, *table.state.people.values()]
    for event in table.events:
        frames, written = EncodedEvent(event), dict[str, bytes]()
        for person in people:
            shown = json.dumps(table.event(event.number, person.id if person else None), sort_keys=True)
            assert frames.of(person) is written.setdefault(shown, frames.of(person))
        assert len({*written.values()}) == len(written) <= 2


def test_throws_are_told_together(room: Room) -> None:
    """Records of a log, as they came, are told in one call; one that cannot be played again has its error instead."""
    one = room.join("One")
    record = one.throw("ten +4 superior 1", faces=[6, 6, 5, 2, 4, 3])["record"]
    wrong = {**record, "outcome": {**record["outcome"], "margin": 0}}
    answer = room.table.http.post("/tellings", json={"records": [record, wrong, {"text": "ten"}]})
    assert answer.status_code == 200
    told, mismatch, malformed = answer.json()["throws"]
    assert told["hands"] == ["highest 3: 17", "critical: 7"]
    assert told["chance"]["exact"] == "1855/46656"
    assert (told["standing"]["half"], told["standing"]["one_in"]) == ("better", "about 1 in 25")
    assert mismatch["error"]["code"] == "record/mismatch"
    assert malformed["error"]["code"] == "record/malformed"


def test_why_a_throw_came_out_so(room: Room) -> None:
    """One throw with its lines, its clauses and the chart of its number."""
    one = room.join("One")
    record = one.throw("hs 3 ranks 2 edges 1 cut", faces=[6, 5, 4, 3, 3])["record"]
    answer = room.table.http.post("/why", json={"record": record}).json()
    assert answer["version"] == 1
    assert answer["lines"][0]["faces"] == [[6, False], [5, True], [4, True], [3, True], [3, True]]
    assert answer["spread"]["field"] == "highest"
    assert answer["spread"]["here"] == 5
    refused = room.table.http.post("/why", json={"record": {}})
    assert (refused.status_code, refused.json()["code"]) == (422, "record/malformed")


def test_games_say_how_they_are_drawn(table: Table) -> None:
    """Marks, the number of the chart, what dice are called that do not count, and which are dark: as data."""
    games = {game["name"]: game for game in table.http.get("/games").json()["games"]}
    test = games["ten"]["rules"][0]
    assert {event["name"]: event["mark"] for event in test["events"]} == {
        "success": "success",
        "quality=critical": "critical",
        "quality=plain": "",
        "quality=blunder": "blunder",
        "chaos": "triple",
    }
    assert (test["chart"], test["aside"], test["apart"]) == ("margin", "dropped", [])
    assert games["hs"]["rules"][0]["aside"] == "cut"
    assert games["wild"]["rules"][0]["apart"] == ["wild"]
