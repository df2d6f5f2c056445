"""Draws: commitments, calls, the dice that follow; what was asked for, and the events without dice.

The formulas of docs/fairness/protocol.md are here as a stranger writes them: nothing is shared with `fair`.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from sixfold.bounds import DICE_OF_A_THROW
from sixfold.checks.check import parse
from sixfold.room.names import read_line
from sixfold.room.sight import AS_OPEN
from sixfold.room.verify.walk import Lie, LoggedEvent, Walk, deny, dice_of


def sha(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def canon(data: Any) -> bytes:
    """JSON with sorted keys, without blanks, in UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")


def committed(key: str) -> str:
    """The commitment that belongs to a key."""
    return sha(b"sixfold/1/commit\n" + bytes.fromhex(key))


def sealed(key: str, request: Mapping[str, Any], c: str) -> str:
    """The seal that belongs to a key, a request and the thrower's entropy."""
    message = b"sixfold/1/seal\n" + canon({"c": c, "request": request})
    return hmac.new(bytes.fromhex(key), message, hashlib.sha256).hexdigest()


def faces(
    key: str,
    room: str,
    lane: str,
    index: int,
    request: Mapping[str, Any],
    c: str,
    w: str,
    dice: Sequence[Sequence[int]],
) -> list[int]:
    """The faces of a draw; `dice` has rows of how many dice, of how many sides, and their lowest face."""
    head = "\n".join(["sixfold/1/faces", room, lane, str(index), sha(canon(request)), c, w, ""])

    def words() -> Iterator[int]:
        for block in count():
            made = hmac.new(bytes.fromhex(key), (head + str(block)).encode(), hashlib.sha256).digest()
            yield from (int.from_bytes(made[at : at + 4], "big") for at in range(0, 32, 4))

    row = words()
    return [
        next(word for word in row if word < (1 << 32) // sides * sides) % sides + lowest
        for many, sides, lowest in dice
        for _ in range(many)
    ]


def noted(walk: Walk, event: LoggedEvent) -> None:
    """A line of somebody who is more than a spectator."""
    walk.seats.here(event.person, "master", "player")
    if event.known is None:
        return
    line(event.known["text"])
    people = event.known.get("people", [])
    for person in people:
        walk.seats.here(person)
    if len({*people, event.person}) <= len(people) or (people and not event.hidden):
        raise Lie("is for other people than it says")


def line(text: str | None) -> None:
    """A line that somebody wrote, if they did."""
    deny(text is not None and read_line(text) != text, "has an impossible text")


def asked(walk: Walk, event: LoggedEvent) -> None:
    """By a master, of people who are here and throw."""
    walk.seats.here(event.person, "master")
    known = event.known
    if known is not None:
        people = known["people"]
        for person in people:
            walk.seats.here(person, "master", "player")
        deny(not people or len(set(people)) < len(people), "asks nobody, or somebody twice")
        deny(event.hidden == (known["visible"] == "all"), "is not as visible as it was asked to be")
        check_text(walk, event.number, known["check"])


def laid_out(walk: Walk, event: LoggedEvent) -> None:
    """By a master, games by name."""
    walk.seats.here(event.person, "master")
    deny(len(set(event.body["games"])) < len(event.body["games"]), "lays out a game twice")


def instrument(walk: Walk, event: LoggedEvent) -> None:
    """An act of an instrument that its game has."""
    walk.seats.here(event.person, "master", "player")
    known = event.known
    if known is not None and walk.knows(known["system"], event.number):
        system = walk.systems[known["system"]]
        names = [instrument.name for instrument in system.instruments()]
        deny(known["instrument"] not in names, f"is of an instrument that {system.name} does not have")


def character(walk: Walk, event: LoggedEvent) -> None:
    """A character is made or changed by its owner or a master; one that everyone saw is not hidden again."""
    by, known = walk.seats.here(event.person, "master", "player"), event.known
    if known is None:
        walk.characters[event.number] = None
        return
    number, owner = known["character"], known["owner"]
    made = number == event.number
    deny(not made and number not in walk.characters, "changes a character that nobody made")
    before = None if made else walk.characters[number]
    if before is not None and any(one is None and at > before.number for at, one in walk.characters.items()):
        before = None  # it may have changed where this reader did not see it
    was = before.known if before is not None else None
    deny(owner and walk.seats.people.get(owner) is None, "gives a character to somebody who never came in")
    if was is not None and before is not None:
        deny("gone" in was or ("gone" in known and known["sheet"]), "changes a character that is gone")
        deny(event.hidden and not before.hidden, "hides a character that everyone saw")
    mine = event.person in (was["owner"] if was is not None else event.person, *walk.seats.masters)
    if not mine or (by.role != "master" and (not owner or (made and owner != event.person))):
        raise Lie("makes or changes a character that is somebody else's")
    walk.characters[number] = event
    name = known["sheet"].get("name", walk.named.pop(number, ("", ""))[1])
    if not event.hidden and "gone" not in known:
        walk.named[number] = (owner, name)


def check_text(walk: Walk, number: int, text: str) -> None:
    """The text of a check is as its game writes it, where the game is known."""
    if walk.knows(text, number) and parse(text, walk.systems).text != text:
        raise Lie("has a check that is not in its canonical spelling")


def check_request(walk: Walk, event: LoggedEvent, request: Mapping[str, Any]) -> None:
    """A request is possible at its place in the log."""
    deny(event.hidden == (request["visible"] == "all"), "is not as visible as it was asked to be")
    if request["visible"] in ("master", "blind") and not walk.seats.masters:
        raise Lie("is for a master, and there is none here")
    check_text(walk, event.number, request["check"])
    bearers = [owner for owner, name in walk.named.values() if name == request.get("character")]
    if "character" in request and not (bearers and (event.person in {*bearers, *walk.seats.masters})):
        raise Lie("is rolled by a character that this person does not have")
    if "answers" in event.body:
        before = walk.events[event.body["answers"]].body["request"]
        if "index" in event.body:
            before = {**before, "question": event.body["answers"], "choices": walk.taken(event.body)}
        deny(request != before, "asks for something else than the question that it goes on from")
        return
    deny("question" in request or "choices" in request, "says that it answers a question, and goes on from none")
    replaced = check_references(walk, event, request)
    if replaced is not None:
        deny(event.person not in (replaced.person, *walk.seats.masters), "replaces somebody else's roll")
    if "to" in request:
        _asked_for(walk, event, request)


def check_references(walk: Walk, event: LoggedEvent, request: Mapping[str, Any]) -> LoggedEvent | None:
    """The note of a request can be written, and what it names came before it. Returns the roll that it replaces."""
    line(request.get("note"))
    deny(request.get("to", 0) >= event.number, "is for an event that does not exist yet")
    if "instead" not in request:
        return None
    replaced = walk.find(request["instead"], "throw", "failed")
    if replaced is None or replaced.number >= event.number:
        raise Lie("replaces an event that is not a roll")
    return replaced


def _asked_for(walk: Walk, event: LoggedEvent, request: Mapping[str, Any]) -> None:
    """A roll for a request is of what was asked for, and by somebody who was asked."""
    act = walk.find(request["to"], "asked")
    asked = act.known if act is not None else None
    if asked is None:
        return
    if request["to"] in walk.withdrawn or (event.person not in asked["people"] and "instead" not in request):
        raise Lie("answers a request that this person did not get, or that was withdrawn")
    deny(request["visible"] not in AS_OPEN[asked["visible"]], "is more visible than it was asked to be")
    if asked["check"].split(None, 1)[0] not in walk.systems:
        return
    wanted, check = parse(asked["check"], walk.systems), parse(request["check"], walk.systems)
    fits = (wanted.system, wanted.rule.name) == (check.system, check.rule.name) and all(
        word.keeps(before, said)
        for (_, before), (_, said), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True)
    )
    deny(not fits, "is another check than was asked for")


