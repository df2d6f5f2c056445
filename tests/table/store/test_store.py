"""One kit for every database: what is acknowledged is there, once, in order, whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from shutil import copyfile, copytree
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from sixfold.base import bounds
from sixfold.errors import RoomError, StoreError
from sixfold.table.room.log_event import LogEvent
from sixfold.table.store import database as tables
from sixfold.table.store import notifications, writer
from sixfold.table.store.backends import backend_of
from sixfold.table.store.database import unavailable
from sixfold.table.store.posts import IdempotencyKey
from sixfold.table.store.store import Store
from tests.table.store.kit import DATABASES, KILLS, LazyReport, Noted, fresh, note, noted, opened
from tests.waiting import PATIENCE

SECRET = bytes(range(32))


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh(request.param, tmp_path)


def texts(store: Store[int], room: str) -> list[str]:
    return [event.shown["text"] for event in store.log.since(room)]


def test_what_was_written_is_read(database: str) -> None:
    """Events come back with their bytes, in order, also from a store that is opened later."""
    with closing(opened(database)) as store:
        first = store.writer.create("inn", SECRET, note("one", 2)).result(PATIENCE)
        second = store.writer.enqueue("inn", noted("two")).result(PATIENCE)
        assert first.outcome is not None
        assert second.outcome is not None
        events = [*first.outcome.events, *second.outcome.events]
        assert [event.number for event in events] == [1, 2, 3]
        assert (second.number, second.outcome.state) == (3, 3)
    with closing(opened(database)) as store:
        assert store.log.since("inn") == events
        assert store.log.since("inn", 1, 1) == [events[1]]
        assert store.log.since("inn", 3) == []
        assert store.log.rooms() == 1
        assert store.writer.enqueue("inn", noted("three")).result(PATIENCE).number == 4


def test_private_parts_are_kept(database: str) -> None:
    """The private part and who sees it are kept beside the public part."""
    hidden = LogEvent(1, b'{"a":1}', b'{"b":"\xc3\xa9"}', ("p1", "p2"))
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, Noted((hidden,), 1, 1)).result(PATIENCE)
        assert store.log.since("inn") == [hidden]


def test_many_posts_have_numbers_without_gaps(database: str) -> None:
    """Hundreds of posts at once to a few rooms: every event once, numbered in the order of delivery."""
    told = LazyReport()
    with closing(opened(database, told)) as store:
        rooms = ["inn", "keep", "mine"]
        for room in rooms:
            store.writer.create(room, SECRET, note("start")).result(PATIENCE)
        posts = [(room, store.writer.enqueue(room, noted(f"{at}"))) for at in range(200) for room in rooms]
        wait([future for _, future in posts], 30)
        for room in rooms:
            numbers = [future.result().number for own, future in posts if own == room]
            assert numbers == list(range(2, 202))
            assert told.numbers(room) == list(range(1, 202))
            assert texts(store, room) == ["start", *map(str, range(200))]


def test_a_refusal_writes_nothing(database: str) -> None:
    """What a room refuses is told to who asked; the others of the same transaction are written."""

    def refuse(state: int, secret: bytes) -> Noted:
        raise RoomError("room/closed", "The door is closed.")

    def broken(state: int, secret: bytes) -> Noted:
        raise KeyError("a mistake")

    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        futures = [store.writer.enqueue("inn", d) for d in (noted("a"), refuse, noted("b"), broken, noted("c"))]
        wait(futures, PATIENCE)
        assert [type(future.exception()) for future in futures] == [
            type(None),
            RoomError,
            type(None),
            KeyError,
            type(None),
        ]
        assert texts(store, "inn") == ["start", "a", "b", "c"]


def test_no_room(database: str) -> None:
    """A room that there is not is said so, to readers and writers."""
    with closing(opened(database)) as store:
        with pytest.raises(StoreError, match="no such room"):
            store.writer.enqueue("nowhere", noted("a")).result(PATIENCE)
        with pytest.raises(StoreError, match="no such room"):
            store.log.since("nowhere")


def test_the_same_post_again_is_the_same_event(database: str) -> None:
    """A retried post gets the events of the first, at once, in one transaction, and after a restart."""
    post = IdempotencyKey("one:1", "hash")
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        futures = [store.writer.enqueue("inn", noted("a", 2), post) for _ in range(20)]
        wait(futures, PATIENCE)
        assert [future.result().number for future in futures] == [2] * 20
        assert [future.result().outcome is None for future in futures] == [False] + [True] * 19
        with pytest.raises(StoreError, match="used for another request"):
            store.writer.enqueue("inn", noted("b"), IdempotencyKey("one:1", "another hash")).result(PATIENCE)
    with closing(opened(database)) as store:
        assert store.writer.enqueue("inn", noted("a", 2), post).result(PATIENCE) == ("inn", 2, None)
        assert texts(store, "inn") == ["start", "a", "a"]


def test_what_wrote_nothing_is_not_remembered(database: str) -> None:
    """A throw that is repeated writes no event, so a thousand keys for it fill no table."""

    def repeat(state: int, secret: bytes) -> Noted:
        return Noted((), state, 1)

    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        answers = [
            store.writer.enqueue("inn", repeat, IdempotencyKey(f"k{at}", "h")).result(PATIENCE).number
            for at in range(3)
        ]
        assert answers == [1, 1, 1]
        # The same key is free for another request: it was not kept.
        assert store.writer.enqueue("inn", noted("on"), IdempotencyKey("k0", "other")).result(PATIENCE).number == 2


def test_a_post_that_was_refused_may_come_again(database: str) -> None:
    """A refusal leaves no trace: with the same key the post is decided anew."""

    def refuse(state: int, secret: bytes) -> Noted:
        raise RoomError("room/closed", "The door is closed.")

    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        with pytest.raises(RoomError):
            store.writer.enqueue("inn", refuse, IdempotencyKey("k", "h")).result(PATIENCE)
        assert store.writer.enqueue("inn", noted("now"), IdempotencyKey("k", "h")).result(PATIENCE).number == 2


def test_stopping_writes_what_waits(database: str) -> None:
    """Whatever was taken before the stop is written before it is done."""
    store = opened(database)
    store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
    futures = [store.writer.enqueue("inn", noted(f"{at}")) for at in range(50)]
    store.close()
    assert [future.result(0).number for future in futures] == list(range(2, 52))


def test_a_database_of_a_newer_sixfold(database: str) -> None:
    """A database of a version that is not known is refused, and left as it is."""
    from sqlalchemy import text

    opened(database).close()
    engine = backend_of(database).writing()
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    engine.dispose()
    for _ in range(2):
        with pytest.raises(StoreError) as refused:
            opened(database)
        assert refused.value.code == "store/version"


WRITER = """
import sys
from tests.table.store.kit import noted, opened
store = opened(sys.argv[1])
for at in range(int(sys.argv[2]), 1_000_000):
    print(store.writer.enqueue("inn", noted(f"{at}")).result().number, at, flush=True)
