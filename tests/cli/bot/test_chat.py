"""Channels at a table without a chat: what a line does, for whom, and what is left of it after a crash."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from shutil import copy

import pytest
from msgspec.json import decode, encode

from sixfold.base.rate_limiter import RateLimiter
from sixfold.cli.bot.chat import HELP, PIECES, Bot, Reply, pieces
from sixfold.cli.bot.memory import MemoryFile
from sixfold.systems import SYSTEMS
from tests.checks.test_foreign import HABITS
from tests.cli.bot.conftest import remembered
from tests.effort import THOROUGH
from tests.table.server.kit import Table
from tests.waiting import wait_until

ROOM = "play"


class Evening:
    """A bot with one channel; it can crash, and then starts from its file."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.table = table
        self.said: list[str] = []
        self._folder = folder
        self.bot = self._started()
        self.lines = 0

    def _started(self) -> Bot:
        bot = Bot(MemoryFile(str(self._folder / "bot.json")), self.table.address, SYSTEMS, "Chat", self.said.append)
        bot.start()
        return bot

    def crash(self) -> None:
        """End the bot before it says that anything was answered, and start it again."""
        left = self._folder / "bot.json"
        self._folder /= "later"
        self._folder.mkdir()
        with self.bot.kept._lock:
            copy(left, self._folder)
            assert decode(encode(remembered(self._folder))) == decode(encode(self.bot.kept.now))
        self.end()
        self.bot = self._started()

    def end(self) -> None:
        """End the bot, and its connections."""
        self.bot.stop()
        for session in self.bot._sessions.values():
            session.seat.close()

    def line(self, user: str, text: str, key: str = "") -> Reply:
        """Somebody writes a line, in a message of its own if no key is given."""
        self.lines += 1
        return self.bot.line(ROOM, "Friday", user.lower(), user, text, key or f"${self.lines}")

    def throws(self) -> int:
        """The rolls in the log, with what they were corrected to."""
        channel = self.bot.kept.now.channels[ROOM]
        room, _ = channel.link.split("/rooms/")[1].split("#")
        headers = {"Authorization": f"Bearer {channel.ears.token}"}
        log = self.table.http.get(f"/rooms/{room}/events", headers=headers).json()["events"]
        return sum(one["kind"] in ("throw", "correct", "question") for one in log)


@contextmanager
def beginning(table: Table, folder: Path) -> Iterator[Evening]:
    evening = Evening(table, folder)
    try:
        yield evening
    finally:
        evening.end()


@pytest.fixture
def evening(table: Table, tmp_path: Path) -> Iterator[Evening]:
    with beginning(table, tmp_path) as found:
        yield found


def test_a_check_of_another_tool_is_rolled_by_yes(evening: Evening) -> None:
    """What was probably meant is named, and rolled by one word; nothing else is."""
    habits = [habit for habit in HABITS.items() if "gm" not in habit[0]]  # that one is no open roll
    habits = habits[:: 1 if THOROUGH > 1 else 6]
    for at, (text, ours) in enumerate(habits):
        asker, other = ("Ada", "Bo", "Cleo", "Dan")[at % 4], ("Eli", "Flo", "Gus", "Hal")[at % 4]  # each has lines left
        first = evening.line(asker, text)
        if first.refused:
            assert first.text.endswith("\nyes: roll that")
            assert evening.line(other, "yes").refused
            first = evening.line(asker, "yes")
        assert first.text.startswith(f"{ours}  (")
        assert not first.refused
    assert evening.throws() == len(habits)
    assert "yes: roll" not in evening.line("Ada", "odds ten superiour").text
    assert evening.line("Ada", "yes").refused
    evening.line("Ada", "ten superiour")
    evening.line("Ada", "odds ten")
    assert evening.line("Ada", "yes").refused
    assert evening.throws() == len(habits)


