"""What a stranger learns from a refusal: nothing about which rooms there are."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from sixfold.errors import RoomError
from sixfold.table.room import who
from sixfold.table.server.room_service import RoomService


def test_a_wrong_token_costs_the_same_everywhere(tmp_path: Path) -> None:
    """A room that there is and one that there is not: the same answer, after as many looks into the database."""

    async def refused() -> list[tuple[str, int]]:
        service = RoomService(str(tmp_path / "table.db"), asyncio.get_running_loop())
        try:
            room, _ = await service.open("Friday")
            found = []
            for name in (room, "nowhere", room, "nowhere"):
                with (
                    patch.object(service.store.log, "since", Mock(wraps=service.store.log.since)) as since,
                    pytest.raises(RoomError) as error,
                ):
                    await service.find(name, lambda state: who(state, "x"))
                found.append((error.value.message, since.call_count))
            return found
        finally:
            await service.close()

    first, *others = asyncio.run(refused())
    assert first[1]
    assert others == [first] * 3
