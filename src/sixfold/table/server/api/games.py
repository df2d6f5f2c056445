"""Games that a GM brings to a table, as Python files, if its operator allows that: they are programs.

A file is looked at in a process of its own first, which ends if it never gets done.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sixfold.api import roll
from sixfold.authoring.load import load_game
from sixfold.base.bounds import GAME_LENGTH, NAME_LENGTH, OWN_GAMES, OWN_ROLL_SECONDS
from sixfold.errors import RoomError, TableError
from sixfold.show.files import write_whole
from sixfold.show.values.games import listing
from sixfold.systems import SYSTEMS
from sixfold.table.room.commands import ChooseGames
from sixfold.table.server.api.command_calls import RequestBody
from sixfold.table.server.game_worker import Described, described
from sixfold.table.server.pages import File, file
from sixfold.table.server.requester import ApiRequest, TheRequester, TheService, TheWorkers
from sixfold.table.server.settings import Settings


class Brought(RequestBody, frozen=True):
    """A Python file with a game: its name, which may name the game, and its text."""

    name: Annotated[str, Meta(max_length=NAME_LENGTH * 4, examples=["duel.py"])]
    source: Annotated[str, Meta(max_length=GAME_LENGTH, description="the text of the file")]


class Taken(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game that a file brought, and the checks that were not tried, since its rolls take so long."""

    game: str
    title: str
    untried: tuple[str, ...] = ()


def examined(file: str, source: str) -> Described:
    """Return what there is to know of the game of a file, which it writes. Raises SixfoldError, with the line, for one
    that cannot be played.
    """
    Path(file).write_text(source, "utf-8")
    described_game, game = described(file), load_game(file)
    for rule in game.rules:
        roll(rule.example, systems={**SYSTEMS, game.name: game})
    return described_game


def catalogue(settings: Settings, own: Iterable[Described]) -> File:
    """Return the listing of all games as it is sent; it says whether a GM may bring others."""
    listed = listing(list(SYSTEMS.values()))
    listed["games"] += [game.listed for game in own]
    return file(
        "application/json", msgspec.json.encode({**listed, **({"own_games": True} if settings.own_games else {})})
    )


def kept(folder: str) -> list[str]:
    """Return the files of a folder, none without one."""
    return [str(file) for file in sorted(Path(folder).glob("*.py"))] if folder else []


@post("/rooms/{room:str}/own-games", tags=["rooms"], summary="Bring a game of your own to the table, as master")
async def bring(
    request: ApiRequest,
    service: TheService,
    workers: TheWorkers,
    by: TheRequester,
    room: FromPath[str],
    data: JSONBody[Brought],
) -> Taken:
    """The game is examined, kept in the operator's folder, and played here from now on."""
    folder = request.app.state.settings.own_games
    if not folder or service.store.shared:
        raise TableError("table/own-games", "This table takes no games from a page. Its operator can allow them.")
    if by.role != "master":
        raise RoomError("room/forbidden", "Only the GM brings games to the table.")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}\.py", data.name):
        raise TableError("table/unreadable", "A game is a Python file, such as duel.py.")
    with TemporaryDirectory() as apart:
        tried = os.path.join(apart, data.name)
        game: Described = await workers.answer(examined, tried, data.source, seconds=OWN_ROLL_SECONDS, files=[tried])
    if game.name not in service.own_games.systems and len(os.listdir(folder)) >= OWN_GAMES:
        raise TableError("table/own-games", f"This table holds at most {OWN_GAMES} games of your own.")
    place = os.path.join(folder, f"{game.name}.py")
    await asyncio.to_thread(write_whole, place, data.source)
    service.own_games.add(game._replace(file=place))
    request.app.state.games = catalogue(request.app.state.settings, service.own_games.described)
    games = (await service.state(room)).games
    if game.name not in games:
        await service.submit(room, ChooseGames(by.id, (*games, game.name)))
    return Taken(game.name, game.title, game.untried)


HANDLERS = [bring]
