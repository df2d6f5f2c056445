"""Rolls of games of one's own, which are decided in a process while everyone else goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixfold.table.room import Decided
from sixfold.table.room.commands import Join, Roll
from sixfold.table.server.game_worker import Described
from sixfold.table.server.room_service import RoomService
from tests.table.server.test_own_games import DUEL
from tests.waiting import played, turns


@pytest.mark.parametrize("many", [1, 2, 3])
def test_a_roll_is_overtaken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    """However eagerly others roll, a roll that was overtaken by them is not overtaken again, and all are written."""
    file = tmp_path / "duel.py"
    file.write_text(DUEL, "utf-8")

    async def play() -> None:
        games = [Described("duel", "Duel", str(file), (), {}, ())]
        service = RoomService(str(tmp_path / "table.db"), asyncio.get_running_loop(), games)
        room, links = await service.open("Friday")
        for name in ("Ada", "Bo"):
            await service.submit(room, Join(links["player"], name))
        eager: list[asyncio.Task[Decided]] = []

        async def answer(question: Callable[..., Any], *arguments: Any, **_: Any) -> Any:
            """What a process answers; meanwhile somebody else rolls."""
            eager.append(asyncio.create_task(service.submit(room, Roll("p2", "ten", "all", "00" * 16))))
            await turns(9)
            assert len(eager) <= 3 * many
            return question(*arguments)

        monkeypatch.setattr(service.own_games._processes, "answer", answer)
        own = (service.submit(room, Roll("p1", "duel vs 5", faces=(6, 2))) for _ in range(many))
        done = [*await asyncio.gather(*own), *await asyncio.gather(*eager)]
        assert len({one.number for one in done}) == len(done)
        await service.close()

    played(play())
