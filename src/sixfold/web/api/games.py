"""Games that a GM brings to a table, as Python files, if its operator allows that: they are programs.

A file is looked at in a process of its own first, which ends if it never gets done.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sixfold.api import roll
from sixfold.authoring.load import with_games
from sixfold.authoring.watchdog import own_code
from sixfold.bounds import GAME_LENGTH, NAME_LENGTH, OWN_GAMES
from sixfold.errors import RoomError, TableError, UsageError
from sixfold.room.commands import LayOut
from sixfold.rules.rule import System
from sixfold.show.files import write_whole
from sixfold.systems import SYSTEMS
from sixfold.web.api.rooms import Body
from sixfold.web.caller import Asking, TheAsker, TheHall, TheWorkers


class Brought(Body, frozen=True):
    """A Python file with a game: its name, which may name the game, and its text."""

    name: Annotated[str, Meta(max_length=NAME_LENGTH * 4, examples=["duel.py"])]
    source: Annotated[str, Meta(max_length=GAME_LENGTH, description="the text of the file")]


class Taken(msgspec.Struct, frozen=True):
    """The game that a file brought."""

    game: str
    title: str


def examined(name: str, source: str) -> Taken:
    """Return the game of a file. Raises SixfoldError, with the line, for one that cannot be played."""
    with TemporaryDirectory() as folder:
        file = os.path.join(folder, name)
        Path(file).write_text(source, "utf-8")
        with own_code([file]):
            system = brought(file)
            for rule in system.rules:
                roll(rule.example, systems={**SYSTEMS, system.name: system})
        return Taken(system.name, system.title)


def brought(file: str | os.PathLike[str]) -> System:
    """Return the game of a file, which has a name of its own. Raises what `with_games` raises."""
    return list(with_games([file]).values())[-1]


def kept(folder: str) -> Iterator[System]:
    """Yield the games of a folder. Raises UsageError for a folder that does not exist, and what their files raise."""
    if folder and not os.path.isdir(folder):
        raise UsageError(f"--own-games is a folder; there is none at {folder[:200]}.")
    for file in sorted(Path(folder).glob("*.py")) if folder else ():
        with own_code([str(file)]):
            yield brought(file)


@post("/rooms/{room:str}/own-games", tags=["rooms"], summary="Bring a game of your own to the table, as master")
async def bring(
    request: Asking, hall: TheHall, workers: TheWorkers, by: TheAsker, room: FromPath[str], data: JSONBody[Brought]
) -> Taken:
    """The game is examined, kept in the operator's folder, and played here from now on."""
    folder = request.app.state.settings.own_games
    if not folder or hall.store.shared:
        raise TableError("table/own-games", "This table takes no games from a page. Its operator can allow them.")
    if by.role != "master":
        raise RoomError("room/forbidden", "Only the GM brings games to the table.")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}\.py", data.name):
        raise TableError("table/unreadable", "A game is a Python file, such as duel.py.")
    found: Taken = await workers.answer(examined, data.name, data.source)
    if found.game not in hall.systems and len(os.listdir(folder)) >= OWN_GAMES:
        raise TableError("table/own-games", f"This table holds at most {OWN_GAMES} games of your own.")
    await hall.reading(_keep, hall, os.path.join(folder, f"{found.game}.py"), data.source)
    request.app.state.games = request.app.state.listed()
    games = (await hall.state(room)).games
    if found.game not in games:
        await hall.ask(room, LayOut(by.id, (*games, found.game)))
    return found


def _keep(hall: TheHall, file: str, source: str) -> None:
    """Write the file of a game that is sound, and play it from now on."""
    write_whole(file, source)
    hall.add(brought(file))


HANDLERS = [bring]
