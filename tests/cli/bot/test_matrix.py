"""`sixfold bot matrix`, at a stand-in for a homeserver and a real table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.cli.bot.memory import Memory
from tests.cli.bot.conftest import remembered, running
from tests.cli.bot.homeserver import BOT, Homeserver, homeserver
from tests.effort import THOROUGH
from tests.table.server.kit import Room, Table
from tests.waiting import PATIENCE, wait_until

ADA, BO = "@ada:example.org", "@bo:example.org"


class Scene:
    """A homeserver, a table, and how to start the bot."""

    def __init__(self, server: Homeserver, address: str, table: Table, folder: Path) -> None:
        self.server = server
        self.table = table
        self.folder = folder
        self.words = ["sixfold", "bot", "matrix", "--server", address, "--table", table.address]

    @contextmanager
    def bot(self) -> Iterator[None]:
        """The bot, once it is in every room and hears what is new."""
        with running(self.words, self.folder):
            wait_until(lambda: not self.server.invited.get(BOT))
            wait_until(lambda: (self.folder / "bot.json").exists() and self.kept().since)
            yield

    def kept(self) -> Memory:
        """The memory of the bot."""
        return remembered(self.folder)

    def log(self, channel: str) -> list[dict[str, Any]]:
        """The log of the room of a channel, as everyone sees it."""
        known = self.kept().channels[channel]
        room = known.link.partition("#")[0].rpartition("/")[2]
        headers = {"Authorization": f"Bearer {known.ears.token}"}
        found: list[dict[str, Any]] = []
        while page := self.table.http.get(
            f"/rooms/{room}/events", params={"after": len(found)}, headers=headers
        ).json()["events"]:
            found += page
        return found

    def room(self, channel: str) -> Room:
        """The room of a channel, for those who come by its link."""
        address, secret = self.kept().channels[channel].link.split("#")
        return Room(self.table, address.rpartition("/")[2], {"player": secret})


@pytest.fixture
def scene(table: Table, tmp_path: Path) -> Iterator[Scene]:
    with homeserver() as (server, address):
        yield Scene(server, address, table, tmp_path)


def test_a_line_is_rolled_at_the_table(scene: Scene) -> None:
    """A line that begins with ! is done by a seat of its own, and answered with the dice and their meaning."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA, BO)
    with scene.bot():
        server.say(room, ADA, "hello ! all")
        first = server.say(room, ADA, "!roll ten +4 << 6 5 4")
        assert "Success of Nine" in server.answer(first)
        second = server.say(room, BO, "!ten superiour")
        said = server.answer(second)
        assert "Did you mean “superior”?" in said
        assert "^" in said
        assert "Success 95.37 %" in server.answer(server.say(room, BO, "!odds ten +4"))
        assert "triple" in server.answer(server.say(room, BO, "!odgs vs 15 << 5 5 5"))
        assert "O10" in server.answer(server.say(room, BO, "!why"))
        assert "The game of this channel is ten" in server.answer(server.say(room, BO, "!game ten"))
        assert "Failure of" in server.answer(server.say(room, BO, "!roll +2 << 1 2 4"))
        assert "There is no command !dance" in server.answer(server.say(room, BO, "!dance"))
        server.answer(server.say(room, BO, "!ten << 5 5 5"))
        server.told(room, "Chaos strikes")
    assert len(server.answers(first)) == 1
    event = next(event for event in server.by_bot(room))
    assert event["content"]["msgtype"] == "m.notice"
    assert event["content"]["m.mentions"] == {}
    log = scene.log(room)
    people = {one["person"]: one["name"] for one in log if one["kind"] == "joined"}
    assert list(people.values()) == ["Ada", "Matrix", "Bo"]
    assert [people[one["person"]] for one in log if one["kind"] == "throw"] == ["Ada", "Bo", "Bo", "Bo"]
    assert [one["role"] for one in log if one["kind"] == "joined"] == ["master", "spectator", "player"]


