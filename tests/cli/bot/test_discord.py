"""`sixfold bot discord`, at a stand-in for Discord and a real table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.bot.conftest import remembered, running
from tests.cli.bot.discords import EPHEMERAL, IDENTIFY, RESUME, Discord, discord
from tests.table.server.kit import Room, Table
from tests.waiting import wait_until


class Scene:
    """Discord, a table, and how to start the bot."""

    def __init__(self, service: Discord, addresses: list[str], table: Table, folder: Path) -> None:
        self.service = service
        self.table = table
        self.folder = folder
        self.words = ["tests.cli.bot.started", *addresses, "bot", "discord", "--table", table.address]

    def bot(self, token: str = "secret") -> Any:
        return running(self.words, self.folder, token)

    def ready(self) -> None:
        wait_until(lambda: self.service.connection)

    def room(self) -> Room:
        """The room of the channel, for those who come by its link."""
        address, secret = remembered(self.folder).channels["100"].link.split("#")
        return Room(self.table, address.rpartition("/")[2], {"player": secret})


@pytest.fixture
def scene(table: Table, tmp_path: Path) -> Iterator[Scene]:
    with discord() as (service, addresses):
        yield Scene(service, addresses, table, tmp_path)


def said(answer: dict[str, Any]) -> str:
    """What an answer says, without its line ends."""
    return " ".join(answer["content"].split())


def test_slash_commands(scene: Scene) -> None:
    """Each command is registered and answered; errors are for the one who made them alone."""
    service = scene.service
    with scene.bot():
        scene.ready()
        assert {one["name"] for one in service.commands} == {
            "roll",
            "odds",
            "why",
            "explain",
            "game",
            "link",
            "sixfold",
        }
        assert all(len(one["description"].split()) > 3 for one in service.commands)
        rolled = service.answer(service.use("roll", check="ten +4 << 6 5 4"))
        assert "Success of Nine" in said(rolled)
        assert rolled["content"].startswith("```\n")
        assert not rolled["flags"] & EPHEMERAL
        assert "Success 95.37 %" in said(service.answer(service.use("odds", check="ten +4")))
        assert "ten +4" in said(service.answer(service.use("why")))
        assert "T1" in said(service.answer(service.use("explain", check="ten")))
        assert "is hs" in said(service.answer(service.use("game", name="hs")))
        assert "hs 3 ranks" in said(service.answer(service.use("roll", check="3 ranks")))
        wrong = service.answer(service.use("roll", check="ten superiour"))
        assert "Did you mean “superior”?" in said(wrong)
        assert wrong["flags"] & EPHEMERAL
        helped = service.answer(service.use("sixfold", line="help"))
        assert "sheet new ten Mira" in said(helped)
        assert helped["flags"] & EPHEMERAL
        service.answer(service.use("sixfold", line="sheet new ten Mira"))
        assert "Mira" in said(service.answer(service.use("sixfold", line="sheet")))
        assert "/rooms/" in said(service.answer(service.use("link")))


def test_words_are_offered_while_somebody_types(scene: Scene) -> None:
    """Discord offers the games, then the words of the game, and at most 25 of them."""
    service = scene.service
    with scene.bot():
        scene.ready()
        assert {"ten", "hs", "dice"} <= {*service.offered("roll", "")}
        assert "ten +4 superior" in service.offered("roll", "ten +4 sup")
        assert len(service.offered("odds", "ten ")) <= 25
        assert service.offered("roll", "chess ") == []


def test_hidden_rolls(scene: Scene) -> None:
    """A hidden roll is answered to its roller alone; the channel hears that there was one, the GM gets a message."""
    service = scene.service
    with scene.bot():
        scene.ready()
        service.answer(service.use("roll", check="ten"))
        hidden = service.answer(service.use("roll", "Bo", check="ten +3 << 6 5 4", seen="me and the GM"))
        assert "Success of Eight" in said(hidden)
        assert hidden["flags"] & EPHEMERAL
        assert service.told("Bo rolls something in secret.")["channel"] == "100"
        assert service.told("Bo types in secret ten +3")["channel"].startswith("7")
        again = service.answer(service.use("sixfold", "Bo", line="correct ten +4"))
        assert "Success of Nine" in said(again)
        assert again["flags"] & EPHEMERAL
    assert not [one for one in service.messages if one["channel"] == "100" and "Eight" in one["content"]]


def test_the_table_is_told_in_the_channel(scene: Scene) -> None:
    """Rolls on the page are told once, over a rate limit, a cut and a kill; nobody is pinged, nothing is too long."""
    service = scene.service
    with scene.bot():
        scene.ready()
        service.answer(service.use("roll", check="ten"))
        bo = scene.room().join("Bo")
        limit = {"message": "You are being rate limited.", "retry_after": 0.01, "global": False}
        service.refusals = [(429, limit, {"via": "1.1 google", "retry-after": "0"})] * 2
        bo.throw("ten +1")
        assert service.told("Bo rolls ten +1")["channel"] == "100"
        bo.post("/notes", {"text": "@everyone ``` " + "x" * 1_900})
        service.told("@everyone ` ``")
        service.cut()
        bo.throw("ten +2")
        service.told("Bo rolls ten +2")
    bo.throw("ten +3")
    with scene.bot():
        service.told("Bo rolls ten +3")
    assert re.findall(r"Bo rolls ten \+(\d)", str(service.messages)) == ["1", "2", "3"]
    assert all(one["allowed_mentions"]["parse"] == [] for one in service.messages)


def test_a_cut_connection_is_resumed(scene: Scene) -> None:
    """After a cut the gateway sends what was missed: a command that came meanwhile is answered, once."""
    service = scene.service
    with scene.bot():
        scene.ready()
        first = service.use("roll", check="ten")
        service.answer(first)
        service.cut()
        second = service.use("roll", check="ten +1")
        assert "ten +1" in said(service.answer(second))
        assert service.greetings == [IDENTIFY, RESUME]
    assert [len(service.replies[one]) for one in (first, second)] == [1, 1]


def test_a_wrong_token(scene: Scene) -> None:
    """A token that Discord refuses ends the bot with a sentence, and is not in it."""
    with scene.bot("wrong") as bot:
        assert bot.status() == 2
    assert "Discord refuses the token" in bot.log.read_text()
    assert "wrong" not in bot.log.read_text()


def test_discord_is_away(scene: Scene) -> None:
    """If Discord does not answer at the start, the bot ends with a sentence."""
    scene.words[1] = scene.words[2] = "http://127.0.0.1:9"
    with scene.bot() as bot:
        assert bot.status() == 2
    assert bot.log.read_text() == "sixfold: Discord does not answer (ClientConnectorError). Try again.\n"