"""


def killed_while_writing(database: str, turn: int, after: int) -> dict[int, str]:
    """Starts a process that writes, kills it after so many acknowledgements, and gives what it had been told."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, database, str(turn * 10_000)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(after)]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.wait(PATIENCE)
    process.stdout.close()
    return {int(number): text for number, _, text in (line.strip().partition(" ") for line in lines if "\n" in line)}


def test_what_was_acknowledged_survives_a_kill(database: str) -> None:
    """kill -9 in the midst of writing: everything acknowledged is there, once, in order, without gaps."""
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
    acknowledged: dict[int, str] = {}
    for turn in range(KILLS):
        acknowledged |= killed_while_writing(database, turn, 1 + turn * 37 % 97)
    with closing(opened(database)) as store:
        kept = texts(store, "inn")
        assert len(acknowledged) >= KILLS
        assert all(kept[number - 1] == text for number, text in acknowledged.items())
        assert store.writer.enqueue("inn", noted("end")).result(PATIENCE).number == len(kept) + 1


def test_a_file_is_for_one_server(tmp_path: Path) -> None:
    """A second server on the same file is refused with a sentence; when the first is gone, the file is free."""
    database = fresh("sqlite", tmp_path)
    with closing(opened(database)):
        with pytest.raises(StoreError) as refused:
            opened(database)
        assert refused.value.code == "store/locked"
    opened(database).close()