def test_what_is_not_for_the_bot(scene: Scene) -> None:
    """Its own messages, those of other bots, corrections of a message and old messages are not answered."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA)
    server.members[room].add(BOT)
    server.invited.clear()
    old = server.say(room, ADA, "!roll ten")
    with scene.bot():
        wait_until(lambda: (scene.folder / "bot.json").exists() and scene.kept().since)
        mine = server.say(room, BOT, "!roll ten")
        other = server.say(room, "@other:example.org", "!roll ten", msgtype="m.notice")
        edited = server.say(
            room,
            ADA,
            "!roll ten",
            more={"m.new_content": {}, "m.relates_to": {"rel_type": "m.replace", "event_id": old}},
        )
        quoting = server.say(room, ADA, "> <@bo:example.org> who rolls?\n\n!roll ten << 6 5 4")
        server.answer(quoting)
    assert [server.answers(one) for one in (old, mine, other, edited)] == [[], [], [], []]
    assert [one["kind"] for one in scene.log(room)].count("throw") == 1


def test_hidden_rolls_are_whispered(scene: Scene) -> None:
    """A hidden roll is answered to its roller alone; the channel is told that there was one, the GM what it is."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA, BO)
    with scene.bot():
        server.answer(server.say(room, ADA, "!ten << 6 5 4"))
        server.say(room, BO, "!master ten +3 << 6 5 4")
        server.told(room, "Bo rolls something in secret.")
        server.told(wait_until(lambda: server.whispering(BO)), "Success of Eight")
        server.told(wait_until(lambda: server.whispering(ADA)), "Bo types in secret ten +3: 6 5 4")
        server.say(room, BO, "!secret hs 3d << 6 2 1")
        server.told(server.whispering(BO), "Triumph")
        server.say(room, BO, "!history")
        server.told(server.whispering(BO), "Bo types in secret hs 3d")
        server.say(room, BO, "!whisper Ada: the door is a trap")
        server.told(server.whispering(ADA), "the door is a trap")
        server.answer(server.say(room, ADA, "!ten << 6 5 4"))
    said = str(server.heard(room))
    assert "Eight" not in said
    assert "Triumph" not in said
    assert "trap" not in said


def test_who_left_the_room_of_whispers(scene: Scene) -> None:
    """Somebody who left the room with the bot is invited into another one: a hidden roll is not lost."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA, BO)
    with scene.bot():
        server.say(room, ADA, "!secret ten << 6 5 4")
        before = wait_until(lambda: server.whispering(ADA))
        server.told(before, "Success of Five")
        server.members[before].remove(ADA)
        server.say(room, ADA, "!secret ten << 6 5 3")
        server.told(wait_until(lambda: server.whispering(ADA)), "Success of Four")
    assert len(server.heard(before)) == 1


def test_odd_messages(scene: Scene) -> None:
    """Contents that no client writes do not end the bot, which would read them again after each start."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA)
    with scene.bot():
        relations: list[Any] = [None, "m.replace", [], 5]
        for relation in relations:
            server.say(room, ADA, "hello", more={"m.relates_to": relation})
        bodies: list[Any] = [None, 5, [], {}, "!" + "x" * 50_000, "!<b>@room</b>\u202e\u0000", "!/", "! ", "!//", "!/_"]
        for body in bodies:
            server.say(room, ADA, body)
        event = server.answer(server.say(room, ADA, "!ten << 6 5 4"))
        assert "Success of Five" in event
        assert "Type !help" in server.answer(server.say(room, ADA, "!dance"))
    assert all("<b>" not in str(one["content"]["formatted_body"]) for one in server.by_bot(room))


