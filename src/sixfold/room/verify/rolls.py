"""Rolls, the questions that their rules ask, reveals and corrections: every record is played again."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, SixfoldError
from sixfold.playing.record import Record
from sixfold.room.playing import document, play, question_of
from sixfold.room.verify.draws import (
    canon,
    check_references,
    check_request,
    check_text,
    compare_dice,
    line,
    recompute,
    settle,
    sha,
)
from sixfold.room.verify.shapes import ENVELOPE, misshapen
from sixfold.room.verify.walk import Lie, LoggedEvent, Walk, deny, dice_of
from sixfold.rules.dice import Die


def thrown(walk: Walk, event: LoggedEvent) -> None:
    body = event.body
    settle(walk, event)
    typed = "typed" in body
    if body["kind"] == "failed":
        walk.report.failed.append(event.number)
    if typed:
        walk.report.typed.append(event.number)
    elif not body["calls"]:
        raise Lie("has neither drawn nor typed dice")
    call = walk.find(body.get("call"), "call")
    deny(call is not None and event.hidden != call.hidden, "is hidden and its call is open, or the other way round")
    deny("answers" in body and event.hidden, "is hidden, and the question before it was not")
    event.masters = call.masters if call is not None else walk.seats.watching()
    if event.known is not None:
        if call is None:
            check_request(walk, event, event.known["request"])
        check_roll(walk, event, event.known)


def question(walk: Walk, event: LoggedEvent) -> None:
    body = event.body
    settle(walk, event)
    deny(body["request"]["visible"] != "all", "asks of a hidden throw")
    drawn = recompute(walk, body, body)
    if "call" not in body:
        check_request(walk, event, body["request"])
    compare_dice(walk, body, dice_of(body))
    deny(body["choices"] != walk.taken(body), "has other choices than were answered")
    found = played(walk, event.number, body, drawn)
    if found is not None and (not isinstance(found, ChoiceNeeded) or not question_of(found).items() <= body.items()):
        raise Lie("asks a different question than the rule with these dice")


def answer(walk: Walk, event: LoggedEvent) -> None:
    """By the thrower, or by a master for somebody who is gone."""
    body, question = event.body, walk.find(event.body["question"], "question")
    by = walk.seats.here(event.person, "master", "player")
    if question is None or body["question"] in walk.answers:
        raise Lie("answers no open question")
    thrower = question.person
    if event.person != thrower and (walk.seats.people[thrower].here or by.role != "master"):
        raise Lie("takes a choice that is somebody else's")
    deny(body["choice"] >= len(question.body["options"]), "takes an option that does not exist")
    walk.answers[body["question"]] = body["choice"]
    walk.due = body["question"]


def check_roll(walk: Walk, event: LoggedEvent, known: Mapping[str, Any]) -> None:
    """A throw whose dice are shown: the draw is recomputed, the record is played again."""
    public = event.body
    drawn = recompute(walk, public, known)
    request, typed = known["request"], "typed" in public
    deny(("hidden" in public) == (request["visible"] == "all"), "is not as visible as it was asked to be")
    if public["kind"] == "failed":
        _check_failure(walk, event, known, drawn)
        return
    record = known["record"]
    compare_dice(walk, public, dice_of(record))
    if record["source"] != ("typed" if typed else "system") or record["text"] != request["check"]:
        raise Lie("has a record of another check, or of dice of another kind")
    taken = walk.taken(public)
    deny(taken and taken != record.get("choices"), "has other choices than were answered")
    replay(walk, event.number, known, drawn)


def _check_failure(walk: Walk, event: LoggedEvent, known: Mapping[str, Any], drawn: Sequence[int]) -> None:
    """Nobody calls a draw a failure because its dice are bad: played again, it fails in the same way."""
    text, choices = known["request"]["check"], None if "hidden" in event.body else walk.taken(event.body)
    if not walk.knows(text, event.number):
        return
    lying = [face for call in event.body["calls"][:-1] for face in walk.faces.get(call, ())]
    shown = ShownDice(drawn)
    try:
        found = play(parse(text, walk.systems), lying, shown, choices, "system")
        if isinstance(found, Record):
            document(found)
    except SixfoldError as error:
        # What a game of one's own says when it fails may differ between versions of Python.
        same = error.code == known["code"] and (error.code == "room/game" or error.message == known["message"])
        if not same or shown.short or shown.left or shown.rows != known["dice"]:
            raise Lie(f"fails in another way than its dice do: {error.message}") from None
    else:
        raise Lie("says that its roll failed, and its dice have a result")


def replay(walk: Walk, number: int, known: Mapping[str, Any], drawn: Sequence[int]) -> None:
    """A record follows from its dice."""
    found = played(walk, number, known, drawn)
    if isinstance(found, Record) and canon(document(found)) == canon(known["record"]):
        walk.report.replayed += 1
    elif found is not None:
        raise Lie("has a record that does not follow from its dice")


def played(walk: Walk, number: int, known: Mapping[str, Any], drawn: Sequence[int]) -> Record | ChoiceNeeded | None:
    """A roll, a question or a correction played again, its last dice those of its own draw.

    It is None when its game is not known here.
    """
    text, told = known["request"]["check"], known.get("record", known)
    if not walk.knows(text, number):
        return None
    lying, shown = dice_of(told), ShownDice(drawn) if drawn else None
    source = told.get("source", "typed" if "typed" in known else "system")
    found = play(parse(text, walk.systems), lying[: len(lying) - len(drawn)], shown, told.get("choices"), source)
    deny(shown is not None and (shown.left or shown.rows != known["dice"]), "names other dice than the rule rolls")
    return found


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
            raise Lie("shows fewer dice than the rule rolls")
        self.rows.append([size, die.sides, die.lowest])
        thrown, self.left = self.left[:size], self.left[size:]
        return thrown


def reveal(walk: Walk, event: LoggedEvent) -> None:
    """By somebody who saw it: as it was sealed, once."""
    body, form = event.body, walk.find(event.body["throw"], "throw", "failed", "correct")
    walk.seats.here(event.person)
    if form is None or "hidden" not in form.body or walk.find(form.root, "throw", "failed") is None:
        raise Lie("reveals an event that was not hidden")
    deny(not form.hidden, "reveals a second time")
    hidden = {name: value for name, value in body.items() if name not in (*ENVELOPE, "throw")}
    deny(sha(canon(hidden)) != form.body["sealed"], "reveals something other than the hidden event")
    wrong = misshapen(form.body["kind"], form.body, hidden)
    deny(wrong, f"reveals what {wrong}")
    form.hidden = False
    first, *_ = forms = walk.forms[form.root]
    walk.owed = [other.number for other in forms if other.hidden]
    seen_before, form.known = form.known, {**form.body, **hidden}
    if seen_before is None and form is first:
        # Who had a character, or was a master, when it was rolled is not known now: only what came before it is.
        check_references(walk, form, form.known["request"])
        check_roll(walk, form, form.known)
    elif seen_before is None:
        _correction(walk, form, form.known)
    visible = str(((first.known or form.known).get("request") or {}).get("visible"))
    if visible in SEERS and event.person not in SEERS[visible](first):
        raise Lie("is by somebody who could not see the hidden event")


def correct(walk: Walk, event: LoggedEvent) -> None:
    by, root = walk.seats.here(event.person, "master", "player"), event.root
    act = walk.find(root, "asked", "instrument")
    if act is not None:
        _taken_back(walk, event, act)
        return
    first = walk.find(root, "throw", "failed")
    if first is None:
        raise Lie("corrects an event that is not a roll")
    deny(first.kind == "failed", "corrects a roll that failed")
    deny(by.role != "master" and event.person != first.person, "corrects somebody else's roll")
    before = walk.forms[root][-1]
    deny(event.hidden != before.hidden, "is hidden and what it corrects is open, or the other way round")
    if event.known is not None:
        _correction(walk, event, event.known)


def _taken_back(walk: Walk, event: LoggedEvent, act: LoggedEvent) -> None:
    """An act of an instrument is taken back by its person or the GM, a request by the GM, and nothing else."""
    role = walk.seats.people[event.person].role
    if role != "master" and (act.kind == "asked" or event.person != act.person):
        raise Lie("takes back something that belongs to somebody else")
    deny(event.hidden != act.hidden, "is hidden and what it takes back is open, or the other way round")
    if event.known is None:
        return
    if act.number in walk.withdrawn or "withdrawn" not in event.known:
        raise Lie("takes back an event twice, or corrects an event that is not a roll")
    walk.withdrawn.add(act.number)
    line(event.known.get("reason"))


def _correction(walk: Walk, event: LoggedEvent, known: Mapping[str, Any]) -> None:
    """The same dice read anew, or the throw taken back; held against the form before it, as far as it is known."""
    line(known.get("reason"))
    forms = [form for form in walk.forms[event.root] if form.number < event.number]
    before = forms[-1].known
    deny(before is not None and "withdrawn" in before, "corrects a roll that was taken back")
    if "withdrawn" in known:
        return
    record = known["record"]
    deny(record["text"] != known["request"]["check"], "has a record of another check")
    if record["source"] != ("typed" if "typed" in forms[0].body else "system"):
        raise Lie("makes drawn dice typed ones, or the other way round")
    if before is not None:
        if known["request"] != {**before["request"], "check": record["text"]}:
            raise Lie("is of another request than the throw that it corrects")
        same = dice_of(before["record"]) == dice_of(record)
        deny(record["source"] != "typed" and not same, "corrects drawn dice, which cannot change")
    check_text(walk, event.number, record["text"])
    replay(walk, event.number, known, [])


SEERS: Final[Mapping[str, Callable[[LoggedEvent], Sequence[str]]]] = MappingProxyType({
    "self": lambda form: (form.person,),
    "master": lambda form: (form.person, *form.masters),
    "blind": lambda form: form.masters,
})  # fmt: skip
"""The people who see a roll that is hidden from others."""
