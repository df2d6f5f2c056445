"""Copies of a database that is in use, and putting them back."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from sixfold.errors import RoomError, StoreError
from sixfold.table.store.backup import backup, restore
from sixfold.table.store.store import Store
from tests.table.store.kit import Noted, counted, fresh, note, noted, opened
from tests.waiting import PATIENCE

Copied = Callable[[Path, Path], object]
SECRET = bytes(range(32))


def test_a_copy_of_a_running_table(tmp_path: Path) -> None:
    """A backup made while a table writes is whole: it has everything up to one moment, and opens by itself."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with closing(opened(str(database))) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        futures = [store.writer.enqueue("inn", noted(f"{at}")) for at in range(300)]
        futures[10].result(PATIENCE)
        backup(database, copy)
        acknowledged = sum(future.done() for future in futures[:11]) + 1
        futures[-1].result(PATIENCE)
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (database, copy)] == [0o600, 0o600]
    with closing(opened(str(copy))) as store:
        events = store.log.since("inn")
        assert len(events) >= acknowledged + 1
        assert events[-1].shown["text"] == "restored"
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert store.writer.enqueue("inn", noted("on")).result(PATIENCE).number == len(events) + 1


def texts(store: Store[int]) -> list[str]:
    return [event.shown["text"] for event in store.log.since("inn")]


def secret_of(store: Store[int]) -> bytes:
    """The secret with which the next command is decided."""
    found: list[bytes] = []

    def look(state: int, secret: bytes) -> Noted:
        found.append(secret)
        return Noted((), state, state)

    store.writer.enqueue("inn", look).result(PATIENCE)
    return found[0]


def played(database: Path, *said: str) -> None:
    """A table is opened, things are said, and it is stopped."""
    with closing(opened(str(database))) as store:
        for text in said:
            if store.log.rooms():
                store.writer.enqueue("inn", noted(text)).result(PATIENCE)
            else:
                store.writer.create("inn", SECRET, note(text)).result(PATIENCE)


def test_a_copy_is_put_back(tmp_path: Path) -> None:
    """After a restore the table is as it was at the backup; what was there before is kept beside it.

    Its rooms begin anew, once, and so do those of the file that was kept, should it ever be opened.
    """
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    played(database, "start")
    backup(database, copy)
    played(database, "later")
    assert restore(copy, database)
    for _ in range(2):
        with closing(opened(str(database))) as store:
            assert texts(store) == ["start", "restored"]
            assert secret_of(store) != SECRET
    with closing(opened(f"{database}.before")) as store:
        assert texts(store) == ["start", "later", "restored"]


def by_backup(database: Path, copy: Path) -> None:
    backup(database, copy)


def by_hand(database: Path, copy: Path) -> None:
    """The file and what lies beside it, as people copy files."""
    for ending in ("", "-wal", "-shm"):
        if database.with_name(f"{database.name}{ending}").exists():
            shutil.copy(f"{database}{ending}", f"{copy}{ending}")


