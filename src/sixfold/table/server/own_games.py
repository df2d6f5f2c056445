"""The games of one's own of a server: what needs their code is asked of processes, and then written like all else."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar

from sixfold.base import bounds
from sixfold.base.bounds import OWN_PROCESSES, OWN_ROLL_SECONDS
from sixfold.errors import RoomError, RuleError, SixfoldError, TableError
from sixfold.rules.rule import Systems
from sixfold.systems import SYSTEMS
from sixfold.table.room import Decided, LogEvent, Randomness, RoomState, replay
from sixfold.table.room.commands import Command, Use
from sixfold.table.room.event_kinds import Corrected, Failed
from sixfold.table.room.playing import ENDLESS
from sixfold.table.server.game_worker import DecidedAt, Described, News, WithoutCode, decided, viewed
from sixfold.table.server.workers import Workers
from sixfold.table.store.posts import Written

Answer = TypeVar("Answer")

Write = Callable[[Callable[[RoomState, bytes], Decided]], Awaitable[Written[RoomState]]]
"""Has a decision made about a room as it is then, and writes it."""


class MovedError(Exception):
    """Something happened in a room since a command was decided: it has `number` events now."""

    def __init__(self, number: int) -> None:
        self.number = number


class OwnGames:
    """Games by name, and the processes in which their code runs.

    `systems` has the games as all rooms know them, with stand-ins for those of one's own, and `apart` the same for
    what needs a game itself: where it is one's own, that is done in a process, with the `files`. `events` has those of
    a room above a number.
    """

    def __init__(
        self, games: Sequence[Described], events: Callable[[str, int, int], Awaitable[Sequence[LogEvent]]]
    ) -> None:
        self._own = {game.name: game for game in games}
        self._systems = {**SYSTEMS, **{game.name: game.stand_in for game in games}}
        self.systems: Systems = MappingProxyType(self._systems)
        self.without_code: Systems = WithoutCode(self.systems)
        self._processes = Workers(OWN_PROCESSES)
        self._events = events
        self._told: dict[str, int] = {}
        """Events of each room that a process was told of."""
        self._silent: dict[str, str] = {}
        """Rooms in which the code of an instrument had to be stopped, and what is said there since."""
        self._held: dict[str, asyncio.Future[None]] = {}
        """Rooms in which a roll is decided that was overtaken before: others wait for it there."""

    @property
    def described(self) -> Collection[Described]:
        """The games."""
        return self._own.values()

    @property
    def files(self) -> list[str]:
        """The files of the games."""
        return [game.file for game in self._own.values()]

    def add(self, game: Described) -> None:
        """Have a game played from now on; it takes the place of one of the same name."""
        self._own[game.name] = game
        self._systems[game.name] = game.stand_in
        self._silent.clear()

    def close(self) -> None:
        """End the processes."""
        self._processes.close()

    def happened(self, room_id: str, events: Sequence[LogEvent]) -> None:
        """Take note of events: once one is corrected, an instrument whose code had to be stopped is tried again."""
        if any(isinstance(event.body, Corrected) for event in events if self._silent):
            self._silent.pop(room_id, None)

    async def wait(self, room_id: str) -> None:
        """Wait until nothing is decided in a room that was overtaken before."""
        while room_id in self._held:
            await asyncio.shield(self._held[room_id])

    async def submit(
        self, room_id: str, command: Command, randomness: Randomness, number: int, write: Write
    ) -> Written[RoomState]:
        """Have a command decided in a process, and then written if nothing happened in its room meanwhile.

        If something did, it is decided once more, and all who ask for something in the room wait until that is done.
        """
        mine: asyncio.Future[None] | None = None
        sentence = ""
        try:
            while True:
                decision, sentence = await self._decided(room_id, command, randomness, number, sentence)
                try:
                    return await write(_written_if_at(decision))
                except MovedError as moved:
                    number = moved.number
                while mine is None and room_id in self._held:
                    await asyncio.shield(self._held[room_id])
                mine = self._held[room_id] = mine or asyncio.get_running_loop().create_future()
        finally:
            if mine is not None:
                del self._held[room_id]
                mine.set_result(None)

    async def _decided(
        self, room_id: str, command: Command, randomness: Randomness, number: int, sentence: str
    ) -> tuple[DecidedAt, str]:
        """Return the decision of a process, and the sentence of its rule if that had to be stopped.

        A draw whose rule had to be stopped is used up, as one that fails; with its sentence it is not played again.
        """
        silence = None if isinstance(command, Use) else ""
        if silence is None and room_id in self._silent:
            raise RoomError(ENDLESS, self._silent[room_id])
        arguments = (command, randomness, datetime.now(UTC))
        try:
            decision = await self._there(decided, room_id, number, silence, *arguments, sentence)
        except SixfoldError as error:
            if sentence or not _stopped(error):
                raise
            sentence = error.message
        else:
            last = decision.events[-1].body if decision.events else None
            return decision, last.message if isinstance(last, Failed) and last.code == ENDLESS else sentence
        if silence is None:
            self._silent[room_id] = sentence
            raise RoomError(ENDLESS, sentence)
        try:
            return await self._there(decided, room_id, number, silence, *arguments, sentence), sentence
        except SixfoldError as error:
            raise RoomError(ENDLESS, sentence) if _stopped(error) else error from None

    async def views(
        self, room_id: str, number: int, wanted: Sequence[tuple[str, Sequence[str]]]
    ) -> list[dict[str, Any]]:
        """Return a room after a number of events as people see it, each with the instruments of some games besides.

        Instruments whose code had to be stopped say so.
        """
        silence = self._silent.get(room_id)
        try:
            return await self._there(viewed, room_id, number, silence, wanted)
        except SixfoldError as error:
            if silence is not None or not _stopped(error):
                raise
            self._silent[room_id] = error.message
            return await self._there(viewed, room_id, number, error.message, wanted)

    async def _there(
        self, question: Callable[..., Answer | None], room_id: str, number: int, silence: str | None, *arguments: Any
    ) -> Answer:
        """Return the answer of a process about a room after a number of events, which it is told if it lacks them."""
        after = min(self._told.get(room_id, 0), number)
        while True:
            events = [event for event in await self._events(room_id, after, bounds.EVENTS) if event.number <= number]
            news = News(room_id, after, events, self.files, silence)
            answer: Answer | None = await self._processes.answer(
                question, news, *arguments, seconds=OWN_ROLL_SECONDS, files=self.files, about=room_id
            )
            if answer is not None:
                self._told[room_id] = number
                return answer
            after = 0


def _written_if_at(decision: DecidedAt) -> Callable[[RoomState, bytes], Decided]:
    """Have a decision written in the room for which it was made; raises MovedError where something happened since."""

    def written(state: RoomState, secret: bytes) -> Decided:
        if state.number != decision.base:
            raise MovedError(state.number)
        return Decided(decision.events, replay(decision.events, state=state), decision.number, decision.given)

    return written


def _stopped(error: SixfoldError) -> bool:
    """Whether an error says that code of an author had to be stopped with its process."""
    return (isinstance(error, RuleError) and error.code == "rule/endless") or (
        isinstance(error, TableError) and error.code == "table/deadline"
    )
