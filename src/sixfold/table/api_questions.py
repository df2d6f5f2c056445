"""Questions that only programs ask, declared like those of the catalogue, and the function that answers any of them.

A check is read before it comes here, if it is of none of the games of one's own.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.authoring.load import with_games
from sixfold.base.bounds import CLAIMS_LENGTH, CONFIG_LENGTH, ROLLS_AT_ONCE
from sixfold.checks.config import Config, read_config
from sixfold.errors import SixfoldError
from sixfold.playing.record import Record
from sixfold.rules.rule import Systems
from sixfold.show.values.verified import Verified
from sixfold.study.catalogue import CATALOGUE, written
from sixfold.study.operation import Parameter, operation
from sixfold.study.questions.luck import in_short
from sixfold.study.questions.luck import why as why_so
from sixfold.table.room.verify import verify as verified


def answer_question(name: str, values: Mapping[str, Any], files: Sequence[str], form: str) -> bytes:
    """Return the answer to a question, written in a format; `files` have the games of one's own."""
    text = written(API_QUESTIONS[name], values, with_games(files, examined=True), form)
    return (f"{text}\n" if form == "json" else text).encode()


@operation(
    "details of logged rolls: hands, clauses, chance of this or better",
    Parameter("records", "the records", kind="object", many=ROLLS_AT_ONCE),
    path="/tellings",
)
def tell(records: Sequence[Mapping[str, Any]], systems: Systems) -> dict[str, Any]:
    """Return the details that a log shows beside records; a record that cannot be replayed has its error instead."""
    read = [_record(data, systems) for data in records]
    tellings = iter(in_short([record for record in read if isinstance(record, Record)]))
    return {"version": 1, "throws": [next(tellings) if isinstance(one, Record) else one.to_json() for one in read]}


@operation("the reasons for a result, and its chance", Parameter("record", "the record", kind="object"))
def why(record: Mapping[str, Any], systems: Systems) -> dict[str, Any]:
    """Why a throw came out so, and where it stands."""
    return why_so(Record.from_json(record, systems))


def _record(data: Mapping[str, Any], systems: Systems) -> Record | SixfoldError:
    try:
        return Record.from_json(data, systems)
    except SixfoldError as error:
        return error


@operation(
    "read a config file: its game and saved checks",
    Parameter("text", "a config file, in TOML", most=CONFIG_LENGTH, missing="text"),
)
def config(text: str, systems: Systems) -> Config:
    """The game and the saved checks of a config file."""
    return read_config(text, "The file")


@operation(
    "check an export: chain, commitments, faces, outcomes",
    Parameter("export", "an export, as text", most=CLAIMS_LENGTH, missing="export"),
)
def verify(export: str, systems: Systems) -> Verified:
    """Return the report of a check of an export."""
    return verified(export, systems)


API_QUESTIONS = {**CATALOGUE, **{each.name: each for each in (tell, why, config, verify)}}
"""Every question that has a call of its own, by its name."""
