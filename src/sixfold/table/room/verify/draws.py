"""Draws: commitments, calls, what was asked for, and the dice that follow."""

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.base.bounds import COMMITMENTS, DICE_OF_A_ROLL, OPEN_QUESTIONS
from sixfold.table.room.verify.formulas import committed, faces, sealed
from sixfold.table.room.verify.requests import check_request
from sixfold.table.room.verify.verifier import (
    Expected,
    LoggedEvent,
    LogVerifier,
    VerificationError,
    dice_of,
    fail_if,
)


def lane(verifier: LogVerifier, event: LoggedEvent) -> None:
    person, first, commitments = event.person, event.body["first"], event.body["commitments"]
    fail_if(verifier.members.people[person].role == "spectator", "commits to draws of a spectator")
    again = first != verifier.committed.get(person, 0) or len(commitments) != COMMITMENTS
    fail_if(again, f"commits to draws a second time, or not to the next {COMMITMENTS}")
    known = {*commitments, *verifier.commitments.values()}
    fail_if(len(known) < len(commitments) + len(verifier.commitments), "commits to one key for two draws")
    for index, commitment in enumerate(commitments, start=first):
        verifier.commitments[person, index] = commitment
    verifier.committed[person] = first + len(commitments)


def call(verifier: LogVerifier, event: LoggedEvent) -> None:
    body, person, index = event.body, event.person, event.body["index"]
    fail_if((person, index) not in verifier.commitments, f"calls draw {index}, to whose key nobody committed before")
    if index != verifier.used.get(person, 0):
        raise VerificationError(
            f"calls draw {index}; the next one is {verifier.used.get(person, 0)}: one was skipped or used again"
        )
    fail_if(person in verifier.waiting, "calls a draw while another one of the same person is still open")
    fail_if(
        verifier.asking.get(person, 0) >= OPEN_QUESTIONS, "calls a draw while too many questions wait for this person"
    )
    if body["witness"] is not None:
        verifier.members.require_member(body["witness"])
        fail_if(body["witness"] == person, "asks the roller to be the witness")
    verifier.used[person] = index + 1
    if "answers" in body:
        _follows(verifier, body)
    else:
        verifier.members.require_member(person, "master", "player")
    event.masters = verifier.members.watching()
    verifier.waiting[person] = event.number
    if body["witness"] is None:
        verifier.expected.append(Expected({"call": event.number}, "between a call without a witness and its dice"))
    if event.known is not None:
        check_request(verifier, event, event.known["request"])


def restored(verifier: LogVerifier, event: LoggedEvent) -> None:
    """Commitments that are not used are void, and so is a draw that was called and not rolled."""
    waiting = sorted(verifier.waiting.values())
    fail_if(event.body["void"] != waiting, "says that other draws are void than those that waited")
    verifier.waiting.clear()
    for call in waiting:
        verifier.answers.pop(verifier.events[call].body.get("answers", 0), None)
    verifier.used = dict(verifier.committed)
    verifier.report.restored.append(event.number)


def settle(verifier: LogVerifier, event: LoggedEvent) -> None:
    """An event answers something open: a call that nobody opened, a question that was answered."""
    body, typed = event.body, "typed" in event.body
    if "answers" in body:
        _follows(verifier, body)
        verifier.done.add(body["answers"])
        verifier.asking[event.person] -= 1
        if typed != ("typed" in verifier.events[body["answers"]].body):
            raise VerificationError("has typed dice after drawn ones, or the other way round")
    elif typed:
        verifier.members.require_member(event.person, "master", "player")
    if "call" in body:
        _open_call(verifier, event)
    elif "answers" in body and body["answers"] in [
        verifier.events[n].body.get("answers") for n in verifier.waiting.values()
    ]:
        raise VerificationError("goes on from a question whose dice were called and not thrown")
    if not typed and body["calls"] != _draws_of(verifier, body):
        raise VerificationError("counts other draws than its own and those of the question that it goes on from")


