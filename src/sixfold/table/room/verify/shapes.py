"""The form of events: the names of their kind, no more and no fewer, and under each name what `event_kinds` declares.

Only for checking a log: what writes one trusts itself.
"""

from collections.abc import Mapping, Set
from datetime import datetime
from typing import Any, Final

from msgspec import Struct, ValidationError, convert, defstruct
from msgspec.structs import fields

from sixfold.table.room.commands import Entropy, Hash, Number
from sixfold.table.room.event_kinds import KINDS, Body, Kinds, RollResult, RollTerms

ENVELOPE: Final = frozenset({"at", "kind", "number", "person", "prev", "version"})
"""The fields of every event."""

DRAW: Final = frozenset(RollResult.__struct_fields__) - {
    *Body.__struct_fields__,
    "request",
    "typed",
    "answers",
    "calls",
}
"""The fields of an event about its own draw."""

DECIDED: Final = DRAW | {"calls", "record", "request", "withdrawn"}
"""Fields of which others decide whether they stand: drawn or typed, put right or withdrawn."""

OPTIONAL: Final[Mapping[str, Set[str]]] = {
    tag: {field.name for field in fields(kind) if not field.required} - DECIDED for tag, kind in KINDS.items()
}
"""The other fields of each kind that may be left out: those with a default."""


class SavedCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """A check on a sheet."""

    name: str
    check: str


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The sheet of a character, or what changed of it."""

    name: str = ""
    game: str = ""
    notes: str = ""
    values: dict[str, Any] = {}
    checks: list[SavedCheck] = []


class LoggedThrow(Struct, frozen=True):
    """A throw in a record or a question."""

    faces: list[int]


class Recorded(Struct, frozen=True):
    """A record, as far as its form matters here: it is played again."""

    text: str
    throws: list[LoggedThrow]


MEANINGS: Final[Mapping[str, Any]] = {
    **{field.name: field.type for kind in Kinds.__args__ for field in fields(kind)},
    "kind": str, "version": Number, "sealed": Hash, "salt": Hash, "c": Entropy, "key": Hash,
    "request": RollTerms, "record": Recorded, "sheet": Sheet, "throws": list[LoggedThrow],
    "values": dict[str, str | int | bool | None],
    **dict.fromkeys(("number", "answers", "call"), Number),
}  # fmt: skip
"""The types of the fields, by name."""

FIELDS: Final = {name: defstruct(name, [(name, kind)]) for name, kind in MEANINGS.items()}
"""Each field as a value of its own: converting to a Struct is several times faster than to its plain type."""

TRUE: Final = ("hidden", "typed", "withdrawn", "gone")
"""Fields that are true, or left out."""


def parts(kind: str, body: Mapping[str, Any]) -> tuple[Set[str], Set[str]]:
    """The names that stand in the public part, however hidden an event is, and those that a hidden one hides."""
    if kind == "reveal":  # held against what it reveals: that is sealed
        return set(body) - ENVELOPE - {"hidden", "sealed"} | {"throw", "salt"}, set()
    names = set(KINDS[kind].__struct_fields__) - {*Body.__struct_fields__} - KINDS[kind].ROOM
    names -= OPTIONAL[kind] - set(body)
    if "call" not in body and kind != "failed":
        names -= DRAW if issubclass(KINDS[kind], RollResult) else set()
    if "typed" in body and kind == "throw":
        names.discard("calls")
    if kind == "correct":
        names -= {"record", "request"} if "withdrawn" in body else {"withdrawn"}
    shown = KINDS[kind].PUBLIC_FIELDS if KINDS[kind].MAY_BE_HIDDEN else names
    return names & shown, names - shown


def misshapen(kind: str, public: Mapping[str, Any], private: Mapping[str, Any] | None) -> str:
    """Return the fault in the form of an event; nothing if there is none."""
    hidden = "hidden" in public
    if hidden and not KINDS[kind].MAY_BE_HIDDEN:
        return "is hidden, and may not be"
    if "typed" in public and "call" in public:
        return "has typed dice and drawn ones"
    whole = {**public, **(private or {})}
    shown, secret = parts(kind, whole)
    sealed = {"hidden", "sealed"} if hidden else {"sealed"} if KINDS[kind].ROOM else set()
    named = ENVELOPE | sealed | shown | (set() if hidden else secret)
    wrong = _named(set(public), named)
    if not wrong and private is not None:
        wrong = _named(set(private), (secret if hidden else KINDS[kind].ROOM) | {"salt"})
    wrong_ones = (name for name in whole if not _fits(name, whole[name]))
    return wrong or next((f"has {name} that is none: {str(whole[name])[:40]!r}" for name in wrong_ones), "")


def _named(present: Set[str], wanted: Set[str]) -> str:
    if present - wanted:
        return f"has {', '.join(repr(name[:40]) for name in sorted(present - wanted))}, which does not belong there"
    return f"has no {', '.join(sorted(wanted - present))}" if wanted - present else ""


def _fits(name: str, value: Any) -> bool:
    """Whether a value may stand under a name."""
    try:
        convert({name: value}, FIELDS[name])
        time = datetime.fromisoformat(value) if name == "at" else None
    except (KeyError, ValidationError, ValueError):
        return False
    return value is True if name in TRUE else time is None or f"{time:%Y-%m-%dT%H:%M:%SZ}" == value
