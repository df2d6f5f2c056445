"""Own games at the table: if their code raises an error, the room goes on, and the author is told where."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, NamedTuple

from sixfold.errors import RoomError, SixfoldError
from sixfold.printable import printable
from sixfold.room.canonical import canonical
from sixfold.rules.endless import WentOnError
from sixfold.rules.instrument import Act, Did, Instrument, Person, Thrown
from sixfold.rules.sheet import Acts, Block, Button, Form, Said, as_data, sheet, told

SLASH: Final = re.compile(r"[/\\]")


class Failed(NamedTuple):
    """The state of an instrument whose code failed: the sentence that is shown in its place.

    It stays until what it failed at is taken back, or its code is mended and the room opened again.
    """

    sentence: str


def begun(instrument: Instrument[Any]) -> Any:
    """Return the state of an instrument at a new table."""
    with OwnCode(_named(instrument), instrument.follow) as code:
        return instrument.start()
    return Failed(code.sentence)


def followed(instrument: Instrument[Any], state: Any, happening: Thrown | Did) -> Any:
    """Return the state after something happened."""
    if isinstance(state, Failed):
        return state
    with OwnCode(_named(instrument), instrument.follow) as code:
        return instrument.follow(state, happening)
    return Failed(code.sentence)


def viewed(instrument: Instrument[Any], state: Any, me: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
    """Return what a person sees of a state: its data, its `blocks` as data, and the same as sentences (`lines`)."""
    if isinstance(state, Failed):
        return _drawn((Said(state.sentence),))
    with OwnCode(_named(instrument), instrument.follow) as code:
        shown = instrument.view(state, me, people)
        drawn = {**shown, **_drawn(shown["blocks"] if "blocks" in shown else _commands(instrument, me))}
        canonical(drawn)
        return drawn
    return _drawn((Said(code.sentence),))


def _commands(instrument: Instrument[Any], me: Person | None) -> Sequence[Block]:
    """The sheet of an instrument that has none: a button or a form for each command that this person may give."""
    acts = [
        Form(command.name.capitalize(), command.name)
        if command.fields
        else Button(command.name.capitalize(), command.name)
        for command in instrument.commands
        if me and me.role in command.roles
    ]
    return sheet(Acts(tuple(acts)) if acts else None)


def _drawn(blocks: Sequence[Block]) -> dict[str, Any]:
    return {"lines": told(blocks), "blocks": as_data(blocks)}


def acted(
    instrument: Instrument[Any],
    state: Any,
    command: str,
    values: Mapping[str, Any],
    who: Person,
    people: Sequence[Person],
) -> Sequence[Act]:
    """Return the acts of a command. Raises what the game refuses, and RoomError (room/game) if its code fails."""
    if isinstance(state, Failed):
        raise RoomError("room/game", state.sentence)
    with OwnCode(_named(instrument), instrument.follow, refuses=True) as code:
        acts = [
            Act(act.name, dict(act.values), act.visible)
            for act in instrument.decide(state, command, values, who, people)
        ]
        canonical(acts)
        return acts
    raise RoomError("room/game", code.sentence)


def _named(instrument: Instrument[Any]) -> str:
    return f"“{instrument.name}” is left out: its game"


class OwnCode:
    """A context for code of a game: an error that it raises becomes a sentence that names the place.

    `function` is code of its file. With `refuses`, a SixfoldError of the game passes through.
    """

    def __init__(self, what: str, function: Callable[..., Any], refuses: bool = False) -> None:
        self._what = what
        self._function = function
        self._refuses = refuses
        self.sentence = ""

    def __enter__(self) -> "OwnCode":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(error, Exception | WentOnError) or (self._refuses and isinstance(error, SixfoldError)):
            return False
        name = "" if isinstance(error, WentOnError) else f"{type(error).__name__}: "
        what = printable(f"{name}{error}")[:200].rstrip(".")
        self.sentence = f"{self._what} fails{self._place(trace)}: {what}."
        return True

    def _place(self, trace: TracebackType | None) -> str:
        """The last line of the file that has the function, or the last of all."""
        code = getattr(self._function, "__code__", None)
        file = code.co_filename if code is not None else ""
        places = []
        while trace is not None:
            places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
            trace = trace.tb_next
        own = [place for place in places if place[0] == file] or places[-1:]
        return "".join(f" in line {line} of {SLASH.split(name)[-1][:80]}" for name, line in own[-1:])