def test_the_table_is_told_in_the_channel(scene: Scene) -> None:
    """Rolls of people on the page are told; a GM there asks people of the chat, who answer with the number."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA, BO)
    friday = scene.table.open()
    mo = friday.join("Mo", "master")
    with scene.bot():
        link = f"{scene.table.address}/rooms/{friday.name}#{friday.links['player']}"
        assert "at the table “Friday” now" in server.answer(server.say(room, ADA, f"!link {link}"))
        server.answer(server.say(room, ADA, "!ten"))
        mo.throw("wild 3D", faces=[3, 4, 2])
        server.told(room, "Mo types wild 3D: 3 4 | 2")
        asked = mo.post("/requests", {"check": "ten hard"}).json()["number"]
        server.told(room, "Mo asks")
        assert "modifiers" in server.answer(server.say(room, ADA, f"!for {asked} +4"))
        mo.throw("ten", "self")
        server.told(room, "Mo rolls something in secret.")
        assert link in server.answer(server.say(room, BO, "!link"))
        mo.post("/notes", {"text": "x" * 1_900})
        assert max(map(len, server.told(room, "xxx").split("\n"))) > 1_000
    assert not any(one.get("hidden") and one["kind"] == "asked" for one in scene.log(room))


def test_it_waits_as_long_as_the_server_wants(scene: Scene) -> None:
    """After a rate limit or an error the same message is sent again, and arrives once and in its place."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA)
    limit = {"errcode": "M_LIMIT_EXCEEDED", "error": "Too many requests", "retry_after_ms": 5}
    server.refusals = [
        (429, limit, {}),
        (429, {**limit, "retry_after_ms": "5"}, {}),
        (429, {"errcode": "M_LIMIT_EXCEEDED"}, {"retry-after": "0"}),
        (502, {}, {}),
    ]
    with scene.bot():
        first, second = (server.say(room, ADA, f"!ten +{n} << 6 5 4") for n in (1, 2))
        assert "Six" in server.answer(first)
        assert "Seven" in server.answer(second)
    assert server.refusals == []
    sends = [path for path in server.asked if "/send/" in path]
    assert len(sends) > len(set(sends))
    heard = server.heard(room)
    assert [word for said in heard for word in re.findall("Success of (Six|Seven)", said)] == ["Six", "Seven"]


def several(server: Homeserver, lines: list[str], many: int) -> None:
    """Wait until more than so many of some lines are answered."""
    wait_until(lambda: sum(map(len, map(server.answers, lines))) > many)


def test_nothing_is_rolled_twice_or_lost(scene: Scene) -> None:
    """The bot is killed again and again while people roll: each line is one roll and one answer, in the end."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA, BO)
    with scene.bot():
        server.answer(server.say(room, ADA, "!ten +1"))
    lines: list[str] = []
    for kill in range(3 * THOROUGH):
        lines += [server.say(room, (ADA, BO)[n % 2], f"!ten +{kill} [{n}]") for n in range(8)]
        with scene.bot():
            several(server, lines[-8:], kill % 5)
    with scene.bot():
        for line in lines:
            server.answer(line)
    assert [len(server.answers(line)) for line in lines] == [1] * len(lines)
    log = scene.log(room)
    assert [one["kind"] for one in log].count("throw") == len(lines) + 1
    assert len({(one["record"]["text"]) for one in log if one["kind"] == "throw"}) == len(lines) + 1


def test_what_happened_while_it_was_away(scene: Scene) -> None:
    """After a start the channel is told what happened at the table meanwhile, in its order and once."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA)
    with scene.bot():
        server.answer(server.say(room, ADA, "!ten"))
    bo = scene.room(room).join("Bo")
    for number in (1, 2, 3):
        bo.throw(f"ten +{number}")
    with scene.bot():
        server.told(room, "ten +3")
    with scene.bot():
        bo.throw("ten +4")
        server.told(room, "ten +4")
    told = re.findall(r"Bo rolls ten \+(\d)", str(server.heard(room)))
    assert told == ["1", "2", "3", "4"]


def test_many_invitations(scene: Scene) -> None:
    """BOT_INVITATIONS_A_MINUTE: one person brings the bot into so many rooms; another one is not kept waiting."""
    names = [scene.server.room(f"!room{at}:example.org", ADA) for at in range(6)]
    names.append(scene.server.room("!bo:example.org", BO))
    with scene.bot():
        pass
    joined = [name for name in names if BOT in scene.server.members[name]]
    assert joined == [*names[:3], names[-1]]


