"""The luck of the evening: each person's results against everything that could have happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sixfold.bounds import STUDY_RECORDS
from sixfold.errors import SixfoldError
from sixfold.named import NamedTuple
from sixfold.playing.record import Record
from sixfold.room.events import Event, seen_by
from sixfold.room.words import Names
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


def fallen(events: Iterable[Event], person: str | None) -> list[Fallen]:
    """Who threw what, as a person (None: anyone) may see it, by thrower; what was replaced is left out."""
    return fallen_of(seen_by(event, person) for event in events)


def fallen_of(log: Iterable[Mapping[str, Any]]) -> list[Fallen]:
    """The same from events as somebody sees them."""
    names = Names()
    latest: dict[int, tuple[str, Mapping[str, Any] | None]] = {}
    for shown in log:
        names.follow(shown)
        _follow(latest, shown)
    people = dict.fromkeys(thrower for thrower, _ in latest.values())
    return [_of(thrower, names[thrower], latest) for thrower in people]


def _of(thrower: str, name: str, latest: Mapping[int, tuple[str, Mapping[str, Any] | None]]) -> Fallen:
    mine = [record for who, record in latest.values() if who == thrower]
    kept = tuple(record for record in mine if record is not None)
    return Fallen(thrower, name, kept, len(mine) - len(kept))


def _follow(latest: dict[int, tuple[str, Mapping[str, Any] | None]], shown: Mapping[str, Any]) -> None:
    if shown["kind"] == "throw" and "record" in shown:
        replaced = shown["request"].get("instead")
        if replaced in latest:
            latest[replaced] = (latest[replaced][0], None)
        latest[shown["number"]] = (shown["person"], shown["record"])
    elif shown["kind"] == "correct" and shown["throw"] in latest:
        latest[shown["throw"]] = (latest[shown["throw"]][0], shown.get("record"))


def luck_of(
    records: Sequence[Mapping[str, Any]], event: str | None = None, systems: Mapping[str, System] = SYSTEMS
) -> Evening:
    """The luck of records, the latest 5,000 of them.

    Raises StudyError (study/luck) where there is nothing to compare, OddsError where it would cost too much.
    """
    from sixfold.study.luck import evening as evening_of  # here, since a room that opens does not wait for it

    return evening_of(_read(records, systems), event=event, systems=systems)


def ranks_of(records: Sequence[Mapping[str, Any]], systems: Mapping[str, System] = SYSTEMS) -> list[float]:
    """Where each of the latest 5,000 records stands among all that could have come: 0 the worst, 1 the best.

    Nothing where that would cost too much.
    """
    from sixfold.study.luck import ranks

    try:
        return [float(rank) for rank in ranks(_read(records, systems), systems=systems)]
    except SixfoldError:
        return []


def _read(records: Sequence[Mapping[str, Any]], systems: Mapping[str, System]) -> Iterable[Record]:
    latest = records[-STUDY_RECORDS:]
    return (Record.from_json(record, systems) for record in latest if record["system"] in systems)


def evening(events: Iterable[Event], person: str | None, systems: Mapping[str, System] = SYSTEMS) -> dict[str, Any]:
    """The luck of each person from the throws that somebody (None: anyone) may see, as plain data.

    `luck` is as `sixfold luck --json` has it, or null with the `error` that says why not. `ranks` says where each
    result stands among all that could have come, 0 the worst and 1 the best.
    """
    people: list[dict[str, Any]] = []
    for one in fallen(events, person):
        shown: dict[str, Any] = {
            "person": one.person,
            "name": one.name,
            "records": len(one.records),
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