def test_a_line_that_is_read_again_does_the_same(evening: Evening) -> None:
    """A choice, an answer to the GM, a correction: all that depends on the table as it was is done once."""
    evening.line("Ada", "odgs vs 15 +5 combat double=effort << 3 3 4")
    evening.line("Bo", "ten +4 << 6 5 4")
    asked = evening.line("Ada", "ask ten hard").text
    number = asked.partition("(")[2].partition(")")[0]
    for user, text in (
        ("Ada", "2"),
        ("Bo", f"for {number} +4"),
        ("Bo", "undo"),
        ("Bo", "undo"),
        ("Bo", "roll ten +4"),
        ("Bo", "secret ten +3"),
        ("Ada", "note The door is open"),
    ):
        key = f"${user} {text} {evening.throws()}"
        first = evening.line(user, text, key)
        many = evening.throws()
        evening.crash()
        again = evening.line(user, text, key)
        assert not first.refused
        assert (again.refused, again.private) == (False, first.private)
        assert again.text in (first.text, f"{first.text.partition(' ')[0]} done.")
        assert evening.throws() == many
        evening.bot.owe(ROOM, user, key, again)
        assert key not in evening.bot.kept.now.doing


def test_what_a_chat_does_not_bring_again(evening: Evening) -> None:
    """A roll whose answer was lost in a crash is told after the start, by a message: to its roller if it is hidden."""
    rolled = evening.line("Ada", "ten +4 << 6 5 4", "$a")
    hidden = evening.line("Bo", "secret ten +2 << 6 5 3", "$b")
    evening.crash()
    evening.bot.finish()
    unsent = {one.key: (one.user, one.text) for one in evening.bot.kept.now.unsent}
    assert unsent["$a"] == ("", rolled.text)
    assert unsent["$b"] == ("bo", hidden.text)
    assert evening.throws() == 2


@pytest.mark.parametrize(
    "link",
    [
        "http://[bad/rooms/a#b",
        "http://a b/rooms/x#y",
        "http://127.0.0.1:1/rooms/a#\u00e4",
        "http://127.0.0.1:99999/rooms/a#b c",
        "http://127.0.0.1:x/rooms/a#b",
        "http://127.0.0.1/rooms/..#b",
        "file:///etc/rooms/passwd#b",
    ],
)
def test_links_that_are_none(evening: Evening, link: str) -> None:
    """A text that is no link of a room at this table is refused, and the bot asks nobody else."""
    reply = evening.line("Ada", f"link {link}")
    assert reply.refused
    assert "link" in reply.text
    assert evening.said == []


def test_only_the_gm_takes_a_channel_away(evening: Evening) -> None:
    """A player cannot bring the channel to a table of their own, where they would see the hidden rolls of others."""
    evening.line("Ada", "ten")
    evening.line("Bo", "ten")
    mine = evening.table.open()
    link = f"{evening.table.address}/rooms/{mine.name}#{mine.links['player']}"
    for user in ("Bo", "Cy"):
        assert "Only the GM of this table" in evening.line(user, f"link {link}").text
    assert evening.line("Bo", "secret ten").private
    assert "at the table" in evening.line("Ada", f"link {link}").text
    assert "Only the GM" in evening.line("Ada", f"link {link}").text


def test_somebody_who_was_removed(evening: Evening) -> None:
    """The line of somebody without a seat does nothing and says so; the next one takes a new seat."""
    evening.line("Ada", "ten")
    evening.line("Bo", "ten")
    channel = evening.bot.kept.now.channels[ROOM]
    room, _ = channel.link.split("/rooms/")[1].split("#")
    headers = {"Authorization": f"Bearer {channel.seats['ada'].token}"}
    gone = f"/rooms/{room}/people/{channel.seats['bo'].person}"
    assert evening.table.http.delete(gone, headers=headers).is_success
    seats = [evening.bot._sessions[ROOM, "bo"].seat]
    assert evening.line("Bo", "ten").refused
    assert seats[0]._http.is_closed
    assert evening.throws() == 2
    assert not evening.line("Bo", "ten").refused
    assert evening.throws() == 3


