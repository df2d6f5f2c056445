"""What was asked for, and the events that say something without dice: requests, notes, games, instruments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.check import parse
from sixfold.room.names import read_line
from sixfold.room.sight import AS_OPEN
from sixfold.room.verify.seats import Lie
from sixfold.room.verify.walk import Act, Event, Walk


def noted(walk: Walk, event: Event) -> None:
    """A line of somebody who is more than a spectator."""
    walk.seats.here(event.person, "master", "player")
    if event.known is None:
        walk.unseen.append(event.number)
    elif read_line(event.known["text"]) != event.known["text"]:
        raise Lie("has an impossible text")


def asked(walk: Walk, event: Event) -> None:
    """By a master, of people who are here and throw."""
    walk.seats.here(event.person, "master")
    known = event.known
    if known is not None:
        people = known["people"]
        for person in people:
            walk.seats.here(person, "master", "player")
        if not people or len(set(people)) < len(people):
            raise Lie("asks nobody, or somebody twice")
        if event.hidden == (known["visible"] == "all"):
            raise Lie("is not as visible as it was asked to be")
        check_text(walk, event.number, known["check"])
    keep_act(walk, event)


def laid_out(walk: Walk, event: Event) -> None:
    """By a master, games by name."""
    walk.seats.here(event.person, "master")
    if len(set(event.body["games"])) < len(event.body["games"]):
        raise Lie("lays out a game twice")


def instrument(walk: Walk, event: Event) -> None:
    """What an instrument did is the game's own."""
    walk.seats.here(event.person, "master", "player")
    known = event.known
    system = walk.systems.get(known["system"]) if known is not None else None
    if known is not None and system is None:
        walk.unknown(event.number)
    elif known is not None and system is not None:
        names = [instrument.name for instrument in system.instruments()]
        if known["instrument"] not in names:
            raise Lie(f"is of an instrument that {system.name} does not have")
    keep_act(walk, event)


def keep_act(walk: Walk, event: Event) -> None:
    walk.acts[event.number] = Act(event.body["kind"], event.person, event.hidden, event.known)
    if event.known is None:
        walk.unseen.append(event.number)


def check_text(walk: Walk, number: int, text: str) -> None:
    """The text of a check is as its game writes it, where the game is known."""
    if text.split(None, 1)[0] not in walk.systems:
        walk.unknown(number)
    elif parse(text, walk.systems).text != text:
        raise Lie("has a check that is not in its canonical spelling")


def check_request(walk: Walk, event: Event, request: Mapping[str, Any]) -> None:
    """What was asked for, at the moment when it was."""
    if event.hidden == (request["visible"] == "all"):
        raise Lie("is not as visible as it was asked to be")
    walk.seats.audience(event.person, request["visible"])
    check_text(walk, event.number, request["check"])
    if "answers" in event.body:
        before = walk.questions[event.body["answers"]]["request"]
        if "index" in event.body:
            before = {**before, "question": event.body["answers"], "choices": walk.taken(event.body)}
        if request != before:
            raise Lie("asks for something else than the question that it goes on from")
        return
    if "question" in request:
        raise Lie("says that it answers a question, and goes on from none")
    replaced = walk.forms.get(request["instead"]) if "instead" in request else None
    if "instead" in request and (replaced is None or replaced.root != request["instead"]):
        raise Lie("replaces an event that is not a roll")
    if replaced is not None and event.person not in (replaced.person, *walk.seats.masters):
        raise Lie("replaces somebody else's roll")
    if "to" in request:
        _asked_for(walk, event, request)


def _asked_for(walk: Walk, event: Event, request: Mapping[str, Any]) -> None:
    """A throw for an event that was, and where that is a request, with what was asked for and of who was asked."""
    if request["to"] >= event.number:
        raise Lie("is for an event that does not exist yet")
    act = walk.acts.get(request["to"])
    asked = act.known if act is not None and act.kind == "asked" else None
    if act is None or asked is None:
        return
    if act.withdrawn or (event.person not in asked["people"] and "instead" not in request):
        raise Lie("answers a request that this person did not get, or that was withdrawn")
    if request["visible"] not in AS_OPEN[asked["visible"]]:
        raise Lie("is more visible than it was asked to be")
    if asked["check"].split(None, 1)[0] not in walk.systems:
        return
    wanted, check = parse(asked["check"], walk.systems), parse(request["check"], walk.systems)
    fits = (wanted.system, wanted.rule.name) == (check.system, check.rule.name) and all(
        word.keeps(before, said)
        for (_, before), (_, said), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True)
    )
    if not fits:
        raise Lie("is another check than was asked for")
