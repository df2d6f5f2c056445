"""Reveals and corrections, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sixfold.room.names import read_line
from sixfold.room.verify.formulas import canon, sha
from sixfold.room.verify.requests import check_text
from sixfold.room.verify.rolls import check_roll, replay
from sixfold.room.verify.seats import Lie
from sixfold.room.verify.shapes import ENVELOPE, misshapen
from sixfold.room.verify.walk import Act, Event, Form, Walk


def reveal(walk: Walk, event: Event) -> None:
    """By somebody who saw it: as it was sealed, once."""
    body, form = event.body, walk.forms.get(event.body["throw"])
    walk.seats.here(event.person)
    if form is None or "hidden" not in form.public:
        raise Lie("reveals an event that was not hidden")
    if not form.hidden:
        raise Lie("reveals a second time")
    hidden = {name: value for name, value in body.items() if name not in (*ENVELOPE, "throw")}
    if sha(canon(hidden)) != form.public["sealed"]:
        raise Lie("reveals something other than the hidden event")
    wrong = misshapen(form.public["kind"], form.public, hidden)
    if wrong:
        raise Lie(f"reveals what {wrong}")
    form.hidden = False
    walk.owed = [number for number, other in walk.forms.items() if other.root == form.root and other.hidden]
    seen_before, form.known = form.known, {**form.public, **hidden}
    if seen_before is None:
        if form.root == body["throw"]:
            check_roll(walk, form.root, form.public, form.known)
        else:
            _correction(walk, body["throw"], form)
    root = walk.forms[form.root].known or form.known
    visible = str((root.get("request") or {}).get("visible"))
    if visible in SEERS and event.person not in SEERS[visible](walk.forms[form.root]):
        raise Lie("is by somebody who could not see the hidden event")


def correct(walk: Walk, event: Event) -> None:
    body = event.body
    by, root = walk.seats.here(event.person, "master", "player"), body["throw"]
    act = walk.acts.get(root)
    if act is not None:
        _taken_back(walk, event, act)
        return
    first = walk.forms.get(root)
    if first is None or first.root != root:
        raise Lie("corrects an event that is not a roll")
    if first.public["kind"] == "failed":
        raise Lie("corrects a roll that failed")
    if by.role != "master" and event.person != first.person:
        raise Lie("corrects somebody else's roll")
    before = walk.forms[walk.latest[root]]
    if event.hidden != before.hidden:
        raise Lie("is hidden and what it corrects is open, or the other way round")
    form = Form(root, event.person, body, event.known, event.hidden, first.masters)
    walk.forms[event.number] = form
    if event.known is not None:
        _correction(walk, event.number, form)
    walk.latest[root] = event.number


def _taken_back(walk: Walk, event: Event, act: Act) -> None:
    """What an instrument did is taken back by who did it or a master, a request by a master, and nothing else."""
    role = walk.seats.people[event.person].role
    if role != "master" and (act.kind == "asked" or event.person != act.person):
        raise Lie("takes back something that belongs to somebody else")
    if event.hidden != act.hidden:
        raise Lie("is hidden and what it takes back is open, or the other way round")
    if event.known is None:
        walk.unseen.append(event.number)
        return
    if act.withdrawn or "withdrawn" not in event.known:
        raise Lie("takes back an event twice, or corrects an event that is not a roll")
    act.withdrawn = True
    _reason(walk, event.known)


def _reason(walk: Walk, known: Mapping[str, Any]) -> None:
    if "reason" in known and read_line(known["reason"]) != known["reason"]:
        raise Lie("has an impossible reason")


def _correction(walk: Walk, number: int, form: Form) -> None:
    """The same dice read anew, or the throw taken back; held against the form before it, as far as it is known."""
    known = form.known or {}
    _reason(walk, known)
    numbers = [at for at, other in walk.forms.items() if other.root == form.root and at < number]
    before = walk.forms[max(numbers)].known
    if before is not None and "withdrawn" in before:
        raise Lie("corrects a roll that was taken back")
    if "withdrawn" in known:
        return
    record = known["record"]
    lying = [face for throw in record["throws"] for face in throw["faces"]]
    if record["source"] != ("typed" if "typed" in walk.forms[form.root].public else "system"):
        raise Lie("makes drawn dice typed ones, or the other way round")
    if before is not None:
        if known["request"] != {**before["request"], "check": record["text"]}:
            raise Lie("is of another request than the throw that it corrects")
        lay = [face for throw in before["record"]["throws"] for face in throw["faces"]]
        if record["source"] != "typed" and lay != lying:
            raise Lie("corrects drawn dice, which cannot change")
    check_text(walk, number, record["text"])
    replay(walk, number, record, lying, [], known)


SEERS: Final[Mapping[str, Callable[[Form], Sequence[str]]]] = MappingProxyType({
    "self": lambda form: (form.person,),
    "master": lambda form: (form.person, *form.masters),
    "blind": lambda form: form.masters,
})  # fmt: skip
"""Who sees a throw that is hidden from others."""
