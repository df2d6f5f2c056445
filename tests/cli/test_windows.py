"""Every command where what Windows lacks is missing: see `tests.windows`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sixfold.cli import HEADINGS
from tests.console import Ran
from tests.pages import ROOT
from tests.table.server.kit import free_port
from tests.windows import environment

GAME = str(ROOT / "examples" / "percent.py")
LOG = "evening.jsonl"

WALKED: list[tuple[str, ...]] = [
    ("help",), ("version",), ("games",), ("config",), ("schema", "odds"), ("completion", "bash"),
    ("roll", "ten", "+4", "--log", LOG), ("roll", "ten", "+4", "--times", "3", "--log", LOG),
    ("odds", "ten", "+4"), ("odds", "ten", "-o", "odds.csv"), ("odds", "ten", "-o", "odds.csv"),
    ("odds", "4d6kh3", "-o", "odds.svg"), ("explain", "skew", "vs", "12"),
    ("advise", "odgs", "vs", "15", "+3", "advantage", "1", "--faces", "6,4,4,1"),
    ("compare", "ten +3", "wild 3D vs 10", "-o", "two.html"), ("need", "ten +?", "--chance", "75%"),
    ("table", "ten", "--rows", "modifier=0..2", "-o", "grid.md"),
    ("equivalent", "ten +3", "--in", "wild", "--vs", "15"),
    ("audit", "book.claims"), ("luck", LOG), ("--game", GAME, "test", GAME),
    ("--game", GAME, "odds", "percent", "skill", "45"), ("sweep", "book.toml", "--workers", "1", "-o", "sweep.csv"),
    ("play", "evening.sixfold"), ("play", "evening.sixfold"),
    ("serve",), ("join",), ("backup",), ("verify",), ("bot",),
]  # fmt: skip
"""What is typed; the last ones in tests of their own."""


class Windows:
    """A folder, and the command in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = environment(folder)

    def started(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a command."""
        pipe = subprocess.PIPE
        program = [sys.executable, *words]
        return subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe, cwd=self.folder, env=self.environment)

    def run(self, *words: str, stdin: bytes = b"") -> Ran:
        """Run the command; it may not end in a traceback."""
        process = self.started("-m", "sixfold", *words)
        out, err = process.communicate(stdin)
        assert b"Traceback" not in err, err.decode("cp1252")
        return Ran(process.returncode, out.decode("cp1252"), err.decode("cp1252"))


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Windows:
    windows = Windows(tmp_path_factory.mktemp("windows"))
    windows.run("roll", "ten", "+4", "--log", LOG)  # for `luck`, in whatever order the commands are tried
    return windows


def test_every_command_is_walked() -> None:
    """No command is left out but `site`, which runs Node.js and takes a minute."""
    commands = {name for names in HEADINGS.values() for name in names}
    walked = {word for words in WALKED for word in words if word in commands}
    assert commands - walked == {"site"}


@pytest.mark.parametrize("words", [words for words in WALKED if words[1:]], ids=" ".join)
def test_a_command(windows: Windows, words: tuple[str, ...]) -> None:
    """It answers, and says nothing that a console of cp1252 cannot show."""
    (windows.folder / "book.toml").write_bytes(
        b'checks = ["ten +{n}"]\r\nkeep = ["success"]\r\n[ranges]\r\nn = "0..3"\r\n'
    )
    (windows.folder / "book.claims").write_bytes(b"check: ten\r\nevent: success\r\nprinted: 62.5 %\r\n")
    ran = windows.run(*words, stdin=b"ten +4\r\n/quit\r\n")
    assert ran.status == 0, ran
    assert ran.out.count("\n") == ran.out.count("\r\n")


def test_an_evening(windows: Windows) -> None:
    """A table with a game of one's own is served, joined, copied while it runs, ended, put back and verified."""
    link, served = "", ("serve", "--port", str(free_port()), "--data", "table.db", "--game", GAME)
    with windows.started("-m", "sixfold", *served) as table:
        try:
            assert table.stdout is not None
            lines = iter(table.stdout.readline, b"")
            link = next(
                found for line in lines for found in re.findall(r"http\S+/rooms/\S+#\S+", line.decode("cp1252"))
            )
            joined = windows.run(
                "--game", GAME, "join", link, "--name", "Ada", stdin=b"ten\r\npercent skill 45\r\n/quit\r\n"
            )
            assert (joined.status, "ten   (" in joined.out, "percent skill 45   (" in joined.out) == (0, True, True), (
                joined
            )
            assert (windows.folder / "LOCALAPPDATA" / "sixfold" / "seats.json").exists()
            assert windows.run("backup", "copy.db", "--data", "table.db").status == 0
        finally:
            table.kill()
    restored = windows.run("backup", "copy.db", "--data", "table.db", "--restore")
    assert (restored.status, (windows.folder / "table.db.before").exists()) == (0, True), restored
    played = windows.run("play", "log.sixfold", stdin=b"ten +4\r\n/export log.json\r\n/quit\r\n")
    assert windows.run("verify", "log.json").status == 0, played


def test_the_memory_of_a_bot(windows: Windows) -> None:
    """It is written anew while the bot runs; a second bot is refused; the next one has all of it."""
    done = windows.started("-c", BOT).communicate()
    assert done == (b"refused\r\n7\r\n", b""), done[1].decode()


BOT = """
from sixfold.cli.bot import memory
from sixfold.errors import StudyError
kept = memory.MemoryFile("bot.json")
memory.LEAST = kept._most = 0
for told in range(8):
    with kept.changing("#one") as changed:
        changed.channels["#one"] = memory.Channel("link", memory.Credentials("token", "p1"), told)
try:
    memory.MemoryFile("bot.json")
except StudyError:
    print("refused")
kept.close()
print(memory.MemoryFile("bot.json").now.channels["#one"].told)
"""


@pytest.mark.parametrize("name", ["CON.csv", "a:b.csv", "nul.csv", "what?.csv"])
def test_names_that_windows_does_not_allow(windows: Windows, name: str) -> None:
    """An answer is not written under such a name, and nothing is left behind."""
    before = sorted(windows.folder.iterdir())
    ran = windows.run("odds", "ten", "-o", name)
    assert (ran.status, "cannot be written" in ran.err) == (2, True), ran
    assert sorted(windows.folder.iterdir()) == before


def test_two_evenings_in_one_file(windows: Windows) -> None:
    """Whoever plays in a file has it alone, until it is closed."""
    done = windows.started("-c", EVENINGS).communicate()
    assert (b"Somebody is already playing" in done[0], done[1]) == (True, b""), done


EVENINGS = """
from sixfold.cli.client.local import KeptRoom
from sixfold.errors import StudyError
from sixfold.systems import SYSTEMS
first = KeptRoom("one.sixfold", SYSTEMS)
import subprocess, sys
second = "from sixfold.cli.main import main; main(['play', 'one.sixfold'])"
print(subprocess.run([sys.executable, "-c", second], capture_output=True, text=True, encoding="cp1252").stderr.strip())
first.close()
KeptRoom("one.sixfold", SYSTEMS).close()
"""