def test_a_file_is_free_whichever_thread_lets_go_of_it(tmp_path: Path) -> None:
    """A server opens its database in one thread, and may close it in another."""
    database = fresh("sqlite", tmp_path)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        store = one.submit(opened, database).result()
        other.submit(store.close).result()
        opened(database).close()


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_another_name_of_the_file(tmp_path: Path, link: Callable[[str, str], None]) -> None:
    """A second server is refused by whatever name it finds the file; a symbolic link is the file itself."""
    database = fresh("sqlite", tmp_path)
    other = str(tmp_path / "other.db")
    with closing(opened(database)):
        link(database, other)
        with pytest.raises(StoreError) as refused:
            opened(other)
        assert refused.value.code == "store/locked"
    if link is os.link:
        with pytest.raises(StoreError, match="several names"):
            opened(database)
        os.unlink(other)
        opened(database).close()
    else:
        opened(other).close()
        assert not Path(f"{other}.mark").exists()


def test_an_emptied_file(tmp_path: Path) -> None:
    """An empty or missing file beside the mark of a table with events is no new table."""
    database = Path(fresh("sqlite", tmp_path))
    with closing(opened(str(database))) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
    for gone in (lambda: database.write_bytes(b""), database.unlink):
        for ending in ("-wal", "-shm"):
            Path(f"{database}{ending}").unlink(missing_ok=True)
        gone()
        with pytest.raises(StoreError, match="is empty, but had 1 events") as refused:
            opened(str(database))
        assert refused.value.code == "store/lost"
    Path(f"{database}.mark").unlink()
    opened(str(database)).close()


def test_the_mark_beside_a_file(tmp_path: Path) -> None:
    """Rooms begin anew unless the same mark lies beside the file, with at most as many events as it has."""
    first = Path(fresh("sqlite", tmp_path))
    with closing(opened(str(first))) as store:
        store.writer.create("inn", SECRET, note("start", 3)).result(PATIENCE)
        store.writer.enqueue("inn", noted("on", 2)).result(PATIENCE)
    mark, events = Path(f"{first}.mark").read_text().split()
    assert int(events) == 5
    known = [f"{mark} {count}" for count in (0, 4, 5)]
    unknown = [f"{mark} 6", f"{mark}0 5", "0 0", f"{mark}", f"{mark} five", "", None]
    for at, beside in enumerate((*known, *unknown)):
        database = tmp_path / f"{at}.db"
        copyfile(first, database)
        if beside is not None:
            Path(f"{database}.mark").write_text(beside)
        for _ in range(2):
            with closing(opened(str(database))) as store:
                assert len(texts(store, "inn")) == 5 + (beside in unknown), beside
        kept, events = Path(f"{database}.mark").read_text().split()
        assert int(events) == 5 + (beside in unknown)
        assert (kept == mark) == (beside in known)


@pytest.mark.parametrize("address", ["mysql://root@localhost/table", "http://example.org", "://", "oracle://a/b"])
def test_other_addresses_are_refused(address: str) -> None:
    """What is neither a file nor a PostgreSQL is refused."""
    with pytest.raises(StoreError) as refused:
        opened(address)
    assert refused.value.code == "store/address"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A database in a folder that is not there is refused, and nothing is made."""
    with pytest.raises(StoreError, match="no folder") as refused:
        opened(str(tmp_path / "missing" / "table.db"))
    assert refused.value.code == "store/unavailable"
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A file of something else is refused and stays as it is."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 1000)
    with pytest.raises(StoreError) as refused:
        opened(str(path))
    assert refused.value.code == "store/unavailable"
    assert path.read_text() == "Dear reader, " * 1000


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (SQLAlchemyError("busy"), "busy"),
        (OperationalError("select 1", {}, Exception("disk full\nat line 3")), "disk full"),
        (OperationalError("select 1", {}, Exception()), "OperationalError"),
    ],
)
def test_why_a_database_does_not_answer(error: SQLAlchemyError, why: str) -> None:
    """The sentence has the first line of what the database itself says, or else the name of its error."""
    assert unavailable(error).message == f"The database does not answer as it should: {why}."


def test_sixfold_lies_in_a_folder_of_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A percent sign in the name of its folder is no setting of the migrations."""
    monkeypatch.setattr(tables, "MIGRATIONS", copytree(tables.MIGRATIONS, tmp_path / "100 %(sure)"))
    opened(str(tmp_path / "table.db")).close()
    assert (tmp_path / "table.db").stat().st_size > 0


