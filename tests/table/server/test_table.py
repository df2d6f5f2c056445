"""An evening over HTTP and WebSockets: coming in, throwing, hiding, showing, and coming back."""

from __future__ import annotations

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import AF_INET, SOCK_DGRAM, socket
from typing import Any

import httpx
import pytest

from sixfold.base import bounds
from sixfold.base.bounds import CONFIG_LENGTH
from sixfold.table.room.verify import verify
from sixfold.table.server.api import rolls
from sixfold.table.server.serving import _greeting, own_address
from sixfold.table.server.settings import Settings
from sixfold.table.store.backup import backup, restore
from tests.table.server.kit import Room, Server, Table, closed, connect, serving
from tests.table.server.running import inside, running
from tests.waiting import PATIENCE, wait_until


def test_a_room_has_three_links(table: Table) -> None:
    """A new room answers with its name and three links, whose secrets stand in the fragment."""
    answer = table.http.post("/rooms", json={"name": "Friday"})
    assert answer.status_code == 201
    body = answer.json()
    assert sorted(body) == ["links", "room"]
    assert sorted(body["links"]) == ["master", "player", "spectator"]
    for link in body["links"].values():
        address, _, secret = link.partition("#")
        assert address == f"{table.address}/rooms/{body['room']}"
        assert len(secret) == 43


def test_a_throw_is_seen_by_all(room: Room) -> None:
    """What one throws, everyone hears, in order, with the record and its announcement."""
    master, one, two = room.join("Master", "master"), room.join("One"), room.join("Two")
    with two.listening() as socket:
        event = one.throw("ten +4 superior 1")
        assert event["kind"] == "throw"
        assert event["person"] == one.id
        record = event["record"]
        assert record["text"] == "ten +4 superior 1"
        assert record["announcement"].split(" of ")[0].rpartition(" ")[2] in ("Success", "Failure")
        heard = socket.until(event["number"])
    assert [message["number"] for message in heard] == list(range(1, event["number"] + 1))
    assert heard[-1] == event
    assert master.events(event["number"] - 1) == [event]


def test_hidden_throws_stay_hidden(room: Room) -> None:
    """A throw for the master: the thrower and the master have the record, others a number and a person."""
    master, one, two = room.join("Master", "master"), room.join("One"), room.join("Two")
    watcher = room.join("Watcher", "spectator")
    event = one.throw("wild 8D", "master")
    number = event["number"]
    seen = {person.id: person.events(number - 1)[0] for person in (master, one, two, watcher)}
    assert seen[one.id]["record"] == seen[master.id]["record"]
    for person in (two, watcher):
        assert "record" not in seen[person.id]
        assert seen[person.id]["hidden"] is True
        assert "wild" not in person.get("/events").text
        assert "wild" not in person.get("/export").text
        assert "wild" not in person.get("").text
    shown = master.post("/reveals", {"throw": number})
    assert shown.status_code == 201
    assert two.events(number)[0]["record"] == seen[one.id]["record"]


def test_a_table_that_was_put_back(tmp_path: Path) -> None:
    """Whoever has more than the table after a restore is told so, and gets its log from the first event.

    So does who has as many events, but others: the hash of his last one says it.
    """
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with serving(database, tmp_path) as table:
        room = table.open()
        one = room.join("One")
        kept = one.throw("ten")
        backup(database, copy)
        lost = [one.throw("dice 3d6") for _ in range(6)][-1]
        gone = room.join("Gone")
        assert table.stop() == 0
    restore(copy, database)
    with serving(database, tmp_path) as table:
        room.table = table
        last = one.get("/events").json()["last"]
        assert last < lost["number"]
        assert gone.get("").json()["code"] == "room/token"
        assert one.get("/events", after=lost["number"]).json() == {"events": [], "last": last, "reset": True}
        assert "reset" not in one.get("/events", after=kept["number"], head=kept["hash"]).json()
        with one.listening(after=lost["number"]) as socket:
            assert socket.next() == {"kind": "reset", "last": last}
            assert [event["number"] for event in socket.until(last)] == list(range(1, last + 1))
            while one.events()[-1]["number"] < lost["number"]:
                one.throw("dice 3d6")
        with one.listening(after=lost["number"]) as socket:
            one.throw("ten")
            assert socket.next()["number"] == lost["number"] + 1
        with one.listening(after=lost["number"], head=lost["hash"]) as socket:
            assert socket.next()["kind"] == "reset"
        events = one.events()
        assert one.get("/events", after=lost["number"], head=lost["hash"]).json()["reset"] is True
        assert lost["key"] not in {event.get("key") for event in events}
        assert [event["kind"] for event in events].count("restored") == 1
        assert one.get("").json()["restored"] == kept["number"] + 1
        assert verify(one.get("/export").text).problems == []


