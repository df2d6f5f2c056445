"""The rules of the house: what each command needs to be allowed, which events come of it, and what each event changes.

All transitions stand here, each as a pair: what decides, and what the event does. Deciding may refuse; applying
never does. Nothing here knows a game: rules are played by `playing`, instruments are carried by `instruments`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from sixfold.bounds import COMMITMENTS, EVENTS, NAME_LENGTH, OPEN_ASKS, OPEN_QUESTIONS, PEOPLE
from sixfold.checks.check import Check, parse
from sixfold.errors import ChoiceNeeded, DiceNeeded, RoomError, SixfoldError
from sixfold.playing.record import Record
from sixfold.room.asking import answers_for, fits, may_answer
from sixfold.room.authors import acted
from sixfold.room.canonical import canonical, digest
from sixfold.room.chance import Chance, hashed, moment
from sixfold.room.checks import read_check
from sixfold.room.commands import (
    Answer,
    Ask,
    Command,
    Correct,
    Door,
    HandOver,
    Join,
    LayOut,
    Leave,
    Links,
    Note,
    Open,
    Remove,
    Rename,
    Restore,
    Reveal,
    Throw,
    Unwitnessed,
    Use,
    Witness,
)
from sixfold.room.events import MASTER, Event, written
from sixfold.room.fair import ENTROPY, FairDice, commitment, key_of, seal_of
from sixfold.room.forms import fitted
from sixfold.room.names import COLOURS, read_colour, read_line, read_name, told_apart
from sixfold.room.people import here, masters, may_see, office, role_of, seated
from sixfold.room.playing import on_the_table, play
from sixfold.room.state import ROLES, Asked, Call, Done, Lane, Person, Play, Question, State, Thrown
from sixfold.rules import instrument as games
from sixfold.rules.message import listed
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS

ENVELOPE = ("at", "kind", "number", "person", "prev", "version")
"""What every event holds."""


class Decided(NamedTuple):
    """What a command came to.

    `events` are to be stored as they are, and `state` is the room after them. `number` is that of the event that
    answers the command; a repeated throw has no new events, and the number of the one that it made the first time.
    `given` are secrets for the one who asked and for nobody else: `token`, or links by role. They stand in no event.
    """

    events: tuple[Event, ...]
    state: State
    number: int
    given: Mapping[str, str]


def decide(state: State, command: Command, chance: Chance, now: datetime) -> Decided:
    """What a command comes to in a room. Raises a SixfoldError when it is refused; then nothing has happened."""
    pen = _Pen(state, chance, now)
    DECIDES[type(command)](pen, command)
    if pen.state.number > EVENTS and not isinstance(command, Restore):
        raise RoomError("room/full", f"A room holds {EVENTS:,} events; this one is full. Open another one.")
    return Decided(tuple(pen.events), pen.state, pen.number, pen.given)


def apply(state: State, event: Event) -> State:
    """The room after an event. Raises RoomError (room/gap, room/version) when it does not follow on the others."""
    body = event.whole
    if event.number != state.number + 1 or body["number"] != event.number or body["prev"] != state.head:
        raise RoomError("room/gap", f"Event {event.number} does not follow on event {state.number} of this room.")
    after = APPLIES[body["kind"]](state, event, body)
    return replace(after, number=event.number, head=event.hash, at=body["at"])


def fold(events: Iterable[Event], systems: Mapping[str, System] = SYSTEMS, state: State | None = None) -> State:
    """The room after many events: from the first one, or on from `state`."""
    room = State(systems) if state is None else state
    for event in events:
        room = apply(room, event)
    return room


@dataclass
class _Pen:
    """Writes events one after the other, each onto the state that the one before left."""

    state: State
    chance: Chance
    now: datetime
    events: list[Event] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    number: int = 0

    def write(
        self,
        kind: str,
        person: str | None,
        public: Mapping[str, Any],
        private: Mapping[str, Any] | None = None,
        seers: tuple[str, ...] = (),
    ) -> int:
        number = self.state.number + 1
        at = max(self.state.at, moment(self.now))
        salt = self.chance.salt(number) if private is not None else ""
        event = written(number, self.state.head, at, kind, person, public, private, seers, salt)
        self.state = apply(self.state, event)
        self.events.append(event)
        self.number = number
        return number

    def split(
        self, kind: str, person: str, seers: tuple[str, ...] | None, shown: Mapping[str, Any], told: Mapping[str, Any]
    ) -> int:
        """Write `shown` for everyone, and `told` too unless only `seers` may see it."""
        if seers is None:
            return self.write(kind, person, {**shown, **told})
        return self.write(kind, person, {**shown, "hidden": True}, told, seers)


# -- coming and going ----------------------------------------------------------------------------------------


def _open(pen: _Pen, command: Open) -> None:
    """Open a room, as anyone; only they get its three links."""
    if pen.state.number:
        raise RoomError("room/forbidden", "This room is open already.")
    name = read_name(command.name, "The name of a room", 2 * NAME_LENGTH)
    pen.given = {role: pen.chance.token(f"link {role}") for role in ROLES}
    links = {role: hashed(link) for role, link in pen.given.items()}
    pen.write("opened", None, {"room": pen.chance.name("room"), "name": name}, {"links": links})


def _opened(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return replace(state, room=body["room"], name=body["name"], links=MappingProxyType(body["links"]))


def _join(pen: _Pen, command: Join) -> None:
    """Join by a link, while the door is open; the first draws of the new lane are committed before anything else."""
    state = pen.state
    role = role_of(state, command.secret)
    if not state.open and role != "master":
        raise RoomError("room/closed", "The door of this room is closed. Ask the game master to open it.")
    if len(state.people) >= PEOPLE:
        raise RoomError("room/full", f"A room holds at most {PEOPLE} people.")
    taken = [person.name for person in state.people.values() if person.here]
    name = told_apart(read_name(command.name), taken)
    colour = read_colour(command.colour) if command.colour else COLOURS[len(state.people) % len(COLOURS)]
    person = f"p{len(state.people) + 1}"
    pen.given = {"token": pen.chance.token("person")}
    shown = {"name": name, "colour": colour, "role": role}
    pen.write("joined", person, shown, {"token": hashed(pen.given["token"])})
    if role != "spectator":
        _commit(pen, person)
    pen.number = pen.events[0].number


def _joined(state: State, event: Event, body: Mapping[str, Any]) -> State:
    person = Person(body["person"], body["name"], body["colour"], body["role"], body["token"])
    return _sworn_in(_with_person(state, person), person.id)


def _rename(pen: _Pen, command: Rename) -> None:
    """Oneself, or anyone for the master."""
    state = pen.state
    by = here(state, command.by)
    person = here(state, command.person)
    if by.id != person.id and by.role != "master":
        raise RoomError("room/forbidden", "Only the GM can rename other people.")
    others = [other.name for other in state.people.values() if other.here and other.id != person.id]
    name = told_apart(read_name(command.name), others) if command.name else person.name
    colour = read_colour(command.colour) if command.colour else person.colour
    pen.write("renamed", by.id, {"who": person.id, "was": person.name, "name": name, "colour": colour})


def _renamed(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return _with_person(state, replace(state.people[body["who"]], name=body["name"], colour=body["colour"]))


def _remove(pen: _Pen, command: Remove) -> None:
    """Remove somebody else, as master."""
    here(pen.state, command.by, "master")
    person = here(pen.state, command.person)
    if person.id == command.by:
        raise RoomError("room/forbidden", "Hand the room over before you leave.")
    pen.write("removed", command.by, {"who": person.id})


def _removed(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return _with_person(state, replace(state.people[body["who"]], here=False))


def _leave(pen: _Pen, command: Leave) -> None:
    """Anyone; the last master hands over first, as long as there is someone to hand over to."""
    person = here(pen.state, command.by)
    others = [other for other in pen.state.people.values() if other.here and other.role == "player"]
    if masters(pen.state) == (person.id,) and others:
        raise RoomError("room/forbidden", "Hand the room over before you leave.")
    pen.write("left", person.id, {})


def _left(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return _with_person(state, replace(state.people[body["person"]], here=False))


def _hand_over(pen: _Pen, command: HandOver) -> None:
    """The master, to anyone else who is here; the master's link ends with it, since the old master knows it.

    From now on the new master sees what is for the master; the old one keeps what they have seen.
    """
    here(pen.state, command.by, "master")
    person = here(pen.state, command.person)
    if person.role == "master":
        raise RoomError("room/forbidden", f"{person.name} is already game master.")
    pen.write("handed-over", command.by, {"to": person.id})
    if person.id not in pen.state.lanes:
        _commit(pen, person.id)


def _handed_over(state: State, event: Event, body: Mapping[str, Any]) -> State:
    state = _with_person(state, replace(state.people[body["person"]], role="player", office=event.number))
    state = _sworn_in(_with_person(state, replace(state.people[body["to"]], role="master")), body["to"])
    links = {role: link for role, link in state.links.items() if role != "master"}
    return replace(state, links=MappingProxyType(links))


def _sworn_in(state: State, person: str) -> State:
    """A master sees what earlier masters saw, on the instruments too."""
    found = state.people[person]
    if found.role != "master":
        return state
    return replace(state, carried=state.carried.sworn_in(state.systems, person, office(found)))


def _door(pen: _Pen, command: Door) -> None:
    """The master."""
    here(pen.state, command.by, "master")
    pen.write("door", command.by, {"open": command.open})


def _door_set(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return replace(state, open=body["open"])


def _lay_out(pen: _Pen, command: LayOut) -> None:
    """The master says what is played: the instruments of these games lie on the table, used or not."""
    here(pen.state, command.by, "master")
    for game in command.games:
        if game not in pen.state.systems:
            raise RoomError(
                "room/game", f"There is no game “{game[:40]}” here; there are {listed(list(pen.state.systems))}."
            )
    pen.write("games", command.by, {"games": [game for game in pen.state.systems if game in command.games]})


def _laid_out(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return replace(state, games=tuple(body["games"]))


def _links(pen: _Pen, command: Links) -> None:
    """Renew links, as master; only they get the new links, and the old ones stop working."""
    here(pen.state, command.by, "master")
    roles = [role for role in ROLES if role in command.roles]
    if not roles or len(roles) != len(command.roles):
        raise RoomError("room/link", f"There are links for {', '.join(ROLES)}.")
    pen.given = {role: pen.chance.token(f"link {role}") for role in roles}
    links = {role: hashed(link) for role, link in pen.given.items()}
    pen.write("links", command.by, {"roles": roles}, {"links": links})


def _links_renewed(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return replace(state, links=MappingProxyType({**state.links, **body["links"]}))


def _with_person(state: State, person: Person) -> State:
    return replace(state, people=MappingProxyType({**state.people, person.id: person}))


# -- throwing ------------------------------------------------------------------------------------------------


def _throw(pen: _Pen, command: Throw) -> None:
    """A player or the master; typed dice are marked as typed, all others are drawn by the protocol."""
    state = pen.state
    person = here(state, command.by, "master", "player").id
    check = _reading(state, command.check)
    request: dict[str, Any] = {"check": check.text}
    if command.to is not None:
        _known(state, command.to)
        request["to"] = command.to
    replaced = None if command.instead is None else _replaced(state, command.instead, person)
    if replaced is not None:
        request["instead"] = replaced.root
        before = replaced.play.request.get("to")
        if before is not None and request.setdefault("to", before) != before:
            raise RoomError(
                "room/event", f"The roll before was for {before}; a roll that replaces it must be for the same."
            )
    asked = state.asks.get(request.get("to", 0))
    request["visible"] = command.visible or (asked.visible if asked is not None else "all")
    typed = command.faces is not None
    if not typed:
        _entropy(command.c)
    again = None if typed else _made_before(state, person, command.index, request, command.c)
    if again is not None:
        pen.number = again
        return
    if asked is not None:
        may_answer(state, asked, person, replaced)
        fits(state, asked, check, request["visible"])
    asking = Play(person, request, _audience(state, person, request["visible"]), typed)
    if asking.typed:
        _not_too_many(state, person)
        _go_on(pen, replace(asking, faces=tuple(command.faces or ())), check, None)
    else:
        _draw(pen, asking, check, command.c, command.index, command.witness)


def _replaced(state: State, number: int, person: str) -> Thrown:
    """The throw in whose place another one is thrown: one's own, or any for the master."""
    replaced = _thrown_of(state, number, person)
    if replaced.play.person != person and person not in masters(state):
        raise RoomError("room/forbidden", "Only the roller or the GM can roll it again.")
    return replaced


