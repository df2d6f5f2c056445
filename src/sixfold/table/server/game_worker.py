"""Games of one's own at a table: their code runs in processes that can be ended, and never in the server itself.

The server has a stand-in for each of them, with its name and no code. With stand-ins a room is known as far as its
people, draws, questions and records go. Where a decision or a view needs the game itself, asking for it raises
`NotHere`, and the same function of the room is called in a process, with the whole game.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from operator import is_
from time import process_time
from typing import Any, NamedTuple

from msgspec import json
from msgspec.structs import replace

from sixfold.authoring.load import load_game, untried, with_games
from sixfold.authoring.second_opinion.confirm import confirm_game
from sixfold.base import bounds
from sixfold.checks.check_input import Checked, CheckInput, checked
from sixfold.errors import RoomError, RuleError
from sixfold.rules.functions import WentOnError
from sixfold.rules.instrument import Did, Instrument, Thrown
from sixfold.rules.panel import Said, panel
from sixfold.rules.rule import Rule, System, Systems
from sixfold.rules.table import Table
from sixfold.show.values.games import listing
from sixfold.systems import SYSTEMS
from sixfold.table.room import LogEvent, Person, Randomness, RoomState, evening, next_dice, ordered, stopped, view
from sixfold.table.room.commands import Command
from sixfold.table.room.dispatch import decide, replay
from sixfold.table.room.playing import play

ROOMS_AT_HAND = 64
"""Rooms that a process keeps, each with its instruments and without."""


class NotHere(BaseException):
    """The code of a game is needed that is not in this process."""


class WithoutCode(Mapping[str, System]):
    """Games by name, of which those of one's own are known here by their names alone: asking for one raises NotHere."""

    def __init__(self, systems: Systems) -> None:
        self._systems = systems

    def __getitem__(self, name: str) -> System:
        system = self._systems[name]
        if name not in SYSTEMS:
            raise NotHere
        return system

    def __contains__(self, name: object) -> bool:
        return name in self._systems

    def __iter__(self) -> Iterator[str]:
        return iter(self._systems)

    def __len__(self) -> int:
        return len(self._systems)


class Silent(Instrument[None]):
    """An instrument in the place of another one, whose code is not here or had to be stopped: it says so."""

    def __init__(self, name: str, title: str, sentence: str = "") -> None:
        self.name, self.title = name, title
        self._sentence = sentence

    def start(self) -> None:
        """Return nothing: it keeps nothing."""

    def follow(self, state: None, happening: Thrown | Did) -> None:
        """Return nothing."""

    def view(self, state: None, who: Any, people: Any) -> Mapping[str, Any]:
        """Return the sentence."""
        return {"blocks": panel(Said(self._sentence))}


class Described(NamedTuple):
    """A game of one's own, without its code: its file, the names and titles of its instruments, and what pages show.

    `untried` are checks that were not tried, since its rolls take so long.
    """

    name: str
    title: str
    file: str
    instruments: tuple[tuple[str, str], ...]
    listed: Mapping[str, Any]
    untried: tuple[str, ...]

    @property
    def stand_in(self) -> System:
        """A game of this name, without code."""
        keeps = [Silent(name, title) for name, title in self.instruments]
        return System(Rule(_nothing), name=self.name, title=self.title, keeps=keeps)


def _nothing(table: Table) -> int:
    """Nothing is rolled: the game is elsewhere."""
    return 0


# -- in a process --------------------------------------------------------------------------------------------------


def described(file: str) -> Described:
    """Return what there is to know of the game of a file, which has a name of its own, and whose odds are confirmed."""
    with_games([file])
    game = load_game(file)
    confirm_game(game)
    instruments = tuple((str(one.name), str(one.title)) for one in game.instruments())
    return Described(game.name, game.title, file, instruments, listing([game])["games"][0], untried(file))


def read(files: Sequence[str], source: CheckInput, cursor: int | None, faces: Sequence[int | str] | None) -> Checked:
    """Return everything about a check that is being made."""
    return checked(source, cursor, faces, with_games(files, examined=True), next_dice)


def luck(files: Sequence[str], events: Sequence[LogEvent], person: Person) -> dict[str, Any]:
    """Return the luck of an evening."""
    return evening(events, person, with_games(files, examined=True))


class News(NamedTuple):
    """The events of a room after those that a process may have; and the files of the games.

    With `silence`, instruments of one's own only say it, and their code does not run.
    """

    room_id: str
    after: int
    events: Sequence[LogEvent]
    files: Sequence[str]
    silence: str | None = None


class _Kept:
    """A room as a process has it."""

    state: RoomState | None = None
    games: tuple[System, ...] = ()


@lru_cache(maxsize=ROOMS_AT_HAND)
def _kept(room_id: str, silence: str | None) -> _Kept:
    return _Kept()


def _room(news: News) -> RoomState | None:
    """Return a room after its news; None if this process lacks what was before them."""
    systems = with_games(news.files, examined=True)
    kept, games = _kept(news.room_id, news.silence), tuple(systems.values())
    if not (len(kept.games) == len(games) and all(map(is_, kept.games, games))):
        kept.games, kept.state = games, None
    state, kept.state = kept.state, None
    try:
        if state is None and not news.after:
            # What an instrument could not follow may have been taken back since: it follows only what still holds.
            state = replay(news.events, _silent(systems, ""))
            shown = systems if news.silence is None else _silent(systems, news.silence)
            state = replace(state, systems=shown, instruments=state.instruments.anew(shown, state.people))
        elif state is not None and state.number >= news.after:
            state = replay([event for event in news.events if event.number > state.number], state=state)
        else:
            return None
    except RoomError:
        if not news.after:
            raise
        return None
    kept.state = state
    return state


def _silent(systems: Systems, sentence: str) -> dict[str, System]:
    """Return games whose instruments say a sentence if they are one's own."""

    def silent(game: System) -> System:
        if game.name in SYSTEMS or not game.instruments():
            return game
        return game.replace(
            keeps=[Silent(one.name, one.title, sentence) for one in game.instruments()], characters=game.traits
        )

    return {name: silent(game) for name, game in systems.items()}


class DecidedAt(NamedTuple):
    """A decision on a command that holds after `base` events alone: the parts of `Decided` without its state."""

    base: int
    events: tuple[LogEvent, ...]
    number: int
    given: Mapping[str, str]


def decided(news: News, command: Command, randomness: Randomness, now: datetime, sentence: str) -> DecidedAt | None:
    """Return the decision on a command; with a sentence, every roll comes to that, since its rule does not end."""
    state = _room(news)
    if state is None:
        return None
    decision = decide(state, command, randomness, now, stopped(sentence) if sentence else play)
    return DecidedAt(state.number, decision.events, decision.number, dict(decision.given))


def viewed(news: News, people: Sequence[tuple[str, Sequence[str]]]) -> list[dict[str, Any]] | None:
    """Return the room as people see it, each with the games whose instruments are wanted besides.

    Raises RuleError (rule/endless) where instruments took so long that nobody should wait for them again.
    """
    state = _room(news)
    if state is None:
        return None
    begun = process_time()
    views: list[dict[str, Any]] = [json.decode(ordered(view(state, *seen_by))) for seen_by in people]
    if process_time() - begun > bounds.OWN_CODE_SECONDS / 2 and news.silence is None:
        lines = [str(line) for seen in views for shown in seen["instruments"] for line in shown["lines"]]
        why = next((line for line in lines if str(WentOnError()) in line), "An instrument took too long.")
        raise RuleError("rule/endless", why)
    return views
