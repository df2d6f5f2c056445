"""Reveals and corrections: a roll is shown, its dice are read again, or it is taken back, as acts and requests are."""

from collections.abc import Mapping
from typing import Any

from sixfold.playing.record import DRAWN, TYPED
from sixfold.table.room.verify.formulas import canon, sha
from sixfold.table.room.verify.notes import line
from sixfold.table.room.verify.requests import check_request, check_text, require_fit
from sixfold.table.room.verify.rolls import check_roll, replay
from sixfold.table.room.verify.shapes import ENVELOPE, misshapen
from sixfold.table.room.verify.verifier import Expected, LoggedEvent, LogVerifier, VerificationError, dice_of, fail_if


def reveal(verifier: LogVerifier, event: LoggedEvent) -> None:
    """By somebody who saw it: as it was sealed, once."""
    body, form = event.body, verifier.find(event.body["throw"], "throw", "failed", "correct")
    verifier.members.require_member(event.person)
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
    verifier.expected = [
        Expected({"kind": "reveal", "throw": other.number}, between) for other in forms if other.hidden
    ]
    seen_before, form.known = form.known, {**form.body, **hidden}
    if seen_before is None and form is first:
        check_request(verifier, verifier.find(form.body.get("call"), "call") or form, form.known["request"])
        check_roll(verifier, form, form.known)
    elif seen_before is None:
        _correction(verifier, form, form.known)
    fail_if(not form.seen_by(event.person, first), "is by somebody who could not see the hidden event")


def correct(verifier: LogVerifier, event: LoggedEvent) -> None:
    by, root = verifier.members.require_member(event.person, "master", "player"), event.root
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
    event.gms, event.masters = first.gms, verifier.members.watching()
    if event.known is not None:
        _correction(verifier, event, event.known)


def _taken_back(verifier: LogVerifier, event: LoggedEvent, act: LoggedEvent) -> None:
    """An act of an instrument is taken back by its person or the GM, a request by the GM, and nothing else."""
    role = verifier.members.people[event.person].role
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
        require_fit(verifier, act, known["request"])
    replay(verifier, event.number, known, [], record.get("choices"))
