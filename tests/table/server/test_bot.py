"""The bot of the docs, as it stands on the page, at a real table."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Thread
from typing import Any

from sixfold.table.server.middleware import STATUSES
from tests.table.server.kit import Room
from tests.waiting import PATIENCE

PAGE = Path(__file__).parents[3] / "docs" / "table" / "api.md"


def bot() -> Any:
    """The function that the page shows."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(code, PAGE.name, "exec"), names)
    return names["bot"]


def test_the_bot_rolls_what_is_asked_for(room: Room) -> None:
    """A note “roll CHECK” is answered with a throw, a check that cannot be read with the sentence of the error."""
    one = room.join("One")
    link = f"{room.table.address}/rooms/{room.name}#{room.links['player']}"
    thread = Thread(target=bot(), args=(link, "Bones", 2))
    with one.listening(here=True) as socket:
        thread.start()
        while (event := socket.next())["kind"] != "here" or len(event["people"]) < 2:
            pass  # who has come does not listen yet
        one.post("/notes", {"text": "hello"})
        one.post("/notes", {"text": "roll ten +4 superior 1"})
        while (event := socket.next())["kind"] != "throw":
            pass
        assert event["record"]["text"] == "ten +4 superior 1"
        assert event["person"] != one.id
        one.post("/notes", {"text": "roll ten superiour"})
        notes: list[str] = []
        while len(notes) < 2:
            if (event := socket.next())["kind"] == "noted":
                notes.append(event["text"])
        assert "Did you mean" in notes[1]
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_the_page_has_the_status_of_each_code() -> None:
    """The page lists all codes whose status is not 422, each beside its own."""
    rows = re.findall(r"^\| (\d{3}) \| (`.*`) \|$", PAGE.read_text("utf-8"), re.M)
    assert {code: int(status) for status, codes in rows for code in re.findall("`(.*?)`", codes)} == STATUSES
