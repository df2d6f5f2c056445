"""The file of a bot: a line for each change, for one bot at a time, whole after every kind of end."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from sixfold.cli.bot import memory
from sixfold.cli.bot.memory import Channel, Credentials, Doing, MemoryFile, Message
from sixfold.errors import StudyError
from tests.cli.bot.conftest import remembered

SEAT = Credentials("token", "p1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bot.json"


@pytest.mark.parametrize("name", ["bot.json", "soft.json", "hard.json"])
def test_a_second_bot_is_refused(file: Path, name: str) -> None:
    """One file is one bot's, under whatever name another one comes; when it ends, the next one has all of it."""
    first = MemoryFile(str(file))
    (file.parent / "soft.json").symlink_to(file)
    os.link(file, file.parent / "hard.json")
    with pytest.raises(StudyError, match=r"another bot|several names"):
        MemoryFile(str(file.parent / name))
    with first.changing("#one") as changed:
        changed.channels["#one"] = Channel("link", SEAT, 3)
    first.close()
    os.unlink(file.parent / "hard.json")
    later = MemoryFile(str(file.parent / "soft.json"))
    assert later.now == first.now
    later.close()
    assert (file.parent / "soft.json").is_symlink()


def test_a_change_costs_itself(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many channels there are, one change writes a line; what is past is left out when it is too much."""
    kept = MemoryFile(str(file))
    names = [f"#{at}" for at in range(1_000)]
    with kept.changing(*names) as changed:
        changed.channels.update({name: Channel("link", SEAT, 0, seats={"ada": SEAT}) for name in names})
    size = file.stat().st_size
    with kept.changing("#7") as changed:
        changed.channels["#7"].told = 9
    assert 0 < file.stat().st_size - size < 1_000
    monkeypatch.setattr(memory, "LEAST", 0)
    kept._most = size
    sizes = []
    for told in range(1_000):
        with kept.changing("#7") as changed:
            changed.channels["#7"].told = told
        sizes.append(file.stat().st_size)
    assert max(sizes) < 5 * size
    assert min(sizes) < size + 1_000
    kept.close()
    assert MemoryFile(str(file)).now == kept.now


def test_every_change_is_read_again(file: Path) -> None:
    """Whatever is set, changed or taken away, in any field, the file has all of it after each change."""
    kept = MemoryFile(str(file))
    drawn = Random(1)
    for turn in range(60):
        name = f"#{drawn.randrange(4)}"
        with kept.changing(name) as now:
            for field, value in (
                ("channels", Channel("link", SEAT, turn, "ten", {"ada": Credentials(f"{turn}", "p2")}, "shown")),
                ("doing", Doing(name, "ada", "POST", "/throws", {"check": "ten", "at": turn})),
                ("whispers", f"!{turn}"),
            ):
                entries = getattr(now, field)
                if drawn.randrange(3):
                    entries[name] = value
                else:
                    entries.pop(name, None)
            now.unsent = [*now.unsent, Message(name, f"${turn}", "text", "bo")][-drawn.randrange(3) :]
            now.since, now.done = f"s{turn}", [f"$done{turn}"] * drawn.randrange(3)
        assert remembered(file.parent) == kept.now
    kept.close()
    assert file.stat().st_mode & 0o777 == 0o600
    assert Path(f"{file}.lock").stat().st_mode & 0o777 == 0o600


def test_a_disk_that_is_full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that has no room leaves no part of a line, and is there with the next one."""
    kept = MemoryFile(str(file))
    before = file.read_bytes()
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda at, data: write(at, data[:10]))
        with pytest.raises(StudyError, match="no space left"), kept.changing("#one") as changed:
            changed.channels["#one"] = Channel("link", SEAT, 3)
    assert file.read_bytes() == before
    with kept.changing("#two") as changed:
        changed.channels["#two"] = Channel("link", SEAT, 4)
    assert remembered(file.parent) == kept.now
    kept.close()


def test_a_kill_in_the_midst_of_a_line(file: Path) -> None:
    """Wherever the last line ends, everything before it is there, and what is written next is read again."""
    kept = MemoryFile(str(file))
    whole = file.read_bytes()
    with kept.changing("#one") as changed:
        changed.channels["#one"] = Channel("link", SEAT, 3)
    kept.close()
    written = file.read_bytes()
    for end in range(len(whole), len(written), 7):
        file.write_bytes(written[:end])
        again = MemoryFile(str(file))
        assert not again.now.channels
        with again.changing("#two") as changed:
            changed.channels["#two"] = Channel("link", SEAT, 4)
        again.close()
        assert list(remembered(file.parent).channels) == ["#two"]


@pytest.mark.parametrize("text", ["{}", "[]\n", "[[1]]\n", '[["secret", "x", 1]]\n', "no JSON\n", '[["a","b",null]]\n'])
def test_a_file_that_is_none(file: Path, text: str) -> None:
    """Another file is refused with a sentence, and stays as it is."""
    file.write_text(text)
    with pytest.raises(StudyError, match="is no file of sixfold bot"):
        MemoryFile(str(file))
    assert file.read_text() == text
