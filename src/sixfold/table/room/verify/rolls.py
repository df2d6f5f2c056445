"""Rolls, the questions that their rules ask, reveals and corrections: every record is played again."""

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, SixfoldError
from sixfold.playing.record import DRAWN, TYPED, Record
from sixfold.rules.dice import Die
from sixfold.table.room.playing import ENDLESS, document, play, question_of
from sixfold.table.room.verify.draws import compare_dice, recompute, settle
from sixfold.table.room.verify.formulas import canon, sha
from sixfold.table.room.verify.requests import check_fits, check_request, check_text, line
from sixfold.table.room.verify.shapes import ENVELOPE, misshapen
from sixfold.table.room.verify.verifier import LoggedEvent, LogVerifier, Owed, VerificationError, dice_of, fail_if


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
    event.masters, event.gms = (call.masters, call.gms) if call is not None else (verifier.seats.watching(), event.gms)
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
    by = verifier.seats.require_member(event.person, "master", "player")
    if question is None or body["question"] in verifier.answers:
        raise VerificationError("answers no open question")
    roller = question.person
    if event.person != roller and (verifier.seats.people[roller].member or by.role != "master"):
        raise VerificationError("takes a choice that is somebody else's")
    fail_if(body["choice"] >= len(question.body["options"]), "takes an option that does not exist")
    verifier.answers[body["question"]] = body["choice"]
    verifier.owed.append(Owed({"answers": body["question"]}, "between an answer and what goes on from it"))


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


def reveal(verifier: LogVerifier, event: LoggedEvent) -> None:
    """By somebody who saw it: as it was sealed, once."""
    body, form = event.body, verifier.find(event.body["throw"], "throw", "failed", "correct")
    verifier.seats.require_member(event.person)
    if form is None or "hidden" not in form.body or verifier.find(form.root, "throw", "failed") is None:
        raise VerificationError("reveals an event that was not hidden")
    fail_if(not form.hidden, "reveals a second time")
    first, *_ = forms = verifier.forms[form.root]
    early = any(other.hidden for other in forms if other.number < form.number)
    fail_if(early, "reveals a correction before what it corrects")
    hidden = {name: value for name, value in body.items() if name not in (*ENVELOPE, "throw")}
    fail_if(sha(canon(hidden)) != form.body["sealed"], "reveals something other than the hidden event")
    wrong = misshapen(form.body["kind"], form.body, hidden)
    fail_if(wrong, f"reveals what {wrong}")
    form.hidden, form.shown = False, event.number
    between = "between a roll that was revealed and its corrections"
    verifier.owed = [Owed({"kind": "reveal", "throw": other.number}, between) for other in forms if other.hidden]
    seen_before, form.known = form.known, {**form.body, **hidden}
    if seen_before is None and form is first:
        check_request(verifier, verifier.find(form.body.get("call"), "call") or form, form.known["request"])
        check_roll(verifier, form, form.known)
    elif seen_before is None:
        _correction(verifier, form, form.known)
    fail_if(not form.seen_by(event.person, first), "is by somebody who could not see the hidden event")


def correct(verifier: LogVerifier, event: LoggedEvent) -> None:
    by, root = verifier.seats.require_member(event.person, "master", "player"), event.root
    act = verifier.find(root, "asked", "instrument")
    if act is not None:
        _taken_back(verifier, event, act)
        return
    first = verifier.find(root, "throw", "failed")
    if first is None:
        raise VerificationError("corrects an event that is not a roll")
    fail_if(first.kind == "failed", "corrects a roll that failed")
    fail_if(by.role != "master" and event.person != first.person, "corrects somebody else's roll")
    before = verifier.forms[root][-1]
    fail_if(event.hidden != before.hidden, "is hidden and what it corrects is open, or the other way round")
    event.gms, event.masters = first.gms, verifier.seats.watching()
    if event.known is not None:
        _correction(verifier, event, event.known)


def _taken_back(verifier: LogVerifier, event: LoggedEvent, act: LoggedEvent) -> None:
    """An act of an instrument is taken back by its person or the GM, a request by the GM, and nothing else."""
    role = verifier.seats.people[event.person].role
    if role != "master" and (act.kind == "asked" or event.person != act.person):
        raise VerificationError("takes back something that belongs to somebody else")
    fail_if(event.hidden != act.hidden, "is hidden and what it takes back is open, or the other way round")
    if event.known is None:
        return
    if act.number in verifier.withdrawn or "withdrawn" not in event.known:
        raise VerificationError("takes back an event twice, or corrects an event that is not a roll")
    verifier.withdrawn[act.number] = event.number
    line(event.known.get("reason"))


def _correction(verifier: LogVerifier, event: LoggedEvent, known: Mapping[str, Any]) -> None:
    """The same dice read anew, or the roll taken back; held against the form before it, as far as it is known."""
    line(known.get("reason"))
    forms = [form for form in verifier.forms[event.root] if form.number < event.number]
    first, before = forms[0], forms[-1].known
    unseen = first.hidden_from(event)
    fail_if(unseen, "corrects a roll that this person cannot see")
    fail_if(before is not None and "withdrawn" in before, "corrects a roll that was taken back")
    if "withdrawn" in known:
        return
    record = known["record"]
    fail_if(record["text"] != known["request"]["check"], "has a record of another check")
    if record["source"] != (TYPED if "typed" in first.body else DRAWN):
        raise VerificationError("makes drawn dice typed ones, or the other way round")
    if before is not None:
        expected = {**before["request"], "check": record["text"], "versions": 0}
        if {**known["request"], "versions": 0} != expected:
            raise VerificationError("is of another request than the throw that it corrects")
        same = dice_of(before["record"]) == dice_of(record)
        fail_if(record["source"] != TYPED and not same, "corrects drawn dice, which cannot change")
    check_text(verifier, event.number, known["request"])
    act = verifier.find(known["request"].get("to"), "asked")
    if act is not None and event.role != "master":
        check_fits(verifier, act, known["request"])
    replay(verifier, event.number, known, [], record.get("choices"))
