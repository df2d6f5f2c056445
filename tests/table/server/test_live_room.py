"""The newest events of a room in memory, against all that came."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sixfold.base import bounds
from sixfold.table.room import LogEvent, RoomState
from sixfold.table.server.live_room import LiveRoom


async def nothing(*_: object) -> list[object]:
    return []


@given(st.lists(st.sampled_from([1, 1, 1, 1, 0, 3]), max_size=2 * bounds.RECENT_EVENTS // 10), st.data())
def test_what_is_in_memory_is_what_came(steps: list[int], data: st.DataObject) -> None:
    """Whoever asks for the events above a number gets all of them in order, or hears that some are not in memory."""
    live = LiveRoom(RoomState({}), nothing, True, lambda state, person: None, nothing)  # type: ignore[arg-type]
    came, number = [0], 0
    for step in steps:
        number += step
        live._remember(LogEvent(number, b"{}"))
        came.append(number)
    last = max(came)
    after = data.draw(st.integers(0, last + 2))
    found = live.since(after)
    first = live.recent[0].number if live.recent else last + 1
    if not steps or after > last or after < first - 1:
        assert found is None
    else:
        assert found is not None
        assert [event.number for event in found] == list(range(after + 1, last + 1))