def lane(walk: Walk, event: LoggedEvent) -> None:
    person, first, commitments = event.person, event.body["first"], event.body["commitments"]
    deny(walk.seats.people[person].role == "spectator", "commits to draws of a spectator")
    deny(first != walk.told.get(person, 0) or not commitments, "commits to draws a second time, or leaves some out")
    for index, commitment in enumerate(commitments, start=first):
        walk.commitments[person, index] = commitment
    walk.told[person] = first + len(commitments)


def call(walk: Walk, event: LoggedEvent) -> None:
    body, person, index = event.body, event.person, event.body["index"]
    deny((person, index) not in walk.commitments, f"calls draw {index}, to whose key nobody committed before")
    if index != walk.used.get(person, 0):
        raise Lie(f"calls draw {index}; the next one is {walk.used.get(person, 0)}: one was skipped or used again")
    deny(person in walk.waiting, "calls a draw while another one of the same person is still open")
    if body["witness"] is not None:
        walk.seats.here(body["witness"])
        deny(body["witness"] == person, "asks the roller to be the witness")
    walk.used[person] = index + 1
    if "answers" in body:
        _follows(walk, body)
    else:
        walk.seats.here(person, "master", "player")
    event.masters = walk.seats.watching()
    walk.waiting[person] = event.number
    if event.known is not None:
        check_request(walk, event, event.known["request"])


