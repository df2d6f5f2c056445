"""Copies of a database that is in use, and putting them back."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from sixfold.errors import StoreError
from sixfold.store.backup import backup, restore
from tests.store.kit import note, noted, opened

SECRET = bytes(range(32))


def test_a_copy_of_a_running_table(tmp_path: Path) -> None:
    """A backup made while a table writes is whole: it has everything up to one moment, and opens by itself."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with closing(opened(str(database))) as store:
        store.writer.create("inn", SECRET, note("start")).result(10)
        futures = [store.writer.submit("inn", noted(f"{at}")) for at in range(300)]
        futures[10].result(10)
        backup(database, copy)
        acknowledged = sum(future.done() for future in futures[:11]) + 1
        futures[-1].result(10)
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (database, copy)] == [0o600, 0o600]
    with closing(opened(str(copy))) as store:
        events = store.log.since("inn")
        assert len(events) >= acknowledged
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert store.writer.submit("inn", noted("on")).result(10).number == len(events) + 1


def test_a_copy_is_put_back(tmp_path: Path) -> None:
    """After a restore the table is as it was at the backup; what was there before is kept beside it."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with closing(opened(str(database))) as store:
        store.writer.create("inn", SECRET, note("start")).result(10)
    backup(database, copy)
    with closing(opened(str(database))) as store:
        store.writer.submit("inn", noted("later")).result(10)
    restore(copy, database)
    with closing(opened(str(database))) as store:
        assert store.log.last(["inn"]) == {"inn": 1}
    with closing(opened(f"{database}.before")) as store:
        assert store.log.last(["inn"]) == {"inn": 2}


def test_a_table_in_use_is_not_overwritten(tmp_path: Path) -> None:
    """A restore onto a database that a table uses is refused, and changes nothing."""
    database, copy = tmp_path / "table.db", tmp_path / "copy.db"
    with closing(opened(str(database))) as store:
        store.writer.create("inn", SECRET, note("start")).result(10)
        backup(database, copy)
        with pytest.raises(StoreError) as refused:
            restore(copy, database)
        assert refused.value.code == "store/locked"
        assert store.writer.submit("inn", noted("on")).result(10).number == 2


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