@pytest.mark.parametrize(("method", "call"), [("POST", "/rolls"), ("POST", "/rooms"), ("POST", "/odds")])
def test_a_body_that_is_missing_or_too_deep(room: Room, method: str, call: str) -> None:
    """A call without its body, or with one that nobody means, is refused with a sentence that says so."""
    answer = room.table.http.request(method, call)
    assert (answer.status_code, answer.json()["code"]) == (400, "table/unreadable")
    assert answer.json()["detail"] == "This request cannot be read: its body is empty."
    headers = {"Content-Type": "application/json"}
    answer = room.table.http.request(method, call, content='{"check":' + "[" * 10_000, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "table/unreadable")
    assert answer.json()["detail"] == "This request cannot be read: it is nested too deeply."


@pytest.mark.parametrize(
    ("call", "body", "said"),
    [
        ("/rolls", '{"check": "ten", "faces": "6"}', "“faces” must be a list or null, not text."),
        ("/rolls", '{"faces": [6]}', "it lacks “check”."),
        ("/rolls", '{"check": "ten", "faces": [6, "6"]}', "“faces[1]” must be"),
        ("/rolls", '{"check": "ten", }', "from line 1, column 18 on it is not JSON."),
        ("/rooms", '{"name": ["Friday"]}', "“name” must be text, not a list."),
        ("/rooms", "[]", "it must be an object, not a list."),
    ],
)
def test_a_body_of_another_kind(room: Room, call: str, body: str, said: str) -> None:
    """The error for a wrong body says in words what is wrong, and where."""
    answer = room.table.http.post(call, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "table/unreadable")
    assert said in answer.json()["detail"]


def test_a_greeting_of_another_kind(room: Room) -> None:
    """A socket is closed with the place in its first message."""
    with room.join("One").listening(tail="all") as socket:
        assert closed(socket.connection) == (
            4400, "The first message: “tail” must be a whole number or null, not text."
        )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        '{"check": "ten", "check": "ten +4"}',
        '{"check": "ten", "visible": "self", "visible": "all"}',
        '{"check": {"system": "ten", "options": {"modifier": 1, "modifier": 2}}}',
        '{"check": "ten", "\\u0063heck": "ten"}',
    ],
)
def test_a_name_stands_once(room: Room, body: str) -> None:
    """A body that two readers would read differently is refused, and says which name it is about."""
    one = room.join("One")
    headers = {"Authorization": f"Bearer {one.token}", "Idempotency-Key": "k", "Content-Type": "application/json"}
    answer = room.table.http.post(f"/rooms/{room.name}/throws", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "table/unreadable")
    name = next(name for name in ("modifier", "visible", "check") if name in body)
    assert answer.json()["detail"] == f'This request cannot be read: it says "{name}" twice.'


def test_the_same_key_is_the_same_throw(room: Room) -> None:
    """A post that is sent again gets the event of the first; with another body it is refused."""
    one = room.join("One")
    first = one.throw("ten", key="k1")
    assert one.throw("ten", key="k1") == first
    other = one.post("/throws", {"check": "ten +1"}, "k1")
    assert (other.status_code, other.json()["code"]) == (422, "store/other-post")
    assert one.throw("ten", key="k2")["number"] > first["number"]


def test_the_same_key_at_once(room: Room) -> None:
    """Posts that are sent again while the first still waits for a silent witness all get its throw."""
    one, two = room.join("One"), room.join("Two")
    with two.listening(witness=True) as socket, ThreadPoolExecutor(3) as pool:
        socket.next()
        answers = list(pool.map(lambda _: one.post("/throws", {"check": "ten"}, "k1"), range(3)))
    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.text for answer in answers}) == 1


