"""The luck of the evening: each person's results compared with the exact odds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.bounds import STUDY_RECORDS
from sixfold.errors import SixfoldError
from sixfold.playing.record import Record
from sixfold.room.events import Event
from sixfold.room.log import Names
from sixfold.room.sight import Person, seen_by
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.study.luck import Evening

VERSION = 1


class Fallen(NamedTuple):
    """The records of one person that somebody may see, in their latest form, and how many were taken back."""

    person: str
    name: str
    records: tuple[Mapping[str, Any], ...]
    taken_back: int


def fallen(events: Iterable[Event], person: Person | None) -> list[Fallen]:
    """Return everyone's rolls as a person (None: anyone) may see them; replaced ones are left out."""
    return fallen_of(seen_by(event, person) for event in events)


def fallen_of(log: Iterable[Mapping[str, Any]]) -> list[Fallen]:
    """Return the same from events as somebody sees them; a hidden roll counts from its reveal."""
    names = Names()
    throws: dict[int, _Forms] = {}
    roots: dict[int, int] = {}
    for shown in log:
        names.follow(shown)
        _follow(throws, roots, shown)
    known = [one for _, one in sorted(throws.items()) if one.known]
    return [_of(thrower, names[thrower], known) for thrower in dict.fromkeys(one.thrower for one in known)]


class _Forms(NamedTuple):
    """A roll: `known` has its record, and that of each correction, by event (None: taken back)."""

    thrower: str
    known: dict[int, Mapping[str, Any] | None]


def _of(thrower: str, name: str, throws: Iterable[_Forms]) -> Fallen:
    latest = [one.known[max(one.known)] for one in throws if one.thrower == thrower]
    kept = tuple(record for record in latest if record is not None)
    return Fallen(thrower, name, kept, len(latest) - len(kept))


def _follow(throws: dict[int, _Forms], roots: dict[int, int], shown: Mapping[str, Any]) -> None:
    """Follow one more event; `roots` maps rolls and their corrections to the number of the roll."""
    kind = shown["kind"]
    if kind == "throw":
        throws[shown["number"]] = _Forms(shown["person"], {})
    elif kind not in ("correct", "reveal") or shown["throw"] not in roots:
        return
    form = shown["throw"] if kind == "reveal" else shown["number"]
    root = roots.setdefault(form, shown["throw"] if kind == "correct" else form)
    if "record" not in shown and not shown.get("withdrawn"):
        return
    throws[root].known[form] = shown.get("record")
    replaced = shown.get("request", {}).get("instead")
    if replaced in roots:
        throws[roots[replaced]].known[form] = None


def luck_of(
    records: Sequence[Mapping[str, Any]], event: str | None = None, systems: Mapping[str, System] = SYSTEMS
) -> "Evening":
    """Return the luck of records, of the latest 5,000 of them.

    Raises StudyError (study/luck) where there is nothing to compare, OddsError where it would cost too much.
    """
    from sixfold.study.luck import evening as evening_of  # here, since a room that opens does not wait for it

    return evening_of(_read(records, systems), event=event, systems=systems)


def ranks_of(records: Sequence[Mapping[str, Any]], systems: Mapping[str, System] = SYSTEMS) -> list[float]:
    """Return the rank of each of the latest 5,000 records among all possible rolls: 0 the worst, 1 the best.

    The list is empty if that would cost too much.
    """
    from sixfold.study.luck import ranks

    try:
        return [float(rank) for rank in ranks(_read(records, systems), systems=systems)]
    except SixfoldError:
        return []


def _read(records: Sequence[Mapping[str, Any]], systems: Mapping[str, System]) -> Iterable[Record]:
    latest = records[-STUDY_RECORDS:]
    return (Record.from_json(record, systems) for record in latest if record["system"] in systems)


def evening(events: Iterable[Event], person: Person | None, systems: Mapping[str, System] = SYSTEMS) -> dict[str, Any]:
    """Return each person's luck, from the rolls that somebody (None: anyone) may see, as plain data.

    `luck` is as `sixfold luck --json` has it, or null with the `error` that says why not. `ranks` says where each
    result stands among all that could have come, 0 the worst and 1 the best. `typed` are the records whose dice were
    typed: they count like all others, and are somebody's word.
    """
    people: list[dict[str, Any]] = []
    for one in fallen(events, person):
        shown: dict[str, Any] = {
            "person": one.person,
            "name": one.name,
            "records": len(one.records),
            "typed": sum(record["source"] == "typed" for record in one.records),
            "taken_back": one.taken_back,
            "ranks": ranks_of(one.records, systems),
            "luck": None,
        }
        try:
            shown["luck"] = luck_of(one.records, None, systems).to_json()
        except SixfoldError as error:
            shown |= error.to_json()
        people.append(shown)
    return {"version": VERSION, "people": people}
