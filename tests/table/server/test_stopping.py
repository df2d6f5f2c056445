"""A server that is told to stop, whenever that is; and what it writes on standard error."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.table.server.kit import connect, free_port, serving
from tests.waiting import PATIENCE, wait_until


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("there", ["table.db.lock", "table.db.mark"])
def test_a_signal_before_it_is_ready(tmp_path: Path, there: str, how: signal.Signals) -> None:
    """A signal in the middle of the start stops the server, which says nothing but JSON on standard error."""
    words = [sys.executable, "-m", "sixfold", "serve", "--port", str(free_port()), "--data", str(tmp_path / "table.db")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until((tmp_path / there).exists)
        process.send_signal(how)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert [line for line in process.stderr if not isinstance(json.loads(line), dict)] == []


def test_every_line_is_json(tmp_path: Path) -> None:
    """Requests, refused origins, a signal under load and whatever a library says: each line is an object."""
    with serving(tmp_path / "table.db", tmp_path) as table:
        room = table.open()
        one = room.join("One")
        with pytest.raises(InvalidStatus):
            connect(
                f"{table.address.replace('http', 'ws', 1)}/api/v1/rooms/{room.name}/live",
                origin=Origin("http://a.example"),
            )
        with one.listening():
            one.throw("ten")
            assert table.stop() == 0
        lines = [json.loads(line) for line in table.log.read_text().splitlines()]
        assert all({"at", "level", "event"} <= set(line) for line in lines)
        assert "answered" in {line["event"] for line in lines}
        assert not [line for line in lines if line["level"] == "error"], "a refusal is no mistake of the server"


def test_every_post_says_whole_numbers(tmp_path: Path) -> None:
    """Numbers of a body or a query are numbers, and whole: neither a text nor 6.0 is one."""
    with serving(tmp_path / "table.db", tmp_path) as table:
        one = table.open().join("One")
        for more in ({"faces": [6.0, 3, 2]}, {"faces": ["6", 3, 2]}, {"to": "1"}, {"index": 0.0}, {"index": 1e0}):
            answer = one.post("/throws", {"check": "ten", **more})
            assert (answer.status_code, answer.json()["code"]) == (400, "table/unreadable"), answer.text
        for name in ("after", "before", "limit"):
            for said in ("6.0", "1e3", "x", "", "true"):
                answer = one.get("/events", **{name: said})
                assert (answer.status_code, answer.json()["code"]) == (400, "table/unreadable"), answer.text
        failed = one.post("/throws", {"check": "dice " + "+".join(["100d6"] * 11), "c": "00" * 16})
        assert (failed.status_code, failed.json()["code"]) == (422, "bounds/exceeded")
        assert one.events()[-1]["kind"] == "failed"