def test_entropy_is_never_invented(room: Room) -> None:
    """A throw without a key and without entropy of the thrower is refused: the server does not make it up."""
    answer = room.join("One").post("/throws", {"check": "ten"})
    assert (answer.status_code, answer.json()["code"]) == (422, "room/entropy")


def test_what_a_roller_has_seen(room: Room) -> None:
    """A roll that says what its roller has seen is refused at a table with another log, and takes no draw there."""
    ada = room.join("Ada")
    last = ada.events()[-1]
    for number, hash_ in ((last["number"], "0" * 64), (last["number"] + 1, last["hash"])):
        seen = {"number": number, "hash": hash_}
        answer = ada.post("/throws", {"check": "ten", "c": "00" * 16, "seen": seen})
        assert (answer.status_code, answer.json()["code"]) == (409, "room/seen")
        assert f"event {number}" in answer.json()["detail"]
    seen = {"number": last["number"], "hash": last["hash"]}
    for _ in range(2):
        event = ada.throw("ten", "self", key="k", c="00" * 16, seen=seen)
        assert (event["index"], event["request"]["seen"]) == (0, seen)
    assert ada.post("/throws", {"check": "ten", "seen": {"number": 1}}).status_code == 400


def test_a_roll_comes_after_the_one_that_waits(room: Room) -> None:
    """A call that waits for a witness, also one that a killed server left, comes before its roller's next roll."""
    one, two = room.join("One"), room.join("Two")
    with two.listening(witness=True) as socket, ThreadPoolExecutor(2) as pool:
        first = pool.submit(one.post, "/throws", {"check": "ten"}, key="first")
        while (message := socket.next())["kind"] != "witness":
            pass
        later = one.post("/throws", {"check": "ten +1"}, key="later").json()
        before = first.result().json()
    assert message["call"] == before["call"]
    assert (before["index"], later["index"]) == (0, 1)