def put_back(copy: Path, database: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
    by_hand(copy, database)


@pytest.mark.parametrize("back", [restore, put_back])
@pytest.mark.parametrize("copied", [by_backup, by_hand])
@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_however_it_was_put_back(tmp_path: Path, copied: Copied, back: Copied, running: bool, how: str) -> None:
    """Whoever copies files by hand has new keys too, whether the table ran then and however it stopped."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    played(database, "start")
    if not running:
        copied(database, copy)
    store = opened(str(database))
    if running:
        store.writer.enqueue("inn", noted("before")).result(PATIENCE)
        copied(database, copy)
    store.writer.enqueue("inn", noted("after")).result(PATIENCE)
    if how == "killed":
        put_back(database, tmp_path / "left.db")
        shutil.copy(f"{database}.mark", tmp_path / "left.mark")
    store.close()
    if how == "killed":
        put_back(tmp_path / "left.db", database)
        shutil.copy(tmp_path / "left.mark", f"{database}.mark")
        with closing(opened(str(database))) as store:
            assert "restored" not in texts(store)
    back(copy, database)
    with closing(opened(str(database))) as store:
        assert texts(store) == ["start", "before", "restored"] if running else ["start", "restored"]
        assert secret_of(store) != SECRET


def test_what_was_not_put_back_goes_on(tmp_path: Path) -> None:
    """Opened again, the same file keeps its secrets; where its mark is gone, or it was moved, it begins anew."""
    database, moved = tmp_path / "table.db", tmp_path / "moved.db"
    played(database, "start")
    played(database, "on")
    with closing(opened(str(database))) as store:
        assert texts(store) == ["start", "on"]
        assert secret_of(store) == SECRET
    os.rename(database, moved)
    with closing(opened(str(moved))) as store:
        assert texts(store) == ["start", "on", "restored"]
    for junk in ("", "x", "\u00e9", "a b c", f"{'0' * 32} 1"):
        moved.with_name("moved.db.mark").write_text(junk, "utf-8")
        with closing(opened(str(moved))) as store:
            assert texts(store)[-1] == "restored"
            many = len(texts(store))
        with closing(opened(str(moved))) as store:
            assert len(texts(store)) == many


def test_a_postgresql_that_was_put_back(tmp_path: Path) -> None:
    """A dump that was put into another database, or into the same one anew, has its rooms begin anew, once."""
    database = fresh("postgresql", tmp_path)
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
    with psycopg.connect(database, autocommit=True) as connection:
        # What a restore into the same database leaves: the same rows in tables that were made again.
        connection.execute("create table other (like room including all)")
        connection.execute("insert into other select * from room")
        connection.execute("alter table event drop constraint event_room_fkey")
        connection.execute("alter table post drop constraint post_room_fkey")
        connection.execute("drop table room")
        connection.execute("alter table other rename to room")
    for _ in range(2):
        with closing(opened(database)) as one, closing(opened(database)) as two:
            assert texts(one) == texts(two) == ["start", "restored"]
            assert secret_of(one) == secret_of(two) != SECRET


def test_nothing_is_left_beside(tmp_path: Path) -> None:
    """Neither a backup of a stopped table nor a restore leaves files of its own."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    played(database, "start")
    backup(database, copy)
    before = {"table.db", "table.db.lock", "table.db.mark", "copy.db"}
    assert {path.name for path in tmp_path.iterdir()} == before
    assert restore(copy, database)
    assert {path.name for path in tmp_path.iterdir()} == before | {"table.db.before"}
    os.remove(database)
    assert not restore(copy, database)
    shutil.copy(f"{database}.before", copy)
    played(copy, "on")
    assert restore(copy, database)
    assert {path.name for path in tmp_path.iterdir()} == before | {"table.db.before", "copy.db.lock", "copy.db.mark"}


def test_a_copy_that_was_broken_off_is_no_hindrance(tmp_path: Path) -> None:
    """What a killed backup left half written is written anew, whole."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    played(database, "start")
    (tmp_path / ".copy.db.half").write_text("half a copy " * 1000)
    backup(database, copy)
    with closing(opened(str(copy))) as store:
        assert texts(store) == ["start", "restored"]


def test_a_copy_that_cannot_be_read(tmp_path: Path) -> None:
    """A copy with a room that this Sixfold cannot read is not opened, and stays as it is."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    played(database, "start")
    backup(database, copy)
    restore(copy, database)

    def refuse(state: int, secret: bytes) -> Noted:
        raise RoomError("room/version", "Event 1 (dance, version 1) is of a newer Sixfold than this one.")

    with pytest.raises(StoreError, match="newer Sixfold") as refused:
        Store(str(database), counted, refuse, lambda found: None)
    assert refused.value.code == "store/version"
    with closing(opened(str(database))) as store:
        assert texts(store) == ["start", "restored"]


def test_a_table_in_use_is_not_overwritten(tmp_path: Path) -> None:
    """A restore onto a database that a table uses is refused, and changes nothing."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with closing(opened(str(database))) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        backup(database, copy)
        with pytest.raises(StoreError) as refused:
            restore(copy, database)
        assert refused.value.code == "store/locked"
        assert store.writer.enqueue("inn", noted("on")).result(PATIENCE).number == 2


def test_what_cannot_be_copied(tmp_path: Path) -> None:
    """A file that is missing, of something else, or in the way: a sentence, and nothing half written."""
    letter, copy = tmp_path / "letter.txt", tmp_path / "copy.db"
    letter.write_text("Dear reader, " * 500)
    for source, target in ((tmp_path / "none.db", copy), (letter, copy), (letter, letter)):
        with pytest.raises(StoreError) as refused:
            backup(source, target)
        assert refused.value.code == "store/backup"
    with pytest.raises(StoreError):
        restore(letter, tmp_path / "table.db")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".lock") == ["letter.txt"]


def test_a_copy_that_the_system_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be written is told in a sentence with its reason, without the number of an error."""
    database = tmp_path / "table.db"
    opened(str(database)).close()

    def refuse(*paths: object) -> None:
        raise PermissionError(13, "Permission denied", "x")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(StoreError, match=r"cannot be copied to .*copy\.db: permission denied\.$"):
        backup(database, tmp_path / "copy.db")
