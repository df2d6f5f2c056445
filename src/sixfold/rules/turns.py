"""An order of turns, for every game: the highest initiative acts first, ties act together."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sixfold.base.bounds import INSTRUMENT_ENTRIES, LABEL_LENGTH, SCORE
from sixfold.base.wording import listed
from sixfold.errors import RuleError
from sixfold.rules.instrument import GM, Command, Data, Did, Field, Instrument, People, Person, Thrown, named
from sixfold.rules.panel import Acts, Button, Form, Order, Roll, Said, Turn, drawn, hint, panel

NAME = Field("name", "text", "the name of the character", high=LABEL_LENGTH)
TOTAL = Field("total", "number", "the initiative of the character", -SCORE, SCORE)


class Entry(NamedTuple):
    """An entry in the order: a person, or a character of the game master, who has a `name`."""

    person: str
    name: str
    total: int
    out: bool = False
    record: Mapping[str, Any] | None = None


class TurnOrder(NamedTuple):
    """An order of turns: everyone who rolled, and how many turns of this round are over.

    `call` is the number of the event that asked everyone to roll.
    """

    entries: tuple[Entry, ...] = ()
    turn: int = 0
    round: int = 0
    call: int = 0

    @property
    def turns(self) -> list[list[Entry]]:
        """Return the turns of a round, highest first; people who tie share one. Those who are out have none."""
        going = sorted((entry for entry in self.entries if not entry.out), key=lambda entry: -entry.total)
        return [list(tied) for _, tied in groupby(going, key=lambda entry: entry.total)]


class Initiative(Instrument[TurnOrder]):
    """Keeps track of whose turn it is. `check` is the text of a roll for it, open to modifiers.

    If it is of a rule `initiative`, everyone rolls again in each round, and `lost` returns whether an outcome loses it.
    Any other roll counts if it answers the call of the GM, and the order stays the same from round to round.
    """

    name = "initiative"
    title = "Initiative"
    commands = (
        Command("start", "a new round: everyone rolls initiative", (), GM, "started", "begins a new round"),
        Command("enter", "add a GM character to the order", (NAME, TOTAL), GM, "entered",
            "puts {name} in at {total}"),
        Command("next", "the next turn", did="went on", told="goes on to the next turn"),
        Command("back", "the turn before", (), GM, "went back", "goes back to the turn before"),
        Command("end", "the fight is over", (), GM, "ended", "ends the fight"),
    )  # fmt: skip

    def __init__(self, check: str, lost: Callable[[Mapping[str, Any]], bool] = lambda outcome: False) -> None:
        self.check = check
        self._anew = "initiative" in check.split()
        self._lost = lost

    def start(self) -> TurnOrder:
        return TurnOrder()

    def follow(self, state: TurnOrder, happening: Thrown | Did) -> TurnOrder:
        if isinstance(happening, Did):
            if happening.name == "started":
                return TurnOrder((), 0, state.round + 1 if self._anew else 1, happening.number)
            if happening.name == "ended":
                return TurnOrder()
            if happening.name == "entered":
                values = happening.values
                return _with(state, Entry(happening.person, str(values["name"]), int(values["total"])))
            return self._moved(state, 1 if happening.name == "went on" else -1)
        if happening.rule != "initiative" if self._anew else not state.call or happening.to != state.call:
            return state
        lost = self._lost(happening.outcome)
        total = int(happening.outcome["total"])
        return _with(state, Entry(happening.person, "", total, lost, drawn(happening.record)))

    def _moved(self, state: TurnOrder, by: int) -> TurnOrder:
        """Return the order some turns later; one that stays begins again after its last turn."""
        turn, many = state.turn + by, max(1, len(state.turns))
        if self._anew or 0 <= turn < many or state.round + by < 1:
            return state._replace(turn=max(0, turn))
        return state._replace(turn=turn % many, round=state.round + by)

    def refuse(self, state: TurnOrder, command: str, values: Data, who: Person, people: People) -> None:
        if command not in ("next", "back"):
            return
        turns = state.turns
        if not turns:
            raise RuleError("rule/turn", "Nobody has rolled initiative yet.")
        if command == "back":
            if self._moved(state, -1) == state:
                raise RuleError("rule/turn", "This is the first turn.")
            return
        if state.turn >= len(turns):
            raise RuleError("rule/turn", "Everyone has had a turn: the GM starts a new round.")
        if who.role != "master" and who.id not in [entry.person for entry in turns[state.turn]]:
            raise RuleError("rule/turn", f"It is the turn of {_tied(turns[state.turn], people)}.")

    def view(self, state: TurnOrder, who: Person | None, people: People) -> Data:
        turns = state.turns
        return {
            "round": state.round,
            "turn": state.turn,
            "order": [
                [{"person": e.person, "name": e.name or named(e.person, people), "total": e.total} for e in tied]
                for tied in turns
            ],
            "has": {e.person: {"Initiative": e.total} for e in state.entries if not e.name},
            "lost": [e.person for e in state.entries if e.out],
            "blocks": panel(
                Said(f"Round {state.round}.") if state.entries and state.round > 1 and not self._anew else None,
                Order(_places(state, turns, people, self._anew)) if state.entries else None,
                hint("Everyone rolls initiative; the highest acts first.", unless=state.entries or state.call),
                Said("Everyone rolls initiative.") if state.call and not state.entries else None,
                Acts(self._acts(state, turns, who), _turn(state, turns, who, people)),
            ),
        }

    def _acts(self, state: TurnOrder, turns: list[list[Entry]], who: Person | None) -> tuple[Button | Roll | Form, ...]:
        """Return the actions of a person now: roll, or end their turn; the game master begins and ends rounds."""
        if who is None:
            return ()
        master = who.role == "master"
        now = turns[state.turn] if state.turn < len(turns) else []
        waits = bool(state.entries or state.call)
        acts: list[Button | Roll | Form] = []
        if now and (master or who.id in [entry.person for entry in now]):
            acts.append(Button("Next turn", "next", main=True))
        if master and now and self._moved(state, -1) != state:
            acts.append(Button("Turn before", "back"))
        if not master and who.id not in [entry.person for entry in state.entries] and (self._anew or state.call):
            acts.append(Roll("Roll initiative", self.check, None if self._anew else state.call, main=waits))
        if not state.call and not self._anew:
            acts.append(Button("Everyone rolls initiative", "start"))
        elif state.entries:
            acts.append(Button("New round" if self._anew else "Roll again", "start", main=not now))
        if waits:
            acts.append(Button("End the fight", "end", sure="End the fight? The order is cleared."))
        acts.append(Form("Add someone", "enter"))
        return tuple(acts)


def _turn(state: TurnOrder, turns: list[list[Entry]], who: Person | None, people: People) -> str:
    """Return a sentence on the turn, for those who can end it."""
    now = turns[state.turn] if state.turn < len(turns) else []
    if who is None or not now:
        return ""
    if who.id in [entry.person for entry in now if not entry.name]:
        return "It is your turn."
    return f"It is the turn of {_tied(now, people)}." if who.role == "master" else ""


def _with(state: TurnOrder, entry: Entry) -> TurnOrder:
    """Return the order with an entry, which replaces one of the same name."""
    others = tuple(other for other in state.entries if (other.person, other.name) != (entry.person, entry.name))
    return state._replace(entries=(*others, entry)[-INSTRUMENT_ENTRIES:])


def _places(state: TurnOrder, turns: list[list[Entry]], people: People, pace: bool) -> tuple[Turn, ...]:
    """Return everyone in turn order as the page draws them; those who lost the round come last."""
    places = []
    for at, tied in enumerate(turns):
        note = "at the same time" if len(tied) > 1 else "sets the pace" if at == 0 and pace else ""
        places += [
            Turn(_called(entry, people), entry.total, entry.record, note, now=at == state.turn, out=False)
            for entry in tied
        ]
    lost = [one for one in state.entries if one.out]
    return (*places, *(Turn(_called(one, people), one.total, one.record, "loses the round", out=True) for one in lost))


def _called(entry: Entry, people: People) -> str:
    return entry.name or named(entry.person, people)


def _tied(entries: Sequence[Entry], people: People) -> str:
    return listed([_called(entry, people) for entry in entries])