def test_an_encrypted_room_is_told_once(scene: Scene) -> None:
    """The bot cannot read encrypted messages, and says so once."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA)
    with scene.bot():
        for _ in range(3):
            server.say(room, ADA, "", "m.room.encrypted")
        server.answer(server.say(room, ADA, "!ten"))
    assert [said for said in server.heard(room) if "encrypted" in said] == [
        "This room is encrypted, and I cannot read encrypted messages. Make a room without encryption for me."
    ]


def test_a_person_who_was_removed(scene: Scene) -> None:
    """Who was removed from the table is told so, and has a new seat with the next line."""
    server, room = scene.server, scene.server.room("!play:example.org", BO)
    friday = scene.table.open()
    mo = friday.join("Mo", "master")
    with scene.bot():
        server.answer(server.say(room, BO, f"!link {scene.table.address}/rooms/{friday.name}#{friday.links['player']}"))
        server.answer(server.say(room, BO, "!ten"))
        bo = next(one["id"] for one in mo.get("").json()["people"] if one["name"] == "Bo")
        headers = {"Authorization": f"Bearer {mo.token}"}
        httpx.delete(
            f"{scene.table.http.base_url}rooms/{friday.name}/people/{bo}", headers=headers, timeout=PATIENCE
        ).raise_for_status()
        assert "You have no seat at this table any more" in server.answer(server.say(room, BO, "!ten"))
        assert "ten" in server.answer(server.say(room, BO, "!ten"))


def test_a_bot_that_was_removed(scene: Scene) -> None:
    """A GM may remove the bot from a table: it says so in the channel, also after a start, and other rooms go on."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA)
    friday = scene.table.open()
    mo = friday.join("Mo", "master")
    link = f"{scene.table.address}/rooms/{friday.name}#{friday.links['player']}"
    with scene.bot():
        server.answer(server.say(room, ADA, f"!link {link}"))
        bot = next(one["id"] for one in mo.get("").json()["people"] if one["name"] == "Matrix")
        headers = {"Authorization": f"Bearer {mo.token}"}
        httpx.delete(
            f"{scene.table.http.base_url}rooms/{friday.name}/people/{bot}", headers=headers, timeout=PATIENCE
        ).raise_for_status()
        server.told(room, "The table let the bot out")
    with scene.bot():
        other = server.room("!other:example.org", ADA)
        wait_until(lambda: BOT in server.members[other])
        assert "ten" in server.answer(server.say(other, ADA, "!ten"))
        assert "now" in server.answer(server.say(room, ADA, f"!link {link}"))
        mo.throw("ten +4")
        server.told(room, "Mo rolls ten +4")


def test_files_of_the_machine_stay_closed(scene: Scene) -> None:
    """No line in a chat reads or writes a file of the machine on which the bot runs."""
    server, room = scene.server, scene.server.room("!play:example.org", ADA, BO)
    written = scene.folder / "evening.json"
    with scene.bot():
        server.answer(server.say(room, ADA, "!ten"))
        for line in (f"!export {written}", "!sheet load /etc/hostname", "!sheet new ten Mira"):
            said = server.answer(server.say(room, BO, line))
        assert "Mira is at the table" in said
        assert "on the page" in server.answer(server.say(room, BO, f"!sheet save {written}"))
    assert not written.exists()
    assert (scene.folder / "bot.json").stat().st_mode & 0o077 == 0


def test_a_wrong_token(scene: Scene) -> None:
    """A token that the homeserver refuses ends the bot with a sentence."""
    with running(scene.words, scene.folder, "wrong") as bot:
        assert bot.status() == 2
    assert "The homeserver refuses the access token: M_UNKNOWN_TOKEN" in bot.log.read_text()


def test_the_homeserver_is_away(tmp_path: Path) -> None:
    """If the homeserver does not answer, the bot says so and goes on trying."""
    words = ["sixfold", "bot", "matrix", "--server", "http://127.0.0.1:9"]
    with running(words, tmp_path) as bot:
        wait_until(lambda: "The homeserver does not answer." in bot.log.read_text())
        assert bot.process.poll() is None