def _made_before(state: State, person: str, index: int | None, request: Mapping[str, Any], c: str) -> int | None:
    """The number of what came of the same draw with the same request and entropy, if it was called before."""
    if index is None:
        return None
    bound = digest(canonical({"request": request, "c": c}))
    lane = state.lanes.get(person, Lane())
    return next((number for used, made, number in lane.last if used == index and made == bound), None)


def _draw(pen: _Pen, asking: Play, check: Check, c: str, index: int | None, witness: str | None) -> None:
    """The next index of the thrower's lane is called: key, request and entropy are bound before anyone answers."""
    state = pen.state
    person = asking.person
    lane = state.lanes[person]
    _entropy(c)
    again = _made_before(state, person, index, asking.request, c)
    if again is not None:
        pen.number = again
        return
    if index is not None and index != lane.used:
        raise RoomError("room/index", f"The next draw of this lane is {lane.used}, not {index}.")
    _not_too_many(state, person)
    if any(call.play.person == person for call in state.calls.values()):
        raise RoomError("room/waiting", "Your last roll still waits for its witness; this one is next.")
    if witness is not None and (witness == person or witness not in state.people or not state.people[witness].here):
        raise RoomError("room/person", "A witness must be somebody else who is here.")
    key = key_of(pen.chance.secret, state.room, person, lane.used)
    if witness is not None:
        # Refuse too many dice now, to the roller: else the witness gets the error, and the call waits without end.
        dice = FairDice(key, state.room, person, lane.used, asking.request, c, "")
        play(check, asking.faces, dice, None if asking.hidden else asking.choices, "system")
    shown = {"index": lane.used, "seal": seal_of(key, asking.request, c), "witness": witness}
    told = {"request": dict(asking.request), "c": c}
    if asking.question is not None:
        shown["answers"] = asking.question
    # The roller of a blind roll knows their request; only the seers of the roll know the result.
    knowing = None if asking.seers is None else tuple({*asking.seers, person})
    number = pen.split("call", person, knowing, shown, told)
    if witness is None:
        _opened_draw(pen, Call(number, asking, lane.used, c, None), check, "", None, ())