def test_a_witness_adds_his_entropy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WITNESS_SECONDS: another browser is asked, and its entropy is part of the throw; a silent one is named."""
    entropy = secrets.token_hex(16)
    with inside(tmp_path) as room:
        one, two = room.join("One"), room.join("Two")
        with two.listening(witness=True) as socket, ThreadPoolExecutor(1) as pool:
            socket.until(len(one.events()))
            monkeypatch.setattr(rolls, "WITNESS_SECONDS", PATIENCE)
            thrown = pool.submit(one.throw, "ten")
            while (message := socket.next())["kind"] != "witness":
                pass
            two.post("/witnesses", {"call": message["call"], "w": entropy})
            event = thrown.result()
            assert (event["witness"], event["w"]) == (two.id, entropy)
            monkeypatch.setattr(rolls, "WITNESS_SECONDS", bounds.WITNESS_SECONDS)
            silent = one.throw("ten")
            assert (silent["witness"], silent["silent"]) == (None, [two.id])
            late = two.post("/witnesses", {"call": silent["call"], "w": entropy})
            assert (late.status_code, late.json()["number"]) == (201, silent["number"])  # told what came of it
            assert one.post("/witnesses", {"call": silent["call"], "w": entropy}).status_code == 404


def test_a_choice_waits_for_its_player(room: Room) -> None:
    """Where the rules let the player choose, the dice lie there and the question waits for him."""
    one, two = room.join("One"), room.join("Two")
    question = one.throw("odgs vs 15 +3 advantage 2", faces=[6, 5, 4, 3, 2])
    assert question["kind"] == "question"
    refused = two.post("/answers", {"question": question["number"], "choice": 0}, "k")
    assert refused.status_code in (403, 404)
    answered = one.post("/answers", {"question": question["number"], "choice": 0}, "k")
    assert answered.status_code == 201
    assert answered.json()["record"]["choices"] == [0]


def test_fudge_dice_are_typed_as_they_show(room: Room) -> None:
    """Signs are faces of dice that have them; a word is none, and neither is a number in a text."""
    one = room.join("One")
    thrown = one.throw("dice 4dF", faces=["+", "-", 0, "−"])
    assert (thrown["typed"], thrown["record"]["throws"][0]["faces"]) == (True, [3, 1, 2, 1])
    assert one.post("/throws", {"check": "ten", "faces": [6, 3, "+"]}, "k").json()["code"] == "dice/unreadable"
    assert one.post("/throws", {"check": "ten", "faces": [6, 3, "2"]}, "k").json()["code"] == "table/unreadable"


def test_errors_are_problems(room: Room) -> None:
    """Errors are problem documents with our code, and the place in a check's text."""
    one = room.join("One")
    answer = one.post("/throws", {"check": "ten superiour 1"}, "k")
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert {"type", "title", "status", "detail", "code", "column", "expected"} <= set(problem)
    assert (problem["code"], problem["column"], problem["status"]) == ("notation/unexpected", 5, answer.status_code)
    for path, body, status in (
        ("/throws", {"chek": "ten"}, 400),
        ("/throws", {"check": 7}, 400),
        ("/reveals", {"throw": 999}, 404),
        ("/nothing", {}, 404),
    ):
        problem = one.post(path, body, "k").json()
        assert (problem["status"], "code" in problem) == (status, True), problem


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer " + "a" * 5000])
def test_tokens_that_are_nobodys(room: Room, authorization: str) -> None:
    """Without a token of the room nothing is answered."""
    room.join("One")
    headers = {"Authorization": authorization} if authorization else {}
    for path in ("", "/events", "/export", "/luck"):
        answer = room.table.http.get(f"/rooms/{room.name}{path}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "room/token")


@pytest.mark.parametrize("authorization", ["", "Bearer", f"Bearer {'x' * 43}"])
def test_nobody_learns_which_rooms_there_are(room: Room, authorization: str) -> None:
    """Every call is answered for a room that there is not as for one to which one has no token, word for word."""
    room.join("One")
    http = room.table.http
    document = http.get("/openapi.json").json()
    headers = {"Authorization": authorization} if authorization else {}
    asked = 0
    for path, calls in document["paths"].items():
        for method, call in calls.items() if "/rooms/{room" in path else ():
            answers, body = [], least_body(call, document["components"]["schemas"])
            for name in (room.name, "a" * 16, "nowhere"):
                url = path.removeprefix("/api/v1").replace("{room}", name).replace("{person}", "p1")
                answer = http.request(method, url, headers=headers, json=body)
                answers.append((answer.status_code, answer.json(), sorted(answer.headers)))
            assert answers[0][0] == 401, (method, path, answers[0])
            assert answers[0] == answers[1] == answers[2]
            asked += 1
    assert asked >= 18


def least_body(call: Any, shapes: Any) -> dict[str, Any]:
    """What a call requires in its body, as its document says."""
    if "requestBody" not in call:
        return {}
    shape = shapes[call["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]]
    return {name: least(shape["properties"][name]) for name in shape.get("required", ())}


def least(schema: Any) -> Any:
    """A value that fits a schema of a field."""
    if "anyOf" in schema:
        return least(schema["anyOf"][0])
    of_each = {"integer": schema.get("minimum"), "boolean": False, "array": [], "string": "x"}
    return "0" * schema["maxLength"] if "pattern" in schema else of_each[schema["type"]]


def test_what_a_link_leads_to(room: Room) -> None:
    """Before anybody comes in, a link says which room it is, as what one comes, who leads, and whether it is open."""
    master = room.join("Mara", "master")
    path, http = f"/rooms/{room.name}", room.table.http
    by = {role: {"Authorization": f"Bearer {secret}"} for role, secret in room.links.items()}
    known = {"name": "Friday", "masters": ["Mara"]}
    assert http.get(f"{path}/invitation", headers=by["player"]).json() == {**known, "role": "player", "open": True}
    http.put(f"{path}/door", json={"open": False}, headers={"Authorization": f"Bearer {master.token}"})
    assert http.get(f"{path}/invitation", headers=by["player"]).json()["open"] is False
    assert http.get(f"{path}/invitation", headers=by["master"]).json() == {**known, "role": "master", "open": True}
    assert http.get(f"{path}/invitation").status_code == 401


def test_the_socket_wants_to_know_who_it_is(room: Room) -> None:
    """A socket with a token that is nobody's is closed, and told nothing."""
    one = room.join("One")
    for name in (room.name, "a" * 16, "nowhere"):
        one.room = Room(room.table, name, {})
        with one.listening(token="x" * 43) as socket:
            assert closed(socket.connection) == (4001, "room/token")


def test_a_room_is_handed_over(room: Room) -> None:
    """The new master reads what was for the master's eyes, everywhere; the old one hears no more of it."""
    master, one, two = room.join("Master", "master"), room.join("One"), room.join("Two")
    with two.listening() as open_all_the_time:
        before = two.throw("wild 3D", "blind")["number"]
        assert "record" not in one.events(before - 1)[0]
        assert master.post("/masters", {"person": one.id}).status_code == 201
        assert "record" in one.events(before - 1)[0]
        after = two.throw("wild 4D", "blind")["number"]
        assert not any("record" in event for event in open_all_the_time.until(after))
        with one.listening() as again:
            assert ["record" in event for event in again.until(after) if event["kind"] == "throw"] == [True, True]
    for person, sees in ((master, (True, False)), (one, (True, True)), (two, (False, False))):
        shown = {event["number"]: event for event in person.events()}
        assert ("record" in shown[before], "record" in shown[after]) == sees
        with person.listening() as socket:
            heard = {event["number"]: event for event in socket.until(after)}
        assert heard == shown
        export = person.get("/export", format="markdown").text
        assert ("wild 3D" in export, "wild 4D" in export) == (sees if person is not two else (False, False))
        luck = person.get("/luck").json()["people"]
        assert sum(one["records"] for one in luck) == sum(sees)


def test_who_is_shown_out_hears_no_more(room: Room) -> None:
    """The master removes somebody: his socket closes, his token is worth nothing."""
    master, one = room.join("Master", "master"), room.join("One")
    with one.listening() as socket:
        answer = room.table.http.delete(
            f"/rooms/{room.name}/people/{one.id}", headers={"Authorization": f"Bearer {master.token}"}
        )
        assert answer.status_code == 200
        assert closed(socket.connection)[0] == 4001
    assert one.get("/events").status_code == 401


def test_what_was_missed_is_there_on_return(room: Room) -> None:
    """After a reconnect everything since the last number is sent, then what is new, without gap or repetition."""
    one, two = room.join("One"), room.join("Two")
    with two.listening() as socket:
        last = socket.until(one.throw("ten")["number"])[-1]["number"]
    missed = [one.throw("ten") for _ in range(5)]
    with two.listening(after=last) as socket:
        heard = socket.until(missed[-1]["number"])
        fresh = one.throw("ten")
        heard += socket.until(fresh["number"])
    assert [message["number"] for message in heard] == list(range(last + 1, fresh["number"] + 1))


def test_a_restart_forgets_nothing(tmp_path: Path) -> None:
    """The server stops cleanly and starts again: the room, the people, the log and open questions are there.

    Only a table that starts for the first time says the links of a room. What is logged has neither links nor tokens
    nor rooms in it.
    """
    with serving(tmp_path / "table.db", tmp_path) as table:
        room = table.open()
        one = room.join("One")
        question = one.throw("odgs vs 15 +3 advantage 2", faces=[6, 5, 4, 3, 2])
        with one.listening() as socket:
            socket.until(question["number"])
        before = one.events()
        assert table.stop() == 0
        log = table.log.read_text()
        first = said(table)
    with serving(tmp_path / "table.db", tmp_path) as again:
        room.table = again
        assert one.events() == before
        answered = one.post("/answers", {"question": question["number"], "choice": 0}, "k")
        assert answered.json()["record"]["choices"] == [0]
        assert again.stop() == 0
        log += again.log.read_text()
        assert said(again) == f"The table is open at {again.address}\n"
    assert first.startswith(f"The table is open at {table.address}\n")
    assert f"  master     {table.address}/rooms/" in first
    assert '"event": "answered"' in log
    assert "error" not in log
    for secret in (one.token, room.name, *room.links.values()):
        assert secret not in log


def said(table: Server) -> str:
    """What a table that was stopped said of itself."""
    return table.process.said.read()


def test_other_pages_may_not_ask(room: Room) -> None:
    """A request from another site's page is refused, by HTTP and by WebSocket; one from our own is not."""
    from websockets.exceptions import InvalidStatus

    for origin, status in (("https://evil.example", 403), (room.table.address, 200), ("null", 403)):
        assert room.table.http.get("/games", headers={"Origin": origin}).status_code == status
    address = room.table.address.replace("http", "ws", 1) + f"/api/v1/rooms/{room.name}/live"
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers={"Origin": "https://evil.example"}, legacy=True)


def test_the_address_by_which_people_come(tmp_path: Path) -> None:
    """Links and documents name the address of the request, and https where a proxy says so: never an inner one."""
    for proxy, scheme, live in ((0, "http", "ws"), (1, "https", "wss")):
        folder = tmp_path / scheme
        folder.mkdir()
        with running(folder, proxy=proxy) as address:
            headers = {"Host": "192.0.2.7", "X-Forwarded-Proto": "https"}
            opened = httpx.post(f"{address}/rooms", json={"name": "x"}, headers=headers, timeout=PATIENCE).json()
            assert opened["links"]["player"].startswith(f"{scheme}://192.0.2.7/rooms/")
            server = httpx.get(f"{address}/asyncapi.json", headers=headers, timeout=PATIENCE).json()["servers"]["table"]
            assert server == {"host": "192.0.2.7", "protocol": live}


@pytest.mark.parametrize("public", ["", "https://table.example"])
def test_a_browser_comes_back_by_https_alone(tmp_path: Path, public: str) -> None:
    """A table with an address of https has browsers come by that from then on; others say nothing of it."""
    with running(tmp_path, public=public) as address:
        headers = httpx.get(f"{address}/health", headers={"Host": "table.example"}, timeout=PATIENCE).headers
        assert ("strict-transport-security" in headers) == bool(public)


def test_a_taken_name_is_told(room: Room) -> None:
    """Whoever asks for a name that somebody has is told that a number stands behind his; others are not."""
    headers = {"Authorization": f"Bearer {room.links['player']}"}
    answers = [
        room.table.http.post(f"/rooms/{room.name}/people", json={"name": name}, headers=headers).json()
        for name in ("Mo", " mo ", "Ada  of   the Hill")
    ]
    told = [(answer["name"], answer["taken"]) for answer in answers]
    assert told == [("Mo", False), ("mo 2", True), ("Ada of the Hill", False)]


def test_what_a_call_says_of_its_parameters(room: Room) -> None:
    """A parameter that cannot be read is named as the client wrote it, an option that there is not with the range."""
    one = room.join("One")
    answer = one.get("/export", format="xml")
    assert (answer.status_code, answer.json()["detail"].partition(":")[2].strip().partition(":")[0]) == (400, "format")
    question = one.throw("odgs vs 15 +3 advantage 1", faces=[6, 5, 4, 3])
    answer = one.post("/answers", {"question": question["number"], "choice": 99}, "k")
    assert (answer.status_code, answer.json()["code"]) == (422, "room/choice")
    assert answer.json()["detail"] == "The options are 0 to 3; there is no 99."


def test_the_engine_as_the_page_says_it(table: Table) -> None:
    """Every body that docs/table/api.md shows of the engine is taken as it stands there."""
    page = (Path(__file__).parents[3] / "docs" / "table" / "api.md").read_text("utf-8")
    rows = re.findall(
        r"^\| `POST (/\w+)`(?:, `POST (/\w+)`)? \| `(\{.*?\})`", page.partition("## Without")[2], re.MULTILINE
    )
    assert len(rows) == 12
    for first, second, body in rows:
        for path in filter(None, (first, second)):
            answer = table.http.post(path, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code == (422 if path == "/verify" else 200), (path, answer.text)


def test_links_that_others_can_open() -> None:
    """A table that listens on every address says one that others can open, unless it is told which."""
    assert Settings(host="0.0.0.0").everywhere and Settings(host="::").everywhere
    assert not Settings().everywhere and not Settings(host="0.0.0.0", public="http://dice.example").everywhere
    with socket(AF_INET, SOCK_DGRAM) as aimed:
        networked = aimed.connect_ex(("198.51.100.1", 9)) == 0
        assert own_address("0.0.0.0") == (aimed.getsockname()[0] if networked else "0.0.0.0")
    lines = _greeting(Settings(host="192.0.2.7"), {}, True).split("\n")
    assert lines[0] == "The table is open at http://192.0.2.7:8000"
    assert lines[1].startswith("If others cannot open it, replace 192.0.2.7")


def test_a_config_file_is_read(table: Table) -> None:
    """The table reads a config file, and refuses a wrong one with the line and one that is too long."""
    found = table.http.post("/config", json={"text": "game = 'ten'\n[checks]\nb = 'ten +1'\na = 'hs'"}).json()
    assert found["checks"] == [{"name": "b", "check": "ten +1"}, {"name": "a", "check": "hs"}]
    wrong = table.http.post("/config", json={"text": "[checks]\nb"})
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["line"]) == (422, "usage/config", 2)
    long = table.http.post("/config", json={"text": "#" * (CONFIG_LENGTH + 1)})
    assert long.json()["code"] == "table/unreadable"


def test_headers_of_safety(table: Table) -> None:
    """Every answer, refusals included, carries the headers that browsers want."""
    for path in ("/health", "/nothing", "/rooms/x"):
        headers = table.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_the_page_behind_a_link(room: Room) -> None:
    """A browser at a link gets the page, the same for every room; it runs nothing but the page's own modules."""
    pages = [httpx.get(f"{room.table.address}/rooms/{name}", timeout=PATIENCE) for name in (room.name, "nowhere")]
    assert pages[0].text == pages[1].text
    assert "sixfold join" in pages[0].text
    assert pages[0].text.count("<script") == 1
    for answer in (*pages, httpx.get(room.table.address, timeout=PATIENCE)):
        assert answer.headers["content-type"].startswith("text/html")
        assert "default-src 'none'; script-src 'self';" in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_who_is_ahead_of_the_log_goes_on_from_its_end(room: Room) -> None:
    """A client with a number that the log has not reached (it was put back from a copy) hears what comes next."""
    one = room.join("One")
    with one.listening(after=10_000) as socket:
        assert socket.until(one.throw("ten")["number"])[-1]["kind"] == "throw"


def test_who_is_here(room: Room) -> None:
    """Who asks is told who is here, at once when one comes and after he went; others are not."""
    master, one = room.join("Master", "master"), room.join("One")
    last = room.join("Two").events()[-1]["number"]
    with master.listening(last, here=True) as watching, master.listening(last) as quiet:
        assert watching.next() == {"kind": "here", "people": [master.id], "whole": True}
        with one.listening(last):
            assert watching.next()["people"] == [master.id, one.id]
            assert master.get("").json()["here"] == {"people": [master.id, one.id], "whole": True}
        assert watching.next()["people"] == [master.id]
        note = master.post("/notes", {"text": "hello"}).json()["number"]
        assert quiet.next()["number"] == note


def test_who_comes_back_in_a_moment_was_never_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PRESENCE_SECONDS: who only loads the page again is not told to have gone."""
    assert bounds.PRESENCE_SECONDS == 0.5
    monkeypatch.setattr(bounds, "PRESENCE_SECONDS", 10 * PATIENCE)
    with inside(tmp_path) as room:
        master, one = room.join("Master", "master"), room.join("One")
        last = one.events()[-1]["number"]
        with master.listening(last, here=True) as watching:
            assert watching.next()["people"] == [master.id]
            with one.listening(last):
                assert watching.next()["people"] == [master.id, one.id]
            wait_until(lambda: "sixfold_sockets 1" in room.table.http.get("/metrics").text)
            with one.listening(last) as socket:
                note = master.post("/notes", {"text": "hello"}).json()["number"]
                assert socket.until(note)[-1] == watching.next()
