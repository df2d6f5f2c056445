"""Who sees what is decided by the room as it is now, however the events come to a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sixfold.room import seen_by
from sixfold.room.commands import HandOver, Join, Throw
from sixfold.web.hall import Hall
from tests.waiting import played


def test_a_former_master_on_another_server(tmp_path: Path) -> None:
    """A server that did not hear of a hand-over yet reads what came after it, and the former GM sees nothing of it."""

    async def play() -> None:
        hall = Hall(str(tmp_path / "table.db"), asyncio.get_running_loop())
        room, links = await hall.open("Friday")
        for role, name in (("master", "Mo"), ("player", "Ada")):
            await hall.ask(room, Join(links[role], name))
        before = await hall.state(room)
        await hall.ask(room, HandOver("p1", "p2"))
        thrown = await hall.ask(room, Throw("p2", "ten", "blind", "00" * 16))
        hall._rooms[room].state = before  # as a server has it before the news of another one
        event = (await hall.events(room, thrown.number - 1))[0]
        assert "salt" in seen_by(event, await hall.person(room, "p2"))
        assert "salt" not in seen_by(event, await hall.person(room, "p1"))
        await hall.close()

    played(play())