def _called(state: State, event: Event, body: Mapping[str, Any]) -> State:
    person, index, request = body["person"], body["index"], body["request"]
    bound = digest(canonical({"request": request, "c": body["c"]}))
    lane = state.lanes[person]
    last = (*lane.last, (index, bound, event.number))[-COMMITMENTS:]
    lanes = {**state.lanes, person: Lane(lane.told, index + 1, last)}
    question = state.questions.get(body.get("answers", 0))
    if question is not None:
        asking = replace(question.play, request=MappingProxyType(request), question=question.number)
    else:
        asking = Play(person, MappingProxyType(request), _audience(state, person, request["visible"]))
    call = Call(event.number, asking, index, body["c"], body["witness"])
    calls = {**state.calls, event.number: call}
    return replace(state, lanes=MappingProxyType(lanes), calls=MappingProxyType(calls))


def _witness(pen: _Pen, command: Witness) -> None:
    """Add entropy, as anyone but the roller: then neither roller nor server chose the faces."""
    witness = here(pen.state, command.by)
    call = pen.state.calls.get(command.call)
    if call is None or call.play.person == witness.id:
        raise RoomError("room/event", "No roll of somebody else waits for a witness there.")
    _entropy(command.w)
    try:
        _opened_draw(pen, call, _check_of(pen.state, call.play), command.w, witness.id, command.silent)
    except SixfoldError:
        # An error in the roll is not for the witness: it goes on without them.
        raise RoomError("room/event", "That roll goes on without your entropy.") from None


