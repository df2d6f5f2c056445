"""Who sees what is decided by the room as it is now, however the events come to a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sixfold.table.room import seen_by
from sixfold.table.room.commands import HandOver, Join, Roll
from sixfold.table.server.room_service import RoomService
from tests.waiting import played


def test_a_former_master_on_another_server(tmp_path: Path) -> None:
    """A server that did not hear of a hand-over yet reads what came after it, and the former GM sees nothing of it."""

    async def play() -> None:
        service = RoomService(str(tmp_path / "table.db"), asyncio.get_running_loop())
        room, links = await service.open("Friday")
        for role, name in (("master", "Mo"), ("player", "Ada")):
            await service.submit(room, Join(links[role], name))
        before = await service.state(room)
        await service.submit(room, HandOver("p1", "p2"))
        thrown = await service.submit(room, Roll("p2", "ten", "blind", "00" * 16))
        service._live_rooms[room].state = before  # as a server has it before the news of another one
        event = (await service.events(room, thrown.number - 1))[0]
        assert "salt" in seen_by(event, await service.person(room, "p2"))
        assert "salt" not in seen_by(event, await service.person(room, "p1"))
        await service.close()

    played(play())