def _open_call(verifier: LogVerifier, event: LoggedEvent) -> None:
    body, person = event.body, event.person
    call = verifier.events[body["call"]].body if body["call"] == verifier.waiting.get(person) else {}
    fail_if(call.get("index") != body["index"], "opens no call of this person, or one that was opened before")
    w, witness, silent, called = body["w"], body["witness"], body["silent"], call["witness"]
    if (w == "") != (witness is None) or witness == person:
        raise VerificationError("has a witness without entropy, entropy without a witness, or the roller as witness")
    if witness is not None:
        verifier.members.require_member(witness)
        verifier.report.witnessed += 1
    if called is None and (witness is not None or silent):
        raise VerificationError("names a witness or a silent person, but its call asks nobody")
    if len(set(silent)) < len(silent) or not set(silent) <= set(verifier.members.people) - {person, witness}:
        raise VerificationError("names a silent person who never joined, twice the same, or its roller or witness")
    if called is not None and witness is None and silent[:1] != [called]:
        raise VerificationError("has no witness, and does not say that the person asked was silent")
    del verifier.waiting[person]
    fail_if(call.get("answers") != body.get("answers"), "goes on from another question than its call")


def _follows(verifier: LogVerifier, body: Mapping[str, Any]) -> None:
    """A roll goes on from a question once, after its answer, and is the same person's."""
    number = body["answers"]
    fail_if(number not in verifier.answers or number in verifier.done, "goes on from a question that was not answered")
    fail_if(verifier.events[number].person != body["person"], "goes on from somebody else's question")


def _draws_of(verifier: LogVerifier, body: Mapping[str, Any]) -> list[int]:
    """The calls whose dice an event may count: a draw of long ago fell for something else."""
    before = verifier.events[body["answers"]].body["calls"] if "answers" in body else []
    return [*before, *([body["call"]] if "call" in body else [])]


def recompute(verifier: LogVerifier, public: Mapping[str, Any], known: Mapping[str, Any]) -> list[int]:
    """The faces of an event's own draw, worked out again; none where it has no draw."""
    if "call" not in public:
        return []
    call = verifier.events[public["call"]]
    key, request, c, dice = known["key"], known["request"], known["c"], known["dice"]
    lane, index = call.person, call.body["index"]
    fail_if(committed(key) != verifier.commitments[lane, index], "shows another key than was committed to")
    fail_if(
        sealed(key, request, c) != call.body["seal"], "shows another request or entropy than was sealed at the call"
    )
    if call.known is not None and (call.known["request"], call.known["c"]) != (request, c):
        raise VerificationError("shows another request or entropy than the call")
    fail_if(sum(count for count, _, _ in dice) > DICE_OF_A_ROLL, "rolls more dice than a roll can have")
    drawn = faces(key, verifier.report.room, lane, index, request, c, public["w"], dice)
    fail_if(drawn != known["faces"], f"shows the faces {known['faces']}, and the draw gives {drawn}")
    verifier.faces[call.number] = drawn
    verifier.report.draws += 1
    return drawn


def compare_dice(verifier: LogVerifier, body: Mapping[str, Any], lying: Sequence[int]) -> None:
    """The dice that a roll or question shows are those of its draws, all of them, in order.

    Typed ones begin with those that lay on the table when the question before it was asked.
    """
    drawn: list[int] = []
    if "typed" in body:
        fail_if(body.get("calls"), "has typed dice and counts draws")
        drawn = dice_of(verifier.events[body["answers"]].body) if "answers" in body else []
        fail_if(lying[: len(drawn)] != drawn, "has other dice than lay on the table")
        return
    for number in body["calls"]:
        fail_if(number not in verifier.faces, f"counts dice of draw {number}, which was never opened")
        drawn += verifier.faces[number]
    fail_if(drawn != list(lying), "shows other dice than were drawn")
