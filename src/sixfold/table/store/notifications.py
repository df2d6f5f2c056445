"""News from other servers on the same PostgreSQL: which rooms have new events."""

from collections.abc import Callable, Sequence
from threading import Event, Thread

import psycopg
from sqlalchemy.engine import URL

from sixfold.base.bounds import STORE_SWEEP_SECONDS

RETRY = 0.2
"""Seconds before a connection that was cut is made again."""


class Notifications:
    """Tells, in a thread of its own, which rooms have news; an empty list means: any room may have some.

    A connection that is cut is made again. News may be lost with it, so that everyone looks everywhere after it was
    made again, and every few seconds besides.
    """

    def __init__(self, url: URL, channel: str, on_news: Callable[[Sequence[str]], None]) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._channel = channel
        self._on_news = on_news
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="sixfold-listener", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"listen {self._channel}")
                    self._on_news([])
                    self._listen(connection)
            except psycopg.Error:
                self._stopping.wait(RETRY)

    def _listen(self, connection: psycopg.Connection) -> None:
        waited = 0.0
        while not self._stopping.is_set():
            heard = False
            for notice in connection.notifies(timeout=RETRY):
                heard = True
                self._on_news(notice.payload.split())
            waited = 0.0 if heard else waited + RETRY
            if waited >= STORE_SWEEP_SECONDS:
                waited = 0.0
                self._on_news([])
