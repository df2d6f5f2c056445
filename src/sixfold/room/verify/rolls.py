"""Rolls, and the questions that their rules ask: every record is played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, SixfoldError
from sixfold.playing.record import Record
from sixfold.room.playing import play, question_of
from sixfold.room.verify.draws import compare_dice, recompute, settle
from sixfold.room.verify.formulas import canon
from sixfold.room.verify.requests import check_request
from sixfold.room.verify.seats import Lie
from sixfold.room.verify.walk import Event, Form, Walk
from sixfold.rules.dice import Die


def thrown(walk: Walk, event: Event) -> None:
    body = event.body
    settle(walk, event)
    typed = "typed" in body
    if typed:
        walk.report.typed.append(event.number)
    elif not body["calls"]:
        raise Lie("has neither drawn nor typed dice")
    call = walk.calls.get(body.get("call", 0))
    if call is not None and event.hidden != call.hidden:
        raise Lie("is hidden and its call is open, or the other way round")
    if "answers" in body and event.hidden:
        raise Lie("is hidden, and the question before it was not")
    masters = call.masters if call is not None else walk.seats.watching()
    walk.forms[event.number] = Form(event.number, event.person, body, event.known, event.hidden, masters)
    walk.latest[event.number] = event.number
    if event.known is not None:
        if call is None:
            check_request(walk, event, event.known["request"])
        check_roll(walk, event.number, body, event.known)


def failed(walk: Walk, event: Event) -> None:
    """A draw whose check gave no result: it fails again with these dice, in the same way."""
    walk.report.failed.append(event.number)
    thrown(walk, event)


def question(walk: Walk, event: Event) -> None:
    body, typed = event.body, "typed" in event.body
    settle(walk, event)
    if body["request"]["visible"] != "all":
        raise Lie("asks of a hidden throw")
    drawn = recompute(walk, body, body)
    if "call" not in body:
        check_request(walk, event, body["request"])
    lying = [face for throw in body["throws"] for face in throw["faces"]]
    compare_dice(walk, body, lying, body["calls"], typed)
    if body["choices"] != walk.taken(body):
        raise Lie("has other choices than were answered")
    name = "typed" if typed else "system"
    found = played(walk, body["request"]["check"], lying, drawn, body, body["choices"], name)
    asked = {name: body[name] for name in ("label", "options", "meanings", "default", "throws")}
    if found is not None and (not isinstance(found, ChoiceNeeded) or asked != question_of(found)):
        raise Lie("asks a different question than the rule with these dice")
    walk.questions[event.number] = body


def answer(walk: Walk, event: Event) -> None:
    """By the thrower, or by a master for somebody who is gone."""
    body, question = event.body, walk.questions.get(event.body["question"])
    by = walk.seats.here(event.person, "master", "player")
    if question is None or body["question"] in walk.answers:
        raise Lie("answers no open question")
    thrower = question["person"]
    if event.person != thrower and (walk.seats.people[thrower].here or by.role != "master"):
        raise Lie("takes a choice that is somebody else's")
    if body["choice"] >= len(question["options"]):
        raise Lie("takes an option that does not exist")
    walk.answers[body["question"]] = body["choice"]
    walk.due = body["question"]


def check_roll(walk: Walk, number: int, public: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """A throw whose dice are shown: the draw is recomputed, the record is played again."""
    drawn = recompute(walk, public, known)
    request, typed = known["request"], "typed" in public
    if ("hidden" in public) == (request["visible"] == "all"):
        raise Lie("is not as visible as it was asked to be")
    if public["kind"] == "failed":
        _check_failure(walk, number, public, known, drawn)
        return
    record = known["record"]
    lying = [face for throw in record["throws"] for face in throw["faces"]]
    compare_dice(walk, known, lying, public.get("calls", []), typed)
    if record["source"] != ("typed" if typed else "system") or record["text"] != request["check"]:
        raise Lie("has a record of another check, or of dice of another kind")
    taken = walk.taken(public)
    if taken and taken != record.get("choices"):
        raise Lie("has other choices than were answered")
    if typed and taken:
        before = [face for throw in walk.questions[public["answers"]]["throws"] for face in throw["faces"]]
        if lying[: len(before)] != before:
            raise Lie("has other dice than lay on the table")
    replay(walk, number, record, lying, drawn, known)


def _check_failure(
    walk: Walk, number: int, public: Mapping[str, Any], known: Mapping[str, Any], drawn: Sequence[int]
) -> None:
    """Nobody calls a draw a failure because its dice are bad: played again, it fails in the same way."""
    text, choices = known["request"]["check"], None if "hidden" in public else walk.taken(public)
    if text.split(None, 1)[0] not in walk.systems:
        walk.unknown(number)
        return
    lying = [face for call in public["calls"][:-1] for face in walk.calls[call].faces or ()]
    shown = Shown(drawn)
    try:
        play(parse(text, walk.systems), lying, shown, choices, "system")
    except SixfoldError as error:
        # What a game of one's own says when it fails may differ between versions of Python.
        same = error.code == known["code"] and (error.code == "room/game" or error.message == known["message"])
        if not same or shown.short or shown.left or shown.rows != known["dice"]:
            raise Lie(f"fails in another way than its dice do: {error.message}") from None
    else:
        raise Lie("says that its roll failed, and its dice have a result")


def replay(
    walk: Walk,
    number: int,
    record: Mapping[str, Any],
    lying: Sequence[int],
    drawn: Sequence[int],
    known: Mapping[str, Any],
) -> None:
    found = played(walk, record["text"], lying, drawn, known, record.get("choices"), record["source"])
    if found is None:
        walk.unknown(number)
    elif isinstance(found, ChoiceNeeded) or canon(found.to_json()) != canon(record):
        raise Lie("has a record that does not follow from its dice")
    else:
        walk.report.replayed += 1


def played(
    walk: Walk, text: str, lying: Sequence[int], drawn: Sequence[int], known: Mapping[str, Any], choices: Any, name: str
) -> Record | ChoiceNeeded | None:
    """The check played again, its last dice those of its own draw; None when its game is not known here."""
    if text.split(None, 1)[0] not in walk.systems:
        return None
    shown = Shown(drawn) if drawn else None
    found = play(parse(text, walk.systems), lying[: len(lying) - len(drawn)], shown, choices, name)
    if shown is not None and (shown.left or shown.rows != known["dice"]):
        raise Lie("names other dice than the rule rolls")
    return found


class Shown:
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
