"""The room as one person sees it now: a page draws it first, and then follows the events."""

from collections.abc import Iterable
from typing import Any, Final

from sixfold.rules.turns import Initiative
from sixfold.systems import plain
from sixfold.table.room.characters import as_data, fitting_checks, in_sight
from sixfold.table.room.instrument_commands import schema
from sixfold.table.room.instruments import viewed
from sixfold.table.room.requests import has_answered
from sixfold.table.room.state import GmRequest, RoomState
from sixfold.table.room.visibility import may_see

ASKED: Final = ("person", "label", "options", "meanings", "default", "throws")
"""The fields of a question that waits."""


def view(state: RoomState, person: str | None, instruments: Iterable[str] = ()) -> dict[str, Any]:
    """Return what a person (None: anyone) sees of the room, after event `number`.

    `instruments` are the games whose instruments are wanted, besides those that the GM chose and those that the person
    has seen something of.
    """
    me = state.people.get(person or "")
    seen = in_sight(state, me)
    wanted = {*instruments, *state.games, *(character.sheet["game"] for character in seen)}
    used = {game for game in state.systems if game in wanted or state.instruments.known(game, person)}
    if any(all(one.name != Initiative.name for one in state.systems[game].instruments()) for game in used):
        used.add(plain.NAME)  # its order of turns serves games that have none
    shown = [instrument for game in state.systems if game in used for instrument in instruments_of(state, game, person)]
    return {
        "room": state.room,
        "name": state.name,
        "number": state.number,
        "open": state.open,
        "games": list(state.games),
        "restored": state.restored,
        "person": person,
        "people": [{"id": p.id, "name": p.name, "colour": p.colour, "role": p.role} for p in state.members],
        "left": [{"id": p.id, "name": p.name} for p in state.people.values() if not p.member],
        "lanes": {who: {"next": lane.used, "committed": lane.committed} for who, lane in state.lanes.items()},
        "questions": [
            {"question": question.body.number, **{name: getattr(question.body, name) for name in ASKED}}
            for question in state.questions.values()
            if question.open
        ],
        "calls": [
            {"call": number, "person": call.play.person, "witness": call.body.witness}
            for number, call in state.calls.items()
        ],
        "asked": [
            _request_shown(state, roll_request, person)
            for roll_request in map(state.requests.get, state.open_requests)
            if roll_request is not None and may_see(me, roll_request.seers, roll_request.body.number)
        ],
        "instruments": shown,
        "characters": as_data(state, seen, shown),
    }


def _request_shown(state: RoomState, roll_request: GmRequest, person: str | None) -> dict[str, Any]:
    """Return a request of the GM: who has answered it and who has not, as far as this person sees.

    `with` are checks that answer it with a value of this person's own characters.
    """
    done = [who for who in roll_request.body.people if has_answered(state, roll_request, who, person)]
    waiting = [who for who in roll_request.body.people if who not in done and state.people[who].member]
    return {
        "asked": roll_request.body.number,
        "check": roll_request.body.check,
        "visible": roll_request.body.visible,
        "people": list(roll_request.body.people),
        "done": done,
        "waiting": waiting,
        "with": fitting_checks(state, roll_request, person) if person in waiting else [],
    }


def instruments_of(state: RoomState, game: str, person: str | None) -> list[dict[str, Any]]:
    """Return the instruments of one game as a person sees them, with the commands for their role."""
    system = state.systems[game]
    seat = state.people.get(person or "")
    me = seat.seated if seat else None
    people = [member.seated for member in state.members]
    return [
        {
            "system": game,
            "instrument": instrument.name,
            "title": instrument.title,
            "told": dict(getattr(instrument, "told", {})),
            "commands": [schema(command) for command in instrument.commands if me and me.role in command.roles],
            **viewed(instrument, state.instruments.state(game, instrument, person), me, people),
        }
        for instrument in system.instruments()
    ]