def _unwitnessed(pen: _Pen, command: Unwitnessed) -> None:
    """Nobody answered in time: the throw stands, and says that it has no witness."""
    call = pen.state.calls.get(command.call)
    if call is None:
        raise RoomError("room/event", "No roll waits for a witness there.")
    _opened_draw(pen, call, _check_of(pen.state, call.play), "", None, command.silent)


def _opened_draw(pen: _Pen, call: Call, check: Check, w: str, witness: str | None, silent: Sequence[str]) -> None:
    """The faces follow: an open throw publishes its key with them, a hidden one publishes neither."""
    lane, index = call.play.person, call.index
    key = key_of(pen.chance.secret, pen.state.room, lane, index)
    dice = FairDice(key, pen.state.room, lane, index, call.play.request, call.c, w)
    in_vain = _in_vain(pen.state, call, witness, silent)
    shown = {"call": call.number, "index": index, "w": w, "witness": witness, "silent": in_vain}
    asking = replace(call.play, calls=(*call.play.calls, call.number))
    _go_on(pen, asking, check, dice, shown, {"key": key.hex(), "request": dict(call.play.request), "c": call.c})
    after = pen.state.lanes[lane]
    if after.told - after.used <= COMMITMENTS // 4:
        number = pen.number
        _commit(pen, lane)
        pen.number = number


def _in_vain(state: State, call: Call, witness: str | None, silent: Sequence[str]) -> list[str]:
    """Return the witnesses who were asked and did not answer in time: first the one in the call, if nobody answered."""
    asked = [call.witness or "", *silent] if witness is None else silent
    others = set(state.people) - {call.play.person, witness}
    return [person for person in dict.fromkeys(asked) if person in others] if call.witness else []


def _commit(pen: _Pen, person: str) -> None:
    """Commitments to the next draws of a person, in the log before any of them is used."""
    first = pen.state.lanes.get(person, Lane()).told
    secret, room = pen.chance.secret, pen.state.room
    keys = [key_of(secret, room, person, index) for index in range(first, first + COMMITMENTS)]
    pen.write("lane", person, {"first": first, "commitments": [commitment(key) for key in keys]})


def _committed(state: State, event: Event, body: Mapping[str, Any]) -> State:
    lane = state.lanes.get(body["person"], Lane())
    told = body["first"] + len(body["commitments"])
    return replace(state, lanes=MappingProxyType({**state.lanes, body["person"]: replace(lane, told=told)}))


