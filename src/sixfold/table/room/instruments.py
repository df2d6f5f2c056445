"""The games' instruments in a room: each person has the state that follows from the events that they may see.

No instrument is filtered: a hidden roll is followed for its seers alone, and for all once it is revealed. When a
roll is corrected, the instruments of its game are folded again as if it had been so from the start. If the code of an
own game raises an error, the room goes on, and the author is told where.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import Any, Final, NamedTuple

from sixfold.base.printable import printable
from sixfold.errors import RoomError, SixfoldError
from sixfold.rules.functions import WentOnError
from sixfold.rules.instrument import Act, Did, Instrument, Thrown
from sixfold.rules.instrument import Person as Seated
from sixfold.rules.panel import Acts, Block, Button, Form, Said, as_data, panel, sentences
from sixfold.rules.rule import System
from sixfold.table.room.log_event import canonical
from sixfold.table.room.visibility import MASTER, Audience, Person, may_see

SLASH: Final = re.compile(r"[/\\]")


class Failed(NamedTuple):
    """The state of an instrument whose code failed: the sentence that is shown in its place.

    It stays until what it failed at is taken back, or its code is mended and the room opened again.
    """

    sentence: str


def begun(instrument: Instrument[Any]) -> Any:
    """Return the state of an instrument at a new table."""
    try:
        with _named(instrument):
            return instrument.start()
    except RoomError as error:
        return Failed(error.message)


def followed(instrument: Instrument[Any], state: Any, happenings: Iterable[Thrown | Did], game: str) -> Any:
    """Return the state of an instrument of a game after something happened."""
    try:
        with _named(instrument):
            for happening in happenings if not isinstance(state, Failed) else ():
                if isinstance(happening, Thrown):
                    of_it = getattr(instrument, "every_game", False) or happening.record["system"] == game
                else:
                    of_it = happening.instrument == instrument.name
                if of_it:
                    state = instrument.follow(state, happening)
            return state
    except RoomError as error:
        return Failed(error.message)


def viewed(instrument: Instrument[Any], state: Any, me: Seated | None, people: Sequence[Seated]) -> Mapping[str, Any]:
    """Return what a person sees of a state: its data, its `blocks` as data, and the same as sentences (`lines`)."""
    if isinstance(state, Failed):
        return _drawn((Said(state.sentence),))
    try:
        with _named(instrument):
            shown = instrument.view(state, me, people)
            drawn = {**shown, **_drawn(shown["blocks"] if "blocks" in shown else _commands(instrument, me))}
            canonical(drawn)
            return drawn
    except RoomError as error:
        return _drawn((Said(error.message),))


def _commands(instrument: Instrument[Any], me: Seated | None) -> Sequence[Block]:
    """The panel of an instrument that has none: a button or a form for each command that this person may give."""
    acts = [
        Form(command.name.capitalize(), command.name)
        if command.fields
        else Button(command.name.capitalize(), command.name)
        for command in instrument.commands
        if me and me.role in command.roles
    ]
    return panel(Acts(tuple(acts)) if acts else None)


def _drawn(blocks: Sequence[Block]) -> dict[str, Any]:
    return {"lines": sentences(blocks), "blocks": as_data(blocks)}


def acted(
    instrument: Instrument[Any], state: Any, command: str, values: Mapping[str, Any], who: Seated, people: list[Seated]
) -> Sequence[Act]:
    """Return the acts of a command. Raises what the game refuses, and RoomError (room/game) if its code fails."""
    if isinstance(state, Failed):
        raise RoomError("room/game", state.sentence)
    with _named(instrument, refuses=True):
        decided = instrument.decide(state, command, values, who, people)
        acts = [Act(act.name, dict(act.values), act.visible) for act in decided]
        canonical(acts)
        return acts


def _named(instrument: Instrument[Any], refuses: bool = False) -> AbstractContextManager[None]:
    return blaming_game(f"“{instrument.name}” is left out: its game", instrument.follow, refuses)


@contextmanager
def blaming_game(what: str, function: Callable[..., Any], refuses: bool = False) -> Iterator[None]:
    """A context for code of a game: raises RoomError (room/game) that names the place for an error of that code.

    The code is room/endless where it was stopped, by a watch or for its memory. `function` is code of its file. With
    `refuses`, a SixfoldError of the game passes through.
    """
    try:
        yield
    except (Exception, WentOnError) as error:
        if refuses and isinstance(error, SixfoldError):
            raise
        places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
        file = getattr(getattr(function, "__code__", None), "co_filename", "")
        name, line = ([place for place in places if place[0] == file] or places)[-1]
        code = "room/endless" if isinstance(error, WentOnError | MemoryError) else "room/game"
        kind = "" if isinstance(error, WentOnError) else f"{type(error).__name__}: "
        reason = printable(f"{kind}{error}")[:200].rstrip(".: ")
        raise RoomError(code, f"{what} fails in line {line} of {SLASH.split(name)[-1][:80]}: {reason}.") from None


class Entry(NamedTuple):
    """Something that happened, for its seers; `happening` is None when it was taken back.

    `number` is that of its event, `root` of what it is about: a correction has the number of the roll that it
    corrects. `besides` are those to whom it is nothing new: they saw the roll before it was revealed.
    """

    number: int
    root: int
    happening: Thrown | Did | None
    seers: Audience
    besides: tuple[str, ...] = ()
    before: "Entry | None" = None

    @property
    def new(self) -> bool:
        """Whether it is about nothing that happened before."""
        return self.number == self.root


@dataclass(frozen=True, slots=True)
class GameInstruments:
    """The instruments of one game: what happened, and the state of each instrument for each onlooker.

    The onlooker None sees what everyone sees; people who were never shown more share its states.
    """

    last: Entry | None = field(default=None, compare=False, repr=False)
    states: Mapping[tuple[str, str | None], Any] = field(default_factory=dict)

    @property
    def onlookers(self) -> set[str | None]:
        """Everyone who was shown something."""
        return {who for _, who in self.states}


@dataclass(frozen=True, slots=True)
class Instruments:
    """The instruments of all games that were used, by game."""

    games: Mapping[str, GameInstruments] = field(default_factory=dict)

    def state(self, game: str, instrument: Instrument[Any], onlooker: str | None) -> Any:
        """The state of an instrument as an onlooker knows it."""
        kept = self.games.get(game, GameInstruments())
        for who in (onlooker, None):
            if (instrument.name, who) in kept.states:
                return kept.states[instrument.name, who]
        return begun(instrument)

    def known(self, game: str, onlooker: str | None) -> bool:
        """Whether an onlooker saw anything of a game that has instruments."""
        kept = self.games.get(game)
        return kept is not None and any(who is None or who == onlooker for _, who in kept.states)

    def after(self, system: System, entry: Entry, people: Mapping[str, Person]) -> "Instruments":
        """Return the instruments after something new, or after something was revealed, corrected or taken back."""
        kept = self.games.get(system.name, GameInstruments())
        entry = entry._replace(before=kept.last)
        named = set(entry.seers or ()) - {MASTER}
        if not entry.new:
            return self._folded(system, entry, kept.onlookers | {None} | named, people)
        states, happenings = dict(kept.states), [entry.happening] if entry.happening is not None else []
        for who in kept.onlookers | {None} if entry.seers is None else named:
            for instrument in system.instruments():
                before = self.state(system.name, instrument, who)
                states[instrument.name, who] = followed(instrument, before, happenings, system.name)
        return self._having(system.name, GameInstruments(entry, states))

    def anew(
        self, systems: Mapping[str, System], people: Mapping[str, Person], onlooker: str | None = None
    ) -> "Instruments":
        """Return the instruments as they follow from what everyone (or one `onlooker`) sees now.

        Nothing that was taken back happens again.
        """
        changed = self
        for game, kept in self.games.items():
            if game in systems:
                onlookers = kept.onlookers if onlooker is None else {onlooker}
                changed = changed._folded(systems[game], kept.last, onlookers, people)
        return changed

    def _folded(
        self, system: System, last: Entry | None, onlookers: Iterable[str | None], people: Mapping[str, Person]
    ) -> "Instruments":
        """Return the instruments with those of a game folded again from the start for some onlookers."""
        states = dict(self.games.get(system.name, GameInstruments()).states)
        for who in onlookers:
            happenings = seen(last, people.get(who or ""))
            for instrument in system.instruments():
                if happenings or (instrument.name, who) in states:
                    states[instrument.name, who] = followed(instrument, begun(instrument), happenings, system.name)
        return self._having(system.name, GameInstruments(last, states))

    def _having(self, game: str, kept: GameInstruments) -> "Instruments":
        return Instruments({**self.games, game: kept})


def seen(last: Entry | None, onlooker: Person | None) -> Sequence[Thrown | Did]:
    """Return what an onlooker knows to have happened, each in its first place and in its latest form."""
    entries: list[Entry] = []
    while last is not None:
        if may_see(onlooker, last.seers, last.number) and not may_see(onlooker, last.besides, last.number):
            entries.append(last)
        last = last.before
    latest = {entry.root: entry.happening for entry in reversed(entries)}
    return [happening for happening in latest.values() if happening is not None]
