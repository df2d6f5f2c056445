"""The games' instruments in a room: each person has the state that follows from the events that they may see.

No instrument is filtered: a hidden roll is followed for its seers alone, and for all once it is revealed. When a
roll is corrected, the instruments of its game are folded again as if it had been so from the start.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sixfold.room.authors import begun, followed
from sixfold.room.person import Person
from sixfold.room.sight import MASTER, Seers, may_see
from sixfold.rules.instrument import Did, Instrument, Thrown
from sixfold.rules.rule import System


class Entry(NamedTuple):
    """Something that happened, for its seers; `happening` is None when it was taken back.

    `number` is that of its event, `root` of what it is about: a correction has the number of the throw that it
    corrects. `besides` are those to whom it is nothing new: they saw the throw before it was revealed.
    """

    number: int
    root: int
    happening: Thrown | Did | None
    seers: Seers
    before: "Entry | None"
    besides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """The instruments of one game: what happened, and the state of each instrument for each onlooker.

    The onlooker None sees what everyone sees; people who were never shown more share its states.
    """

    last: Entry | None = field(default=None, compare=False, repr=False)
    states: Mapping[tuple[str, str | None], Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Instruments:
    """The instruments of all games that were used, by game."""

    games: Mapping[str, Kept] = field(default_factory=dict)

    def state(self, game: str, instrument: Instrument[Any], onlooker: str | None) -> Any:
        """The state of an instrument as an onlooker knows it."""
        kept = self.games.get(game, Kept())
        for who in (onlooker, None):
            if (instrument.name, who) in kept.states:
                return kept.states[instrument.name, who]
        return begun(instrument)

    def known(self, game: str, onlooker: str | None) -> bool:
        """Whether an onlooker saw anything of a game that has instruments."""
        kept = self.games.get(game)
        return kept is not None and any(who is None or who == onlooker for _, who in kept.states)

    def after(self, system: System, happening: Thrown | Did, seers: Seers) -> "Instruments":
        """Return the instruments after something new happened."""
        kept = self.games.get(system.name, Kept())
        states = dict(kept.states)
        for instrument in system.instruments():
            if isinstance(happening, Did) and happening.instrument != instrument.name:
                continue
            known = {who for name, who in kept.states if name == instrument.name} | {None} | _people(seers)
            for who in known:
                if seers is None or who in seers:
                    before = self.state(system.name, instrument, who)
                    states[instrument.name, who] = followed(instrument, before, happening)
        entry = Entry(happening.number, happening.number, happening, seers, kept.last)
        return self._having(system.name, Kept(entry, states))

    def again(
        self,
        system: System,
        number: int,
        root: int,
        happening: Thrown | Did | None,
        seers: Seers,
        people: Mapping[str, Person],
        besides: tuple[str, ...] = (),
    ) -> "Instruments":
        """Return the instruments after something known before was revealed, corrected or taken back (None)."""
        kept = self.games.get(system.name, Kept())
        entry = Entry(number, root, happening, seers, kept.last, besides)
        onlookers = {who for _, who in kept.states} | {None} | _people(seers)
        happenings = {who: seen(entry, people.get(who or "")) for who in onlookers}
        states = {
            (instrument.name, who): _folded(instrument, happenings[who])
            for instrument in system.instruments()
            for who in onlookers
            if happenings[who] or (instrument.name, who) in kept.states
        }
        return self._having(system.name, Kept(entry, states))

    def became_master(self, systems: Mapping[str, System], master: Person) -> "Instruments":
        """Return the instruments once somebody is GM, and sees what was for the GM before."""
        changed = self
        for game, kept in self.games.items():
            happenings = seen(kept.last, master)
            if game in systems and happenings:
                states = dict(kept.states)
                states |= {(one.name, master.id): _folded(one, happenings) for one in systems[game].instruments()}
                changed = changed._having(game, Kept(kept.last, states))
        return changed

    def _having(self, game: str, kept: Kept) -> "Instruments":
        return Instruments({**self.games, game: kept})


def _people(seers: Seers) -> set[str]:
    return set(seers or ()) - {MASTER}


def seen(last: Entry | None, onlooker: Person | None) -> Sequence[Thrown | Did]:
    """Return what an onlooker knows to have happened, each in its first place and in its latest form."""
    entries: list[Entry] = []
    while last is not None:
        if may_see(onlooker, last.seers, last.number) and not may_see(onlooker, last.besides, last.number):
            entries.append(last)
        last = last.before
    latest = {entry.root: entry.happening for entry in reversed(entries)}
    return [happening for happening in latest.values() if happening is not None]


def _folded(instrument: Instrument[Any], happenings: Iterable[Thrown | Did]) -> Any:
    state = begun(instrument)
    for happening in happenings:
        if isinstance(happening, Thrown) or happening.instrument == instrument.name:
            state = followed(instrument, state, happening)
    return state