def _go_on(
    pen: _Pen,
    asking: Play,
    check: Check,
    dice: FairDice | None,
    shown: Mapping[str, Any] = MappingProxyType({}),
    opening: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Play on with the dice that lie there: the rule is done, or asks its player.

    Of a hidden throw nobody is asked, since a question tells what was thrown and how it came out: the rule's policy
    decides, and anyone who may see the roll can choose differently by a correction.
    """
    name = "typed" if asking.typed else "system"
    choices = None if asking.hidden else asking.choices
    found = play(check, asking.faces, dice, choices, name)
    drawn = {"dice": dice.rows, "faces": dice.faces} if dice else {}
    told: dict[str, Any] = {"request": dict(asking.request), **opening, **drawn}
    shown = {**shown, "typed": True} if asking.typed else dict(shown)
    if asking.question is not None:
        shown["answers"] = asking.question
    if isinstance(found, ChoiceNeeded):
        told |= {
            "label": found.label,
            "options": list(found.options),
            "meanings": list(found.meanings),
            "default": found.default,
            "throws": on_the_table(found),
            "choices": list(asking.choices),
            "calls": list(asking.calls),
        }
        pen.write("question", asking.person, {**shown, **told})
    else:
        if not asking.typed:
            shown["calls"] = list(asking.calls)
        pen.split("throw", asking.person, asking.seers, shown, {**told, "record": found.to_json()})


def _questioned(state: State, event: Event, body: Mapping[str, Any]) -> State:
    state = _settled(state, event, body)
    faces = tuple(face for throw in body["throws"] for face in throw["faces"])
    asking = Play(
        body["person"],
        MappingProxyType(body["request"]),
        None,
        body.get("typed", False),
        faces,
        tuple(body["choices"]),
        tuple(body["calls"]),
    )
    shown = {name: body[name] for name in ("label", "options", "meanings", "default", "throws")}
    question = Question(event.number, asking, MappingProxyType(shown))
    return replace(state, questions=MappingProxyType({**state.questions, event.number: question}))


def _thrown(state: State, event: Event, body: Mapping[str, Any]) -> State:
    state = _settled(state, event, body)
    seers = event.seers if body.get("hidden") else None
    record, person = body["record"], body["person"]
    request = MappingProxyType(body["request"])
    asking = Play(person, request, seers, body.get("typed", False), (), (), tuple(body.get("calls", ())))
    party = tuple(other.id for other in state.people.values() if other.here and other.role == "player")
    thrown = Thrown(event.number, asking, record, event.private, state.people[person].role, party)
    state = replace(state, thrown=state.thrown.having(event.number, thrown))
    state = _answered_ask(state, request, person, event.number)
    state = _follow(state, _happening(thrown, event.number), seers)
    if "instead" in request:
        state = _again(state, event.number, request["instead"], None, seers)
    return state


def _settled(state: State, event: Event, body: Mapping[str, Any]) -> State:
    """The call and the question that this event answers wait no longer; a repeated call is answered by this event."""
    if "call" in body:
        lane = state.lanes[body["person"]]
        last = tuple((i, bound, event.number if i == body["index"] else number) for i, bound, number in lane.last)
        state = replace(state, lanes=MappingProxyType({**state.lanes, body["person"]: replace(lane, last=last)}))
    calls = {number: call for number, call in state.calls.items() if number != body.get("call")}
    questions = {n: question for n, question in state.questions.items() if n != body.get("answers")}
    return replace(state, calls=MappingProxyType(calls), questions=MappingProxyType(questions))


def _answer(pen: _Pen, command: Answer) -> None:
    """The one who threw, or the master for somebody who is gone; the dice stay as they lie."""
    state = pen.state
    question = state.questions.get(command.question)
    by = here(state, command.by, "master", "player")
    if question is None or not question.open:
        raise RoomError("room/event", f"There is no open question {command.question}.")
    thrower = state.people[question.play.person]
    if by.id != thrower.id and (thrower.here or by.role != "master"):
        raise RoomError("room/forbidden", "Only the roller can choose.")
    if not 0 <= command.choice < len(question.shown["options"]):
        most = len(question.shown["options"]) - 1
        raise RoomError("room/choice", f"The options are 0 to {most}; there is no {command.choice}.")
    choices = (*question.play.choices, command.choice)
    asking = replace(question.play, choices=choices, question=question.number)
    if asking.typed:
        asking = replace(asking, faces=(*asking.faces, *(command.faces or ())))
    pen.write("answer", by.id, {"question": question.number, "choice": command.choice})
    check = _check_of(state, asking)
    try:
        _go_on(pen, asking, check, None)
    except DiceNeeded:
        if asking.typed:
            raise
        request = {**question.play.request, "question": question.number, "choices": list(choices)}
        _draw(pen, replace(asking, request=request), check, command.c, command.index, command.witness)


def _answered(state: State, event: Event, body: Mapping[str, Any]) -> State:
    question = state.questions[body["question"]]
    asking = replace(question.play, choices=(*question.play.choices, body["choice"]))
    questions = {**state.questions, question.number: replace(question, play=asking, open=False)}
    return replace(state, questions=MappingProxyType(questions))


def _reveal(pen: _Pen, command: Reveal) -> None:
    """Reveal a hidden roll, as anyone who sees it: its private part is published as it was stored."""
    person = here(pen.state, command.by)
    thrown = _thrown_of(pen.state, command.throw, person.id, exactly=True)
    if thrown.play.seers is None:
        raise RoomError("room/shown", "Everyone can already see that roll.")
    pen.write("reveal", person.id, {**Event(0, b"{}", thrown.private).told, "throw": command.throw})


def _revealed(state: State, event: Event, body: Mapping[str, Any]) -> State:
    number = body["throw"]
    thrown = state.thrown.get(number)
    if thrown is None:
        return state
    shown = replace(thrown, play=replace(thrown.play, seers=None), private=b"")
    state = replace(state, thrown=state.thrown.having(number, shown))
    happening = _happening(shown, thrown.root)
    return _again(state, event.number, thrown.root, happening, None, thrown.play.seers or ())


def _correct(pen: _Pen, command: Correct) -> None:
    """Read the same dice again, or take the roll back: as the roller, or as a master who sees it."""
    state = pen.state
    by = here(state, command.by, "master", "player")
    done, asked = state.acts.get(command.throw), state.asks.get(command.throw)
    if done is not None or asked is not None:
        _take_back(pen, by, done or asked, command)
        return
    thrown = _thrown_of(state, command.throw, by.id)
    if by.id != thrown.play.person and by.role != "master":
        raise RoomError("room/forbidden", "Only the roller or the GM can correct it.")
    if thrown.record is None:
        raise RoomError("room/event", "That was taken back.")
    reason = {"reason": read_line(command.reason)} if command.reason else {}
    shown: dict[str, Any] = {"throw": thrown.root}
    if command.withdraw:
        pen.split("correct", by.id, thrown.play.seers, shown, {"withdrawn": True, **reason})
        return
    record = _read_anew(state, thrown, command)
    request = {**thrown.play.request, "check": record.text}
    answered = state.asks.get(request.get("to", 0))
    if answered is not None and by.role != "master":
        fits(state, answered, record.check, answered.visible)
    pen.split("correct", by.id, thrown.play.seers, shown, {"record": record.to_json(), "request": request, **reason})


def _take_back(pen: _Pen, by: Person, done: Done | Asked | None, command: Correct) -> None:
    """What an instrument's command did, or what the master asked for, can be taken back and not be done otherwise.

    The first by who did it or the master, the second by a master.
    """
    assert done is not None
    state = pen.state
    if not may_see(state, by.id, done.seers, command.throw):
        raise RoomError("room/event", f"You see no roll with the number {command.throw}.")
    if by.role != "master" and (isinstance(done, Asked) or by.id != done.person):
        mine = "the GM withdraws a request" if isinstance(done, Asked) else "the person who did it, or the GM, can"
        raise RoomError("room/forbidden", f"Only {mine}, so you cannot take this back.")
    if done.withdrawn:
        raise RoomError("room/event", "That was taken back.")
    if not command.withdraw:
        raise RoomError("room/event", "That was not a roll: take it back, and do it again.")
    reason = {"reason": read_line(command.reason)} if command.reason else {}
    pen.split("correct", by.id, done.seers, {"throw": command.throw}, {"withdrawn": True, **reason})


def _read_anew(state: State, thrown: Thrown, command: Correct) -> Record:
    """The record of a correction; its dice are those of the first throw, unless they were typed and typed wrong."""
    before = thrown.record or {}
    check = _reading(state, command.check) if command.check else parse(before["text"], state.systems)
    if command.faces is not None and not thrown.play.typed:
        raise RoomError("room/dice", "Drawn dice cannot change: roll again instead.")
    lying = [face for throw in before["throws"] for face in throw["faces"]]
    faces = lying if command.faces is None else command.faces
    choices = command.choices if command.choices is not None else before.get("choices")
    if choices is not None and check.text != before["text"] and command.choices is None:
        choices = None
    try:
        found = play(check, faces, None, tuple(choices) if choices else None, before["source"])
    except DiceNeeded:
        if thrown.play.typed:
            raise
        raise RoomError("room/dice", "That check needs more dice than were rolled: roll again instead.") from None
    if isinstance(found, ChoiceNeeded):
        raise found
    return found


def _corrected(state: State, event: Event, body: Mapping[str, Any]) -> State:
    root = body["throw"]
    first = state.thrown.get(root)
    seers = event.seers if body.get("hidden") else None
    done = state.acts.get(root)
    if done is not None:
        acts, system = state.acts.having(root, replace(done, withdrawn=True)), state.systems[done.system]
        carried = state.carried.again(system, event.number, root, None, seers, _offices(state))
        return replace(state, acts=acts, carried=carried)
    asked = state.asks.get(root)
    if asked is not None:
        left = tuple(number for number in state.asking if number != root)
        return replace(state, asks=state.asks.having(root, replace(asked, withdrawn=True)), asking=left)
    if first is None:
        return state
    record = None if body.get("withdrawn") else body["record"]
    asking = replace(first.play, seers=seers, request=MappingProxyType(body.get("request", first.play.request)))
    thrown = replace(first, play=asking, record=record, private=event.private)
    state = replace(state, thrown=state.thrown.having(event.number, thrown))
    state = replace(state, latest=state.latest.having(root, event.number))
    return _again(state, event.number, root, _happening(thrown, root), seers)


# -- put back from a copy ------------------------------------------------------------------------------------


def _restore(pen: _Pen, command: Restore) -> None:
    """From the store, with a new secret: keys that may have been used after the copy was made never come again.

    What was committed to and not used is void, and so is a draw that was called and waits. Everybody's next draws
    are committed to before anyone asks for one.
    """
    pen.write("restored", None, {"void": sorted(pen.state.calls)})
    number = pen.number
    for person in pen.state.lanes:
        if pen.state.people[person].here:
            _commit(pen, person)
    pen.number = number


def _restored(state: State, event: Event, body: Mapping[str, Any]) -> State:
    lanes = {
        person: Lane(lane.told, lane.told, tuple(call for call in lane.last if call[2] not in state.calls))
        for person, lane in state.lanes.items()
    }
    questions = dict(state.questions)
    for call in state.calls.values():
        question = questions.get(call.play.question or 0)
        if question is not None:
            # The dice of this choice were never thrown: the question is open again.
            asking = replace(question.play, choices=question.play.choices[:-1])
            questions[question.number] = replace(question, play=asking, open=True)
    return replace(
        state,
        lanes=MappingProxyType(lanes),
        calls=MappingProxyType({}),
        questions=MappingProxyType(questions),
        restored=event.number,
    )


# -- asking, noting, instruments -----------------------------------------------------------------------------


def _ask(pen: _Pen, command: Ask) -> None:
    """The master asks one, some or every player for a check."""
    state = pen.state
    master = here(state, command.by, "master")
    check = _reading(state, command.check)
    named = command.people or tuple(p.id for p in state.people.values() if p.here and p.role == "player")
    people = [here(state, person, "master", "player").id for person in dict.fromkeys(named)]
    if not people:
        raise RoomError("room/person", "There is nobody to ask yet.")
    _audience(state, people[0], command.visible)
    seers = None if command.visible == "all" else (*(_audience(state, master.id, "master") or ()), *people)
    pen.split("asked", master.id, seers, {}, {"check": check.text, "visible": command.visible, "people": people})


def _asked(state: State, event: Event, body: Mapping[str, Any]) -> State:
    seers = event.seers if body.get("hidden") else None
    asked = Asked(event.number, body["check"], body["visible"], tuple(body["people"]), seers)
    asking = (*state.asking, event.number)[-OPEN_ASKS:]
    return replace(state, asks=state.asks.having(event.number, asked), asking=asking)


def _answered_ask(state: State, request: Mapping[str, Any], person: str, number: int) -> State:
    """Who threw what was asked for has answered; a throw instead of another one answers for the same person."""
    asked = state.asks.get(request.get("to", 0))
    if asked is None:
        return state
    whose = answers_for(asked, request.get("instead")) or person
    answers = tuple(sorted({**dict(asked.answers), whose: number}.items()))
    return replace(state, asks=state.asks.having(asked.number, replace(asked, answers=answers)))


def _note(pen: _Pen, command: Note) -> None:
    """Write a line, as anyone but a spectator: for all, for the master and themselves, or for themselves."""
    person = here(pen.state, command.by, "master", "player")
    if command.visible == "blind":
        raise RoomError("room/visible", "A note is for all, for the GM, or for yourself.")
    seers = _audience(pen.state, person.id, command.visible)
    pen.split("noted", person.id, seers, {}, {"text": read_line(command.text)})


def _noted(state: State, event: Event, body: Mapping[str, Any]) -> State:
    return state


def _use(pen: _Pen, command: Use) -> None:
    """What an instrument's command does is the game's to decide, from what this person sees of it."""
    state = pen.state
    by = here(state, command.by, "master", "player")
    system, instrument = _instrument(state, command.system, command.instrument)
    found = [known for known in instrument.commands if known.name == command.command]
    if not found:
        names = ", ".join(known.name for known in instrument.commands)
        raise RoomError("room/command", f"{instrument.title} has no command “{command.command[:40]}”; it has {names}.")
    if by.role not in found[0].roles:
        raise RoomError("room/forbidden", f"“{found[0].name}” is not for a {by.role}.")
    values = fitted(found[0], command.values, state)
    people = [seated(person) for person in state.people.values() if person.here]
    seen = state.carried.state(system.name, instrument, by.id)
    for act in acted(instrument, seen, found[0].name, values, seated(by), people):
        told = {"system": system.name, "instrument": instrument.name, "did": act.name, "values": dict(act.values)}
        pen.split("instrument", by.id, _audience(pen.state, by.id, act.visible), {}, told)


def _used(state: State, event: Event, body: Mapping[str, Any]) -> State:
    system = state.systems.get(body["system"])
    if system is None:
        return state
    seers = event.seers if body.get("hidden") else None
    did = games.Did(event.number, body["person"], body["instrument"], body["did"], body["values"])
    acts = state.acts.having(event.number, Done(system.name, body["person"], seers))
    return replace(state, acts=acts, carried=state.carried.after(system, did, seers))


# -- what several of them need -------------------------------------------------------------------------------


def _check_of(state: State, asking: Play) -> Check:
    return parse(asking.request["check"], state.systems)


def _reading(state: State, asked: str | Mapping[str, Any]) -> Check:
    return read_check(asked, state.systems)


def _audience(state: State, person: str, visible: str) -> tuple[str, ...] | None:
    """Who sees what a person throws or writes: None is everyone. It is settled when it is written.

    Private parts for the master are for the role: for those who are master now, and for everyone who follows.
    """
    if visible == "all":
        return None
    if visible == "self":
        return (person,)
    if visible in ("master", "blind"):
        watching = masters(state)
        if not watching:
            raise RoomError("room/visible", "There is no game master here yet who could see it.")
        return tuple(sorted({MASTER, *watching, *((person,) if visible == "master" else ())}))
    raise RoomError("room/visible", "A roll is visible to all, master, blind (the GM alone) or self.")


def _entropy(text: str) -> None:
    if len(text) != 2 * ENTROPY or not set(text) <= set("0123456789abcdef"):
        raise RoomError(
            "room/entropy", f"Dice need your own entropy: {2 * ENTROPY} hexadecimal digits, fresh and random."
        )


def _not_too_many(state: State, person: str) -> None:
    if sum(question.play.person == person for question in state.questions.values()) >= OPEN_QUESTIONS:
        raise RoomError("room/waiting", "First answer the questions that wait for you.")


def _known(state: State, number: int) -> None:
    if not 1 <= number <= state.number:
        raise RoomError("room/event", f"There is no event {number} in this room.")


def _thrown_of(state: State, number: int, person: str, exactly: bool = False) -> Thrown:
    """Return a roll that a person sees, in its latest form. To others it is as if it did not exist."""
    thrown = state.thrown.get(number)
    if thrown is not None and not exactly:
        thrown = state.thrown.get(state.latest.get(thrown.root) or thrown.root)
    if thrown is None or not may_see(state, person, thrown.play.seers, thrown.root):
        raise RoomError("room/event", f"You see no roll with the number {number}.")
    return thrown


def _happening(thrown: Thrown, number: int) -> games.Thrown | None:
    """A throw as the games' instruments follow it."""
    if thrown.record is None:
        return None
    to = thrown.play.request.get("to")
    return games.Thrown(number, thrown.play.person, thrown.record, to, thrown.role, thrown.party)


def _instrument(state: State, system: str, name: str) -> tuple[System, games.Instrument[Any]]:
    found = state.systems.get(system)
    for instrument in found.instruments() if found else ():
        if instrument.name == name and found:
            return found, instrument
    raise RoomError("room/command", f"There is no instrument “{name[:40]}” of “{system[:40]}”.")


def _follow(state: State, happening: games.Thrown | None, seers: tuple[str, ...] | None) -> State:
    system = state.systems.get(happening.record["system"]) if happening else None
    if system is None or happening is None:
        return state
    return replace(state, carried=state.carried.after(system, happening, seers))


def _offices(state: State) -> Mapping[str, int]:
    return {person.id: office(person) for person in state.people.values()}


def _again(
    state: State,
    number: int,
    root: int,
    happening: games.Thrown | None,
    seers: tuple[str, ...] | None,
    besides: tuple[str, ...] = (),
) -> State:
    first = state.thrown.get(root)
    system = state.systems.get((first.record or {}).get("system", "")) if first else None
    if system is None:
        return state
    return replace(state, carried=state.carried.again(system, number, root, happening, seers, _offices(state), besides))


DECIDES: Mapping[type, Callable[[_Pen, Any], None]] = MappingProxyType({
    Open: _open, Join: _join, Rename: _rename, Remove: _remove, Leave: _leave, HandOver: _hand_over, Door: _door,
    LayOut: _lay_out, Links: _links, Throw: _throw, Witness: _witness, Unwitnessed: _unwitnessed,
    Answer: _answer, Reveal: _reveal, Correct: _correct, Ask: _ask, Note: _note, Use: _use, Restore: _restore,
})  # fmt: skip
"""Which rule decides on which command."""

APPLIES: Mapping[str, Callable[[State, Event, Mapping[str, Any]], State]] = MappingProxyType({
    "opened": _opened, "joined": _joined, "renamed": _renamed, "removed": _removed, "left": _left,
    "handed-over": _handed_over, "door": _door_set,
    "games": _laid_out, "links": _links_renewed, "lane": _committed, "call": _called,
    "throw": _thrown, "question": _questioned, "answer": _answered, "reveal": _revealed, "correct": _corrected,
    "asked": _asked, "noted": _noted, "instrument": _used, "restored": _restored,
})  # fmt: skip
"""What each kind of event changes."""