def test_an_unknown_error_ends_one_line(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that breaks something is answered, and tells the operator the place without what was written."""

    def broken(self: Bot, text: str) -> str:
        raise KeyError("hush")

    evening.line("Ada", "ten")
    with monkeypatch.context() as patched:
        patched.setattr(Bot, "_typed", broken)
        broke = evening.line("Ada", "ten")
        assert broke.refused
        assert "Something went wrong" in broke.text
    assert "KeyError" in evening.said[0]
    assert "hush" not in evening.said[0]
    assert not evening.line("Ada", "ten").refused


def test_a_table_that_is_away(evening: Evening) -> None:
    """One table that does not answer keeps no other channel from its rolls, nor the bot from starting."""
    evening.line("Ada", "ten")
    with evening.bot.kept.changing("gone") as memory:
        memory.channels["gone"] = memory.channels[ROOM].__class__(
            "http://127.0.0.1:1/rooms/a#b", memory.channels[ROOM].ears, 0
        )
    evening.crash()
    assert not evening.line("Ada", "ten").refused


def test_a_secret_check_is_secret_again(evening: Evening) -> None:
    """The same check again is seen by the same people."""
    evening.line("Ada", "secret ten +4 # I doubt her")
    assert evening.line("Ada", "again").private
    evening.line("Ada", "roll ten +4")
    assert not evening.line("Ada", "again").private


def test_the_same_check_after_a_crash(evening: Evening) -> None:
    """The last check is read from the log after a start: by those who saw it, with its note, and not another's."""
    evening.line("Ada", "blind ten +4 superior 1 # I doubt her")
    evening.line("Bo", "ten +7")
    evening.line("Ada", "note later")
    evening.crash()
    assert "ten +4 superior 1" in evening.line("Ada", "explain").text
    evening.line("Ada", "again")
    mine = [one for one in evening.bot._sessions[ROOM, "ada"].seat.log() if one["kind"] == "call"]
    mine = [one for one in mine if one.get("request")]
    mine = [one["request"] for one in mine if one["person"] == mine[-1]["person"]]
    requests = [{name: said for name, said in one.items() if name != "seen"} for one in mine]
    assert requests[-1] == requests[0] == requests[0] | {"visible": "blind", "note": "I doubt her"}
    assert "no check to roll again" in evening.line("Cy", "again").text


def test_somebody_who_writes_too_fast(evening: Evening) -> None:
    """BOT_LINES_A_MINUTE: they are told once, others are answered, and a line that was begun is answered too."""
    begun = evening.line("Ada", "ten << 6 5 4", "$a")
    evening.bot.rates = RateLimiter(1, lambda: 0.0)
    assert not evening.line("Ada", "ten").refused
    told, silent = evening.line("Ada", "ten"), evening.line("Ada", "ten")
    assert "too fast" in told.text
    assert silent.text == ""
    assert told.refused
    assert silent.refused
    assert not evening.line("Bo", "ten").refused
    assert evening.line("Ada", "ten << 6 5 4", "$a").text == begun.text
    assert evening.throws() == 3


def test_the_order_of_turns_of_the_game_that_is_played(evening: Evening) -> None:
    """A command that several games have is the one of the channel's game, or of plain dice if it has none."""
    evening.line("Ada", "game ten")
    asked = evening.line("Ada", "initiative start").text
    assert asked.startswith("(")
    number = asked.partition("(")[2].partition(")")[0]
    evening.line("Bo", f"dice 2d6 for {number} << 6 5")
    evening.line("Ada", f"dice 2d6 for {number} << 1 2")
    evening.line("Bo", "game ten")
    assert "went on" in evening.line("Bo", "initiative next").text
    assert "It is the turn of Ada" in evening.line("Bo", "initiative next").text


@pytest.mark.parametrize("most", [10, 36, 37, 100])
@pytest.mark.parametrize(
    "text", ["", "one\ntwo\n\nthree", "a" * 36, "a" * 37, "a" * 144, "b" * 9 + "\nc", "line\n" * 60]
)
def test_the_pieces_of_a_text(text: str, most: int) -> None:
    """Messages have at most so many characters and all of the text, or as much as fits and a last one that says so."""
    found = pieces(text, most)
    whole = "".join(text.split("\n"))
    joined = "".join("".join(found).split("\n"))
    if "\n" not in text:
        assert (joined == whole) == (len(text) <= PIECES * most)
    if joined != whole:
        assert found[-1] == "… The rest is in the log of the table."
        assert len(found) == PIECES
        assert whole.startswith("".join("".join(found[:-1]).split("\n")))
        assert len(whole) > most
        del found[-1]
    assert 1 <= len(found) <= PIECES
    assert max(map(len, found)) <= most
    for one, other in pairwise(found):
        assert len(one) + 1 + len(other.split("\n")[0]) > most


@pytest.mark.parametrize("marks", ["`" * 1_900, "a``" * 700, "```\n" * 500])
def test_a_fence_is_closed_by_the_bot_alone(marks: str) -> None:
    """No text ends the block in which Discord shows it, or makes a message too long."""
    fenced = pytest.importorskip("sixfold.cli.bot.on_discord").fenced
    for message in fenced(marks):
        assert len(message) <= 2_000
        assert message.count("```") == 2
        assert message.startswith("```\n")
        assert message.endswith("\n```")


def test_what_was_answered_is_not_told_again(evening: Evening) -> None:
    """Of what somebody in the channel did, it is told only what no answer there has said: that a roll was hidden."""
    evening.line("Ada", "ten << 6 5 4")
    evening.line("Ada", "secret ten << 6 5 3")
    told = evening.bot.kept.now.unsent
    wait_until(lambda: any("in secret" in one.text for one in told))
    assert [one.user for one in told if "in secret" in one.text] == [""]
    assert not any("6 5 4" in one.text or "6 5 3" in one.text for one in told)


def test_the_table_before_is_not_told(evening: Evening) -> None:
    """After a channel went to another table, nothing of the one before is told in it."""
    evening.line("Ada", "ten")
    ears = evening.bot._ears[ROOM]
    mine = evening.table.open()
    evening.line("Ada", f"link {evening.table.address}/rooms/{mine.name}#{mine.links['player']}")
    told = evening.bot.kept.now.channels[ROOM].told
    evening.bot._hear(ROOM, ears, {"kind": "note", "number": 99, "person": ears.person, "text": "the traitor"})
    assert evening.bot.kept.now.channels[ROOM].told == told
    assert "traitor" not in str(evening.bot.kept.now.unsent)


def test_instruments_are_told_with_what_moved_them(evening: Evening) -> None:
    """A roll that moves an instrument, and a correction of it, are told with its new lines, in each channel."""
    evening.line("Ada", "ten << 6 5 4")
    link = evening.bot.kept.now.channels[ROOM].link
    assert not evening.bot.line("!two", "Friday", "zoe", "Zoe", f"link {link}", "$two").refused

    def told(begins: str) -> list[str]:
        messages = [one.text for one in evening.bot.kept.now.unsent if one.channel == "!two"]
        return [text for text in messages if text[1:].lstrip("0123456789) ").startswith(begins)]

    number = evening.line("Ada", "odgs vs 9 << 3 3 3").text.partition("(")[2].partition(",")[0]
    wait_until(lambda: bool(told("Ada types odgs")))
    assert told("Ada types odgs")[0].endswith("\nEffort: Ada: Inspiration 6 (ends with the session).")
    assert not evening.line("Ada", f"correct {number} odgs vs 9 combat").refused
    wait_until(lambda: bool(told("Ada corrects")))
    assert told("Ada corrects")[0].endswith("\nEffort: Ada: Adrenaline 3 (ends with the combat).")


@pytest.mark.parametrize("slash", ["", "/"])
def test_commands_of_the_bot_with_a_slash(evening: Evening, slash: str) -> None:
    """The commands that only a bot has may begin with a slash, as all others."""
    assert evening.line("Ada", f"{slash}help").text == HELP
    assert not evening.line("Ada", f"{slash}game ten").refused
    assert evening.bot.kept.now.channels[ROOM].game == "ten"
    assert evening.line("Ada", f"{slash}link nowhere").text.startswith("A link looks like")
