"""Rolls and the questions that their rules ask: every record is played again."""

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, SixfoldError
from sixfold.playing.record import DRAWN, TYPED, Record
from sixfold.rules.dice import Die
from sixfold.table.room.playing import ENDLESS, document, play, question_of
from sixfold.table.room.verify.draws import compare_dice, recompute, settle
from sixfold.table.room.verify.formulas import canon
from sixfold.table.room.verify.requests import check_request
from sixfold.table.room.verify.verifier import Expected, LoggedEvent, LogVerifier, VerificationError, dice_of, fail_if


def roll_done(verifier: LogVerifier, event: LoggedEvent) -> None:
    body = event.body
    settle(verifier, event)
    typed = "typed" in body
    if body["kind"] == "failed":
        verifier.report.failed.append(event.number)
    if typed:
        verifier.report.typed.append(event.number)
    elif not body["calls"]:
        raise VerificationError("has neither drawn nor typed dice")
    call = verifier.find(body.get("call"), "call")
    fail_if(call is not None and event.hidden != call.hidden, "is hidden and its call is open, or the other way round")
    fail_if("answers" in body and event.hidden, "is hidden, and the question before it was not")
    if call is not None:
        event.masters, event.gms = call.masters, call.gms
    else:
        event.masters = verifier.members.watching()
    if event.known is not None:
        if call is None or call.known is None:
            check_request(verifier, call or event, event.known["request"])
        check_roll(verifier, event, event.known)


def question(verifier: LogVerifier, event: LoggedEvent) -> None:
    body = event.body
    settle(verifier, event)
    verifier.asking[event.person] = verifier.asking.get(event.person, 0) + 1
    fail_if(body["request"]["visible"] != "all", "asks of a hidden throw")
    drawn = recompute(verifier, body, body)
    if "call" not in body:
        check_request(verifier, event, body["request"])
    compare_dice(verifier, body, dice_of(body))
    fail_if(body["choices"] != verifier.taken(body), "has other choices than were answered")
    result = played(verifier, event.number, body, drawn, body["choices"])
    if result is not None and (not isinstance(result, ChoiceNeeded) or not question_of(result).items() <= body.items()):
        raise VerificationError("asks a different question than the rule with these dice")


def answer(verifier: LogVerifier, event: LoggedEvent) -> None:
    """By the roller, or by a master for somebody who is gone."""
    body, question = event.body, verifier.find(event.body["question"], "question")
    by = verifier.members.require_member(event.person, "master", "player")
    if question is None or body["question"] in verifier.answers:
        raise VerificationError("answers no open question")
    roller = question.person
    if event.person != roller and (verifier.members.people[roller].member or by.role != "master"):
        raise VerificationError("takes a choice that is somebody else's")
    fail_if(body["choice"] >= len(question.body["options"]), "takes an option that does not exist")
    verifier.answers[body["question"]] = body["choice"]
    verifier.expected.append(Expected({"answers": body["question"]}, "between an answer and what goes on from it"))


def check_roll(verifier: LogVerifier, event: LoggedEvent, known: Mapping[str, Any]) -> None:
    """A roll whose dice are shown: the draw is recomputed, the record is played again."""
    public = event.body
    drawn = recompute(verifier, public, known)
    request, typed = known["request"], "typed" in public
    if public["kind"] == "failed":
        _check_failure(verifier, event, known, drawn)
        return
    record = known["record"]
    compare_dice(verifier, public, dice_of(record))
    if record["source"] != (TYPED if typed else DRAWN) or record["text"] != request["check"]:
        raise VerificationError("has a record of another check, or of dice of another kind")
    taken = verifier.taken(public)
    fail_if(taken and taken != record.get("choices"), "has other choices than were answered")
    # An open roll asks its roller; in a hidden one, the policy of the rule decides.
    replay(verifier, event.number, known, drawn, None if "hidden" in public else taken)


def _check_failure(verifier: LogVerifier, event: LoggedEvent, known: Mapping[str, Any], drawn: Sequence[int]) -> None:
    """Nobody calls a draw a failure because its dice are bad: played again, it fails in the same way."""
    text, choices = known["request"]["check"], None if "hidden" in event.body else verifier.taken(event.body)
    if not verifier.knows(text, event.number, known["request"].get("versions", {})):
        return
    if known["code"] == ENDLESS:  # a rule that does not end is not played again to see that
        fail_if("versions" not in known["request"], "says that a rule of Sixfold did not end")
        return
    lying = [face for call in event.body["calls"][:-1] for face in verifier.faces.get(call, ())]
    shown = ShownDice(drawn)
    try:
        result = play(parse(text, verifier.systems), lying, shown, choices, DRAWN)
        if isinstance(result, Record):
            document(result)
    except SixfoldError as error:
        # What a game of one's own says when it fails may differ between versions of Python.
        same = error.code == known["code"] and (error.code == "room/game" or error.message == known["message"])
        if not same or shown.short or shown.left or shown.rows != known["dice"]:
            raise VerificationError(f"fails in another way than its dice do: {error.message}") from None
    else:
        raise VerificationError("says that its roll failed, and its dice have a result")


def replay(
    verifier: LogVerifier, number: int, known: Mapping[str, Any], drawn: Sequence[int], choices: Sequence[int] | None
) -> None:
    """A record follows from its dice and choices."""
    result = played(verifier, number, known, drawn, choices)
    if isinstance(result, Record) and canon(document(result)) == canon(known["record"]):
        verifier.report.replayed += 1
    elif result is not None:
        raise VerificationError("has a record that does not follow from its dice")


def played(
    verifier: LogVerifier, number: int, known: Mapping[str, Any], drawn: Sequence[int], choices: Sequence[int] | None
) -> Record | ChoiceNeeded | None:
    """A roll, a question or a correction played again, its last dice those of its own draw.

    With `choices` None, the policy of the rule decides. It is None when its game is not known here.
    """
    text, record = known["request"]["check"], known.get("record", known)
    if not verifier.knows(text, number, known["request"].get("versions", {})):
        return None
    lying, shown = dice_of(record), ShownDice(drawn) if drawn else None
    source = record.get("source", TYPED if "typed" in known else DRAWN)
    result = play(parse(text, verifier.systems), lying[: len(lying) - len(drawn)], shown, choices, source)
    fail_if(shown is not None and (shown.left or shown.rows != known["dice"]), "names other dice than the rule rolls")
    return result


class ShownDice:
    """A source of the dice that a draw gave, in the order thrown; it notes which dice were thrown."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)
        self.rows: list[list[int]] = []
        self.short = False

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        """The next dice."""
        if size > len(self.left):
            self.short = True
            raise VerificationError("shows fewer dice than the rule rolls")
        self.rows.append([size, die.sides, die.lowest])
        thrown, self.left = self.left[:size], self.left[size:]
        return thrown