def test_a_database_of_another_program(database: str) -> None:
    """Where other tables are and ours never were, nothing is written."""
    engine = create_engine(backend_of(database).url)
    with engine.begin() as connection:
        connection.execute(text("create table recipes (name text)"))
    with pytest.raises(StoreError, match="belongs to another program") as refused:
        opened(database)
    assert refused.value.code == "store/version"
    assert inspect(engine).get_table_names() == ["recipes"]
    engine.dispose()


def test_two_servers_share_a_room(tmp_path: Path) -> None:
    """Two servers on one PostgreSQL write to the same room: no gap, nothing twice, and each hears of the other."""
    database = fresh("postgresql", tmp_path)
    told = (LazyReport(), LazyReport())
    with closing(opened(database, told[0])) as one, closing(opened(database, told[1])) as two:
        one.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        futures = [store.writer.enqueue("inn", noted(f"{at}")) for at in range(300) for store in (one, two)]
        wait(futures, 30)
        assert sorted(future.result().number for future in futures) == list(range(2, 602))
        assert len(texts(one, "inn")) == 601
        with told[1].changed:
            assert told[1].changed.wait_for(lambda: ["inn"] in told[1].news, PATIENCE)


def test_posts_are_the_same_for_all_servers(tmp_path: Path) -> None:
    """A post that was answered by one server is answered alike by another."""
    database = fresh("postgresql", tmp_path)
    with closing(opened(database)) as one, closing(opened(database)) as two:
        one.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        assert one.writer.enqueue("inn", noted("a"), IdempotencyKey("k", "h")).result(PATIENCE).number == 2
        assert two.writer.enqueue("inn", noted("a"), IdempotencyKey("k", "h")).result(PATIENCE) == ("inn", 2, None)


def test_a_listener_that_is_cut_hears_again(tmp_path: Path) -> None:
    """Its connection is ended by the database: it connects again, and says to look everywhere."""
    database = fresh("postgresql", tmp_path)
    told = LazyReport()
    with closing(opened(database)) as one, closing(opened(database, told)):
        with told.changed:
            assert told.changed.wait_for(lambda: [] in told.news, PATIENCE), "it does not listen yet"
        one.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        with told.changed:
            assert told.changed.wait_for(lambda: ["inn"] in told.news, PATIENCE)
        with psycopg.connect(database, autocommit=True) as connection:
            cut = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%%' and datname = %s"
            connection.execute(cut, [connection.info.dbname])
        with told.changed:
            many = len(told.news)
            assert told.changed.wait_for(lambda: len(told.news) > many and [] in told.news[many:], PATIENCE)
            many = len(told.news)
        one.writer.enqueue("inn", noted("a")).result(PATIENCE)
        with told.changed:
            assert told.changed.wait_for(lambda: ["inn"] in told.news[many:], PATIENCE)


def test_a_database_that_went_away_comes_back(tmp_path: Path) -> None:
    """All connections are cut while nobody writes: the next writer and reader get new ones, and nothing is lost."""
    database = fresh("postgresql", tmp_path)
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        with psycopg.connect(database, autocommit=True) as connection:
            cut = "select pg_terminate_backend(pid, 60000) from pg_stat_activity where pid <> pg_backend_pid()"
            assert all(row == (True,) for row in connection.execute(f"{cut} and datname = current_database()"))
        assert store.writer.enqueue("inn", noted("again")).result(PATIENCE).number == 2
        assert texts(store, "inn") == ["start", "again"]


