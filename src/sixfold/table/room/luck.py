"""The luck of an evening: everyone's rolls as one person may see them, and how they fell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.base.bounds import STUDY_RECORDS
from sixfold.errors import SixfoldError
from sixfold.playing.record import TYPED, Record
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS
from sixfold.table.room.event_sentences import Names
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.visibility import Person, seen_by

if TYPE_CHECKING:
    from sixfold.study.questions.luck import Evening

VERSION = 1


class Fallen(NamedTuple):
    """The records of one person that somebody may see, in their latest form, and how many were taken back."""

    person: str
    name: str
    records: tuple[Mapping[str, Any], ...]
    taken_back: int


def fallen_of(log: Iterable[Mapping[str, Any]]) -> list[Fallen]:
    """Return everyone's rolls from events as somebody sees them: replaced ones are left out, and a hidden roll counts
    from its reveal.
    """
    names = Names()
    roots: dict[int, int] = {}
    rollers: dict[int, str] = {}
    latest: dict[int, tuple[int, Mapping[str, Any] | None]] = {}
    for shown in log:
        names.follow(shown)
        kind, form = shown["kind"], shown["number"]
        if kind == "throw":
            roots[form], rollers[form] = form, shown["person"]
        elif kind == "correct":
            roots[form] = shown["throw"]
        elif kind == "reveal":
            form = shown["throw"]
        if "record" in shown or shown.get("withdrawn"):
            instead = shown.get("request", {}).get("instead")
            for root, record in ((roots.get(form), shown.get("record")), (instead, None)):
                if root in rollers and form >= latest.get(root, (0, None))[0]:
                    latest[root] = form, record
    by_person: dict[str, list[Mapping[str, Any] | None]] = {}
    for root, (_, record) in sorted(latest.items()):
        by_person.setdefault(rollers[root], []).append(record)
    kept = {person: tuple(record for record in records if record is not None) for person, records in by_person.items()}
    return [Fallen(who, names[who], kept[who], len(records) - len(kept[who])) for who, records in by_person.items()]


def luck_of(records: Sequence[Mapping[str, Any]], systems: Mapping[str, System] = SYSTEMS) -> Evening:
    """Return the luck of records, of the latest 5,000 of them.

    Raises StudyError (study/luck) where there is nothing to compare, OddsError where it would cost too much.
    """
    from sixfold.study.questions.luck import evening as evening_of  # here, since a room that opens does not wait for it

    return evening_of(_read(records, systems), systems=systems)


def _read(records: Sequence[Mapping[str, Any]], systems: Mapping[str, System]) -> Iterable[Record]:
    latest = records[-STUDY_RECORDS:]
    return (Record.from_json(record, systems) for record in latest if record["system"] in systems)


def evening(
    events: Iterable[LogEvent], person: Person | None, systems: Mapping[str, System] = SYSTEMS
) -> dict[str, Any]:
    """Return each person's luck, from the rolls that somebody (None: anyone) may see, as plain data.

    `luck` is as `sixfold luck --json` has it, or null with the `error` that says why not. `ranks` says where each
    result stands among all that could have come, 0 the worst and 1 the best. `typed` are the records whose dice were
    typed: they count like all others, and are somebody's word.
    """
    from sixfold.study.questions.luck import ranks

    people: list[dict[str, Any]] = []
    for player in fallen_of(seen_by(event, person) for event in events):
        shown: dict[str, Any] = {
            "person": player.person,
            "name": player.name,
            "records": len(player.records),
            "typed": sum(record["source"] == TYPED for record in player.records),
            "taken_back": player.taken_back,
            "ranks": [],
            "luck": None,
        }
        with suppress(SixfoldError):  # it may cost too much
            shown["ranks"] = [float(rank) for rank in ranks(_read(player.records, systems), systems=systems)]
        try:
            shown["luck"] = luck_of(player.records, systems).to_json()
        except SixfoldError as error:
            shown |= error.to_json()
        people.append(shown)
    return {"version": VERSION, "people": people}
