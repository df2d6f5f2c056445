"""What a stranger learns from a refusal: nothing about which rooms there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixfold.errors import RoomError
from sixfold.table.room import who
from sixfold.table.server.room_service import RoomService


class Counting(RoomService):
    """A service that counts how often it reads its database."""

    looks = 0

    async def reading(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """Read, and count it."""
        self.looks += 1
        return await super().reading(read, *arguments)


def test_a_wrong_token_costs_the_same_everywhere(tmp_path: Path) -> None:
    """A room that there is and one that there is not: the same answer, after as many looks into the database."""

    async def refused() -> list[tuple[str, int]]:
        service = Counting(str(tmp_path / "table.db"), asyncio.get_running_loop())
        try:
            room, _ = await service.open("Friday")
            found = []
            for name in (room, "nowhere", room, "nowhere"):
                service.looks = 0
                with pytest.raises(RoomError) as error:
                    await service.known(name, lambda state: who(state, "x"))
                found.append((error.value.message, service.looks))
            return found
        finally:
            await service.close()

    first, *others = asyncio.run(refused())
    assert others == [first] * 3
