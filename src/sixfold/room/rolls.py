"""Rolls: a player or the GM rolls a check, drawn or typed, perhaps for a request or instead of another roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.asked import read_check
from sixfold.errors import RoomError
from sixfold.room.commands import Throw
from sixfold.room.draft import Draft
from sixfold.room.draws import draw, drawn_before, not_too_many, read_entropy
from sixfold.room.requests import fits, may_answer
from sixfold.room.results import play_on
from sixfold.room.sight import audience, masters, may_see
from sixfold.room.state import Play, State, Thrown, here


def roll(draft: Draft, command: Throw) -> None:
    """Roll a check, as a player or the GM; typed dice are marked as typed, all others are drawn by the protocol."""
    state = draft.state
    person = here(state, command.by, "master", "player").id
    check = read_check(command.check, state.systems)
    replaced = None if command.instead is None else _replaced(state, command.instead, person)
    request = _request(state, command, check.text, replaced)
    asked = state.asks.get(request.get("to", 0))
    if command.faces is None:
        read_entropy(command.c)
        before = drawn_before(state, person, command.index, request, command.c)
        if before is not None:
            draft.number = before
            return
    if asked is not None:
        may_answer(state, asked, person, replaced)
        fits(state, asked, check, request["visible"])
    seers = audience(state.people, person, request["visible"])
    if command.faces is None:
        draw(draft, Play(person, request, seers), check, command.c, command.index, command.witness)
    else:
        not_too_many(state, person)
        play_on(draft, Play(person, request, seers, typed=True, faces=tuple(command.faces)), check)


def _request(state: State, command: Throw, text: str, replaced: Thrown | None) -> Mapping[str, Any]:
    """What is asked for: for which event, instead of which roll, and visible as the GM asked unless it is said."""
    request: dict[str, Any] = {"check": text}
    if command.to is not None:
        if not 1 <= command.to <= state.number:
            raise RoomError("room/event", f"There is no event {command.to} in this room.")
        request["to"] = command.to
    if replaced is not None:
        request["instead"] = replaced.root
        before = replaced.play.request.get("to")
        if before is not None and request.setdefault("to", before) != before:
            raise RoomError(
                "room/event", f"The roll before was for {before}; a roll that replaces it must be for the same."
            )
    asked = state.asks.get(request.get("to", 0))
    request["visible"] = command.visible or (asked.visible if asked is not None else "all")
    return request


def _replaced(state: State, number: int, person: str) -> Thrown:
    """Return the roll in whose place another one is made: one's own, or any as GM."""
    replaced = roll_of(state, number, person)
    if replaced.play.person != person and person not in masters(state.people):
        raise RoomError("room/forbidden", "Only the roller or the GM can roll it again.")
    return replaced


def roll_of(state: State, number: int, person: str, exactly: bool = False) -> Thrown:
    """Return a roll that a person sees, in its latest form. To others it is as if it did not exist."""
    thrown = state.thrown.get(number)
    if thrown is not None and not exactly:
        thrown = state.thrown.get(state.latest.get(thrown.root) or thrown.root)
    if thrown is None or not may_see(state.people.get(person), thrown.play.seers, thrown.root):
        raise RoomError("room/event", f"You see no roll with the number {number}.")
    return thrown
