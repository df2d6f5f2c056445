"""Files are there whole or not at all, and stay what they were."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixfold import odds
from sixfold.errors import StudyError
from sixfold.show.files import write_whole
from tests.console import run
from tests.waiting import PATIENCE


@pytest.fixture
def umask() -> Iterator[None]:
    """The usual mask, for new files."""
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    """Others may read it as far as the process is told to let them."""
    write_whole(tmp_path / "x", "text")
    assert mode(tmp_path / "x") == 0o640


@pytest.mark.parametrize("bits", [0o600, 0o644, 0o666, 0o755, 0o200])
def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path, bits: int) -> None:
    """What only its owner may read is not opened to others by being written again."""
    path = tmp_path / "x"
    path.write_text("before")
    path.chmod(bits)
    write_whole(path, "after")
    assert (mode(path), [p.name for p in tmp_path.iterdir()]) == (bits, ["x"])
    path.chmod(0o600)
    assert path.read_text() == "after"


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    """A file that nobody may write is not replaced behind its back, not even by root."""
    path = tmp_path / "x.vl.json"
    path.write_text("before")
    path.chmod(0o444)
    with pytest.raises(StudyError, match="read-only"):
        odds("ten").save(path)
    ran = run("table", "ten", "--rows", "modifier=0..1", "--output", str(path))
    assert (ran.status, "read-only" in ran.err) == (2, True)
    assert (path.read_text(), mode(path), len(list(tmp_path.iterdir()))) == ("before", 0o444, 1)


def test_a_link_still_leads_to_its_file(tmp_path: Path) -> None:
    """The file at the end of a link is replaced, in its own folder; the link stays."""
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "x", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, "after")
    assert (link.is_symlink(), target.read_text(), mode(target)) == (True, "after", 0o640)
    assert [p.name for p in (tmp_path / "far").iterdir()] == ["x"]


def test_a_link_that_leads_nowhere_yet_gets_its_file(tmp_path: Path) -> None:
    """The file is made where the link leads."""
    (tmp_path / "link").symlink_to(tmp_path / "x")
    write_whole(tmp_path / "link", "after")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "x").read_text()) == (True, "after")


def test_a_link_in_a_circle_is_refused(tmp_path: Path) -> None:
    """Links that lead to each other are one error, and stay as they are."""
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(StudyError):
        write_whole(tmp_path / "a", "x")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "b"]


def test_a_write_through_a_link_that_breaks_off_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also there the file is whole: the old one, where the new one could not be finished."""
    target, link = tmp_path / "x", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(StudyError, match="no space left"):
        write_whole(link, "after")
    assert (target.read_text(), sorted(p.name for p in tmp_path.iterdir())) == ("before", ["link", "x"])


def test_a_write_that_breaks_off_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a step fails, the half-written file is taken away and one error is raised."""

    def refuse(*_: object) -> None:
        raise OSError(5, "Input/output error")

    for step in ("os.replace", "os.fsync"):
        with monkeypatch.context() as broken:
            broken.setattr(step, refuse)
            with pytest.raises(StudyError, match="input/output"):
                write_whole(tmp_path / "x", "half")
        assert list(tmp_path.iterdir()) == []


def test_the_mask_of_the_process_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No moment in which another thread would make a file that everybody may write."""

    def refuse(*_: object) -> int:
        raise AssertionError("the mask is touched")

    monkeypatch.setattr("os.umask", refuse)
    write_whole(tmp_path / "x", "text")


def test_a_pipe_is_written_to_where_it_is(tmp_path: Path) -> None:
    """What is no file is not replaced by one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_whole(pipe, "text")
    reader.join(PATIENCE)
    assert (read, stat.S_ISFIFO(pipe.stat().st_mode)) == ([b"text"], True)


@pytest.mark.parametrize("name", ["no/such/folder/x", "x" * 256, "a\0b", ".", "", "\ud800"])
def test_a_name_that_cannot_be_written_is_one_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is not there, a name that is too long, a folder for a file: a sentence each."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StudyError) as caught:
        write_whole(name, "text")
    assert (caught.value.code, list(tmp_path.iterdir())) == ("study/file", [])
    assert caught.value.message.isprintable()
