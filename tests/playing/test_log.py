"""Logs of records: read whatever is whole, name what is not, and lose nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sixfold
from sixfold import Record
from sixfold.base.bounds import HALF_WRITTEN_LINES, RECORD_LENGTH
from sixfold.errors import RecordError
from sixfold.playing.record_log import HalfWritten, read_log
from tests.effort import calls

RECORDS = [*sixfold.rolls("ten +3", 3, seed="a"), *sixfold.rolls("wild 3D vs 9", 2, seed="b")]
LINES = [json.dumps(record.to_json(), ensure_ascii=False) for record in RECORDS]


def found(text: str) -> tuple[list[Record], list[int]]:
    """The records of a log, and the lines that are left out."""
    read = list(read_log(text, "log"))
    return [r for r in read if isinstance(r, Record)], [r.line for r in read if isinstance(r, HalfWritten)]


DOCUMENT: dict[str, Any] = {"version": 1, "records": [record.to_json() for record in RECORDS]}


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES),
        "\n\n".join(LINES) + "\n\n",
        "\r\n".join(LINES),
        "\ufeff" + "\n".join(LINES),
        "".join(LINES),
        json.dumps(DOCUMENT),
        json.dumps(DOCUMENT, indent=2),
        json.dumps(DOCUMENT, sort_keys=True),
        json.dumps(DOCUMENT["records"]),
        json.dumps(RECORDS[0].to_json(), indent=1) + "\n" + json.dumps({"records": DOCUMENT["records"][1:]}),
        json.dumps({**DOCUMENT, "error": {"code": "bounds/exceeded", "message": "Too many dice."}}),
    ],
)
def test_every_way_in_which_records_are_written(text: str) -> None:
    """Lines, documents, folded documents, several of them in one file: the same records."""
    assert found(text) == (RECORDS, [])


@given(st.integers(0, len(LINES[2]) - 1))
def test_a_half_written_last_line_costs_nothing_else(length: int) -> None:
    """Cut anywhere, the last line is named and skipped, and every other record is there."""
    records, left_out = found("\n".join(LINES[:2]) + "\n" + LINES[2][:length])
    assert records == RECORDS[:2]
    assert left_out == ([3] if length else [])


@given(st.integers(1, len(LINES[1]) - 1))
def test_a_half_written_line_within_a_log_costs_nothing_else(length: int) -> None:
    """A process died, others went on: the records after its line are there too."""
    records, left_out = found("\n".join([LINES[0], LINES[1][:length], LINES[2], LINES[3]]))
    assert records == [RECORDS[0], RECORDS[2], RECORDS[3]]
    assert left_out == [2]


@given(st.data())
def test_a_document_cut_short_loses_its_last_record_only(data: st.DataObject) -> None:
    """What `roll --times --json` had written when it was killed is read up to there."""
    whole = '{"version": 1, "records": [' + ",\n".join(LINES) + "]}\n"
    kept = data.draw(st.integers(1, len(LINES)))
    cut = len('{"version": 1, "records": [') + len(",\n".join(LINES[:kept]))
    more = data.draw(st.integers(0, 60))
    records, _ = found(whole[: min(cut + more, len(whole))])
    assert records[:kept] == RECORDS[:kept]
    assert len(records) == kept


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ('{"version": 1}', "record/malformed", "log, line 1: "),
        (LINES[0] + "\n{}", "record/malformed", "log, line 2: "),
        (LINES[0] + "\n" + LINES[1].replace('"margin": 7', '"margin": 8'), "record/mismatch", "log, line 2: "),
        ("hello\nworld", "record/malformed", "no record"),
        ('"text"', "record/malformed", "no record"),
        ("hello\n" * (HALF_WRITTEN_LINES + 1), "record/malformed", "not a log"),
        ('{"a": NaN}', "record/malformed", "no such number"),
        ('{"a": ' + "9" * 5_000 + "}", "record/malformed", "no such number"),
        ('{"a": ' * 10_000, "record/malformed", "nested so deep|there is no record in it"),
        ("[" * 10_000 + "{}", "record/malformed", "line 1"),
    ],
)
def test_what_is_no_log_is_refused_with_its_place(text: str, code: str, where: str) -> None:
    """One sentence, with the line."""
    with pytest.raises(RecordError, match=where) as caught:
        list(read_log(text, "log"))
    assert caught.value.code == code


def test_an_empty_log_has_no_records() -> None:
    """Nothing was thrown yet: that is no error."""
    assert found("") == found(" \n\n") == found("[]") == found('{"version": 1, "records": []}') == ([], [])


@pytest.mark.parametrize(
    "piece",
    ["[", "{", '"', "9", "x\n", "[1,\n", '{"a":\n', '"error":', '"error":{},', '{"records":[', '{"version": 1, ', "\\"],
)
def test_hostile_logs_cost_what_they_are_long(piece: str) -> None:
    """Ten megabytes of anything are read or refused without a call for each of them, or for each two of them."""

    def read() -> None:
        try:
            assert found(piece * (10_000_000 // len(piece)))[0] == []
        except RecordError as error:
            refused: Any = error
            assert refused.message

    assert calls(read) < 10_000


def test_the_length_of_a_record() -> None:
    """A record of the greatest length is read; a longer one is left out."""
    data = RECORDS[0].to_json()
    room = RECORD_LENGTH - len(json.dumps({**data, "note": ""}))
    assert found(json.dumps({**data, "note": "x" * room})) == (RECORDS[:1], [])
    assert found(LINES[1] + "\n" + json.dumps({**data, "note": "x" * (room + 1)})) == ([RECORDS[1]], [2])