def restored(walk: Walk, event: LoggedEvent) -> None:
    """Commitments that are not used are void, and so is a draw that was called and not rolled."""
    waiting = sorted(walk.waiting.values())
    deny(event.body["void"] != waiting, "says that other draws are void than those that waited")
    walk.waiting.clear()
    for call in waiting:
        walk.answers.pop(walk.events[call].body.get("answers", 0), None)
    walk.used = dict(walk.told)
    walk.report.restored.append(event.number)


def settle(walk: Walk, event: LoggedEvent) -> None:
    """An event answers something open: a call that nobody opened, a question that was answered."""
    body, typed = event.body, "typed" in event.body
    if "answers" in body:
        _follows(walk, body)
        walk.done.add(body["answers"])
        if typed != ("typed" in walk.events[body["answers"]].body):
            raise Lie("has typed dice after drawn ones, or the other way round")
    elif typed:
        walk.seats.here(event.person, "master", "player")
    if "call" in body:
        _open_call(walk, event)
    elif "answers" in body and body["answers"] in [walk.events[n].body.get("answers") for n in walk.waiting.values()]:
        raise Lie("goes on from a question whose dice were called and not thrown")
    if not typed and body["calls"] != _draws_of(walk, body):
        raise Lie("counts other draws than its own and those of the question that it goes on from")


def _open_call(walk: Walk, event: LoggedEvent) -> None:
    body, person = event.body, event.person
    call = walk.events[body["call"]].body if body["call"] == walk.waiting.get(person) else {}
    deny(call.get("index") != body["index"], "opens no call of this person, or one that was opened before")
    w, witness, silent, asked = body["w"], body["witness"], body["silent"], call["witness"]
    if (w == "") != (witness is None) or witness == person:
        raise Lie("has a witness without entropy, entropy without a witness, or the roller as witness")
    if witness is not None:
        walk.seats.here(witness)
        walk.report.witnessed += 1
    if asked is None and (witness is not None or silent):
        raise Lie("names a witness or a silent person, but its call asks nobody")
    if len(set(silent)) < len(silent) or not set(silent) <= set(walk.seats.people) - {person, witness}:
        raise Lie("names a silent person who never joined, twice the same, or its roller or witness")
    if asked is not None and witness is None and silent[:1] != [asked]:
        raise Lie("has no witness, and does not say that the person asked was silent")
    del walk.waiting[person]
    deny(call.get("answers") != body.get("answers"), "goes on from another question than its call")


def _follows(walk: Walk, body: Mapping[str, Any]) -> None:
    """A roll goes on from a question once, after its answer, and is the same person's."""
    asked = body["answers"]
    deny(asked not in walk.answers or asked in walk.done, "goes on from a question that was not answered")
    deny(walk.events[asked].person != body["person"], "goes on from somebody else's question")


def _draws_of(walk: Walk, body: Mapping[str, Any]) -> list[int]:
    """The calls whose dice an event may count: a draw of long ago fell for something else."""
    before = walk.events[body["answers"]].body["calls"] if "answers" in body else []
    return [*before, *([body["call"]] if "call" in body else [])]


def recompute(walk: Walk, public: Mapping[str, Any], known: Mapping[str, Any]) -> list[int]:
    """The faces of an event's own draw, worked out again; none where it has no draw."""
    if "call" not in public:
        return []
    call = walk.events[public["call"]]
    key, request, c, dice = known["key"], known["request"], known["c"], known["dice"]
    lane, index = call.person, call.body["index"]
    deny(committed(key) != walk.commitments[lane, index], "shows another key than was committed to")
    deny(sealed(key, request, c) != call.body["seal"], "shows another request or entropy than was sealed at the call")
    if call.known is not None and (call.known["request"], call.known["c"]) != (request, c):
        raise Lie("shows another request or entropy than the call")
    deny(sum(count for count, _, _ in dice) > DICE_OF_A_THROW, "rolls more dice than a roll can have")
    drawn = faces(key, walk.report.room, lane, index, request, c, public["w"], dice)
    deny(drawn != known["faces"], f"shows the faces {known['faces']}, and the draw gives {drawn}")
    walk.faces[call.number] = drawn
    walk.report.draws += 1
    return drawn


def compare_dice(walk: Walk, body: Mapping[str, Any], lying: Sequence[int]) -> None:
    """The dice that a roll or question shows are those of its draws, all of them, in order.

    Typed ones begin with those that lay on the table when the question before it was asked.
    """
    drawn: list[int] = []
    if "typed" in body:
        deny(body.get("calls"), "has typed dice and counts draws")
        drawn = dice_of(walk.events[body["answers"]].body) if "answers" in body else []
        deny(lying[: len(drawn)] != drawn, "has other dice than lay on the table")
        return
    for number in body["calls"]:
        deny(number not in walk.faces, f"counts dice of draw {number}, which was never opened")
        drawn += walk.faces[number]
    deny(drawn != list(lying), "shows other dice than were drawn")
