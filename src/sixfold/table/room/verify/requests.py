"""Requests of rolls and of the GM: what may be asked for, by whom, and how often it is answered."""

from collections.abc import Iterator, Mapping
from typing import Any

from sixfold.checks.check import parse
from sixfold.table.room.playing import versions
from sixfold.table.room.verify.notes import line
from sixfold.table.room.verify.verifier import NEVER, LoggedEvent, LogVerifier, VerificationError, fail_if
from sixfold.table.room.visibility import AS_OPEN

Request = Mapping[str, Any]


def gm_request(verifier: LogVerifier, event: LoggedEvent) -> None:
    """By a master, of members who roll."""
    verifier.members.require_member(event.person, "master")
    known = event.known
    if known is not None:
        people = known["people"]
        for person in people:
            verifier.members.require_member(person, "master", "player")
        fail_if(not people or len(set(people)) < len(people), "asks nobody, or somebody twice")
        fail_if(event.hidden == (known["visible"] == "all"), "is not as visible as it was asked to be")
        check_text(verifier, event.number, known)


def check_text(verifier: LogVerifier, number: int, request: Request) -> None:
    """The text of a check is as its game writes it, where the game is known, and all versions are said."""
    text, stated = request["check"], request.get("versions", {})
    if verifier.knows(text, number, stated):
        check = parse(text, verifier.systems)
        fail_if(check.text != text, "has a check that is not in its canonical spelling")
        fail_if(versions(check) != stated, "says other versions of games than those in its check")


def check_request(verifier: LogVerifier, event: LoggedEvent, request: Request) -> None:
    """A request is possible at its place in the log: that of its call, or of its typed roll."""
    fail_if(("hidden" in event.body) == (request["visible"] == "all"), "is not as visible as it was asked to be")
    if request["visible"] in ("master", "blind") and not event.gms:
        raise VerificationError("is for a master, and there is none here")
    check_text(verifier, event.number, request)
    line(request.get("note"))
    seen = request.get("seen")
    if seen is not None and (seen["number"] >= event.number or verifier.hashes[seen["number"] - 1] != seen["hash"]):
        raise VerificationError("is by somebody who had seen another log")
    if "answers" in event.body:
        before = verifier.events[event.body["answers"]].body["request"]
        if "index" in event.body:
            before = {**before, "question": event.body["answers"], "choices": verifier.taken(event.body), "seen": seen}
        # A game of one's own may have been mended since the question.
        same = {**request, "versions": 0, "seen": seen} == {"seen": None, **before, "versions": 0}
        fail_if(not same, "asks for something else than the question that it goes on from")
        return
    fail_if("question" in request or "choices" in request, "says that it answers a question, and goes on from none")
    _check_character(event, request)
    _check_replaced(verifier, event, request)
    fail_if(request.get("to", 0) >= event.number, "is for an event that does not exist yet")
    act = verifier.find(request.get("to"), "asked")
    if act is not None:
        _check_asked(verifier, event, request, act)


def _check_character(event: LoggedEvent, request: Request) -> None:
    """A roll names a character that everyone sees, of its roller or of anyone for the GM; or the roller's only one."""
    mine = [bearer for bearer in event.bearers.values() if bearer is not None and bearer.owner == event.person]
    if "character" in request:
        everyone = event.bearers.values() if event.person in event.gms else mine
        if not any(bearer is not None and bearer.open and bearer.name == request["character"] for bearer in everyone):
            raise VerificationError("is rolled by a character that this person does not have")
    elif None not in event.bearers.values():
        only = [bearer for bearer in mine if bearer.game == request["check"].split(None, 1)[0]]
        fail_if(len(only) == 1 and only[0].open, "does not name the only character of its roller")


def _check_replaced(verifier: LogVerifier, event: LoggedEvent, request: Request) -> None:
    """A roll replaces another one, which is the roller's own, or anybody's for the GM."""
    if "instead" not in request:
        return
    replaced = verifier.find(request["instead"], "throw", "failed")
    if replaced is None or replaced.number >= event.number:
        raise VerificationError("replaces an event that is not a roll")
    fail_if(event.person not in (replaced.person, *event.gms), "replaces somebody else's roll")


def _check_asked(verifier: LogVerifier, event: LoggedEvent, request: Request, act: LoggedEvent) -> None:
    """A roll for a request of the GM is of what was asked for, and visible as was asked for."""
    fail_if(act.hidden and request["visible"] == "all", "is visible to other people than asked for")
    fail_if(verifier.withdrawn.get(act.number, NEVER) < event.number, "answers a request that was withdrawn")
    if act.known is not None:
        fail_if(request["visible"] not in AS_OPEN[act.known["visible"]], "is visible to other people than asked for")
        require_fit(verifier, act, request)


def require_fit(verifier: LogVerifier, act: LoggedEvent, request: Request) -> None:
    """A check keeps everything that a request of the GM says, where both are of the games that are known here."""
    original = act.known
    if original is None or not all(verifier.has(one["check"], one.get("versions", {})) for one in (original, request)):
        return
    wanted, check = parse(original["check"], verifier.systems), parse(request["check"], verifier.systems)
    fits = (wanted.system, wanted.rule.name) == (check.system, check.rule.name) and all(
        word.keeps(before, value)
        for (_, before), (_, value), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True)
    )
    fail_if(not fits, "is another check than was asked for")


def answered_wrongly(verifier: LogVerifier) -> Iterator[tuple[int, str]]:
    """Rolls for requests of the GM by people who were not asked, or who had answered already, and rolls instead of
    others that they cannot replace, with what is wrong: only at the end of a log is known what hidden rolls were for.
    """
    results = {event.body["call"]: event for event in verifier.events.values() if "call" in event.body}
    answers: dict[int, dict[str, int]] = {}
    waiting: dict[int, tuple[str, int]] = {}
    for event in verifier.events.values():
        body, known = event.body, event.known or getattr(results.get(event.number), "known", None)
        for number in (body.get("call"), body.get("answers"), *body.get("void", ())):
            waiting.pop(number, None)
        if event.kind not in ("call", "throw", "question") or known is None:
            continue
        to, instead = known["request"].get("to"), known["request"].get("instead")
        act, replaced = verifier.find(to, "asked"), verifier.find(instead, "throw", "failed")
        if replaced is not None and replaced.known is not None:
            if replaced.hidden_from(event):
                yield event.number, "replaces a roll that its roller could not see"
            if to != replaced.known["request"].get("to", to):
                yield event.number, "replaces a roll that was for another request"
        if act is None or act.known is None or (replaced is not None and replaced.known is None):
            continue
        answered = answers.setdefault(act.number, {})
        whose = next((person for person, number in answered.items() if number == instead), None)
        if "answers" not in body and "call" not in body:
            if whose is None and event.person not in act.known["people"]:
                yield event.number, "answers a request that this person did not get"
            elif (event.person, act.number) in waiting.values():
                yield event.number, "answers a request while another answer of this person waits"
            elif whose is None and event.person in answered and _stands(verifier, answered[event.person], event):
                yield event.number, "answers a request that this person has answered"
        if event.kind == "throw":
            answered[whose or event.person] = event.number
        else:
            waiting[event.number] = event.person, act.number


def _stands(verifier: LogVerifier, number: int, event: LoggedEvent) -> bool:
    """Whether a roll counts as the answer of its roller when they roll again: it was not taken back, as far as they
    could see.
    """
    first, *others = (form for form in verifier.forms[number] if form.number < event.number)
    last = others[-1] if others else first
    if first.hidden_from(event):
        return True
    return last.known is not None and "withdrawn" not in last.known