def test_too_much_waits(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """STORE_WAITING and STORE_BATCH: past the bound a post is told to come again; nothing that was taken is lost."""
    monkeypatch.setattr(writer, "STORE_WAITING", 30)
    monkeypatch.setattr(writer, "STORE_BATCH", 7)
    held, go_on = Event(), Event()

    def slow(state: int, secret: bytes) -> Noted:
        held.set()
        go_on.wait(PATIENCE)
        return note("slow", 1, state)

    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        futures = [store.writer.enqueue("inn", slow)]
        held.wait(PATIENCE)
        futures += [store.writer.enqueue("inn", noted(f"{at}")) for at in range(30)]
        with pytest.raises(StoreError) as refused:
            store.writer.enqueue("inn", noted("one too many"))
        assert refused.value.code == "store/busy"
        go_on.set()
        assert [future.result(PATIENCE).number for future in futures] == list(range(2, 33))


def test_rooms_that_are_not_at_hand(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """STORE_ROOMS_AT_HAND and STORE_READERS: rooms that were let go are read again when somebody comes."""
    assert bounds.STORE_READERS == 4
    monkeypatch.setattr(writer, "STORE_ROOMS_AT_HAND", 3)
    with closing(opened(database)) as store:
        rooms = [f"room{at}" for at in range(8)]
        for room in rooms:
            store.writer.create(room, SECRET, note("start")).result(PATIENCE)
        for turn in range(2, 5):
            assert [store.writer.enqueue(room, noted("on")).result(PATIENCE).number for room in rooms] == [turn] * 8


def test_news_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """STORE_SWEEP_SECONDS: a server looks everywhere now and then, even when nobody tells it anything."""
    monkeypatch.setattr(notifications, "STORE_SWEEP_SECONDS", 0.3)
    told = LazyReport()
    with closing(opened(fresh("postgresql", tmp_path), told)), told.changed:
        assert told.changed.wait_for(lambda: told.news.count([]) >= 3, PATIENCE)


def test_a_full_disk(tmp_path: Path) -> None:
    """No room is left in the middle of it: a clear error, and everything acknowledged is there."""
    database = fresh("sqlite", tmp_path)
    acknowledged = 1
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        with store.writer.engine.begin() as connection:
            pages = connection.exec_driver_sql("pragma page_count").scalar_one()
            connection.exec_driver_sql(f"pragma max_page_count = {pages + 20}")
        for at in range(200):
            error = store.writer.enqueue("inn", noted(f"{at}" * 500)).exception(PATIENCE)
            if error is not None:
                assert isinstance(error, StoreError)
                assert error.code == "store/unavailable"
                break
            acknowledged += 1
        else:
            pytest.fail("the disk never filled up")
        assert len(texts(store, "inn")) == acknowledged
    with closing(opened(database)) as store:
        assert store.writer.enqueue("inn", noted("room again")).result(PATIENCE).number == acknowledged + 1


def test_whether_writing_works(tmp_path: Path) -> None:
    """A probe fails while writes fail, leaves nothing behind, and succeeds as soon as they do."""
    database = fresh("sqlite", tmp_path)
    with closing(opened(database)) as store:
        store.writer.create("inn", SECRET, note("start")).result(PATIENCE)
        for switch in ("on", "off"):
            connection: Any = store.writer.engine.raw_connection().driver_connection
            connection.execute(f"pragma query_only = {switch}")
            if switch == "on":
                with pytest.raises(StoreError, match="does not answer as it should"):
                    store.writer.probe().result(PATIENCE)
        with store.log.engine.connect() as reader:
            before = reader.execute(text("select * from mark")).all()
        store.writer.probe().result(PATIENCE)
        with store.log.engine.connect() as reader:
            assert reader.execute(text("select * from mark")).all() == before
        assert texts(store, "inn") == ["start"]
    opened(database).close()
