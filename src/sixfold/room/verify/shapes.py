"""What an event may hold: the names of each kind, no more and no fewer, and what may stand under each name.

Only for checking a log: what wrote it knows nothing of this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from sixfold.bounds import DICE_OF_A_THROW, SIDES

ENVELOPE: Final = frozenset({"at", "kind", "number", "person", "prev", "version"})
"""What every event holds."""

PRIVATE: Final = frozenset({"opened", "joined", "links"})
"""Kinds whose private part is for the room itself: hashes of tokens and links."""

MAY_HIDE: Final = frozenset({"call", "throw", "failed", "correct", "asked", "noted", "instrument"})
"""Kinds that may be hidden."""

DRAW: Final = frozenset({"call", "index", "w", "witness", "silent"})
OPENING: Final = frozenset({"key", "c", "dice", "faces"})
"""What shows a draw, besides the request."""

CHOICE: Final = frozenset({"label", "options", "meanings", "default", "throws", "choices", "calls"})
"""What a question asks."""

PLAIN: Final[Mapping[str, frozenset[str]]] = MappingProxyType({
    "opened": frozenset({"room", "name"}),
    "joined": frozenset({"name", "colour", "role"}),
    "renamed": frozenset({"who", "was", "name", "colour"}),
    "removed": frozenset({"who"}),
    "left": frozenset(),
    "handed-over": frozenset({"to"}),
    "door": frozenset({"open"}),
    "games": frozenset({"games"}),
    "links": frozenset({"roles"}),
    "lane": frozenset({"first", "commitments"}),
    "answer": frozenset({"question", "choice"}),
    "restored": frozenset({"void"}),
    "asked": frozenset({"check", "visible", "people"}),
    "noted": frozenset({"text"}),
    "instrument": frozenset({"system", "instrument", "did", "values"}),
})  # fmt: skip
"""What events hold that always hold the same."""


def parts(kind: str, body: Mapping[str, Any]) -> tuple[Set[str], Set[str]]:
    """The names that stand in the public part, however hidden an event is, and those that a hidden one hides."""
    drawn, typed = "call" in body or kind == "failed", "typed" in body
    opening = {"request"} | (OPENING if drawn else set())
    shown = (DRAW if drawn else set()) | ({"answers"} & set(body)) | ({"typed"} if typed else set())
    if kind == "call":
        return {"index", "seal", "witness"} | ({"answers"} & set(body)), {"request", "c"}
    if kind == "throw":
        return shown | (set() if typed else {"calls"}), opening | {"record"}
    if kind == "failed":
        return shown | {"calls"}, opening | {"code", "message"}
    if kind == "question":
        return shown, opening | CHOICE
    if kind == "reveal":
        # Held against what it reveals: that is sealed.
        return set(body) - ENVELOPE - {"hidden", "sealed"} | {"throw", "salt"}, set()
    if kind == "correct":
        told = {"withdrawn"} if "withdrawn" in body else {"record", "request"}
        return {"throw"}, told | ({"reason"} & set(body))
    names = PLAIN[kind]
    return (set(), names) if kind in MAY_HIDE else (names, set())


def misshapen(kind: str, public: Mapping[str, Any], private: Mapping[str, Any] | None) -> str:
    """What is wrong with the form of an event; nothing where it is as it should be."""
    hidden = "hidden" in public
    if hidden and kind not in MAY_HIDE:
        return "is hidden, and may not be"
    if "typed" in public and "call" in public:
        return "has typed dice and drawn ones"
    whole = {**public, **(private or {})}
    shown, told = parts(kind, whole)
    sealed = {"hidden", "sealed"} if hidden else {"sealed"} if kind in PRIVATE else set()
    named = ENVELOPE | sealed | shown | (set() if hidden else told)
    wrong = _named(set(public), named)
    if not wrong and private is not None and hidden:
        wrong = _named(set(private), told | {"salt"})
    return wrong or _meant(kind, whole)


def _named(found: Set[str], wanted: Set[str]) -> str:
    if found - wanted:
        return f"has {', '.join(repr(name[:40]) for name in sorted(found - wanted))}, which does not belong there"
    return f"has no {', '.join(sorted(wanted - found))}" if wanted - found else ""


def _meant(kind: str, whole: Mapping[str, Any]) -> str:
    for name, value in whole.items():
        if name in ("links", "token") and kind in PRIVATE:
            continue  # hashes, for the room itself
        if name not in MEANINGS or not MEANINGS[name](value):
            return f"has {name} that is none: {str(value)[:40]!r}"
    return ""


# -- what may stand under each name --------------------------------------------------------------------------

_STAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def _number(value: Any) -> bool:
    return _index(value) and value > 0


def _index(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _text(value: Any) -> bool:
    return type(value) is str and value != ""


def _true(value: Any) -> bool:
    return value is True


def _all(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(test, value))


def _like(form: str) -> Callable[[Any], bool]:
    read = re.compile(form)
    return lambda value: type(value) is str and read.fullmatch(value) is not None


def _hex(digits: int, empty: bool = False) -> Callable[[Any], bool]:
    return _like(f"[0-9a-f]{{{digits}}}{'|' if empty else ''}")


def _stamp(value: Any) -> bool:
    if type(value) is not str or not value.isascii() or _STAMP.fullmatch(value) is None:
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _nobody_or_id(value: Any) -> bool:
    return value is None or _text(value)


def _row(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) == 3
        and all(type(part) is int for part in value)
        and 1 <= value[0] <= DICE_OF_A_THROW
        and 1 <= value[1] <= SIDES
        and abs(value[2]) <= SIDES
    )


def _values(value: Any) -> bool:
    return type(value) is dict and all(said is None or type(said) in (str, int, bool) for said in value.values())


def _visible(value: Any) -> bool:
    return value in ("all", "master", "blind", "self") and type(value) is str


def _request(value: Any) -> bool:
    if type(value) is not dict or not {"check", "visible"} <= set(value):
        return False
    may = {"check", "visible", "to", "instead", "question", "choices"}
    return (
        set(value) <= may
        and ("question" in value) == ("choices" in value)
        and all(MEANINGS[name](said) for name, said in value.items() if name not in ("to", "instead"))
        and all(_number(value[name]) for name in ("to", "instead") if name in value)
    )


def _face(value: Any) -> bool:
    return type(value) is int


def _role(value: Any) -> bool:
    return type(value) is str and value in ("master", "player", "spectator")


def _throws(value: Any) -> bool:
    return _all(lambda one: type(one) is dict and _all(_face)(one.get("faces")))(value)


def _record(value: Any) -> bool:
    return type(value) is dict and _text(value.get("text")) and _throws(value.get("throws"))


MEANINGS: Final[Mapping[str, Callable[[Any], bool]]] = MappingProxyType({
    "number": _number, "version": _number, "kind": _text, "at": _stamp, "person": _nobody_or_id,
    "prev": _hex(64, empty=True), "sealed": _hex(64), "hidden": _true, "salt": _hex(64),
    "room": _like("[0-9a-z]{1,40}"), "name": _text, "was": _text, "colour": _like("#[0-9a-f]{6}"),
    "role": _role, "roles": _all(_role), "who": _text, "to": _text, "open": lambda value: type(value) is bool,
    "first": _index, "commitments": _all(_hex(64)), "void": _all(_number),
    "index": _index, "seal": _hex(64), "witness": _nobody_or_id, "request": _request, "c": _hex(32),
    "call": _number, "w": _hex(32, empty=True), "silent": _all(_text), "calls": _all(_number), "key": _hex(64),
    "dice": _all(_row), "faces": _all(_face), "record": _record, "typed": _true, "answers": _number,
    "label": _text, "options": _all(_text), "meanings": _all(lambda value: type(value) is str), "default": _index,
    "throws": _throws, "choices": _all(_index), "question": _number, "choice": _index,
    "throw": _number, "withdrawn": _true, "reason": _text, "code": _text, "message": _text,
    "check": _text, "visible": _visible, "people": _all(_text), "games": _all(_text), "text": _text,
    "system": _text, "instrument": _text, "did": _text, "values": _values,
})  # fmt: skip
"""What may stand under each name."""
